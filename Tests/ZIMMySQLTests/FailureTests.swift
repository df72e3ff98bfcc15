#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMDb
    import ZIMOrm

    @Suite(.server) struct FailureTests {
        private static let script = """
            CREATE TABLE parent (a INT, b VARCHAR(10), PRIMARY KEY (a, b)) ENGINE=InnoDB;
            CREATE TABLE child (
                c INT PRIMARY KEY, a INT, b VARCHAR(10), `e``mail` VARCHAR(50) NOT NULL, n INT CHECK (n > 0),
                UNIQUE KEY by_mail (`e``mail`, n), CONSTRAINT belongs FOREIGN KEY (a, b) REFERENCES parent (a, b));
            CREATE TRIGGER no_nines BEFORE INSERT ON child FOR EACH ROW
                IF NEW.c = 9 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no nines'; END IF;
            INSERT INTO parent VALUES (1, 'x');
            INSERT INTO child VALUES (1, 1, 'x', 'ada@example.org', 1);
            """.replacingOccurrences(
                of: "BEFORE INSERT ON child FOR EACH ROW\n", with: "BEFORE INSERT ON child FOR EACH ROW ")

        private func violation(_ sql: SQL, _ database: Database) -> ConstraintViolation? {
            let error = Server.error { try database.write { try $0.execute(sql) } }
            #expect(error?.code == .constraint, "\(String(describing: error))")
            return error?.constraint
        }

        private func database(_ options: DatabaseOptions = DatabaseOptions()) throws -> Database {
            let database = try Server.database("", options)
            try database.withoutTransaction { try $0.execute(SQL(unsafe: Self.script)) }
            return database
        }

        @Test func constraints() throws {
            let database = try database()
            #expect(
                violation("INSERT INTO parent VALUES (1, 'X')", database)
                    == ConstraintViolation(kind: .primaryKey, name: "PRIMARY", table: "parent", columns: ["a", "b"]))
            #expect(
                violation("INSERT INTO child VALUES (2, 1, 'x', 'ada@example.org', 1)", database)
                    == ConstraintViolation(kind: .unique, name: "by_mail", table: "child", columns: ["e`mail", "n"]))
            #expect(
                violation("UPDATE child SET b = 'nobody'", database)
                    == ConstraintViolation(kind: .foreignKey, name: "belongs", table: "child", columns: ["a", "b"]))
            #expect(
                violation("DELETE FROM parent", database)
                    == ConstraintViolation(kind: .foreignKey, name: "belongs", table: "child", columns: ["a", "b"]))
            #expect(
                violation("UPDATE child SET `e``mail` = NULL", database)
                    == ConstraintViolation(kind: .notNull, table: "child", columns: ["e`mail"]))
            #expect(
                violation("INSERT INTO child (c) VALUES (5)", database)
                    == ConstraintViolation(kind: .notNull, table: "child", columns: ["e`mail"]))
            let check = violation("UPDATE child SET n = 0", database)
            #expect(check?.kind == .check)
            #expect(check?.table == "child")
            #expect(
                violation("INSERT INTO child VALUES (9, 1, 'x', 'b', 1)", database)
                    == ConstraintViolation(kind: .trigger, table: "child"))
        }

        @Test func valuesDoNotStandInMessages() throws {
            let database = try database()
            func message(_ sql: SQL) -> String {
                Server.error { try database.write { try $0.execute(sql) } }?.message ?? ""
            }
            #expect(
                message("INSERT INTO child VALUES (2, 1, 'x', 'ada@example.org', 1)")
                    == "Duplicate entry '…' for key 'by_mail'")
            #expect(!message("UPDATE child SET a = 'secret'").contains("secret"))
            #expect(!message("UPDATE child SET b = \(String(repeating: "secret", count: 10))").contains("secret"))
        }

        @Test func statementsThatAreWrong() throws {
            let database = try database()
            func code(_ sql: SQL) -> DatabaseError.Code? {
                Server.error { try database.read { try $0.rows(sql) } }?.code
            }
            #expect(code("SELEC 1") == .sql)
            #expect(code("SELECT * FROM nowhere") == .sql)
            #expect(code("SELECT nothing FROM parent") == .sql)
            #expect(code("SELECT 1; SELECT 2") == .misuse)
            #expect(code("") == .misuse)
            #expect(code("-- nothing") == .misuse)
            #expect(Server.error { try database.read { try $0.rows("SELECT ?") } }?.code == .misuse)
        }

        @Test func aStatementIsStopped() async throws {
            let database = try database()
            let task = Task {
                try await database.read { session in try session.value("SELECT SLEEP(30)", as: Int.self) }
            }
            try await Task.sleep(for: .milliseconds(300))
            task.cancel()
            await #expect(throws: (any Error).self) { _ = try await task.value }
            // The connection goes on.
            let one = try await database.read { try $0.value("SELECT 1", as: Int.self) }
            #expect(one == 1)
        }

        @Test func aStatementTakesTooLong() throws {
            var options = DatabaseOptions()
            options.server.statementTimeout = .milliseconds(200)
            let database = try database(options)
            let error = Server.error {
                try database.read { session in
                    try session.value(
                        "SELECT count(*) FROM information_schema.COLUMNS a, information_schema.COLUMNS b, "
                            + "information_schema.COLUMNS c", as: Int.self)
                }
            }
            #expect(error?.code == .timedOut, "\(String(describing: error))")
            #expect(try database.read { try $0.value("SELECT 1", as: Int.self) } == 1)
        }

        @Test func aConnectionIsLost() throws {
            let database = try database()
            let other = try Database(url: database.location)
            let error = Server.error {
                try database.write { session in
                    try session.execute("UPDATE child SET n = 2")
                    let id = try session.value("SELECT CONNECTION_ID()", as: Int.self) ?? 0
                    try other.withoutTransaction { try $0.execute(SQL(unsafe: "KILL \(id)")) }
                    try session.execute("UPDATE child SET n = 3")
                }
            }
            #expect(error?.code == .connection, "\(String(describing: error))")
            #expect(error?.hint == "What the transaction changed is undone; run it again")
            #expect(try database.read { try $0.value("SELECT n FROM child", as: Int.self) } == 1)
        }

        @Test func theServerCrashes() throws {
            guard let server = MySQLTestServer.separate() else { return }
            let database = try Database(url: server.makeDatabase("CREATE TABLE t (a INT); INSERT INTO t VALUES (1);"))
            #expect(try database.read { try $0.value("SELECT a FROM t", as: Int.self) } == 1)
            try server.crash()
            #expect(
                Server.error { try database.read { try $0.value("SELECT a FROM t", as: Int.self) } }?.code
                    == .connection)
            try server.restart()
            #expect(try database.read { try $0.value("SELECT a FROM t", as: Int.self) } == 1)
            try server.crash()
        }
    }
#endif
