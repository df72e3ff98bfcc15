#if PostgreSQL
    import Foundation
    import Synchronization
    import TestServer
    import Testing
    import ZIMDb

    @testable import ZIMPostgres

    /// COPY in the binary form, and the way back to text where only the server can read a value.
    @Suite(.server) struct CopyFormTests {
        private static let table = """
            CREATE TABLE v (
                i2 smallint, i4 integer, i8 bigint, b boolean, f8 double precision, t text, c varchar(8), y bytea,
                ts timestamp, tz timestamptz, d date, u uuid, j jsonb)
            """
        private static let columns = ["i2", "i4", "i8", "b", "f8", "t", "c", "y", "ts", "tz", "d", "u", "j"]
        private static let plain: [SQLValue] = [
            -5, 70_000, .integer(.min), 1, 0.1, "é\n\t\\N", "12345678", .blob([0, 255]), "1969-12-31T23:59:59.999Z",
            "2026-11-21T12:37:03.250Z", "1900-02-28", "9D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C", "{\"a\": [1, null]}",
        ]

        private func copy(_ rows: [[SQLValue]], _ scratch: Scratch) throws -> (sql: [String], count: Int) {
            let sent = Mutex<[String]>([])
            let subscription = scratch.database.trace { statement in
                if statement.sql.hasPrefix("COPY") { sent.withLock { $0.append(statement.sql) } }
            }
            defer { subscription.cancel() }
            let count = try scratch.database.write { session in
                let count = try session.bulkInsert(into: "v", columns: Self.columns, rows: rows)
                #expect(session.changes == count)
                return count
            }
            return (sent.withLock { $0 }, count)
        }

        /// The rows as the server prints them.
        private func stored(_ scratch: Scratch) throws -> [String] {
            try scratch.database.read { session in
                try session.rows("SELECT v::text FROM v ORDER BY v::text").map { try $0.get(0, as: String.self) }
            }
        }

        @Test func theBinaryFormIsWhatTheServerMakesOfTheText() throws {
            let binary = try Scratch(Self.table)
            let text = try Scratch(Self.table)
            let empty: [SQLValue] = [0, 0, 0, 0, 0, "", "", .blob([]), nil, nil, nil, nil, "null"]
            let wholes: [SQLValue] = [2.0, 3.0, 4.0, 0, 5, "x", "y", "text", nil, nil, nil, nil, nil]
            let rows = [Self.plain, empty, wholes, Array(repeating: .null, count: 13)]
            let sent = try copy(rows, binary)
            #expect(sent.count == 4)
            #expect(sent.sql.count == 1)
            #expect(sent.sql.allSatisfy { $0.hasSuffix("FROM STDIN (FORMAT binary)") })
            // Outside of a transaction the rows go as text.
            _ = try text.database.withoutTransaction { try $0.bulkInsert(into: "v", columns: Self.columns, rows: rows) }
            let (left, right) = (try stored(binary), try stored(text))
            #expect(left == right)
            #expect(left.count == 4)
        }

        /// What the server refuses is left to it, with its own error.
        @Test func timesAreThoseThatTheServerReads() throws {
            let scratch = try Scratch(Self.table)
            let texts = [
                "2026-11-21 12:37:03", "2026-11-21T12:37:03.250Z", "2026-11-21 24:00:00", "2026-11-21 23:59:60",
                "2026-11-21 12:30:60", "2026-11-21 23:59:60.5", "2026-11-21 24:00:01", "2026-11-21 12:37:03.1234567",
                "2026-02-29 00:00:00", "0000-01-01 00:00:00", "0001-01-01 00:00:00", "2026-11-21 12:37:03,5",
                "2026-11-21 12:37   ", "2026-11-21 12:37:0Z", "2026-11-21Z         ", "Z", "", "2026-11-21 12:37:03 BC",
                "1999-12-31 23:59:59.999999",
            ]
            for text in texts {
                let sql: SQL = "SELECT (extract(epoch FROM \(text)::text::timestamp) * 1000000)::bigint"
                let own = text.withUTF8Bytes { PostgresTimeText.microseconds($0, zoned: false) }
                let read = try? scratch.database.read { try $0.value(sql, as: Int64.self) }
                if let own { #expect(own + PostgresTimeText.epoch == read, "\(text)") }
            }
            let unread = ["2026-11-21 23:59:60.5", "2026-11-21 24:00:01", "2026-02-29 00:00:00", "0000-01-01 00:00:00"]
            for text in unread {
                #expect(text.withUTF8Bytes { PostgresTimeText.microseconds($0, zoned: false) } == nil)
            }
        }

        @Test func theBinaryFormOfNumericIsWhatTheServerMakesOfTheText() throws {
            let table = "CREATE TABLE n (place integer, free numeric, fixed numeric(22, 3))"
            let binary = try Scratch(table)
            let text = try Scratch(table)
            var numbers: [SQLValue] = [
                0, 1, -1, 9_999, 10_000, 10_001, 120_000_000, .integer(999_999_999_999_999_999), 0.0, -0.5, 0.000_1,
                1.25,
                12_345.678_9, 1e14, "0", "-0", "0.0", "-0.000", "1.50", "007", "-12.5000", "123456789012345678",
                "0.12345678901234567", "1.9996", .typed(SQLTypedText("2.50", type: "numeric")), nil,
            ]
            var random = SeededGenerator(seed: 20_261_123)
            for _ in 0..<2_000 {
                let digits = Int64.random(in: -999_999_999_999_999...999_999_999_999_999, using: &random)
                let whole = digits >> Int64.random(in: 0..<50, using: &random)
                numbers.append(.integer(whole))
                numbers.append(.real(Double(whole % 10_000_000_000) / 100))
                numbers.append(
                    .text("\(whole).\(String(whole.magnitude).suffix(Int.random(in: 1...3, using: &random)))"))
            }
            let rows = numbers.enumerated().map { [.integer(Int64($0)), $1, $1] as [SQLValue] }
            let columns = ["place", "free", "fixed"]
            let sent = Mutex<[String]>([])
            let subscription = binary.database.trace { statement in
                if statement.sql.hasPrefix("COPY") { sent.withLock { $0.append(statement.sql) } }
            }
            defer { subscription.cancel() }
            try binary.database.write { _ = try $0.bulkInsert(into: "n", columns: columns, rows: rows) }
            #expect(sent.withLock { $0.map { $0.hasSuffix("FROM STDIN (FORMAT binary)") } } == [true])
            _ = try text.database.withoutTransaction { try $0.bulkInsert(into: "n", columns: columns, rows: rows) }
            let query: SQL = "SELECT n::text FROM n ORDER BY place"
            let (left, right) = (
                try binary.database.read { try $0.rows(query).map { try $0.get(0, as: String.self) } },
                try text.database.read { try $0.rows(query).map { try $0.get(0, as: String.self) } }
            )
            #expect(left.count == rows.count)
            #expect(left == right)
        }

        @Test(
            arguments: ["NaN", "Infinity", "1e5", ".5", "5.", "+1", " 1", "1234567890123456789012", 1e300] as [SQLValue]
        )
        func aNumberThatOnlyTheServerReadsGoesAsText(_ number: SQLValue) throws {
            let scratch = try Scratch("CREATE TABLE n (v numeric)")
            try scratch.database.write { _ = try $0.bulkInsert(into: "n", columns: ["v"], rows: [[1], [number], [2]]) }
            let plain = if case .text(let text) = number { text } else { "1e300" }
            let sum = try scratch.database.read {
                try $0.value("SELECT count(*) FROM n WHERE v IN (1, \(unsafe: "'\(plain)'::numeric"), 2)", as: Int.self)
            }
            #expect(sum == 3)
        }

        @Test(
            arguments: [
                (1, "12"), (4, "1e3"), (5, 17), (8, "2026-11-21 25:00"), (9, "2026-11-21 12:00"), (10, "21 Nov 2026"),
                (0, 40_000), (3, "yes"), (12, .integer(3)),
            ] as [(Int, SQLValue)])
        func aValueThatOnlyTheServerReadsGoesAsText(_ place: Int, _ value: SQLValue) throws {
            var odd = Self.plain
            odd[place] = value
            let isWrong = [0, 8].contains(place)
            for rows in [[odd, Self.plain], [Self.plain, Self.plain, odd, Self.plain]] {
                let scratch = try Scratch(Self.table)
                if isWrong {
                    let error = try failure { try copy(rows, scratch) }
                    #expect(error.code == .value)
                    #expect(try stored(scratch).isEmpty)
                } else {
                    let sent = try copy(rows, scratch)
                    #expect(sent.count == rows.count)
                    #expect(sent.sql.last?.hasSuffix("FROM STDIN") == true)
                    #expect(sent.sql.count == (rows.count == 2 ? 1 : 2))
                    // What was written of the row before the value is the same as text.
                    let text = try Scratch(Self.table)
                    try text.database.withoutTransaction { session throws in
                        try session.bulkInsert(into: "v", columns: Self.columns, rows: rows)
                    }
                    let (left, right) = (try stored(scratch), try stored(text))
                    #expect(left == right && left.count == rows.count)
                }
            }
        }

        @Test func aColumnWithoutABinaryFormHereMakesAllOfItText() throws {
            let scratch = try Scratch(
                "CREATE TYPE mood AS ENUM ('ok', 'sad'); CREATE TABLE v (a integer, b numeric, c mood)")
            try scratch.database.write { session in
                let rows: [[SQLValue]] = [[1, "1.50", "ok"], [2, 2.5, "sad"]]
                let count = try session.bulkInsert(into: "v", columns: ["a", "b", "c"], rows: rows)
                #expect(count == 2)
            }
            #expect(
                try scratch.database.rows("SELECT a::text, b::text, c::text FROM v ORDER BY a") == [
                    ["1", "1.50", "ok"], ["2", "2.5", "sad"],
                ])
        }

        /// A closure can look at what it has appended, and change its mind about a row.
        @Test func rowsAreSeenAsTheyAreFilled() throws {
            let scratch = try Scratch(
                "CREATE TABLE v (a integer, b text, c numeric, d float8, e timestamptz, f date, g bytea, PRIMARY KEY (a, b))"
            )
            let names = ["a", "b", "c", "d", "e", "f", "g"]
            let large = String(repeating: "9", count: 40)
            var seen: [[SQLValue]] = []
            try scratch.database.write { (session: Session) throws -> Void in
                var number = 0
                let count = try session.bulkInsert(into: "v", columns: names) { row in
                    #expect(row.count == 0 && row.values == [])
                    row.append(number)
                    row.append("é\(number)")
                    guard number < 5 else { return false }
                    // The third row has a number that only the server reads, and all behind it go as text.
                    if number == 2 { row.append(large) } else { row.append(Decimal(string: "-12.50")) }
                    row.append(number == 1 ? nil : 0.1)
                    row.append(Date(timeIntervalSince1970: 0.25))
                    row.append("2026-02-28")
                    row.append(Data([0, UInt8(number)]))
                    #expect(row.count == 7)
                    seen.append(row.values)
                    number += 1
                    return true
                }
                #expect(count == 5 && session.changes == 5)
            }
            let shown = seen.map { row in
                row.map { value in
                    switch value {
                    case .text(let text): text
                    case .typed(let typed): typed.text
                    default: "\(value)"
                    }
                }
            }
            #expect(shown.count == 5)
            #expect(seen[3].prefix(2) == [3, "é3"] && seen[1][3] == .null && seen[4][6] == .blob([0, 4]))
            #expect(shown.map { $0[5] } == Array(repeating: shown[0][5], count: 5))
            let rows = try scratch.database.rows("SELECT a, b, c::text, d, e::text, f::text, g FROM v ORDER BY a")
            let expected = (0..<5).map { number -> [SQLValue] in
                [
                    .integer(number), .text("é\(number)"), .text(number == 2 ? large : "-12.5"),
                    number == 1 ? .null : 0.1, "1970-01-01 00:00:00.25+00", "2026-02-28", .blob([0, UInt8(number)]),
                ]
            }
            #expect(rows == expected)
            for values in [6, 8] {
                let error = try failure {
                    try scratch.database.write { (session: Session) throws -> Void in
                        var number = 10
                        try session.bulkInsert(into: "v", columns: names) { row in
                            row.append(number)
                            row.append("x")
                            for _ in 2..<(number == 15 ? values : 7) { row.append(.null) }
                            number += 1
                            return true
                        }
                    }
                }
                #expect(error.message == "row 6 for \"v\" has \(values) values for 7 columns")
                #expect(error.parameters.count == values && error.parameters.prefix(3) == [15, "x", .null])
            }
            #expect(try scratch.database.rows("SELECT count(*) FROM v") == [[5]])
        }

        /// What a parameter of that type is not, is no value of a row; and what it is, it is in both forms.
        @Test(arguments: [true, false]) func valuesAreWhatParametersAre(_ areTogether: Bool) throws {
            let scratch = try Scratch(
                "CREATE TABLE v (a integer, d date, t text, f float8, r real, u uuid, n numeric, PRIMARY KEY (a))")
            let columns = ["a", "d", "t", "f", "r", "u", "n"]
            let date = Date(timeIntervalSince1970: 1_000.123456)
            let refused: [(Int, SQLValue, String)] = [
                (1, "2026-02-03T12:00:00.000Z", "has a time, which a DATE does not keep"),
                (1, date.sqlValue, "has a time, which a DATE does not keep"), (2, .blob([1, 2]), "is bytes"),
                (2, "a\0b", "holds the character NUL"),
            ]
            for (place, value, words) in refused {
                var row: [SQLValue] = [2, .null, .null, .null, .null, .null, .null]
                row[place] = value
                let error = try failure {
                    try scratch.database.write {
                        try $0.bulkInsert(
                            into: "v", columns: columns, rows: [[1] + Array(repeating: .null, count: 6), row])
                    }
                }
                #expect(error.code == .value && error.message.contains(words), "\(error)")
                #expect(error.message.contains("value \(place + 1) of the row") && error.parameters == row)
            }
            #expect(try scratch.database.rows("SELECT count(*) FROM v") == [[0]])
            let uuid = UUID()
            let kept: [SQLValue] = [
                1, "2026-02-03", date.sqlValue, .real(-0.0), .real(-0.0),
                .blob(withUnsafeBytes(of: uuid.uuid) { Array($0) }),
                areTogether ? "1e2" : 100,
            ]
            try scratch.database.write { (session: Session) throws -> Void in
                try session.bulkInsert(into: "v", columns: columns, rows: [kept])
                try session.execute(
                    "INSERT INTO v VALUES (2, \(kept[1]), \(kept[2]), \(kept[3]), \(kept[4]), \(kept[5]), \(kept[6]))")
            }
            let rows = try scratch.database.rows("SELECT d::text, t, f::text, r::text, u::text, n FROM v ORDER BY a")
            #expect(rows.count == 2 && rows[0] == rows[1], "\(rows)")
            #expect(rows[0][2...4] == ["-0", "-0", .text(uuid.uuidString.lowercased())])
        }

        @Test func manyRowsAndAFailureAmongThem() throws {
            let scratch = try Scratch("CREATE TABLE v (a integer, b text, PRIMARY KEY (a, b))")
            let rows = (0..<30_000).map { [SQLValue.integer(Int64($0)), .text("text number \($0)")] }
            try scratch.database.write { try $0.bulkInsert(into: "v", columns: ["a", "b"], rows: rows) }
            #expect(try scratch.database.rows("SELECT count(*), sum(a) FROM v") == [[30_000, 449_985_000]])
            struct Stop: Error {}
            #expect(throws: Stop.self) {
                try scratch.database.write { session in
                    var number = 50_000
                    let endless = AnyIterator<[SQLValue]> {
                        number += 1
                        return number < 70_000 ? [.integer(Int64(number)), "x"] : nil
                    }
                    _ = try session.bulkInsert(into: "v", columns: ["a", "b"], rows: IteratorSequence(endless))
                    throw Stop()
                }
            }
            #expect(try scratch.database.rows("SELECT count(*) FROM v") == [[30_000]])
        }
    }
#endif
