#if MySQL
    import TestServer
    import Testing
    import ZIMOrm

    /// What a server has been told for all, and a session must not take over.
    @Suite(.server) struct GlobalSettingTests {
        @Test func aLimitOfAllResults() throws {
            let server = try MySQLTestServer.separate()
            let url = try server.makeDatabase(
                """
                CREATE TABLE t (a INT, b INT, PRIMARY KEY (a, b)); CREATE TABLE u (a INT, b INT, PRIMARY KEY (b, a));
                INSERT INTO t VALUES (1, 1), (1, 2), (2, 1);
                """)
            try server.send("SET GLOBAL sql_select_limit = 1")
            let query: SQL = "SELECT a, b FROM t ORDER BY a, b"
            let database = try Database(url: url)
            #expect(try database.read { try $0.rows(query).map(\.values) } == [[1, 1], [1, 2], [2, 1]])
            #expect(try database.read { try $0.schema().tables.map(\.name).sorted() } == ["t", "u"])
            // Who wants a limit says so.
            var options = DatabaseOptions()
            options.connectionSetup = ["SET SESSION sql_select_limit = 2"]
            let limited = try Database(url: url, options: options)
            #expect(try limited.read { try $0.rows(query).map(\.values) } == [[1, 1], [1, 2]])
        }

        /// Each of them would make plain statements mean something else.
        @Test func whatSessionsBeginWith() throws {
            let server = try MySQLTestServer.separate()
            let url = try server.makeDatabase(
                """
                CREATE TABLE p (a INT, b INT, PRIMARY KEY (a, b)); INSERT INTO p VALUES (1, 1);
                CREATE TABLE c (
                    id INT AUTO_INCREMENT PRIMARY KEY, a INT, b INT, n INT, CONSTRAINT positive CHECK (n > 0),
                    CONSTRAINT parent FOREIGN KEY (a, b) REFERENCES p (a, b));
                """)
            try server.send(
                """
                SET GLOBAL sql_auto_is_null = 1, GLOBAL completion_type = 'CHAIN', GLOBAL foreign_key_checks = 0,
                    GLOBAL unique_checks = 0, GLOBAL autocommit = 0, GLOBAL lc_messages = 'de_DE'
                """)
            if MySQLProduct.isMariaDB { try server.send("SET GLOBAL check_constraint_checks = 0") }
            let database = try Database(url: url)
            let settings: SQL = """
                SELECT @@foreign_key_checks, @@unique_checks, @@autocommit, @@completion_type, @@lc_messages, @@sql_auto_is_null
                """
            #expect(
                try database.read { try $0.rows(settings).map(\.values) } == [[1, 1, 1, "NO_CHAIN", "en_US", 0]])
            try database.write { session in
                try session.execute("INSERT INTO c (a, b, n) VALUES (1, 1, 1)")
                #expect(try session.rows("SELECT id FROM c WHERE id IS NULL").isEmpty)
            }
            func violation(_ sql: SQL) -> ConstraintViolation? {
                let error = #expect(throws: DatabaseError.self) { try database.execute(sql) }
                return error?.constraint
            }
            let orphan = violation("INSERT INTO c (a, b, n) VALUES (9, 9, 1)")
            #expect(orphan?.kind == .foreignKey && orphan?.name == "parent" && orphan?.columns == ["a", "b"])
            #expect(orphan?.table == "c")
            let taken = violation("INSERT INTO p (a, b) VALUES (1, 1)")
            #expect(taken?.kind == .primaryKey && taken?.columns == ["a", "b"])
            // MySQL 5.7 enforces no checks.
            if MySQLProduct.current != .mySQL5 {
                let negative = violation("INSERT INTO c (a, b, n) VALUES (1, 1, -1)")
                #expect(negative?.kind == .check && negative?.name == "positive")
            }
            // No connection was given up, and each statement outside of a transaction is one of its own.
            let connection: SQL = "SELECT connection_id()"
            let first = try database.read { try $0.value(connection, as: Int.self) }
            try database.withoutTransaction { session in
                try session.execute("INSERT INTO c (a, b, n) VALUES (1, 1, 2)")
                try session.execute("UPDATE c SET n = 3 WHERE n = 2")
            }
            #expect(try database.read { try $0.value(connection, as: Int.self) } == first)
            let kept = try Database(url: url).read { try $0.rows("SELECT n FROM c ORDER BY id").map(\.values) }
            #expect(kept == [[1], [3]])
        }

        /// A connection gives up the statements that it keeps, before it fails for want of one.
        @Test func asManyStatementsAsTheServerHolds() throws {
            final class Pair: Model {
                var a = 0, b = 0
                override class var table: String { "t" }
                override class var primaryKey: [String] { ["a", "b"] }
            }
            let server = try MySQLTestServer.separate()
            let url = try server.makeDatabase(
                "CREATE TABLE t (a INT, b INT, PRIMARY KEY (a, b)); INSERT INTO t VALUES (1, 1), (1, 2)")
            try server.send("SET GLOBAL max_prepared_stmt_count = 20")
            var options = DatabaseOptions()
            options.server.maximumConnections = 1
            let database = try Database(url: url, options: options)
            for number in 0..<50 {
                let text = SQL(unsafe: "SELECT \(number)")
                #expect(try database.read { try $0.value(text, as: Int.self) } == number)
            }
            #expect(try database.read { try $0.query(Pair.self).filter(\.b > 1).count() } == 1)
            database.close()
            try server.send("SET GLOBAL max_prepared_stmt_count = 0")
            let error = #expect(throws: DatabaseError.self) { try Database(url: url).read { try $0.rows("SELECT 1") } }
            #expect(error?.code == .full)
            #expect(error?.hint == "Lower statementCacheSize, or raise max_prepared_stmt_count of the server")
        }
    }
#endif
