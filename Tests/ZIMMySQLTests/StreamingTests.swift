#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMDb
    @testable import ZIMMySQL

    /// Rows are read as they arrive: another statement in between takes none of them away.
    @Suite(.server) struct StreamingTests {
        private static let many = "SELECT seq, repeat('x', 200) FROM \(MySQLProduct.numbers(1...20_000)) ORDER BY seq"

        private func statement(_ sql: String, _ session: Session) throws -> Statement {
            try #require(try session.connection.engine.prepare(sql, from: 0, traces: TraceHub.silent)).statement
        }

        /// The numbers of all rows that a statement has left.
        private func rest(_ statement: Statement) throws -> [Int] {
            var numbers: [Int] = []
            let row = Row(statement)
            while try statement.step() { numbers.append(try row.get(0)) }
            return numbers
        }

        @Test func otherStatementsInBetween() throws {
            let database = try Server.database("CREATE TABLE t (a INT PRIMARY KEY);")
            try database.write { (session: Session) throws -> Void in
                let first = try statement(Self.many, session)
                #expect(try first.step())
                var second: Statement? = try statement(Self.many, session)
                for _ in 0..<100 { #expect(try second?.step() == true) }
                try session.execute("INSERT INTO t VALUES (1)")
                #expect(throws: DatabaseError.self) { try session.execute("INSERT INTO t VALUES (1)") }
                #expect(throws: DatabaseError.self) { try session.execute("SELECT nothing FROM t") }
                #expect(try rest(try #require(second)) == Array(101...20_000))
                second?.end()
                #expect(try second?.step() == true)
                // Given up in the midst of its rows.
                second = nil
                #expect(try rest(first) == Array(2...20_000))
                first.end()
                #expect(try rest(first) == Array(1...20_000))
                #expect(try session.value("SELECT count(*) FROM t", as: Int.self) == 1)
            }
        }

        /// The values of a row are where the message of the server is, which the next statement's overwrites.
        @Test func aRowOutlivesItsMessage() throws {
            let database = try Server.database()
            let sql = """
                SELECT seq, repeat('ä', 300) AS t, CAST(repeat('y', 70000) AS BINARY) AS b, '' AS e, NULL AS n,
                    CAST(-12.50 AS DECIMAL(8, 2)) AS d, DATE '2026-11-21' AS day, TIME '-26:00:01.5' AS time,
                    TIMESTAMP '2026-11-21 12:37:03.000123' AS stamp, 0.5e0 AS r, CAST(18446744073709551615 AS UNSIGNED) AS u,
                    CAST('0000-00-00' AS DATE) AS zero
                FROM \(MySQLProduct.numbers(1...5000)) ORDER BY seq
                """
            try database.write { (session: Session) throws -> Void in
                let first = try statement(sql, session)
                #expect(try first.step())
                let row = Row(first)
                let before = (0..<12).map { row.value(at: $0) }
                let text: String = try row.get(1)
                #expect(
                    before[5...] == [
                        .typed(SQLTypedText("-12.50", type: "decimal")),
                        .typed(SQLTypedText("2026-11-21", type: "date")),
                        .typed(SQLTypedText("-26:00:01.5", type: "time")),
                        .typed(SQLTypedText("2026-11-21 12:37:03.000123", type: "datetime")), .real(0.5),
                        .typed(SQLTypedText("18446744073709551615", type: "bigint unsigned")),
                        .typed(SQLTypedText("0000-00-00", type: "date")),
                    ])
                #expect(try session.value("SELECT repeat('z', 100000)", as: String.self)?.count == 100_000)
                #expect((0..<12).map { row.value(at: $0) } == before)
                #expect(try row.get(0, as: Int.self) == 1)
                #expect(try row.get(1, as: String.self) == text)
                #expect(try row.get(8, as: Date.self) == Date(timeIntervalSince1970: 1_795_264_623.000123))
                #expect(try first.step())
                #expect(row.value(at: 0) == .integer(2))
                first.end()
                #expect(row.value(at: 1) == .null)
            }
        }

        /// What is given up or reset is not the statement whose rows are on their way.
        @Test func otherStatementsThatEnd() throws {
            let database = try Server.database()
            try database.read { (session: Session) throws -> Void in
                let idle = try statement("SELECT 1 AS one", session)
                #expect(try rest(idle) == [1])
                var closed: Statement? = try statement("SELECT 2 AS two", session)
                #expect(try closed.map(rest) == [2])
                let first = try statement(Self.many, session)
                for _ in 0..<10 { #expect(try first.step()) }
                idle.end()
                closed = nil
                #expect(try rest(first) == Array(11...20_000))
            }
        }

        @Test func rowsThatNobodyReads() throws {
            let database = try Server.database()
            for _ in 0..<3 {
                try database.read { (session: Session) throws -> Void in
                    let first = try statement(Self.many, session)
                    #expect(try first.step())
                }
                #expect(try database.read { try $0.value("SELECT 7", as: Int.self) } == 7)
            }
            let kept = try database.read { (session: Session) throws -> Statement in
                let first = try statement(Self.many, session)
                #expect(try first.step())
                return first
            }
            #expect(try database.read { try $0.value("SELECT 8", as: Int.self) } == 8)
            kept.end()
            #expect(try database.read { try $0.value("SELECT 9", as: Int.self) } == 9)
        }

        /// An error in the midst of the rows is the statement's own, also where another one met it.
        @Test(.mariaDB) func errorsInTheMidst() throws {
            let database = try Server.database()
            let sql = """
                SELECT IF(seq = 15000, (SELECT 1 UNION SELECT 2), seq), repeat('x', 200) FROM \(MySQLProduct.numbers(1...20_000)) ORDER BY seq
                """
            try database.read { (session: Session) throws -> Void in
                let first = try statement(sql, session)
                #expect(throws: DatabaseError.self) { try rest(first) }
                first.end()
                #expect(try first.step())
                #expect(try session.value("SELECT 7", as: Int.self) == 7)
                let error = Server.error { try rest(first) }
                #expect(error?.message.contains("Subquery returns more than 1 row") == true)
                #expect(Server.error { try first.step() } != nil)
                first.end()
                #expect(Server.error { try session.rows(SQL(unsafe: sql)) }?.sql == sql)
                #expect(try session.value("SELECT 8", as: Int.self) == 8)
            }
        }

        final class Asking: Model {
            var id: Int?
            var name = ""
            override class var table: String { "asking" }
            override class var primaryKey: [String] { ["id"] }
            // Set and read by the one test that uses this class.
            nonisolated(unsafe) static var seen = 0
            nonisolated(unsafe) static var session: Session?
            override func didLoad() throws {
                // Runs a statement while the rows of its query are on their way.
                if let id, id % 5_000 == 1 { Self.seen += try Self.session?.value("SELECT \(id)", as: Int.self) ?? 0 }
            }
        }

        @Test func hooksThatAsk() throws {
            let database = try Server.database(
                """
                CREATE TABLE asking (id INT PRIMARY KEY, name VARCHAR(200) NOT NULL);
                INSERT INTO asking SELECT seq, repeat('y', 200) FROM \(MySQLProduct.numbers(1...12_000));
                """)
            let ids = try database.read { (session: Session) throws -> [Int] in
                Asking.session = session
                defer { Asking.session = nil }
                return try session.query(Asking.self).orderBy(\.id).all().compactMap(\.id)
            }
            #expect(ids == Array(1...12_000))
            #expect(Asking.seen == 1 + 5_001 + 10_001)
        }

        /// What was set for one statement is as it was, also where that was stopped.
        @Test func aStoppedCursorLeavesItsConnectionAsItWas() async throws {
            // Other tests may keep this one waiting, and a connection that was idle for long is closed.
            var options = DatabaseOptions()
            options.server.idleTimeout = nil
            let database = try Server.database("", options)
            func settings() async throws -> [SQLValue]? {
                try await database.read { try $0.rows("SELECT @@sql_mode, CONNECTION_ID()").first?.values }
            }
            let before = try await settings()
            let task = Task {
                try await database.read { session in
                    try session.forEachRow("SELECT seq, sleep(30) FROM \(unsafe: MySQLProduct.numbers(1...9))") { _ in }
                }
            }
            try await Task.sleep(for: .milliseconds(500))
            task.cancel()
            await #expect(throws: (any Error).self) { try await task.value }
            #expect(try await settings() == before)
        }

        @Test func theTaskIsCancelledBetweenRows() async throws {
            let database = try Server.database()
            let task = Task {
                try await database.read { session in
                    try session.rows(
                        "SELECT seq, sleep(0.01), repeat('x', 9000) FROM \(unsafe: MySQLProduct.numbers(1...100_000))"
                    ).count
                }
            }
            try await Task.sleep(for: .seconds(1))
            let start = ContinuousClock.now
            task.cancel()
            let result = await task.result
            #expect(ContinuousClock.now - start < .seconds(60))
            guard case .failure(let error) = result else { return #expect(Bool(false), "it was not cancelled") }
            #expect((error as? DatabaseError)?.code == .interrupted || error is CancellationError)
            #expect(try await database.read { try $0.value("SELECT 7", as: Int.self) } == 7)
        }
    }
#endif
