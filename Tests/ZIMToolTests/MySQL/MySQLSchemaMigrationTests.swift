#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// `zim migrate new --from --to` on MariaDB.
    @Suite(.mySQLServer) struct MySQLSchemaMigrationTests {
        private static let base = """
            CREATE TABLE warehouse (w INT, d INT, name TEXT NOT NULL, PRIMARY KEY (w, d));
            CREATE TABLE orders (w INT, d INT, id INT, mood ENUM('sad', 'happy') DEFAULT 'sad', total DECIMAL(10, 4),
                note VARCHAR(10) DEFAULT 'x', gone INT CHECK (gone > 0), half DECIMAL(12, 4) AS (total / 2) STORED,
                PRIMARY KEY (w, d, id), KEY halves (d, half), KEY notes (note(5)), CONSTRAINT small CHECK (total < 1000),
                FOREIGN KEY (w, d) REFERENCES warehouse (w, d));
            CREATE TABLE line (w INT, d INT, o INT, n INT, amount INT, PRIMARY KEY (w, d, o, n),
                FOREIGN KEY (w, d, o) REFERENCES orders (w, d, id) ON DELETE CASCADE);
            CREATE TABLE old (id INT AUTO_INCREMENT PRIMARY KEY, w INT, d INT,
                FOREIGN KEY (w, d) REFERENCES warehouse (w, d));
            CREATE VIEW totals AS SELECT w, d, sum(total) AS total FROM orders GROUP BY w, d;
            CREATE VIEW names AS SELECT name FROM warehouse; CREATE VIEW gone AS SELECT 1 AS one;
            INSERT INTO warehouse VALUES (1, 1, 'one'), (1, 2, 'two');
            INSERT INTO orders (w, d, id, mood, total, note, gone) VALUES (1, 1, 1, 'happy', 5.25, 'a', 1),
                (1, 2, 1, NULL, 0, NULL, NULL);
            INSERT INTO line VALUES (1, 1, 1, 1, 3); INSERT INTO old VALUES (1, 1, 1);
            """
        private static let wanted = """
            CREATE TABLE warehouse (w INT, d INT, name TEXT, `Odd ``name`` x` VARCHAR(20) COLLATE utf8mb4_bin NOT NULL
                DEFAULT 'it''s; so', PRIMARY KEY (w, d), CHECK (name <> '')) COMMENT = 'where; it''s';
            CREATE TABLE orders (w INT, d INT, id BIGINT, mood ENUM('sad', 'so so', 'happy') DEFAULT 'sad',
                total DECIMAL(8, 2) NOT NULL DEFAULT 0, note TEXT, twice DECIMAL(12, 2) AS (total * 2) VIRTUAL,
                half DECIMAL(12, 4) AS (total / 4) STORED, PRIMARY KEY (w, d, id), KEY halves (d, half),
                KEY notes (note(7)), UNIQUE KEY totals (total, w, d),
                FOREIGN KEY (w, d) REFERENCES warehouse (w, d) ON UPDATE CASCADE);
            CREATE TABLE line (w INT, d INT, o BIGINT, n INT, lot VARCHAR(5) NOT NULL DEFAULT '-', amount INT,
                PRIMARY KEY (w, d, o, n, lot), FOREIGN KEY (w, d, o) REFERENCES orders (w, d, id) ON DELETE CASCADE);
            CREATE TABLE `Part``s` (w INT, d INT, o BIGINT, n INT, lot VARCHAR(5), k INT AUTO_INCREMENT UNIQUE,
                j JSON, PRIMARY KEY (w, d, o, n, lot, k), CONSTRAINT `part of` FOREIGN KEY (w, d, o, n, lot)
                REFERENCES line (w, d, o, n, lot)) ROW_FORMAT = COMPRESSED;
            CREATE VIEW totals AS SELECT w, d, sum(total) AS total FROM orders GROUP BY w, d;
            CREATE VIEW more AS SELECT w, one FROM names JOIN last; CREATE VIEW names AS SELECT name, w FROM warehouse;
            """

        private func migrate(_ server: MySQLScratch, _ folder: String, to wanted: String) throws -> MigrationDraft {
            try MigrationBench.migrate(server.database, at: server.url, folder, to: wanted)
        }

        private func wanted() throws -> MySQLScratch {
            let server = try MySQLScratch()
            try server.execute(
                Self.wanted.replacing("CREATE VIEW more AS SELECT w, one FROM names JOIN last;", with: "")
                    + "CREATE VIEW last AS SELECT 1 AS one; CREATE VIEW more AS SELECT w, one FROM names JOIN last")
            return server
        }

        @Test(.mariaDBServer) func theDifferenceIsGone() throws {
            let (base, wanted, scratch) = (try MySQLScratch(), try wanted(), try ToolScratch())
            try base.execute(Self.base)
            let folder = scratch.path("Migrations")
            let draft = try migrate(base, folder, to: wanted.url)
            #expect(draft.notes == [])
            #expect(draft.losses == 2)
            let text = try #require(scratch.text("Migrations/0001_step.sql"))
            #expect(text.contains("\nDROP VIEW `gone`;\n"))
            #expect(
                text.contains("-- \"total\" was decimal(10,4): digits and times of day that decimal(8,2) does not have")
            )
            #expect(text.contains("-- drops the values of \"gone\"\n"))
            // New and replaced ones.
            for view in ["last", "more", "names"] {
                let sql = "CREATE OR REPLACE ALGORITHM=UNDEFINED SQL SECURITY DEFINER VIEW `\(view)` AS"
                #expect(text.contains("-- its definer is who runs this\n" + sql), "\(text)")
            }
            #expect(text.contains("ALTER TABLE `line`\n    DROP FOREIGN KEY `line_ibfk_1`;\n"))
            #expect(
                text.contains(
                    """
                    ALTER TABLE `line`
                        DROP PRIMARY KEY,
                        MODIFY COLUMN `o` bigint(20) NOT NULL,
                        ADD COLUMN `lot` varchar(5) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci NOT NULL DEFAULT '-' AFTER `n`,
                        ADD PRIMARY KEY (`w`,`d`,`o`,`n`,`lot`);
                    """), "\(text)")
            let again = try SchemaMigration(folder: folder, table: "zim_migration").draft(
                from: base.url, to: wanted.url)
            #expect(again.migration.isEmpty, "\(again.migration.text("", from: "", to: ""))")
            #expect(again.migration.notes == [])
            for table in try wanted.contents where try wanted.schema.table(table)?.kind == .table {
                #expect(try base.definition(table) == wanted.definition(table))
            }
            #expect(
                try base.rows(
                    "SELECT w, d, id, mood, CONCAT(total), CONCAT(half), CONCAT(twice) FROM orders ORDER BY d")
                    == [
                        [1, 1, 1, "happy", "5.25", "1.3125", "10.50"], [1, 2, 1, .null, "0.00", "0.0000", "0.00"],
                    ])
            #expect(try base.rows("SELECT w, d, o, n, lot, amount FROM line") == [[1, 1, 1, 1, "-", 3]])
            #expect(try base.rows("SELECT w, one FROM more") == [[1, 1], [1, 1]])
        }

        /// The server would put 0 into the key of the rows that are there.
        @Test(.mariaDBServer) func whatHasNoValueStopsTheMigration() throws {
            let (base, wanted, scratch) = (try MySQLScratch(), try MySQLScratch(), try ToolScratch())
            try base.execute("CREATE TABLE t (a INT, b INT, PRIMARY KEY (a, b)); INSERT INTO t VALUES (1, 2)")
            try wanted.execute("CREATE TABLE t (a INT, b INT, c INT NOT NULL, PRIMARY KEY (a, b, c))")
            let folder = scratch.path("Migrations")
            let error = #expect(throws: DatabaseError.self) { try migrate(base, folder, to: wanted.url) }
            #expect(error?.message.contains("failed in statement 2 of 2") == true, "\(error?.message ?? "")")
            #expect(
                scratch.text("Migrations/0001_step.sql")?.hasSuffix(
                    """

                    ALTER TABLE `t`
                        ADD COLUMN `c` int(11) NULL;

                    -- "c" is NOT NULL and has no default: write an UPDATE before this, if there are rows
                    ALTER TABLE `t`
                        DROP PRIMARY KEY,
                        MODIFY COLUMN `c` int(11) NOT NULL AFTER `b`,
                        ADD PRIMARY KEY (`a`,`b`,`c`);

                    """) == true, "\(scratch.text("Migrations/0001_step.sql") ?? "")")
            try base.execute("UPDATE t SET c = 7")
            try Migrator(folder: folder).up(base.database)
            #expect(try base.rows("SELECT a, b, c FROM t") == [[1, 2, 7]])
            #expect(try base.definition("t") == wanted.definition("t"))
        }

        /// A new column behind another new one, a computed one that is written now, a type that holds more, a view that is merged.
        @Test(.mariaDBServer) func whatDependsOnWhatIsNew() throws {
            let (base, wanted, scratch) = (try MySQLScratch(), try MySQLScratch(), try ToolScratch())
            try base.execute(
                """
                CREATE TABLE t (a INT, b INT, price DECIMAL(8, 2), at DATETIME, twice INT AS (b * 2) STORED, PRIMARY KEY (a, b));
                CREATE VIEW v AS SELECT a, price FROM t
                """)
            try wanted.execute(
                """
                CREATE TABLE t (a INT, n1 VARCHAR(5), n2 INT NOT NULL, b INT, price DECIMAL(10, 4), at DATETIME(6), twice INT NOT NULL,
                    PRIMARY KEY (a, b));
                CREATE ALGORITHM = MERGE VIEW v AS SELECT a, price FROM t
                """)
            let less = try SchemaMigration(folder: scratch.path("none"), table: "zim_migration")
                .draft(from: wanted.url, to: base.url).migration
            // The new columns go, and digits of the others.
            #expect(less.losses > 0, "\(less.text("", from: "", to: ""))")
            #expect(less.text("", from: "", to: "").contains("\"price\" was decimal(10,4): digits"))
            let draft = try migrate(base, scratch.path("Migrations"), to: wanted.url)
            #expect(draft.losses == 0)
            #expect(try base.definition("t") == wanted.definition("t"))
            let algorithm = "SELECT ALGORITHM FROM information_schema.VIEWS WHERE TABLE_SCHEMA = DATABASE()"
            #expect(try base.value(algorithm, as: String.self) == "MERGE")
        }

        /// What a class does not record of a column stays where the class changes the rest.
        @Test func aColumnKeepsWhatClassesDoNotRecord() throws {
            let (base, dev, scratch) = (try MySQLScratch(), try MySQLScratch(), try ToolScratch())
            func table(_ end: String) -> String {
                """
                CREATE TABLE t (a INT, b INT, name VARCHAR(20) CHARACTER SET latin1 COLLATE latin1_bin\(end) COMMENT 'it''s (so)',
                    at TIMESTAMP(3)\(end.isEmpty ? " NULL DEFAULT NULL" : " NOT NULL DEFAULT current_timestamp(3)") ON UPDATE current_timestamp(3),
                    j JSON\(end), PRIMARY KEY (a, b))
                """
            }
            try base.execute(table(""))
            try dev.execute(table(" NOT NULL"))
            let wanted = try dev.definition("t")
            _ = try Generation(of: InspectedDatabase(place: dev.url)).write(to: scratch.path("Models"))
            _ = try migrate(base, scratch.path("Migrations"), to: scratch.path("Models"))
            #expect(try base.definition("t") == wanted, "\(scratch.text("Migrations/0001_step.sql") ?? "")")
        }

        @Test func classesAndADatabase() throws {
            let (base, dev, scratch) = (try MySQLScratch(), try wanted(), try ToolScratch())
            let folder = scratch.path("Migrations")
            try base.execute(Self.base)
            for view in ["more", "names", "last", "totals"] { try dev.execute("DROP VIEW \(view)") }
            _ = try Generation(of: InspectedDatabase(place: dev.url)).write(to: scratch.path("Models"))
            let draft = try migrate(base, folder, to: scratch.path("Models"))
            #expect(draft.notes == ["the table \"old\" has no class, and stays"])
            let check = try FolderCheck(of: InspectedDatabase(place: base.url), folder: scratch.path("Models"))
            #expect(
                check.differences.map(\.description).sorted() == [
                    "gone: a new view, without a class", "names: a new view, without a class",
                    "old: a new table, without a class", "totals: a new view, without a class",
                ], "\(scratch.text("Migrations/0001_step.sql") ?? "")")
        }

        /// In strict mode the server refuses what is too long, and cuts what a text says of a number or a day.
        @Test(.mariaDBServer) func whatAConversionLosesIsSaid() throws {
            let (base, wanted, scratch) = (try MySQLScratch(), try MySQLScratch(), try ToolScratch())
            try base.execute(
                """
                CREATE TABLE t (a INT, b INT, d VARCHAR(30), n VARCHAR(9), big BIGINT, c VARCHAR(9), v VARCHAR(9), i INT, PRIMARY KEY (a, b));
                INSERT INTO t VALUES (1, 1, '2020-01-02 10:11:12', '1.66', 9007199254740993, 'ab  ', 'abc', 7)
                """)
            try wanted.execute(
                "CREATE TABLE t (a INT, b INT, d DATE, n DECIMAL(3, 1), big DOUBLE, c CHAR(9), v VARCHAR(3), i BIGINT, PRIMARY KEY (a, b))"
            )
            let draft = try migrate(base, scratch.path("Migrations"), to: wanted.url)
            #expect(draft.losses == 1)
            #expect(
                draft.steps.first?.note?.split(separator: "\n").map(String.init) == [
                    "\"d\" was varchar(30): digits and times of day that date does not have are lost",
                    "\"n\" was varchar(9): digits and times of day that decimal(3,1) does not have are lost",
                    "\"big\" was bigint(20): digits and times of day that double does not have are lost",
                    "\"c\" was varchar(9): spaces at the end are lost",
                ])
            try base.execute("UPDATE t SET v = 'abc'")
            #expect(throws: DatabaseError.self) { try base.execute("UPDATE t SET v = 'abcd'") }
        }

        private static let int = MySQLProduct.isMariaDB ? "int(11)" : "int"

        private static func zone(_ type: String) -> String {
            "the time zone of the session, UTC for zim, decides which \(type) it becomes"
        }

        private static let numbered = "a number that is no label becomes the label that has it in the list"

        private static func number(_ type: String) -> String {
            "its digits become those of a number, and what \(type) does not have of them is lost"
        }

        private static func filling(_ type: String) -> String {
            "values that are shorter than \(type) are filled up with zero bytes"
        }

        /// Each with a value that the server converts without an error.
        @Test(
            arguments: [
                ("TEXT", "'07'", "INT", "7", "zeros in front and spaces are lost"),
                ("VARCHAR(9)", "'5'", "YEAR", "2005", "numbers of two digits become the years from 1970 to 2069"),
                ("INT", "99", "YEAR", "1999", "numbers of two digits become the years from 1970 to 2069"),
                ("ENUM('5', '3')", "'3'", "INT", "2", "a label becomes its number in the list"),
                ("ENUM('5', '3')", "'3'", "DECIMAL(5,2)", "2.00", "a label becomes its number in the list"),
                ("SET('a', 'b')", "'a,b'", "INT", "3", "a label becomes its number in the list"),
                (
                    "INT", "1", "ENUM('5', '1')", MySQLProduct.isMariaDB ? "5" : "1",
                    "a number becomes the label that has it in the list"
                ),
                ("INT", "20240101", "DATE", "2024-01-01", "the digits of a number become those of date"),
                ("YEAR", "2020", "TIME", "00:20:20", "the digits of a number become those of time"),
                ("DATE", "'2024-01-02'", "INT", "20240102", number(int)),
                ("DATE", "'9999-12-31'", "FLOAT", "99991200", number("float")),
                ("VARBINARY(4)", "'07'", "INT", "7", "zeros in front and spaces are lost"),
                ("BLOB", "'12'", "YEAR", "2012", "numbers of two digits become the years from 1970 to 2069"),
                (
                    "BIT(8)", "x'41'", "VARBINARY(8)", "65",
                    "bits stand for the digits of their number, or for characters"
                ),
                (
                    "BIT(64)", "9007199254740993", "DOUBLE", "9.007199254740992e15",
                    "digits and times of day that double does not have are lost"
                ),
                (
                    "VARCHAR(9)", "'A '", "ENUM('x', 'a')", "a",
                    "case and spaces at the end are those of the label, and \(numbered)"
                ), ("ENUM('1', '2')", "'1'", "ENUM('x', '2')", "x", numbered),
                ("ENUM(' 1', '2')", "' 1'", "ENUM('x', '2')", "x", numbered),
                ("ENUM('A', 'b')", "'A'", "ENUM('a', 'b')", "a", "case and spaces at the end are those of the label"),
                ("DOUBLE", "1.7", "INT", "2", "digits and times of day that \(int) does not have are lost"),
                ("FLOAT", "1234567", "VARCHAR(9)", "1234570", "of a float six digits are written, the others are lost"),
                ("TIMESTAMP", "'2026-01-02 00:30'", "VARCHAR(30)", "2026-01-02 00:30:00", zone("varchar(30)")),
                ("TIMESTAMP", "'2026-01-02 00:30'", "DATETIME", "2026-01-02 00:30:00", zone("datetime")),
                ("DATETIME", "'2026-01-02 00:30'", "TIMESTAMP", "2026-01-02 00:30:00", zone("timestamp")),
                ("DATE", "'2026-01-02'", "TIMESTAMP", "2026-01-02 00:00:00", zone("timestamp")),
                ("VARBINARY(4)", "'ab'", "BINARY(4)", "ab\0\0", filling("binary(4)")),
                ("BINARY(2)", "'ab'", "BINARY(3)", "ab\0", filling("binary(3)")),
                ("CHAR(4)", "'ab'", "BINARY(4)", "ab\0\0", filling("binary(4)")),
                ("BINARY(2)", "'ab'", "VARBINARY(4)", "ab", nil), ("DOUBLE", "0.1", "VARCHAR(9)", "0.1", nil),
                ("DECIMAL(5,2)", "1.50", "VARCHAR(9)", "1.50", nil), ("ENUM('b', 'a')", "'a'", "VARCHAR(5)", "a", nil),
                ("ENUM('b', 'a')", "'a'", "ENUM('a', 'b')", "a", nil),
                ("YEAR", "2024", "INT", "2024", nil), ("INT", "7", "DECIMAL(12,1)", "7.0", nil),
            ] as [(String, String, String, String, String?)])
        func whatBecomesAnotherValueIsSaid(
            _ old: String, _ value: String, _ new: String, _ becomes: String, _ loss: String?
        ) throws {
            let (base, wanted, scratch) = (try MySQLScratch(), try MySQLScratch(), try ToolScratch())
            func table(_ type: String) -> String { "CREATE TABLE t (a INT, b INT, v \(type), PRIMARY KEY (a, b))" }
            try base.execute("\(table(old)); INSERT INTO t VALUES (1, 1, \(value))")
            try wanted.execute(table(new))
            let draft = try migrate(base, scratch.path("Migrations"), to: wanted.url)
            let note = draft.steps.first?.note
            #expect(draft.losses == (loss == nil ? 0 : 1))
            #expect(loss.map { note?.hasSuffix(": \($0)") == true } ?? (note == nil), "\(note ?? "")")
            let rows = try base.database.read { try $0.rows("SELECT CAST(v AS CHAR) FROM t") }
            #expect(try rows.map { try $0.get(0) as String } == [becomes])
        }

        @Test func badInput() throws {
            let server = try MySQLScratch()
            try server.execute("CREATE TABLE a (x INT, y INT, PRIMARY KEY (x, y))")
            try MigrationBench.requireRefusals(of: server.url, engine: "MySQL")
        }

        /// What a migration cannot do is said, and is no statement.
        @Test func whatIsLeftToAPerson() throws {
            let (base, wanted, scratch) = (try MySQLScratch(), try MySQLScratch(), try ToolScratch())
            try base.execute("CREATE TABLE p (day DATE, n INT, PRIMARY KEY (day, n)) ROW_FORMAT = COMPRESSED")
            try wanted.execute(
                """
                CREATE TABLE p (day DATE, n INT, PRIMARY KEY (day, n)) PARTITION BY RANGE (year(day))
                    (PARTITION old VALUES LESS THAN (2000), PARTITION new VALUES LESS THAN MAXVALUE)
                """)
            let draft = try SchemaMigration(folder: scratch.path("none"), table: "zim_migration")
                .draft(from: base.url, to: wanted.url).migration
            #expect(draft.isEmpty)
            #expect(draft.notes.count == 2)
            #expect(draft.notes.first == "the table \"p\" differs: ROW_FORMAT=COMPRESSED is not in the other")
            #expect(draft.notes.last?.contains("PARTITION BY RANGE") == true)
        }
    }
#endif
