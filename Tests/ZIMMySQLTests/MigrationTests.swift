#if MySQL
    import Testing
    import ZIMOrm

    /// Migrations that are closures: nobody could tell how much of one was done when it fails, since the server commits each
    /// change of the schema, so none of it is begun.
    @Suite(.server) struct MigrationTests {
        private let database: Database
        private let first = Migration(
            "0001 stock", sql: "CREATE TABLE stock (w INT, i INT, PRIMARY KEY (w, i)); INSERT INTO stock VALUES (1, 1)")
        private let closure = Migration("0002 shelf") { session in
            try session.execute("INSERT INTO stock VALUES (1, 2)")
            try session.execute(AlterTableStatement("stock").column("shelf", type: .text))
            throw DatabaseError(.other, "half way")
        }
        private let last = Migration("0003 rows", sql: "INSERT INTO stock (w, i) VALUES (1, 3)")

        init() throws { database = try Server.database() }

        private func rows() throws -> [[SQLValue]] {
            try database.read { try $0.rows("SELECT * FROM stock ORDER BY w, i").map(\.values) }
        }

        @Test func aClosureIsRefusedBeforeItBegins() throws {
            let migrator = Migrator([first, closure, last])
            for _ in 1...2 {
                let error = Server.error { try migrator.up(database) }
                #expect(error?.code == .migration)
                #expect(
                    error?.message
                        == "the migration \"0002 shelf\" is a closure, of which \(database.location) cannot undo a part"
                )
                #expect(error?.hint == "Write it as SQL: its statements are recorded one by one")
                // The one before it has run, once; neither this one nor those behind it.
                #expect(try rows() == [[1, 1]])
                let status = try migrator.status(of: database)
                #expect(status.applied.map(\.name) == ["0001 stock"])
                #expect(status.pending == ["0002 shelf", "0003 rows"] && status.problem == nil)
            }
            // Its name stands for SQL then.
            let sql = Migration("0002 shelf", sql: "ALTER TABLE stock ADD COLUMN shelf VARCHAR(20)")
            #expect(try Migrator([first, sql, last]).up(database) == ["0002 shelf", "0003 rows"])
            #expect(try rows() == [[1, 1, .null], [1, 3, .null]])
        }

        @Test func aClosureAloneChangesNothing() throws {
            #expect(Server.error { try Migrator([closure]).up(database) }?.code == .migration)
            #expect(Server.error { try Migrator([closure.rebuildingTables()]).up(database) }?.code == .migration)
            #expect(Server.error { try Migrator([closure]).dryRun(database) }?.code == .misuse)
            #expect(try database.read { try $0.tableNames() } == ["zim_migration"])
            #expect(try database.read { try $0.value("SELECT count(*) FROM zim_migration", as: Int.self) } == 0)
        }

        /// DELIMITER is a command of the `mysql` program.
        @Test func aScriptWithDelimiterIsRefusedBeforeItBegins() throws {
            let script = """
                CREATE TABLE d (a INT);
                DELIMITER //
                CREATE PROCEDURE p() BEGIN INSERT INTO d VALUES (1); END //
                DELIMITER ;
                """
            let migrator = Migrator([Migration("1", sql: script)])
            for error in [
                Server.error { try migrator.up(database) },
                Server.error { try database.withoutTransaction { try $0.execute(SQL(unsafe: script)) } },
            ] {
                #expect(error?.code == .misuse)
                #expect(
                    error?.message == "DELIMITER is a command of the mysql program, which the server does not know")
                #expect(error?.sql == "DELIMITER //")
                #expect(
                    error?.hint
                        == "Leave it out, and end each statement with a semicolon: the body of a procedure is kept together"
                )
            }
            #expect(try database.read { try $0.tableNames() } == ["zim_migration"])
            // Without it, the body is kept together.
            let plain = "CREATE TABLE d (a INT); CREATE PROCEDURE p() BEGIN INSERT INTO d VALUES (1); END; CALL p()"
            #expect(try Migrator([Migration("1", sql: plain)]).up(database) == ["1"])
            #expect(try database.read { try $0.value("SELECT sum(a) FROM d", as: Int.self) } == 1)
        }
    }

    /// MariaDB's `BEGIN NOT ATOMIC … END` is a block of statements, and begins no transaction.
    @Suite(.mariaDB) struct BlockTests {
        private let database: Database

        init() throws { database = try Server.database("CREATE TABLE t (a INT);") }

        private func rows() throws -> [SQLValue] {
            try database.read { try $0.rows("SELECT a FROM t ORDER BY a").map { $0[0] } }
        }

        @Test func aMigrationKeepsItTogether() throws {
            let script = """
                BEGIN NOT ATOMIC
                    DECLARE i INT DEFAULT 0;
                    WHILE i < 3 DO INSERT INTO t VALUES (i); SET i = i + 1; END WHILE;
                    IF i = 3 THEN INSERT INTO t VALUES (10); END IF;
                    CASE i WHEN 3 THEN INSERT INTO t VALUES (11); END CASE;
                END;
                INSERT INTO t VALUES (20);
                begin /* c */ not atomic INSERT INTO t VALUES (21); end;
                INSERT INTO t VALUES (22)
                """
            #expect(try Migrator([Migration("1", sql: script)]).up(database) == ["1"])
            #expect(try rows() == [0, 1, 2, 10, 11, 20, 21, 22])
            let error = Server.error {
                try Migrator([Migration("1", sql: script), Migration("2", sql: "BEGIN; DELETE FROM t")]).up(database)
            }
            #expect(error?.sql == "BEGIN")
            #expect(error?.message.contains("so it cannot say BEGIN") == true)
        }

        @Test func oneThatFailsMayHaveDoneAPart() throws {
            let script = "BEGIN NOT ATOMIC CREATE TABLE u (a INT); INSERT INTO nowhere VALUES (1); END"
            let error = Server.error { try Migrator([Migration("1", sql: script)]).up(database) }
            #expect(
                error?.message.hasSuffix("; it may have done a part, which must be undone or finished by hand") == true)
            #expect(try database.read { try $0.tableNames() }.contains("u"))
        }

        @Test func itIsAPartOfTheTransaction() throws {
            try database.write { session in
                try session.execute("BEGIN NOT ATOMIC INSERT INTO t VALUES (1); INSERT INTO t VALUES (2); END")
                #expect(session.changes == 2)
                #expect(try session.rows("BEGIN NOT ATOMIC SELECT a FROM t; END").map { $0[0] } == [1, 2])
            }
            let error = Server.error {
                try database.write { session in
                    try session.execute("BEGIN NOT ATOMIC INSERT INTO t VALUES (3); COMMIT; END")
                    try session.execute("INSERT INTO t VALUES (4)")
                }
            }
            #expect(error?.code == .transactionEnded)
            #expect(
                Server.error { try database.read { try $0.execute("BEGIN NOT ATOMIC DELETE FROM t; END") } }?.code
                    == .readOnly)
            #expect(try rows() == [1, 2, 3])
        }
    }
#endif
