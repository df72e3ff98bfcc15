#if MySQL
    import Testing
    import ZIMOrm

    @testable import ZIMMySQL

    /// What the statements of a migration do for their session, which ends with it, and statements that fail half way.
    @Suite(.server) struct MigrationSessionTests {
        private let database: Database
        private static let tables = """
            CREATE TABLE par (a INT, b INT, PRIMARY KEY (a, b));
            CREATE TABLE chi (a INT, b INT, n INT, PRIMARY KEY (a, b, n),
                FOREIGN KEY (a, b) REFERENCES par (a, b) ON DELETE CASCADE);
            INSERT INTO par VALUES (1, 1), (1, 2); INSERT INTO chi VALUES (1, 1, 1), (1, 1, 2), (1, 2, 1)
            """

        init() throws { database = try Server.database() }

        @discardableResult
        private func up(_ texts: String...) throws -> [String] {
            try Migrator(texts.enumerated().map { Migration("\($0.offset + 1)", sql: $0.element) }).up(database)
        }

        private func rows(_ sql: String) throws -> [[SQLValue]] {
            try database.read { try $0.rows(SQL(unsafe: sql)).map(\.values) }
        }

        /// How many statements of the migration that has begun are done, and whether one is open.
        private func record() throws -> [[SQLValue]] {
            try rows("SELECT done, `open` FROM zim_migration WHERE done IS NOT NULL")
        }

        // MARK: Going on

        @Test func whatWasSetIsSetAgain() throws {
            func rebuilt(_ column: String) -> String {
                """
                SET FOREIGN_KEY_CHECKS = 0; SET @lot = 7;
                CREATE TABLE par_new (a INT, b INT, lot INT NOT NULL DEFAULT 0, PRIMARY KEY (a, b));
                INSERT INTO par_new SELECT a, \(column), @lot FROM par; DELETE FROM par;
                ALTER TABLE par ADD lot INT NOT NULL DEFAULT 0; INSERT INTO par SELECT * FROM par_new;
                DROP TABLE par_new; SET FOREIGN_KEY_CHECKS = 1
                """
            }
            let error = Server.error { try up(Self.tables, rebuilt("bb")) }
            #expect(error?.message.hasPrefix("the migration \"2\" failed in statement 4 of 9: ") == true)
            #expect(try up(Self.tables, rebuilt("b")) == ["2"])
            #expect(try rows("SELECT * FROM chi ORDER BY a, b, n") == [[1, 1, 1], [1, 1, 2], [1, 2, 1]])
            #expect(try rows("SELECT * FROM par ORDER BY a, b") == [[1, 1, 7], [1, 2, 7]])
        }

        /// As dumps are written: settings in comments, and each table locked while it is filled.
        @Test func aDumpGoesOn() throws {
            func dump(_ last: Int) -> String {
                """
                /*!40014 SET @OLD_CHECKS=@@FOREIGN_KEY_CHECKS, FOREIGN_KEY_CHECKS=0 */;
                CREATE TABLE chi (a INT, b INT, n INT, PRIMARY KEY (a, b, n), FOREIGN KEY (a, b) REFERENCES par (a, b));
                LOCK TABLES `chi` WRITE;
                INSERT INTO chi VALUES (1, 1, 1), (1, 1, \(last));
                UNLOCK TABLES;
                CREATE TABLE par (a INT, b INT, PRIMARY KEY (a, b));
                /*!40014 SET FOREIGN_KEY_CHECKS=@OLD_CHECKS */
                """
            }
            #expect(Server.error { try up(dump(1)) }?.code == .constraint)
            #expect(try record() == [[3, 0]])
            #expect(try up(dump(2)) == ["1"])
            #expect(try rows("SELECT n FROM chi ORDER BY a, b, n") == [[1], [2]])
        }

        /// What cannot be had again is not left out in silence.
        @Test(arguments: [
            "CREATE TEMPORARY TABLE lots (a INT, b INT, PRIMARY KEY (a, b))", "SET @n = (SELECT count(*) FROM par)",
            "SELECT max(b) FROM par INTO @n", "SET @n = UUID()", "SET @n = CURRENT_TIMESTAMP",
        ])
        func whatIsLostIsSaid(_ statement: String) throws {
            #expect(Server.error { try up(Self.tables, statement + "; INSERT INTO par VALUES (2, 2), (2, c)") } != nil)
            let needing = "; INSERT INTO par SELECT 2, 2 + 0 * @n FROM lots"
            let error = Server.error { try up(Self.tables, statement + needing) }
            #expect(error?.code == .migration && error?.sql == statement)
            #expect(
                error?.message
                    == "the migration \"2\" cannot go on with statement 2: statement 1 was for the session that has ended, "
                    + "and cannot be repeated")
            #expect(
                error?.hint == "Move the statements behind the one that is done, and what they need, to a new migration"
            )
            #expect(try rows("SELECT count(*) FROM par") == [[2]])
            #expect(try up(Self.tables, statement, "INSERT INTO par VALUES (2, 2)") == ["2", "3"])
        }

        @Test func theLastIdentityIsOfTheSessionThatHasEnded() throws {
            let start = """
                CREATE TABLE par (a INT AUTO_INCREMENT PRIMARY KEY); CREATE TABLE chi (a INT, n INT, PRIMARY KEY (a, n));
                INSERT INTO par VALUES ()
                """
            #expect(Server.error { try up(start + "; INSERT INTO chi VALUES (LAST_INSERT_ID(), m)") }?.code == .sql)
            let error = Server.error { try up(start + "; INSERT INTO chi VALUES (LAST_INSERT_ID(), 1)") }
            #expect(error?.code == .migration && error?.sql?.contains("INSERT INTO par") == true)
            #expect(try rows("SELECT * FROM chi") == [])
        }

        @Test func whatStatementsLeaveToTheirSession() {
            func steps(_ done: String..., rest: [String] = ["INSERT INTO t SELECT @a, @b, @n, @old FROM x"])
                -> String
            {
                let steps = MySQLSessionSteps.steps(of: done[...], before: rest[...])
                return "\(steps.repeatable)" + (steps.lost.map { " lost \($0)" } ?? "")
            }
            #expect(steps("SET NAMES latin1", "INSERT INTO t VALUES (1, 1)", "SET @a = 1, sql_mode = ''") == "[0, 2]")
            #expect(steps("SET sql_mode = CONCAT(@@sql_mode, ',ANSI')", "SET @b = `other`(1)") == "[0] lost 1")
            #expect(steps("SET GLOBAL a = 1", "SET @@GLOBAL.b = 2", "SET PASSWORD = 'x'") == "[]")
            #expect(steps("SET @old = @@GLOBAL.a") == "[] lost 0")
            #expect(steps("SET STATEMENT max_statement_time = 1 FOR CREATE TEMPORARY TABLE x (a INT)") == "[] lost 0")
            #expect(steps("CREATE TEMPORARY TABLE IF NOT EXISTS s.x (a INT)", "DROP TEMPORARY TABLE s.x") == "[]")
            #expect(steps("PREPARE p FROM 'SELECT 1'", "PREPARE q FROM 'SELECT 2'", "DEALLOCATE PREPARE `P`") == "[1]")
            #expect(steps("LOCK TABLES a WRITE", "UNLOCK TABLES") == "[]")
            #expect(steps("LOCK TABLES a WRITE", "LOCK TABLES b WRITE") == "[1]")
            #expect(steps("SELECT @n := 1") == "[] lost 0")
            #expect(steps("CALL p(@n)") == "[] lost 0")
            #expect(steps("SET @a = 1 /*! , @b = (SELECT 1) */") == "[] lost 0")
            #expect(steps("INSERT INTO t VALUES (1, 1)", rest: ["SET @n = LAST_INSERT_ID()"]) == "[] lost 0")
            // What nothing names any more is not missed; a procedure may name anything.
            let done = ["SET @s = (SELECT 'DO 0')", "PREPARE p FROM @s", "EXECUTE p", "DEALLOCATE PREPARE p"]
            for (rest, found) in [
                ("ALTER TABLE t ADD b INT", "[]"), ("UPDATE t SET a = @S", "[] lost 0"), ("CALL p()", "[] lost 0"),
            ] { #expect(steps(done[0], done[1], done[2], done[3], rest: [rest]) == found) }
            #expect(steps("CREATE TEMPORARY TABLE x (a INT)", rest: ["UPDATE t SET a = 1"]) == "[]")
            #expect(steps("SET @a = 1, sql_mode = (SELECT 'ANSI')", rest: ["SELECT 1"]) == "[] lost 0")
            #expect(
                steps(
                    "INSERT INTO t VALUES (1, 1)",
                    rest: ["INSERT INTO t VALUES (1, 2)", "INSERT INTO u VALUES (LAST_INSERT_ID(), 1)"]) == "[]")
        }

        // MARK: Sessions

        @Test func whatOneSetsIsNothingToTheNextAndToTheRecords() throws {
            let texts = [
                "CREATE TABLE t (a INT, b INT, s VARCHAR(9) CHARACTER SET utf8mb4, PRIMARY KEY (a, b)); SET NAMES latin1",
                "INSERT INTO t VALUES (1, 1, 'é€')", "SET sql_mode = ''; INSERT INTO t VALUES (1, 2, 'ab')",
            ]
            let migrator = Migrator(texts.enumerated().map { Migration("\($0.offset + 1)", sql: $0.element) })
            #expect(try migrator.up(database).count == 3)
            #expect(try rows("SELECT s FROM t ORDER BY a, b") == [["é€"], ["ab"]])
            #expect(try migrator.status(of: database).problem == nil)
            #expect(try migrator.up(database) == [])
            let long = migrator.migrations + [Migration("4", sql: "INSERT INTO t VALUES (1, 3, 'more than nine')")]
            #expect(Server.error { try Migrator(long).up(database) }?.code == .value)
        }

        @Test func locksAndOpenTransactionsEndWithTheMigration() throws {
            let migrations = ["SET autocommit = 0; INSERT INTO par VALUES (2, 2)", "LOCK TABLES par WRITE", "SELECT 1"]
            #expect(try up(Self.tables, migrations[0], migrations[1], migrations[2]) == ["1", "2", "3", "4"])
            #expect(try rows("SELECT count(*) FROM par") == [[3]])
        }

        @Test func aByteOrderMarkIsNoneOfTheStatements() throws {
            #expect(try up("\u{FEFF}" + Self.tables) == ["1"])
            #expect(try up("\u{FEFF}" + Self.tables) == [])
        }

        // MARK: Half done

        @Test(arguments: [
            (
                "CREATE PROCEDURE p() BEGIN INSERT INTO par VALUES (3, 3); INSERT INTO par VALUES (1, 1); END; CALL p()",
                true
            ),
            ("CREATE TABLE one (a INT, b INT, PRIMARY KEY (a, b)); DROP TABLE one, two", true),
            (
                "CREATE TABLE m (a INT, b INT, PRIMARY KEY (a, b)) ENGINE = MyISAM; INSERT INTO m VALUES (1, 1), (1, 1)",
                true
            ),
            ("CREATE TABLE m (a INT) ENGINE = MyISAM; INSERT INTO par VALUES (3, 3), (1, 1)", false),
            ("CREATE TABLE m (a INT) ENGINE = MyISAM; INSERT INTO m (a, b) VALUES (1, 1)", false),
            ("CREATE TABLE one (a INT, b INT, PRIMARY KEY (a, b)); CALL missing()", false),
            ("CREATE TABLE one (a INT, b INT, PRIMARY KEY (a, b)); DROP TABLE two", false),
            ("CREATE TABLE one (a INT, b INT, PRIMARY KEY (a, b)); CREATE TABLE user (a INT, b INT, a INT)", false),
        ])
        func whatFailsMayHaveDoneAPart(_ text: String, _ mayBeDone: Bool) throws {
            let error = Server.error { try up(Self.tables, text) }
            let part = "; the one before it is done; it may have done a part, which must be undone or finished by hand"
            #expect(error?.message.hasSuffix(part) == mayBeDone, "\(error?.message ?? "")")
            #expect(error?.hint?.hasPrefix("If it was done: UPDATE `zim_migration` SET `done` = 2, ") == mayBeDone)
            #expect(try record() == [[1, mayBeDone ? 1 : 0]])
            let again = Server.error { try up(Self.tables, text) }
            let refusal = "the migration \"2\" was interrupted in statement 2, and may have done it"
            #expect((again?.message == refusal) == mayBeDone, "\(again?.message ?? "")")
        }

        /// Of several users one is changed after the other, and what is replaced is dropped first.
        @Test(arguments: [
            ("CREATE OR REPLACE TABLE t (a INT PRIMARY KEY) AS SELECT 1 AS a UNION ALL SELECT 1", true),
            ("CREATE OR REPLACE SEQUENCE s", true), ("CREATE OR REPLACE USER a IDENTIFIED VIA x", true),
            ("CREATE OR REPLACE VIEW v AS SELECT a, b FROM t", false),
            ("CREATE OR REPLACE FUNCTION f() RETURNS INT RETURN 1", false),
            ("CREATE USER a, b", true), ("CREATE USER a", false), ("CREATE ROLE a, b", true), ("DROP USER a, b", true),
            ("RENAME USER a TO b, c TO d", true), ("RENAME USER a TO b", false), ("RENAME TABLE a TO b, c TO d", false),
            ("ALTER USER a, b ACCOUNT LOCK", true), ("ALTER USER a ACCOUNT LOCK", false),
            ("ALTER TABLE user ADD a INT, ADD b INT", false), ("GRANT SELECT, UPDATE (a, b) ON t TO a", false),
            ("GRANT SELECT ON t TO a@'%', b", true), ("REVOKE ALL PRIVILEGES, GRANT OPTION FROM a", false),
            ("REVOKE SELECT ON t FROM a, b", true), ("CREATE TABLE t (a INT, b INT)", false),
        ])
        func whatDoesOneThingAfterTheOther(_ statement: String, _ mayBeDone: Bool) throws {
            let isDone = try database.read { session in
                try MySQLSchemaSteps().mayBeDone(statement, on: session.connection.engine) { _ in [] }
            }
            #expect(isDone == mayBeDone)
        }

        @Test(.mariaDB) func aReplacedTableMayBeGone() throws {
            let text = """
                CREATE TABLE keep (a INT, b INT, PRIMARY KEY (a, b));
                CREATE OR REPLACE TABLE keep (a INT, b INT, PRIMARY KEY (a, b)) AS SELECT 1 AS a, 1 AS b UNION ALL SELECT 1, 1
                """
            let error = Server.error { try up(Self.tables, text) }
            #expect(
                error?.message.hasSuffix("; it may have done a part, which must be undone or finished by hand") == true)
            #expect(try record() == [[1, 1]])
            #expect(try rows("SHOW TABLES LIKE 'keep'") == [])
        }
    }
#endif
