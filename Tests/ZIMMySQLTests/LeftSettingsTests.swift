#if MySQL
    import TestServer
    import Testing
    import ZIMOrm

    /// What a program sets on a connection, the next session does not find.
    @Suite(.server) struct LeftSettingsTests {
        /// One connection, so that the next session would get the same.
        private func database() throws -> Database {
            var options = DatabaseOptions()
            options.server.maximumConnections = 1
            return try Server.database(
                StockTables.script + " CREATE PROCEDURE sets() SET foreign_key_checks = 0;"
                    + " CREATE PROCEDURE counts() SELECT 1;"
                    + " CREATE PROCEDURE makes() CREATE TEMPORARY TABLE made (a INT, b INT, PRIMARY KEY (a, b));",
                options)
        }

        private func connection(_ session: Session) throws -> Int? {
            try session.value("SELECT connection_id()", as: Int.self)
        }

        @Test(arguments: [
            "SET NAMES latin1", "SET SESSION sql_mode = ''", "SET time_zone = '+05:00'", "SET @@foreign_key_checks = 0",
            "SET unique_checks = 0", "SET sql_select_limit = 1", "SET autocommit = 0", "SET @a = (1), sql_mode = ''",
            "/*!40101 SET NAMES latin1 */", "/*!40014 SET @old = @@sql_mode, SQL_MODE = 'NO_AUTO_VALUE_ON_ZERO' */",
            "CALL sets()", "SET SESSION TRANSACTION ISOLATION LEVEL READ UNCOMMITTED",
        ])
        func settingsStayWithTheSession(_ statement: String) throws {
            let database = try database()
            let settings: SQL = """
                SELECT @@character_set_client, @@character_set_results, @@sql_mode, @@time_zone, @@foreign_key_checks,
                    @@unique_checks, @@sql_select_limit, @@autocommit,
                    @@\(unsafe: MySQLProduct.isMariaDB ? "tx_isolation" : "transaction_isolation")
                """
            let before = try database.read { try $0.rows(settings).map(\.values) }
            try database.withoutTransaction { session in
                try session.execute(SQL(unsafe: statement))
                #expect(try session.rows(settings).map(\.values) != before)
            }
            #expect(try database.read { try $0.rows(settings).map(\.values) } == before)
            #expect(throws: DatabaseError.self) {
                try database.write { session in
                    try session.execute(SQL(unsafe: statement))
                    try session.execute("INSERT INTO nothing VALUES (1)")
                }
            }
            // A text that is too long is refused, an unknown parent too, and the day is the one that was meant.
            let stock = Stock(7, "Müller 🙂", 5)
            try database.write { try $0.save(stock) }
            #expect(try database.read { try $0.find(Stock.self, 7, "Müller 🙂")?.checked } == stock.checked)
            let long = Stock(7, String(repeating: "x", count: 21))
            #expect(Server.error { try database.write { try $0.save(long) } }?.code == .value)
            let orphan = Movement(7, "none", 1, "a")
            #expect(Server.error { try database.write { try $0.save(orphan) } }?.code == .constraint)
        }

        /// Else each would cost another connection.
        @Test(
            arguments: [
                "SET @a = 1", "SET @a = (SELECT 1), @b := 2", "SET GLOBAL slow_query_log = 0",
                "SET @a = 1, @@global.slow_query_log = 0", "CALL counts()", "DO 1", "SELECT /*! 1 */ + 1",
            ] + (MySQLProduct.isMariaDB ? ["SET STATEMENT sql_mode = '' FOR SELECT 1"] : []))
        func theConnectionIsKept(_ statement: String) throws {
            let database = try database()
            let before = try database.read(connection)
            try database.write { _ = try $0.execute(SQL(unsafe: statement)) }
            try database.withoutTransaction { _ = try $0.execute(SQL(unsafe: statement)) }
            #expect(try database.read(connection) == before)
        }

        @Test func whatOneTransactionIsLeavesTheConnectionAsItIs() throws {
            let database = try database()
            let before = try database.read(connection)
            try database.withoutTransaction {
                try $0.execute("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE")
                #expect(try $0.value("SELECT 1", as: Int.self) == 1)
            }
            #expect(try database.read(connection) == before)
        }

        /// What locks, and what has a name that others may want, ends with the session.
        @Test(arguments: [
            "LOCK TABLES stock WRITE", "FLUSH TABLES stock WITH READ LOCK", "SELECT GET_LOCK('zim_left', 0)",
            "CREATE TEMPORARY TABLE stock_now (a INT, b INT, PRIMARY KEY (a, b))", "HANDLER stock OPEN",
            "SELECT /*! GET_LOCK('zim_left', 0) */",
            "CREATE /*!50001 TEMPORARY */ TABLE stock_now (a INT, b INT, PRIMARY KEY (a, b))", "CALL makes()",
            "/*!50001 CREATE TEMPORARY TABLE made (a INT, b INT, PRIMARY KEY (a, b)) */",
            "/*! LOCK TABLES stock WRITE */",
            "/*! FLUSH TABLES stock WITH READ LOCK */", "/*! HANDLER stock OPEN */",
        ])
        func locksAndTemporaryTables(_ statement: String) throws {
            let database = try database()
            let before = try database.read(connection)
            for _ in 0..<2 {
                #expect(throws: CancellationError.self) {
                    try database.withoutTransaction { session in
                        try session.execute(SQL(unsafe: statement))
                        throw CancellationError()
                    }
                }
            }
            #expect(try database.read(connection) != before)
            try database.write { try $0.save(Stock(7, "free", 5)) }
            guard statement.contains("GET_LOCK") else { return }
            let other = try Server.database("")
            #expect(try other.read { try $0.value("SELECT GET_LOCK('zim_left', 10)", as: Int.self) } == 1)
        }

        /// ZIM's own settings mark none: an isolation, a limit, rows in batches.
        @Test func settingsOfTheLibrary() throws {
            let database = try database()
            let before = try database.read(connection)
            try database.write(isolation: .serializable) { session in
                try session.forEachRow("SELECT 1") { _ in }
                try session.limiting(to: .seconds(5)) { _ = try $0.rows("SELECT 1") }
            }
            #expect(try database.read(connection) == before)
        }
    }
#endif
