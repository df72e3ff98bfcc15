#if MySQL
    import TestServer
    import Testing
    import ZIMDb

    /// What the server would commit without being asked.
    @Suite(.server) struct ImplicitCommitTests {
        private static let script = """
            CREATE TABLE line (y INT, n INT, p INT, art VARCHAR(9), PRIMARY KEY (y, n, p));
            INSERT INTO line VALUES (1, 1, 1, 'a'), (1, 1, 2, 'b');
            """
        private struct Undo: Error {}

        private func keys(_ database: Database) throws -> [[SQLValue]] {
            try database.read { try $0.rows("SELECT y, n, p FROM line ORDER BY y, n, p").map(\.values) }
        }

        private func code(_ body: () throws -> Void) -> DatabaseError.Code? { Server.error(of: body)?.code }

        /// A statement is refused behind a change, as a statement and as a query; a rollback then undoes all.
        private func expectRefused(_ statement: String) throws {
            let database = try Server.database(Self.script)
            #expect(throws: Undo.self) {
                try database.write { session in
                    try session.execute("INSERT INTO line VALUES (2, 1, 1, NULL)")
                    #expect(code { _ = try session.execute(SQL(unsafe: statement)) } == .misuse)
                    #expect(code { _ = try session.rows(SQL(unsafe: statement)) } == .misuse)
                    try session.execute("INSERT INTO line VALUES (2, 1, 2, NULL)")
                    throw Undo()
                }
            }
            #expect(try keys(database) == [[1, 1, 1], [1, 1, 2]])
        }

        @Test(arguments: [
            "BEGIN", "/* at once */ begin work", "START TRANSACTION", "START TRANSACTION READ ONLY",
            "SET TRANSACTION ISOLATION LEVEL READ COMMITTED; START TRANSACTION",
        ])
        func aTransactionInATransactionIsRefused(_ statement: String) throws { try expectRefused(statement) }

        @Test func oneAfterAnotherIsNot() throws {
            let database = try Server.database(Self.script)
            try database.withoutTransaction { session in
                try session.execute("BEGIN; DELETE FROM line WHERE p = 1; COMMIT; START TRANSACTION; DELETE FROM line")
                let error = Server.error { try session.execute("BEGIN") }
                #expect(error?.message.hasPrefix("MySQL commits the open transaction before BEGIN") == true)
                try session.execute("ROLLBACK")
            }
            #expect(try keys(database) == [[1, 1, 2]])
        }

        /// MySQL cannot prepare it.
        private static let checks = MySQLProduct.isMariaDB ? ["CHECK TABLE line"] : []

        /// Also where the statement returns rows, and so is prepared.
        @Test(
            arguments: checks + [
                "ANALYZE TABLE line", "OPTIMIZE TABLE line", "REPAIR TABLE line", "TRUNCATE line",
                "SET PASSWORD FOR nobody = ''",
            ])
        func whatCommitsBehindAChangeIsRefused(_ statement: String) throws { try expectRefused(statement) }

        @Test func aParameterChangesNothingOfThat() throws {
            let database = try Server.database(Self.script)
            #expect(
                code {
                    try database.write { session in
                        try session.execute("INSERT INTO line VALUES (2, 1, 1, NULL)")
                        try session.execute("CREATE TABLE other AS SELECT \(5) AS a")
                    }
                } == .misuse)
            #expect(try keys(database) == [[1, 1, 1], [1, 1, 2]])
        }

        /// A query may call a function that writes; those of the server itself do not.
        @Test(arguments: ["SELECT added()", "SET @added = added()", "SELECT 1 + `added`()"])
        func aFunctionMayHaveWritten(_ statement: String) throws {
            let database = try Server.database(Self.script)
            try database.withoutTransaction {
                try $0.execute(
                    """
                    CREATE FUNCTION added() RETURNS INT MODIFIES SQL DATA
                    BEGIN INSERT INTO line VALUES (2, 1, 1, NULL); RETURN 1; END
                    """)
            }
            #expect(
                code {
                    try database.write { session in
                        try session.execute(SQL(unsafe: statement))
                        try session.execute("CREATE TABLE other (a INT)")
                    }
                } == .misuse)
            #expect(try keys(database) == [[1, 1, 1], [1, 1, 2]])
            try database.write { session in
                _ = try session.rows("SELECT count(*), max(p), IFNULL(art, '') FROM line WHERE (y, n) IN ((1, 1))")
                try session.execute("CREATE TABLE other (a INT)")
            }
        }

        /// The transaction begins again behind them.
        @Test func beforeAnyChangeTheyRun() throws {
            let database = try Server.database(Self.script)
            #expect(throws: Undo.self) {
                try database.write { session in
                    #expect(try session.rows("ANALYZE TABLE line").count == 1)
                    for check in Self.checks { #expect(try session.rows(SQL(unsafe: check)).count == 1) }
                    try session.execute("CREATE TABLE other (a INT)")
                    try session.execute("INSERT INTO line VALUES (2, 1, 1, NULL)")
                    throw Undo()
                }
            }
            #expect(try keys(database) == [[1, 1, 1], [1, 1, 2]])
        }
    }
#endif
