#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// What is odd in the definitions of MariaDB and MySQL: defaults of all types, bytes in them, versions in comments.
    @Suite(.mySQLServer) struct MySQLDefaultTests {
        private static let defaults = """
            SET sql_mode = '';
            CREATE TABLE film (studio INT, number INT, path VARCHAR(40) NOT NULL DEFAULT 'C:\\\\temp',
                lines2 VARCHAR(20) NOT NULL DEFAULT 'a\\nb', price DECIMAL(4,2) NOT NULL DEFAULT 4.99,
                shown BIT(1) NOT NULL DEFAULT b'1', flags BIT(4) NOT NULL DEFAULT b'101',
                born DATE NOT NULL DEFAULT '2001-02-03', code BINARY(4) NOT NULL DEFAULT 'ab',
                made TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, seen DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
                gone DATE NOT NULL DEFAULT '0000-00-00', PRIMARY KEY (studio, number));
            """

        @Test func newModelsHaveThem() throws {
            let (server, out) = (try MySQLScratch(Self.defaults), try ToolScratch())
            _ = try Generation(of: InspectedDatabase(place: server.url)).write(to: out.folder)
            let text = try #require(out.text("Film.swift"))
            #expect(
                GeneratedDefaultTests.initials(text) == [
                    "studio = 0", "number = 0", #"path = "C:\\temp""#, #"lines2 = "a\nb""#,
                    #"price = Decimal(string: "4.99") ?? 0"#, "shown = true", "flags = 5",
                    "born = Date(timeIntervalSince1970: 981158400)  // 2001-02-03",
                    "code = Data([0x61, 0x62, 0x00, 0x00])", "made = Date()", "seen = Date()", #"gone = "0000-00-00""#,
                ])
        }

        /// What the catalogue does not say, or says as an expression, is left to the server.
        @Test func othersAreLeftToTheServer() throws {
            let server = try MySQLScratch(
                """
                CREATE TABLE film (studio INT, number INT, due DATETIME NOT NULL DEFAULT (now() + INTERVAL 14 DAY),
                    code CHAR(32) NOT NULL DEFAULT (md5(rand())), made INT NOT NULL DEFAULT (unix_timestamp()),
                    big BIGINT UNSIGNED NOT NULL DEFAULT 18446744073709551615, bytes VARBINARY(5) NOT NULL DEFAULT x'00ff',
                    token CHAR(36) DEFAULT (uuid()), plain INT NOT NULL DEFAULT 7, lot CHAR(36) NOT NULL DEFAULT (uuid()),
                    PRIMARY KEY (studio, number, lot));
                """)
            let out = try ToolScratch()
            _ = try Generation(of: InspectedDatabase(place: server.url)).write(to: out.folder)
            let text = try #require(out.text("Film.swift"))
            var initials = ["studio = 0", "number = 0", "big = 18446744073709551615", "plain = 7"]
            // MySQL prints the digits of bytes.
            if !MySQLProduct.isMariaDB { initials.insert("bytes = Data([0x00, 0xff])", at: 3) }
            #expect(GeneratedDefaultTests.initials(text) == initials, "\(text)")
            #expect(text.contains("    var big: UInt64 {") && text.contains("    var due: Date? {"))
            #expect(text.contains(#"databaseDefaults: Set<String> { ["token"] }"#))
            // MySQL does not tell which key a new row got; of MariaDB's it goes without saying.
            #expect(text.contains("    /// `lot` char(36), not null, part 3 of the key\n"))
        }

        /// The catalogue of MySQL 8 ends the bytes of a default at the first zero.
        @Test(.enabled(if: !MySQLProduct.isMariaDB, "MariaDB prints no digits")) func zerosInBytes() throws {
            let server = try MySQLScratch(
                """
                CREATE TABLE d (x INT, y INT, c VARBINARY(5) NOT NULL DEFAULT x'ff0061', d BINARY(4) NOT NULL DEFAULT x'ff0061',
                    e VARBINARY(5) NOT NULL DEFAULT 'a\\0b', n BINARY(4) NOT NULL DEFAULT x'00010203', PRIMARY KEY (x, y),
                    f VARBINARY(2) DEFAULT x'ff61', g BINARY(2) NOT NULL DEFAULT '', h VARBINARY(9) NOT NULL DEFAULT '',
                    `DEFAULT` VARBINARY(5) NOT NULL DEFAULT x'00' COMMENT 'DEFAULT ''a'' b',
                    i VARBINARY(9) NOT NULL DEFAULT 'it''s\\\\', j VARBINARY(9) DEFAULT (concat('a', 'b')));
                CREATE VIEW v AS SELECT x, y, n FROM d;
                INSERT INTO d (x, y) VALUES (1, 1);
                """)
            let schema = try server.database.read { try $0.schema() }
            let defaults = try #require(schema.table("d")).columns.map { $0.defaultValue ?? "" }
            #expect(
                defaults.prefix(11) == [
                    "", "", "0xFF0061", "0xFF006100", "0x610062", "0x00010203", "0xFF61", "0x0000", "''", "0x00",
                    "0x697427735c",
                ])
            #expect(defaults.last?.contains("concat") == true)
            // The definition of a view shows none: only the server knows.
            #expect(schema.table("v")?.columns.map(\.defaultValue) == [nil, nil, "DEFAULT(`n`)"])
            let out = try ToolScratch()
            _ = try Generation(of: InspectedDatabase(place: server.url)).write(to: out.folder)
            let initials = GeneratedDefaultTests.initials(try #require(out.text("D.swift")))
            #expect(initials.contains("c = Data([0xff, 0x00, 0x61])"), "\(initials)")
            #expect(initials.contains("n = Data([0x00, 0x01, 0x02, 0x03])"), "\(initials)")
            let file = out.path("copy.sqlite")
            _ = try CopyBench.copy(server, to: file)
            let copy = try Database(path: file)
            try copy.execute("INSERT INTO d (x, y) VALUES (1, 2)")
            let rows = try copy.read {
                try $0.rows("SELECT hex(c), hex(d), hex(e), hex(n), hex(g), hex(h) FROM d ORDER BY y").map(\.values)
            }
            #expect(rows == Array(repeating: ["FF0061", "FF006100", "610062", "00010203", "0000", ""], count: 2))
        }

        /// MariaDB prints them as they are, in no character set.
        @Test func bytesThatAreNoTextAreCopied() throws {
            let source = try MySQLScratch(
                """
                CREATE TABLE t (a INT, b INT, v VARBINARY(9) NOT NULL DEFAULT x'00ff275c0a41', s VARCHAR(9) DEFAULT 'ü', PRIMARY KEY (a, b));
                INSERT INTO t (a, b) VALUES (1, 1);
                """)
            let target = try MySQLScratch()
            _ = try CopyBench.copy(source, to: target.url)
            try target.execute("INSERT INTO t (a, b) VALUES (1, 2)")
            #expect(
                try target.rows("SELECT HEX(v), s FROM t ORDER BY b") == [
                    ["00FF275C0A41", "ü"], ["00FF275C0A41", "ü"],
                ])
            let migration = try source.database.read { try MySQLObjects($0, $0.schema()) }
            let digits = MySQLProduct.isMariaDB ? "x'00FF275C0A41'" : "0x00FF275C0A41"
            #expect(migration.tables["t"]?.column("v")?.text.contains(digits) == true)
        }

        @Test func aValueThatItsEnumDoesNotListIsNamed() throws {
            let source = try MySQLScratch(
                """
                SET sql_mode = '';
                CREATE TABLE t (a INT, b INT, r ENUM('x', 'y'), PRIMARY KEY (a, b));
                INSERT INTO t VALUES (1, 1, 'x'), (1, 2, 'gone'), (1, 3, NULL);
                CREATE TABLE u (a INT, b INT, r ENUM('x', ''), PRIMARY KEY (a, b)); INSERT INTO u VALUES (1, 1, '');
                """)
            let target = try MySQLScratch()
            for invalid in [CopyOptions.InvalidValues.refuse, .widen] {
                let refusal = #expect(throws: CopyRefusal.self) {
                    try CopyBench.copy(source, to: target.url) { $0.invalidValues = invalid }
                }
                #expect(refusal?.first.map(\.text) == ["t.r: '' is not in the list of its ENUM (a = 1, b = 2)"])
                #expect(try target.contents == [])
            }
            _ = try CopyBench.copy(source, to: target.url) { $0.invalidValues = .null }
            #expect(try target.rows("SELECT b, r FROM t ORDER BY b") == [[1, "x"], [2, .null], [3, .null]])
            #expect(try target.rows("SELECT r FROM u") == [[""]])
            let other = try MySQLScratch()
            _ = try CopyBench.copy(source, to: other.url) { $0.invalidValues = .skip }
            #expect(try other.rows("SELECT b, r FROM t ORDER BY b") == [[1, "x"], [3, .null]])
            let findings = try Examination(of: InspectedDatabase(place: source.url)).findings
            #expect(
                findings.filter { $0.kind == .invalidValues }.map { "\($0.table) \($0.columns) \($0.count ?? 0)" }
                    == [#"t ["r"] 1"#])
        }

        /// MySQL prints what older versions do not know in comments.
        @Test func whatAVersionOfMySQLKnowsIsRead() throws {
            let sql = """
                CREATE TABLE `t` (
                  `a` int NOT NULL COMMENT '/*!1 x */',
                  `b` int DEFAULT NULL /*!80023 INVISIBLE */,
                  PRIMARY KEY (`a`)
                ) ENGINE=InnoDB
                /*!50100 PARTITION BY RANGE (`a`)
                (PARTITION p VALUES LESS THAN (10) ENGINE = InnoDB) */
                """
            let ddl = CopyDDL(CopyPlan(source: .mySQL, target: .mySQL, location: "", tables: [], notes: []))
            let made = try MySQLDefinition(sql, of: "t").create("t", ddl).render(with: MySQLDialect()).sql
            #expect(
                made.contains("`a` int NOT NULL COMMENT '/*!1 x */'")
                    && made.contains("`b` int DEFAULT NULL  INVISIBLE"))
            #expect(made.contains("ENGINE=InnoDB\n PARTITION BY RANGE (`a`)") && !made.contains("50100"))
        }

        @Test func foreignKeysThatTheServerRefusesAreComments() throws {
            let server = try MySQLScratch(
                """
                CREATE TABLE customer (customer_id SMALLINT UNSIGNED PRIMARY KEY); INSERT INTO customer VALUES (1), (2), (3), (4);
                CREATE TABLE visit (id INT, n INT, customer_id SMALLINT, PRIMARY KEY (id, n));
                INSERT INTO visit VALUES (1, 1, 1), (1, 2, 2), (2, 1, 3), (2, 2, 4);
                CREATE TABLE part (part_id INT PRIMARY KEY, parent_part_id INT) ENGINE = MyISAM;
                INSERT INTO part VALUES (1, NULL), (2, 1), (3, 2), (4, 3), (5, 4);
                """)
            let text = try Examination(of: InspectedDatabase(place: server.url)).suggestions()
            #expect(
                text.contains(
                    "-- `visit`: FOREIGN KEY (`customer_id`) REFERENCES `customer` (`customer_id`); MySQL refuses it: ")
            )
            #expect(!text.contains("ALTER TABLE `visit` ADD"))
            #expect(text.components(separatedBy: "ENGINE = InnoDB;").count == 2)
        }

        #if PostgreSQL
            /// The column becomes TEXT, which holds its default, too.
            @Test(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) func aWiderColumnKeepsItsDefault()
                throws
            {
                let source = try MySQLScratch(
                    """
                    SET sql_mode = '';
                    CREATE TABLE t (a INT, b INT, d DATE NOT NULL DEFAULT '0000-00-00', n INT DEFAULT 5, PRIMARY KEY (a, b));
                    INSERT INTO t (a, b) VALUES (1, 1);
                    """)
                let target = try ServerScratch()
                let report = try CopyBench.copy(source, to: target.url) { $0.invalidValues = .widen }
                #expect(!report.notes.contains { $0.text.contains("the default of d") })
                try target.execute("INSERT INTO t (a, b) VALUES (1, 2)")
                #expect(try target.rows("SELECT d, n FROM t ORDER BY b") == [["0000-00-00", 5], ["0000-00-00", 5]])
            }
        #endif
    }
#endif
