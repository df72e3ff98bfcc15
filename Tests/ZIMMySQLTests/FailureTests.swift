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

        /// MariaDB's "unknown error" has one number for many.
        @Test func anUnknownErrorIsNotTooBig() throws {
            guard MySQLProduct.isMariaDB else { return }
            let query: SQL = "SELECT EXTRACTVALUE('<a>1</a>', \("/a"))"
            let error = Server.error { _ = try Server.database("").read { try $0.rows(query) } }
            #expect(error?.code == .other && error?.message == "Only constant XPATH queries are supported")
        }

        @Test func aValueWithoutAPartition() throws {
            let database = try Server.database(
                """
                CREATE TABLE part (a INT, b INT, PRIMARY KEY (a, b))
                    PARTITION BY RANGE (a) (PARTITION p0 VALUES LESS THAN (10))
                """)
            let error = Server.error { try database.execute("INSERT INTO part VALUES (\(987_654), 1)") }
            #expect(error?.code == .value && error?.message == "Table has no partition for value …")
        }

        /// What the server quotes is what is wrong, and the column.
        @Test func invalidJSON() throws {
            guard !MySQLProduct.isMariaDB else { return }
            let database = try Server.database("CREATE TABLE js (a INT, b INT, j JSON, PRIMARY KEY (a, b))")
            let error = Server.error { try database.execute("INSERT INTO js VALUES (1, 1, \("{secret"))") }
            #expect(error?.code == .value)
            #expect(
                error?.message
                    == "Invalid JSON text: \"Missing a name for object member.\" at position 1 in value for column 'js.j'."
            )
        }

        @Test func theCheckOfAView() throws {
            let database = try Server.database(
                """
                CREATE TABLE item (id INT PRIMARY KEY, price INT);
                CREATE VIEW cheap AS SELECT * FROM item WHERE price < 10 WITH CHECK OPTION
                """)
            #expect(
                violation("INSERT INTO cheap VALUES (1, 20)", database)
                    == ConstraintViolation(kind: .check, table: "cheap"))
        }

        @Test func numbersThatHaveComeToTheirEnd() throws {
            guard MySQLProduct.isMariaDB else { return }
            let database = try Server.database(
                """
                CREATE TABLE counted (id TINYINT AUTO_INCREMENT PRIMARY KEY, n INT); INSERT INTO counted VALUES (127, 1);
                CREATE SEQUENCE numbers MAXVALUE 3
                """)
            let key = Server.error { try database.execute("INSERT INTO counted (n) VALUES (\(2))") }
            #expect(key?.code == .full)
            #expect(key?.message == "Out of range value for column 'id' at row 1")
            #expect(key?.hint == "Give the column a larger type")
            let sequence = Server.error {
                for _ in 1...4 { _ = try database.write { try $0.value("SELECT NEXTVAL(numbers)", as: Int.self) } }
            }
            #expect(sequence?.code == .full)
            #expect(sequence?.message.hasSuffix(".numbers' has run out") == true, "\(sequence?.message ?? "")")
            // A value that was given is one.
            #expect(
                Server.error { try database.execute("INSERT INTO counted VALUES (\(1), \(99_999_999_999))") }?.code
                    == .value)
        }

        @Test func keysOfEndlessTexts() throws {
            let error = Server.error {
                try Server.database("").execute("CREATE TABLE note (a INT, t LONGTEXT, PRIMARY KEY (a, t))")
            }
            #expect(error?.code == .sql)
            #expect(error?.hint == "Give the column a length, as VARCHAR(191) has, or index a part of it")
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
                    == "Duplicate entry '…' for key '\(MySQLProduct.isMariaDB ? "" : "child.")by_mail'")
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
            #expect(
                error?.hint
                    == "The statement changed nothing, and a transaction that was open is rolled back: run that again")
            #expect(try database.read { try $0.value("SELECT n FROM child", as: Int.self) } == 1)
        }

        /// The server would close the connection, and the transaction with it.
        @Test func aStatementThatIsTooLarge() throws {
            let server = try MySQLTestServer.separate()
            try server.send("SET GLOBAL max_allowed_packet = 1048576")
            let database = try Database(
                url: server.makeDatabase(
                    "CREATE TABLE document (year INT, number INT, text LONGTEXT, PRIMARY KEY (year, number));"))
            final class Document: Model {
                var year = 0, number = 0, text = ""
                override class var table: String { "document" }
                override class var primaryKey: [String] { ["year", "number"] }
            }
            func document(_ number: Int, _ size: Int) -> Document {
                let document = Document()
                (document.year, document.number, document.text) = (2026, number, String(repeating: "x", count: size))
                return document
            }
            // 11 bytes, one for NULLs, two for the type of each value, two numbers with their lengths, a text with its own.
            let rest = 11 + 1 + 3 * 2 + 2 * 9 + 4
            try database.write { session in
                try session.insert(document(1, 10))
                let error = Server.error { try session.insert(document(2, 1_048_576 - rest)) }
                #expect(
                    error?.code == .tooBig
                        && error?.hint == "Raise max_allowed_packet of the server, or send less at once")
                #expect(
                    error?.message.hasPrefix(
                        "the statement and its values have 1048576 bytes, max_allowed_packet of mysql://")
                        == true, "\(String(describing: error))")
                #expect(error?.sql?.hasPrefix("INSERT INTO `document`") == true)
                try session.insert(document(3, 1_048_576 - rest - 1))
                // Numbers that follow each other would be sent as a range.
                let keys = (0..<200_000).map { [2026, 2 * $0 + 1] as [any SQLValueConvertible] }
                let list = Server.error { try session.find(Document.self, keys: keys) }
                #expect(list?.code == .tooBig)
                let text = Server.error {
                    try session.execute(SQL(unsafe: "SELECT '" + String(repeating: "x", count: 2_000_000) + "'"))
                }
                #expect(text?.code == .tooBig)
                // The transaction goes on.
                #expect(try session.find(Document.self, keys: Array(keys.prefix(5))).map(\.number) == [1, 3])
            }
            #expect(try database.read { try $0.query(Document.self).count() } == 2)
        }

        /// The same error says so of other options.
        @Test func anOptionThatForbidsAStatement() throws {
            let database = try Server.database("CREATE TABLE t (a INT, b INT, PRIMARY KEY (a, b));")
            // MariaDB has another error where there is no folder for it.
            let option = try database.read { try $0.value("SELECT @@secure_file_priv", as: String?.self) ?? nil }
            guard option == nil, !MySQLProduct.isMariaDB else { return }
            let error = Server.error {
                try database.withoutTransaction { try $0.execute("SELECT * FROM t INTO OUTFILE '/nowhere/t'") }
            }
            #expect(error?.engineCode == 1290 && error?.code == .other)
        }

        @Test func aServerThatOnlyReads() throws {
            let server = try MySQLTestServer.separate()
            let url = try server.makeDatabase(
                "CREATE TABLE t (a INT, b INT, PRIMARY KEY (a, b)); INSERT INTO t VALUES (1, 1);")
            try server.send(
                "CREATE USER app IDENTIFIED BY 'x'; GRANT SELECT, INSERT, UPDATE, DELETE ON *.* TO app; SET GLOBAL read_only = 1"
            )
            let database = try Database(url: url.replacing("root@", with: "app:x@"))
            #expect(try database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 1)
            for statement in ["INSERT INTO t VALUES (2, 2)", "UPDATE t SET b = 2", "DELETE FROM t"] {
                let error = Server.error { try database.write { try $0.execute(SQL(unsafe: statement)) } }
                #expect(error?.code == .readOnly && error?.engineCode == 1290, "\(String(describing: error))")
                #expect(error?.message.contains("--read-only option") == true)
                #expect(error?.hint == "Write to a server, and in a session, that can write")
            }
            #expect(try database.read { try $0.value("SELECT sum(a * b) FROM t", as: Int.self) } == 1)
            try server.send("SET GLOBAL read_only = 0")
            try database.write { try $0.execute("INSERT INTO t VALUES (2, 2)") }
        }

        @Test func theServerCrashes() throws {
            let server = try MySQLTestServer.separate()
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
