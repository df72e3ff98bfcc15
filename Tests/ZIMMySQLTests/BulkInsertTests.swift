#if MySQL
    import Foundation
    import Synchronization
    import TestServer
    import Testing
    import ZIMDb

    /// Rows without models, many with each statement, as MySQL takes them.
    @Suite(.server) struct BulkInsertTests {
        private static let table = """
            CREATE TABLE `odd table` (a INT, `b c` VARCHAR(40), d VARBINARY(40), e DATETIME(3), PRIMARY KEY (a, `b c`));
            """
        private static let columns = ["a", "b c", "d", "e"]

        private final class Log: Sendable {
            private let statements = Mutex<[String]>([])
            func add(_ sql: String) { statements.withLock { $0.append(sql) } }
            /// How many rows each INSERT had.
            func rows(of target: String) -> [Int] {
                statements.withLock { all in
                    all.filter { $0.hasPrefix("INSERT INTO \(target)") }.map { $0.split(separator: "(?").count - 1 }
                }
            }
        }

        private static func database(_ script: String) throws -> Database {
            try Server.database(Server.url(script), .mySQL)
        }

        private func values(_ database: Database, _ sql: SQL) throws -> [[SQLValue]] {
            try database.read { try $0.rows(sql).map(\.values) }
        }

        private func rows(_ numbers: Range<Int>) -> [[SQLValue]] {
            numbers.map { number in
                [
                    .integer(Int64(number)), .text("é'\\\(number)"), number % 3 == 0 ? .null : .blob([0, 92, 39]),
                    .typed(SQLTypedText("2026-02-28T12:34:56.789Z", type: "datetime")),
                ]
            }
        }

        /// Rows that are filled in value by value are sent as those of arrays.
        @Test func filledRowsShareAStatement() throws {
            let database = try Self.database(Self.table)
            let log = Log()
            let token = database.trace { log.add($0.sql) }
            defer { token.cancel() }
            let all = rows(0..<1_100)
            var next = all.makeIterator()
            let count = try database.write {
                try $0.bulkInsert(into: "odd table", columns: Self.columns) { row in
                    guard let values = next.next() else { return false }
                    for value in values { row.append(value) }
                    return true
                }
            }
            #expect(count == 1_100)
            #expect(log.rows(of: "`odd table` (`a`, `b c`, `d`, `e`) VALUES") == [1_024, 64, 4, 4, 4])
            #expect(
                try values(database, "SELECT a, `b c`, d FROM `odd table` ORDER BY a")
                    == all.map { Array($0.prefix(3)) })
        }

        /// A `Date` is a point in time in a column of such, and its own text in one of texts, in each form of a row and both as
        /// sets of parameters and in a statement of many rows.
        @Test(arguments: [false, true]) func datesBecomePointsInTime(_ sharesAStatement: Bool) throws {
            let url = try Server.url(
                """
                CREATE TABLE visit (room INT, at DATETIME(6), day DATE, changed TIMESTAMP(3) NULL, clock TIME(3), note VARCHAR(40),
                    PRIMARY KEY (room, at));
                """)
            let database = try sharesAStatement ? Server.database(url, .mySQL) : Database(url: url)
            let columns = ["room", "at", "day", "changed", "clock", "note"]
            let (second, exact) = (
                Date(timeIntervalSince1970: 1_582_971_072), Date(timeIntervalSince1970: 1_582_971_072.678901)
            )
            let date = Date(timeIntervalSince1970: 1_582_971_072.678)
            let midnight = Date(timeIntervalSince1970: 1_582_934_400).sqlValue
            guard case .typed(let kept) = exact.sqlValue else {
                Issue.record("a date with microseconds is a text")
                return
            }
            let exactText = SQLValue.text(kept.plainText)
            try database.write { session in
                let dates = [date, second].map { $0.sqlValue }
                try session.bulkInsert(
                    into: "visit", columns: columns,
                    rows: dates.map { [1, $0, midnight, $0, nil, $0] } + [[2, dates[0], nil, nil, nil, exact.sqlValue]])
                var rest = [date, second, exact][...]
                try session.bulkInsert(into: "visit", columns: columns) { row in
                    guard let next = rest.popFirst() else { return false }
                    row.append(3)
                    row.append(next)
                    row.append(midnight)
                    row.append(next as Date?)
                    row.append(nil as Date?)
                    row.append(next.sqlValue)
                    return true
                }
                // The server would cut off what a column does not hold.
                for (column, value) in [("day", dates[0]), ("clock", dates[0]), ("day", exact.sqlValue)] {
                    let error = Server.error {
                        try session.transaction { session in
                            try session.bulkInsert(
                                into: "visit", columns: ["room", "at", column], rows: [[4, dates[0], value]])
                        }
                    }
                    #expect(error?.code == .value, "\(column)")
                }
            }
            func time(_ text: String) -> SQLValue {
                .typed(SQLTypedText("2020-02-29 10:11:12" + text, type: "datetime"))
            }
            func stamp(_ text: String) -> SQLValue {
                .typed(SQLTypedText("2020-02-29 10:11:12" + text, type: "timestamp"))
            }
            let day = SQLValue.typed(SQLTypedText("2020-02-29", type: "date"))
            #expect(
                try values(database, "SELECT * FROM visit ORDER BY room, at") == [
                    [1, time(".000000"), day, stamp(".000"), nil, "2020-02-29T10:11:12.000Z"],
                    [1, time(".678000"), day, stamp(".678"), nil, "2020-02-29T10:11:12.678Z"],
                    [2, time(".678000"), nil, nil, nil, exactText],
                    [3, time(".000000"), day, stamp(".000"), nil, "2020-02-29T10:11:12.000Z"],
                    [3, time(".678000"), day, stamp(".678"), nil, "2020-02-29T10:11:12.678Z"],
                    [3, time(".678901"), day, stamp(MySQLProduct.isMariaDB ? ".678" : ".679"), nil, exactText],
                ])
        }

        @Test func manyRowsShareAStatement() throws {
            let database = try Self.database(Self.table)
            let log = Log()
            let token = database.trace { log.add($0.sql) }
            defer { token.cancel() }
            let count = try database.write {
                try $0.bulkInsert(into: "odd table", columns: Self.columns, rows: rows(0..<2_400))
            }
            #expect(count == 2_400)
            #expect(log.rows(of: "`odd table` (`a`, `b c`, `d`, `e`) VALUES") == [1_024, 1_024, 256, 64, 16, 16])
            #expect(
                try values(database, "SELECT count(*), sum(a), count(d), min(e) FROM `odd table`")
                    == [
                        [
                            2_400, .typed(SQLTypedText("2878800", type: "decimal")), 1_600,
                            .typed(SQLTypedText("2026-02-28 12:34:56.789", type: "datetime")),
                        ]
                    ])
            #expect(
                try values(database, "SELECT `b c`, d FROM `odd table` WHERE a IN (5, 6) ORDER BY a")
                    == [["é'\\5", .blob([0, 92, 39])], ["é'\\6", .null]])
        }

        /// A statement has at most 65,535 parameters and half of the packet that the server takes.
        @Test func noStatementIsTooLarge() throws {
            let names = (0..<100).map { "c\($0)" }
            let database = try Self.database(
                "CREATE TABLE wide (\(names.map { "\($0) INT" }.joined(separator: ", ")));"
                    + "CREATE TABLE large (a INT, b LONGTEXT);")
            let log = Log()
            let token = database.trace { log.add($0.sql) }
            defer { token.cancel() }
            let row = (0..<100).map { SQLValue.integer(Int64($0)) }
            let text = SQLValue.text(String(repeating: "x", count: 1 << 20))
            try database.write { (session: Session) throws -> Void in
                #expect(
                    try session.bulkInsert(into: "wide", columns: names, rows: Array(repeating: row, count: 700)) == 700
                )
                #expect(
                    try session.bulkInsert(
                        into: "large", columns: ["a", "b"], rows: (1...9).map { [.integer($0), text] }) == 9)
                #expect(try session.bulkInsert(into: "large", columns: ["a", "b"], rows: []) == 0)
            }
            #expect(log.rows(of: "`wide`") == [256, 256, 64, 64, 4, 4, 4, 1, 1, 1, 16, 16, 4, 4, 4, 1])
            #expect(log.rows(of: "`large`") == [1, 1, 1, 1, 1, 1, 1, 1, 1])
            #expect(
                try values(database, "SELECT count(*), sum(c99) FROM wide") == [
                    [700, .typed(SQLTypedText("69300", type: "decimal"))]
                ])
            #expect(
                try values(database, "SELECT count(*), sum(length(b)) FROM large") == [
                    [9, .typed(SQLTypedText("9437184", type: "decimal"))]
                ])
        }

        @Test func aRowThatDoesNotFitLeavesNone() throws {
            let database = try Self.database(Self.table)
            let many = rows(0..<2_000)
            func fail(_ more: [SQLValue]) -> DatabaseError? {
                Server.error {
                    try database.write {
                        try $0.bulkInsert(into: "odd table", columns: Self.columns, rows: many + [more])
                    }
                }
            }
            let twice = fail(many[5])
            #expect(twice?.constraint?.kind == .primaryKey)
            #expect(twice?.constraint?.columns == ["a", "b c"])
            #expect(twice?.sql == "INSERT INTO `odd table` (`a`, `b c`, `d`, `e`) VALUES (?, ?, ?, ?)")
            let amidst = Server.error {
                try database.write {
                    try $0.bulkInsert(into: "odd table", columns: Self.columns, rows: many[..<1_500] + many[..<40])
                }
            }
            #expect(amidst?.message.hasSuffix(" (of the rows 1281 to 1536)") == true, "\(amidst?.message ?? "")")
            #expect(amidst?.sql == "INSERT INTO `odd table` (`a`, `b c`, `d`, `e`) VALUES (?, ?, ?, ?), …")
            #expect(amidst?.parameters == [])
            #expect(fail(["y", "x", nil, nil])?.code == .value)
            #expect(fail([1, .text(String(repeating: "x", count: 41)), nil, nil])?.code == .value)
            #expect(fail([1])?.message == "row 2001 for \"odd table\" has 1 values for 4 columns")
            #expect(try values(database, "SELECT count(*) FROM `odd table`") == [[0]])
            #expect(
                Server.error { try database.write { try $0.bulkInsert(into: "none", columns: ["a"], rows: [[1]]) } }?
                    .code
                    == .sql)
            #expect(
                Server.error {
                    try database.read { try $0.bulkInsert(into: "odd table", columns: ["a"], rows: [[1]]) }
                }?
                .code == .readOnly)
        }

        /// MariaDB takes no sets of parameters where its log hands statements on.
        @Test func aServerThatLogsStatements() throws {
            let server = try MySQLTestServer.separate()
            let url = try server.makeDatabase(Self.table)
            try server.crash()
            try server.restart(["--log-bin=log", "--server-id=1", "--binlog-format=STATEMENT"])
            let database = try Database(url: url)
            let count = try database.write {
                try $0.bulkInsert(into: "odd table", columns: Self.columns, rows: rows(0..<70))
            }
            #expect(count == 70)
            #expect(try values(database, "SELECT count(*), count(d) FROM `odd table`") == [[70, 46]])
            try server.crash()
        }
    }
#endif
