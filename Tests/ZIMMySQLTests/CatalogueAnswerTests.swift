#if MySQL
    import TestServer
    import Testing

    @testable import ZIMDb
    @testable import ZIMMySQL
    @testable import ZIMOrm

    /// What is interrupted while the server fills `information_schema`, MariaDB tells as a warning, and gives no row.
    @Suite(.server) struct CatalogueAnswerTests {
        @Test func aTimeOutIsNoEmptyTable() throws {
            guard MySQLProduct.isMariaDB else { return }
            let database = try Server.database("CREATE TABLE t (a INT, b INT, PRIMARY KEY (a, b));")
            try database.withoutTransaction { session in
                for step in 0..<400 {
                    let limit = Double(step % 40) * 0.00002 + 0.00005
                    do {
                        let rows = try session.silentRows(
                            """
                            SET STATEMENT max_statement_time=\(unsafe: "\(limit)") FOR SELECT COLUMN_NAME \
                            FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 't'
                            """)
                        #expect(rows.count == 2)
                    } catch let error as DatabaseError {
                        #expect(error.code == .timedOut && error.engineCode == 1969, "\(error)")
                    }
                }
            }
        }

        /// What the server notes while it answers: whether rows are missing, its number says.
        @Test(arguments: [(1969, DatabaseError.Code.timedOut), (1317, .interrupted), (1205, .busy), (1356, nil)])
        func whatTheServerNotes(_ number: Int, _ code: DatabaseError.Code?) throws {
            guard MySQLProduct.isMariaDB else { return }
            try Server.database("").withoutTransaction { session in
                let connection = try #require(session.connection.engine as? MySQLConnection)
                try connection.ask(
                    "BEGIN NOT ATOMIC SIGNAL SQLSTATE '01000' SET MYSQL_ERRNO = \(number), MESSAGE_TEXT = 'noted'; END")
                let error = Server.error { try connection.requireWholeAnswer(to: "SELECT 1") }
                #expect(error?.code == code)
                #expect(error?.engineCode == code.map { _ in Int32(number) })
            }
        }

        /// One view that is broken does not hide the others.
        @Test func aWarningOfOneTable() throws {
            let database = try Server.database(
                """
                CREATE TABLE t (a INT, b INT, PRIMARY KEY (a, b));
                CREATE TABLE gone (a INT);
                CREATE VIEW broken AS SELECT a FROM gone;
                DROP TABLE gone;
                """)
            try database.read { session in
                let names = try session.tableNames()
                #expect(names.sorted() == ["broken", "t"])
                #expect(try session.schemaReader.database(.searchPath).tables.map(\.name) == ["broken", "t"])
            }
        }

        /// The statement streams its one row; nothing is left when another takes the connection.
        @Test func aStatementWhoseRestIsEmptyRunsAgain() throws {
            let database = try Server.database(
                "CREATE TABLE t (a INT, b INT, PRIMARY KEY (a, b)); INSERT INTO t VALUES (1, 2);")
            try database.read { session in
                let found = try #require(
                    try session.connection.engine.prepare("SELECT b FROM t", from: 0, traces: TraceHub.silent)
                ).statement
                for _ in 0..<3 {
                    #expect(try found.step())
                    #expect(try session.value("SELECT 7", as: Int.self) == 7)
                    #expect(try Row(found).get(0, as: Int.self) == 2)
                    found.end()
                }
            }
        }
    }
#endif
