#if MySQL
    import Foundation
    import Synchronization
    import Testing
    import ZIMOrm

    /// The message of many sets of parameters, byte by byte: what is bound is what the server stores.
    @Suite(.mariaDB) struct SetMessageTests {
        final class Moment: Model {
            var place = 0, item = ""
            var seen = Date(timeIntervalSince1970: 0)
            var last: Date?
            var size = 0.0
            override class var table: String { "moment" }
            override class var primaryKey: [String] { ["place", "item"] }
        }

        private static let table = """
            CREATE TABLE moment (place INT, item VARCHAR(20), seen DATETIME(6) NOT NULL, last DATETIME(3), size DOUBLE,
                PRIMARY KEY (place, item));
            """

        /// Somebody who listens is told the values as text; the server has the same rows.
        @Test(arguments: [true, false])
        func datesAreWhatTheyAreBySingleInserts(_ isTraced: Bool) throws {
            let seconds = [
                0, -0.000001, 1_772_282_096.789012, 1_772_282_096.7894996, 951_782_400, -7_000_000_000.25, 4e9,
                253_402_300_799, -62_135_596_800,
            ]
            func stored(together: Bool) throws -> [[SQLValue]] {
                let database = try Server.database(Self.table)
                let heard = Mutex<[SQLValue]>([])
                let token = isTraced ? database.trace { trace in heard.withLock { $0 += trace.parameters } } : nil
                defer { token?.cancel() }
                let models = seconds.enumerated().map { index, seconds in
                    let model = Moment()
                    (model.place, model.item) = (index, "a")
                    model.seen = Date(timeIntervalSince1970: seconds)
                    model.last = index % 3 == 1 ? nil : model.seen
                    model.size = seconds / 3
                    return model
                }
                try database.write { session in
                    if together { try session.insert(models) } else { try models.forEach { try session.insert($0) } }
                }
                let texts = heard.withLock { $0.map(\.description) }
                #expect(
                    texts.contains { $0.contains("2026-02-28 12:34:56.789012") } == isTraced, "\(texts.prefix(20))")
                return try database.read {
                    try $0.rows(
                        "SELECT place, item, CONCAT(seen), CONCAT(last), size FROM moment ORDER BY place, item"
                    ).map(\.values)
                }
            }
            let together = try stored(together: true)
            #expect(try together == stored(together: false))
            #expect(together[1] == [1, "a", "1969-12-31 23:59:59.999999", .null, .real(-0.000001 / 3)])
            #expect(together[2][2] == "2026-02-28 12:34:56.789012")
            #expect(together[8][2] == "0001-01-01 00:00:00.000000")
        }

        @Test func aNumberThatIsNoneNamesItsColumn() throws {
            let database = try Server.database(Self.table)
            let models = [1.0, .infinity].map { size in
                let model = Moment()
                (model.item, model.size) = ("a", size)
                return model
            }
            models[0].place = 1
            let error = #expect(throws: ModelError.self) { try database.write { try $0.insert(models) } }
            #expect(error?.code == .value)
            #expect(error?.column == "size", "\(error?.description ?? "")")
            #expect(try database.read { try $0.rows("SELECT count(*) FROM moment").first?.values } == [0])
        }

        /// A length has one byte, three, four or nine.
        @Test func lengthsOfEachWidth() throws {
            let database = try Server.database(
                "CREATE TABLE t (a INT, b INT, c LONGTEXT, d LONGBLOB, PRIMARY KEY (a, b));")
            let lengths = [0, 1, 250, 251, 65_535, 65_536, 1_000_000]
            var rest = lengths.makeIterator()
            let count = try database.write { session in
                try session.bulkInsert(into: "t", columns: ["a", "b", "c", "d"]) { row in
                    guard let length = rest.next() else { return false }
                    row.append(1)
                    row.append(length)
                    row.append(String(repeating: "é", count: length / 2) + (length % 2 == 1 ? "x" : ""))
                    row.append(Data(repeating: 0xFF, count: length))
                    return true
                }
            }
            #expect(count == lengths.count)
            let rows = try database.read {
                try $0.rows(
                    "SELECT b, length(c), c = CONCAT(REPEAT('é', b DIV 2), IF(b % 2 = 1, 'x', '')), d = REPEAT(x'FF', b) FROM t ORDER BY b"
                ).map(\.values)
            }
            #expect(rows == lengths.map { [.integer(Int64($0)), .integer(Int64($0)), 1, 1] })
        }

        /// A closure can look at what it has appended.
        @Test func rowsAreSeenAsTheyAreBound() throws {
            let database = try Server.database(
                "CREATE TABLE t (a INT, b VARCHAR(20), c DOUBLE, d VARBINARY(9), e DATETIME, f DECIMAL(20, 3), g BIGINT UNSIGNED, PRIMARY KEY (a, b));"
            )
            let typed = { (text: String, type: String) in SQLValue.typed(SQLTypedText(text, type: type)) }
            var seen: [[SQLValue]] = []
            try database.write { (session: Session) throws -> Void in
                var number = 0
                try session.bulkInsert(into: "t", columns: ["a", "b", "c", "d", "e", "f", "g"]) { row in
                    guard number < 3 else {
                        // What a row has that does not come is nobody's.
                        row.append(99)
                        return false
                    }
                    #expect(row.values == [] && row.count == 0)
                    row.append(number)
                    row.append("é\(number)")
                    row.append(number == 1 ? nil : 1.5)
                    row.append(Data([0, 255]))
                    row.append(typed("2026-02-28T12:34:56Z", "datetime"))
                    row.append(typed("12345678901234567.125", "decimal"))
                    row.append(typed("18446744073709551615", "bigint unsigned"))
                    #expect(row.count == 7)
                    seen.append(row.values)
                    number += 1
                    return true
                }
            }
            let shown: (Int64) -> [SQLValue] = { number in
                [
                    .integer(number), .text("é\(number)"), number == 1 ? .null : 1.5, .blob([0, 255]),
                    "2026-02-28 12:34:56", typed("12345678901234567.125", "decimal"),
                    typed("18446744073709551615", "bigint unsigned"),
                ]
            }
            #expect(seen == (0..<3).map(shown))
            let rows = try database.read {
                try $0.rows("SELECT a, b, c, d, CONCAT(e), f, g FROM t ORDER BY a").map(\.values)
            }
            #expect(rows == (0..<3).map(shown))
        }

        /// A type of another row begins the next message, with that row as its first.
        @Test(arguments: [true, false])
        func aRowOfOtherTypesGoesWithTheNextMessage(_ isTraced: Bool) throws {
            let database = try Server.database("CREATE TABLE t (a INT, b INT, c VARCHAR(20), PRIMARY KEY (a, b));")
            let token = isTraced ? database.trace { _ in } : nil
            defer { token?.cancel() }
            var number: Int64 = 0
            try database.write { (session: Session) throws -> Void in
                func executions() throws -> Int {
                    let sql: SQL =
                        "SELECT VARIABLE_VALUE FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = 'Com_stmt_execute'"
                    return try session.value(sql, as: Int.self) ?? 0
                }
                let before = try executions()
                defer {
                    // Five messages for 3,000 rows, and the question itself.
                    let sent = ((try? executions()) ?? 0) - before
                    #expect((3...12).contains(sent), "\(sent)")
                }
                try session.bulkInsert(into: "t", columns: ["a", "b", "c"]) { row in
                    guard number < 3_000 else { return false }
                    row.append(number / 100)
                    row.append(number)
                    // Numbers at two places, one of them the first row of a message that is full.
                    if number == 1_024 || number == 2_000 { row.append(number) } else { row.append("\(number)") }
                    number += 1
                    return true
                }
            }
            let rows = try database.read { try $0.rows("SELECT a, b, c FROM t ORDER BY a, b").map(\.values) }
            #expect(rows == (0..<3_000).map { [.integer($0 / 100), .integer($0), .text("\($0)")] })
        }
    }
#endif
