#if MySQL
    import TestServer
    import Testing
    import ZIMOrm

    /// Lists of new rows whose keys the server counts up, where no RETURNING tells them: MySQL tells the first of a statement.
    @Suite(.server) struct CountedKeyTests {
        final class Line: Model {
            var region = 0, id = 0
            var text: String?
            override class var table: String { "line" }
            override class var primaryKey: [String] { ["id"] }

            convenience init(_ text: String, region: Int = 1) {
                self.init()
                (self.text, self.region) = (text, region)
            }
        }

        /// A key of two columns, of which the second is counted up.
        final class Part: Model {
            var region = 0
            var id: Int?
            var text: String?
            override class var table: String { "part" }
            override class var primaryKey: [String] { ["region", "id"] }

            convenience init(_ text: String, region: Int) {
                self.init()
                (self.text, self.region) = (text, region)
            }
        }

        /// The INSERTs of a body.
        private func inserts(_ database: Database, _ body: (Session) throws -> Void) throws -> [String] {
            try database.tracing { try database.write(body) }.statements.map(\.sql).filter { $0.hasPrefix("INSERT") }
        }

        private func database(_ script: String, isTiDB: Bool = false) throws -> Database {
            let isOlder = MySQLProduct.current == .mySQL5
            return try Server.database(
                Server.url(script), MySQLDialect(.mySQL, makesTables: !isOlder && !isTiDB, isOlder: isOlder && !isTiDB))
        }

        private func rows(_ database: Database, _ table: String = "line") throws -> [[SQLValue]] {
            try database.read {
                try $0.rows("SELECT region, id, text FROM \(unsafe: table) ORDER BY text").map(\.values)
            }
        }

        private func values(_ lines: [Line]) -> [[SQLValue]] {
            lines.map { line in [.integer(Int64(line.region)), .integer(Int64(line.id)), .text(line.text ?? "")] }
        }

        private let table = """
            CREATE TABLE line (region INT, id BIGINT AUTO_INCREMENT, text VARCHAR(20), PRIMARY KEY (id), UNIQUE (text));
            """

        @Test func manyRowsShareStatements() throws {
            let database = try database(table)
            let lines = (10..<1010).map { Line("line \(10_000 + $0)") }
            let sent = try inserts(database) { try $0.insert(lines) }
            // 1,000 parameters a statement: 500 rows of two columns and their key.
            #expect(sent.count == 2)
            #expect(sent.first?.hasPrefix("INSERT INTO `line` (`region`, `text`) VALUES (?, ?), (?, ?)") == true)
            #expect(lines.map(\.id) == Array(1...1000))
            #expect(try rows(database) == values(lines))
            // They are loaded: a change writes one row.
            lines[500].text = "changed"
            lines[501].region = 7
            try database.write { try $0.save(lines) }
            #expect(try rows(database).filter { $0[2] == "changed" } == [[1, 501, "changed"]])
            #expect(try rows(database).filter { $0[0] == 7 } == [[7, 502, "line 10511"]])
        }

        @Test func fewRowsStandAlone() throws {
            let database = try database(table)
            let lines = (0..<7).map { Line("\($0)") }
            let sent = try inserts(database) { try $0.save(lines) }
            #expect(sent.count == 4)
            #expect(lines.map(\.id) == Array(1...7))
            #expect(try rows(database) == values(lines))
        }

        /// Servers of a group each count in steps of their own.
        @Test(arguments: [(2, 2), (7, 3), (100, 1)])
        func steps(_ step: Int, _ offset: Int) throws {
            let database = try database(table)
            let lines = (0..<9).map { Line("\($0)") }
            try database.write { session in
                try session.execute(
                    "SET SESSION auto_increment_increment = \(unsafe: "\(step)"), auto_increment_offset = \(unsafe: "\(offset)")"
                )
                try session.insert(lines)
                try session.execute("SET SESSION auto_increment_increment = 1, auto_increment_offset = 1")
            }
            #expect(lines.map(\.id) == (0..<9).map { offset + $0 * step })
            #expect(try rows(database) == values(lines))
        }

        /// A server that speaks MySQL's protocol, and does not promise that the numbers follow one another.
        @Test func eachAlone() throws {
            let database = try database(table, isTiDB: true)
            let lines = (0..<8).map { Line("\($0)") }
            let sent = try inserts(database) { try $0.insert(lines) }
            #expect(sent.count == 8)
            #expect(try rows(database) == values(lines))
        }

        /// Beside rows that have their keys, and where the counter goes on from one of them.
        @Test func keysOfTheModels() throws {
            let database = try database(table)
            let lines = (0..<12).map { Line("\(10 + $0)") }
            lines[4].id = 1000
            try database.write { try $0.insert(lines) }
            #expect(lines.map(\.id) == [1, 2, 3, 4, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007])
            #expect(try rows(database) == values(lines))
        }

        @Test func aFailureLeavesNothing() throws {
            let database = try database(table)
            try database.write { try $0.insert(Line("5")) }
            let lines = (0..<8).map { Line("\($0)") }
            let error = Server.error { try database.write { try $0.insert(lines) } }
            #expect(error?.constraint?.kind == .unique)
            #expect(error?.constraint?.columns == ["text"])
            #expect(lines.allSatisfy { $0.id == 0 && !$0.isLoaded })
            #expect(try rows(database) == [[1, 1, "5"]])
            struct Stop: Error {}
            let others = (10..<18).map { Line("\($0)") }
            #expect(throws: Stop.self) {
                try database.write { session in
                    try session.insert(others)
                    throw Stop()
                }
            }
            #expect(try rows(database) == [[1, 1, "5"]])
            try database.write { try $0.save(others) }
            #expect(try rows(database) == values(others) + [[1, 1, "5"]])
        }

        /// A counter of the table, and MyISAM's of each region.
        @Test(arguments: [("InnoDB", true), ("MyISAM", false)])
        func keysOfTwoColumns(_ engine: String, _ isShared: Bool) throws {
            let database = try database(
                """
                CREATE TABLE part (region INT, id INT AUTO_INCREMENT, text VARCHAR(20), PRIMARY KEY (region, id)
                \(isShared ? ", KEY (id)" : "")) ENGINE=\(engine)
                """)
            let parts = (0..<8).map { Part("\($0)", region: $0 % 2) }
            let sent = try inserts(database) { try $0.insert(parts) }
            #expect(sent.count == (isShared ? 1 : 8))
            #expect(parts.map(\.id) == (0..<8).map { isShared ? $0 + 1 : $0 / 2 + 1 })
            let values: [[SQLValue]] = parts.map { part in
                let id: SQLValue = part.id.map { .integer(Int64($0)) } ?? .null
                return [.integer(Int64(part.region)), id, .text(part.text ?? "")]
            }
            #expect(try rows(database, "part") == values)
        }

        /// A trigger may insert rows that are counted, too.
        @Test func rowsOfATrigger() throws {
            let database = try database(
                table + """
                    CREATE TABLE other (id INT AUTO_INCREMENT PRIMARY KEY, text TEXT);
                    INSERT INTO other VALUES (500, 'old');
                    CREATE TRIGGER t AFTER INSERT ON line FOR EACH ROW INSERT INTO other (text) VALUES (NEW.text)
                    """)
            let lines = (0..<8).map { Line("\($0)") }
            let sent = try inserts(database) { try $0.insert(lines) }
            #expect(sent.count == 8)
            #expect(lines.map(\.id) == Array(1...8))
            #expect(try rows(database) == values(lines))
        }

        /// The last numbers of a column.
        @Test func theEndOfTheNumbers() throws {
            let database = try database(
                "CREATE TABLE line (region INT, id TINYINT AUTO_INCREMENT PRIMARY KEY, text VARCHAR(20)) AUTO_INCREMENT = 120"
            )
            let lines = (0..<8).map { Line("\($0)") }
            try database.write { try $0.insert(lines) }
            #expect(lines.map(\.id) == Array(120...127))
            let more = (10..<18).map { Line("\($0)") }
            #expect(Server.error { try database.write { try $0.insert(more) } } != nil)
            #expect(more.allSatisfy { $0.id == 0 && !$0.isLoaded })
            #expect(try rows(database) == values(lines))
        }

        final class Large: Model {
            var id: UInt64?
            var text: String?
            override class var table: String { "large" }
            override class var primaryKey: [String] { ["id"] }
        }

        /// What 64 bits with a sign do not hold: rows together cannot be told apart, and one by one each has its key.
        @Test func numbersBeyondThoseWithASign() throws {
            let database = try database(
                """
                CREATE TABLE large (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, text VARCHAR(20))
                    AUTO_INCREMENT = 9223372036854775805
                """)
            let all = (0..<12).map { number in
                let large = Large()
                large.text = "\(100 + number)"
                return large
            }
            try database.write { session in
                try session.insert(all[0])
                try session.insert(Array(all[1..<9]))
                try session.insert(Array(all[9...]))
            }
            #expect(all[0].id == 9_223_372_036_854_775_805)
            // The numbers of the statement that was undone are lost.
            #expect(all.dropFirst().allSatisfy { ($0.id ?? 0) > UInt64(Int64.max) })
            let stored = try database.read { try $0.query(Large.self).orderBy(\.text).all() }
            #expect(stored.map(\.id) == all.map(\.id) && stored.map(\.text) == all.map(\.text))
        }
    }
#endif
