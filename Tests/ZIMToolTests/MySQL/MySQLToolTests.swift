#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// The tools on a database of a MariaDB server.
    @Suite(.mySQLServer) struct MySQLToolTests {
        /// The database's name changes from run to run.
        private func fixed(_ text: String, _ file: InspectedDatabase) -> String {
            text.replacing(file.name, with: "traps")
        }

        private func server() throws -> MySQLTestServer { try #require(MySQLTestServer.shared) }

        @Test(.mariaDBServer) func inspect() throws {
            let file = try MySQLTraps.open()
            let inspection = try Inspection(of: file)
            try Snapshot.expect(fixed(inspection.text(), file), "mysql-inspect.txt")
            try Snapshot.expect(fixed(inspection.json(), file), "mysql-inspect.json")
            #expect(inspection.summary == "11 tables, 2 views, 33 rows")
            #expect(
                inspection.relationships["line"]?.map(\.description) == ["line belongs to orders by (w, d, o)"])
        }

        @Test(.mariaDBServer) func doctor() throws {
            let file = try MySQLTraps.open()
            var options = Examination.Options()
            options.ignoring = []
            let examination = try Examination(of: file, options: options)
            try Snapshot.expect(fixed(examination.text(), file), "mysql-doctor.txt")
            try Snapshot.expect(fixed(examination.suggestions(), file), "mysql-suggestions.sql")
        }

        /// What the server lets happen: foreign keys that were not checked, NULL in a part of one, an index in another order.
        @Test func whatConstraintsDoNotForbid() throws {
            let url = try server().makeDatabase(
                """
                CREATE TABLE a (x INT, y INT, PRIMARY KEY (x, y)); INSERT INTO a VALUES (1, 1);
                CREATE TABLE b (id INT PRIMARY KEY, x INT, y INT, FOREIGN KEY (x, y) REFERENCES a (x, y));
                SET foreign_key_checks = 0; INSERT INTO b VALUES (1, 1, 1), (2, 1, 2), (3, NULL, 9);
                CREATE TABLE c (id INT, x INT, code VARCHAR(5), UNIQUE (x, code));
                INSERT INTO c VALUES (1, NULL, 'a'), (2, NULL, 'a'), (3, 1, 'a');
                """)
            let findings = try Examination(of: InspectedDatabase(place: url)).findings
            #expect(
                findings.map { "\($0.kind.rawValue) \($0.table) \($0.columns) \($0.count ?? 0)" } == [
                    #"orphans b ["x", "y"] 1"#, #"duplicateKeys c ["x", "code"] 1"#,
                    #"partlyNullForeignKey b ["x", "y"] 1"#, #"noKey c ["id"] 0"#,
                ])
            #expect(findings.first?.example == "x = 1, y = 2 at id = 2")
        }

        /// The catalogue has the columns of such a view.
        @Test func aViewWithoutItsDefiner() throws {
            let url = try server().makeDatabase(
                """
                CREATE TABLE a (x INT, y INT, PRIMARY KEY (x, y)); CREATE VIEW fits AS SELECT x, y FROM a;
                CREATE DEFINER = 'zim_gone'@'localhost' SQL SECURITY DEFINER VIEW gone AS SELECT x, y FROM a;
                """)
            let findings = try Examination(of: InspectedDatabase(place: url)).findings
            #expect(findings.map(\.kind) == [.unreadable] && findings.map(\.table) == ["gone"])
            #expect(
                findings.first?.message.hasPrefix("the view cannot be read: The user specified as a definer") == true)
        }

        /// Two texts of collations that do not go together, or a text and a number, are not compared to guess.
        @Test func onlyColumnsThatCompareAreGuessed() throws {
            let url = try server().makeDatabase(
                """
                CREATE TABLE customer (customer_no VARCHAR(10) COLLATE utf8mb4_unicode_ci PRIMARY KEY) ENGINE = MyISAM;
                INSERT INTO customer VALUES ('1'), ('2'), ('3'), ('4');
                CREATE TABLE good (id INT PRIMARY KEY, customer_no VARCHAR(10) COLLATE utf8mb4_bin) ENGINE = MyISAM;
                CREATE TABLE number (id INT PRIMARY KEY, customer_no INT) ENGINE = MyISAM;
                CREATE TABLE other (id INT PRIMARY KEY, customer_no VARCHAR(10) COLLATE utf8mb4_spanish_ci) ENGINE = MyISAM;
                INSERT INTO good VALUES (1, '1'), (2, '2'), (3, '3'), (4, '4');
                INSERT INTO number SELECT * FROM good; INSERT INTO other SELECT * FROM good;
                """)
            let findings = try Examination(of: InspectedDatabase(place: url)).findings
            #expect(findings.filter { $0.kind == .likelyRelationship }.map(\.table) == ["good"])
        }

        @Test(.mariaDBServer) func diagrams() throws {
            let file = try MySQLTraps.open()
            let diagram = try Diagram(of: file)
            try Snapshot.expect(fixed(diagram.text(.mermaid), file), "mysql-diagram.mmd")
            #expect(diagram.text(.svg).hasPrefix("<svg xmlns="))
            var around = Diagram.Options()
            around.around = "orders"
            #expect(
                try Diagram(of: file, options: around).boxes.map(\.table.ownName) == ["line", "orders", "warehouse"])
        }

        @Test func testsAreWrittenForAURLWithoutItsPassword() throws {
            let out = try ToolScratch()
            let url = try MySQLTraps.url().replacing("root@", with: "root:secret@")
            let generation = try Generation(of: InspectedDatabase(place: MySQLTraps.url()))
            _ = try generation.write(to: out.folder)
            _ = try generation.writeTests(to: out.folder, module: "Traps")
            let frame = try #require(out.text("ZIMModelTests.swift"))
            #expect(frame.contains("/// A password is found in MYSQL_PWD, or in the URL of ZIM_TEST_DATABASE."))
            #expect(frame.contains("?? \"mysql://root@/zim_"))
            #expect(
                try InspectedDatabase(place: url).placeForPrograms
                    == InspectedDatabase(place: MySQLTraps.url()).placeForPrograms)
            #expect(try FolderCheck(of: MySQLTraps.open(), folder: out.folder).differences == [])
            let line = try #require(out.text("Line.swift"))
            #expect(line.contains("///     SELECT … FROM `orders` WHERE `orders`.`w` = ? AND `orders`.`d` = ?"))
            // Beyond what Int holds, where the rows say so; by AUTO_INCREMENT, so that a new model has none.
            #expect(out.text("Wide.swift")?.contains("    var big: UInt64 {") == true)
            #expect(out.text("Table2BDropTableX.swift")?.contains("    var id: Int? {") == true)
        }

        @Test(.mariaDBServer) func whatChangedIsFound() throws {
            let url = try server().makeDatabase(MySQLTraps.sql)
            let out = try ToolScratch()
            _ = try Generation(of: InspectedDatabase(place: url)).write(to: out.folder)
            let database = try Database(url: url)
            try database.withoutTransaction { session in
                try session.execute(
                    """
                    ALTER TABLE line DROP FOREIGN KEY of_order; ALTER TABLE line MODIFY note TEXT;
                    ALTER TABLE warehouse ADD COLUMN more INT; CREATE TABLE fresh (id INT PRIMARY KEY);
                    ALTER TABLE line MODIFY label VARCHAR(8)
                    """)
            }
            let found = try FolderCheck(of: InspectedDatabase(place: url), folder: out.folder).differences
            #expect(
                Set(found.map(\.description)) == [
                    "line.note: the type was varchar(80), is text",
                    "line: the foreign key (w, d, o) to orders (w, d, id) is gone",
                    "orders: the relationship of lines() is gone: orders has many line by (w, d, o)",
                    "warehouse.more: a new column, int(11)", "line.label: can be NULL now",
                    "fresh: a new table, without a class",
                ])
        }

        @Test(.mariaDBServer) func numberedAndComputedColumnsThatChanged() throws {
            let server = try MySQLScratch(
                """
                CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, a INT);
                CREATE TABLE n (id INT PRIMARY KEY, v INT AS (id) VIRTUAL);
                """)
            let out = try ToolScratch()
            _ = try Generation(of: InspectedDatabase(place: server.url)).write(to: out.folder)
            try server.execute(
                "ALTER TABLE t MODIFY id INT; ALTER TABLE t DROP a; ALTER TABLE t ADD a INT AS (id) STORED")
            try server.execute("ALTER TABLE n MODIFY id INT AUTO_INCREMENT")
            let found = try FolderCheck(of: InspectedDatabase(place: server.url), folder: out.folder).differences
            #expect(
                Set(found.map(\.description)) == [
                    "n.id: was given by programs, is numbered by the database",
                    "t.id: was numbered by the database, is given by programs",
                    "t.a: was given by programs, is computed by the database",
                ])
        }

        /// A Decimal has 38 digits, the server 65.
        @Test func numbersThatADecimalDoesNotHoldAreText() throws {
            let nines = String(repeating: "9", count: 35)
            let server = try MySQLScratch(
                """
                CREATE TABLE n (id INT PRIMARY KEY, a DECIMAL(65, 30), b DECIMAL(65, 30), c DECIMAL(38, 0));
                INSERT INTO n VALUES (1, \(nines).\(nines.dropLast(5)), 12.5, 999\(nines));
                """)
            let out = try ToolScratch()
            _ = try Generation(of: InspectedDatabase(place: server.url)).write(to: out.folder)
            let text = try #require(out.text("N.swift"))
            for (name, type) in [("a", "String?"), ("b", "Decimal?"), ("c", "Decimal?")] {
                #expect(text.contains("    var \(name): \(type) {"))
            }
        }

        /// A key is found again by all its digits, and its next value may have a fraction where none has one yet.
        @Test func decimalKeysKeepTheirDigits() throws {
            let server = try MySQLScratch(
                """
                CREATE TABLE price (k DECIMAL(30, 12), n DECIMAL(18, 0) UNSIGNED, d DECIMAL(5, 2), PRIMARY KEY (k, n, d));
                INSERT INTO price VALUES (123456789012345678.123456789012, 1, 1);
                CREATE TABLE line (id DECIMAL(38, 0) PRIMARY KEY, k DECIMAL(30, 12), n DECIMAL(18, 0) UNSIGNED,
                    d DECIMAL(5, 2), FOREIGN KEY (k, n, d) REFERENCES price (k, n, d));
                INSERT INTO line VALUES (12345678901234567890, 123456789012345678.123456789012, 1, 1);
                CREATE TABLE bare (id DECIMAL(10, 2) PRIMARY KEY);
                """)
            let out = try ToolScratch()
            _ = try Generation(of: InspectedDatabase(place: server.url)).write(to: out.folder)
            for (file, parts) in [
                ("Price", ["k: Decimal", "n: Int", "d: Decimal"]),
                ("Line", ["id: Decimal", "k: Decimal?", "n: Int?", "d: Decimal?"]), ("Bare", ["id: Decimal"]),
            ] {
                let text = try #require(out.text("\(file).swift"))
                for part in parts { #expect(text.contains("    var \(part) {"), "\(file)") }
            }
        }

        /// 0 would be a key.
        @Test(.mariaDBServer) func partsOfKeysThatASequenceGives() throws {
            let server = try MySQLScratch()
            try server.execute("CREATE SEQUENCE numbers")
            try server.execute(
                """
                CREATE TABLE ticket (shop INT, no INT DEFAULT (NEXT VALUE FOR numbers), kind INT DEFAULT 3,
                    PRIMARY KEY (shop, no, kind))
                """)
            let out = try ToolScratch()
            _ = try Generation(of: InspectedDatabase(place: server.url)).write(to: out.folder)
            let text = try #require(out.text("Ticket.swift"))
            for part in ["shop: Int", "no: Int?", "kind: Int"] {
                #expect(text.contains("    var \(part) {"), "\(text)")
            }
        }

        /// A URL names a database, which is what MySQL calls a schema; another one is told of by name.
        @Test func otherDatabasesOfTheServer() throws {
            let server = try server()
            let other = try server.makeDatabase("CREATE TABLE far (a INT, b INT, PRIMARY KEY (a, b));")
            let name = try InspectedDatabase(place: other).name
            let own = try server.makeDatabase(
                """
                CREATE TABLE near (id INT PRIMARY KEY, a INT, b INT,
                    FOREIGN KEY (a, b) REFERENCES \(name).far (a, b));
                """)
            let file = try InspectedDatabase(place: own)
            #expect(try Inspection(of: file).tables.map(\.name) == ["near"])
            #expect(try Examination(of: file).findings == [])
            let both = try InspectedDatabase(place: own, schemas: [file.name, name])
            #expect(try Set(Inspection(of: both).tables.map(\.name)) == ["\(name).far", "near"])
            let all = try InspectedDatabase(place: server.url())
            #expect(try all.schema().tables.contains { $0.name == "\(name).far" })
        }

        /// As many statements for many tables as for few.
        @Test func aSchemaTakesAConstantNumberOfStatements() throws {
            func count(_ tables: Int) throws -> Int {
                let script = (0..<tables).map {
                    "CREATE TABLE t\($0) (a INT, b INT, PRIMARY KEY (a, b), FOREIGN KEY (b, a) REFERENCES t\(max(0, $0 - 1)) (a, b));"
                }
                let file = try InspectedDatabase(place: server().makeDatabase(script.joined()))
                let database = try Database(url: file.place)
                let log = Log()
                let subscription = database.trace { log.add($0.sql) }
                let schema = try database.read { try $0.schema() }
                subscription.cancel()
                #expect(schema.tables.count == tables && schema.tables.allSatisfy { $0.foreignKeys.count == 1 })
                return log.texts.count
            }
            let few = try count(2)
            #expect(try count(60) == few)
            #expect(few <= 10)
        }
    }
#endif
