#if MySQL
    import Foundation
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// `zim migrate new --from --to` of tables that keep the rows of the past, and of periods.
    @Suite(.mariaDBServer) struct MySQLVersionedMigrationTests {
        private func migrate(from old: String, to new: String, _ rows: String) throws -> (MySQLScratch, text: String) {
            let (base, wanted, scratch) = (try MySQLScratch(), try MySQLScratch(), try ToolScratch())
            try base.execute(old)
            try base.execute(rows)
            try wanted.execute(new)
            let folder = scratch.path("Migrations")
            _ = try MigrationBench.migrate(base.database, at: base.url, folder, to: wanted.url)
            let again = try SchemaMigration(folder: folder, table: "zim_migration").draft(
                from: base.url, to: wanted.url)
            #expect(again.migration.isEmpty, "\(again.migration.text("", from: "", to: ""))")
            #expect(again.migration.notes == [])
            for table in try wanted.contents { #expect(try base.definition(table) == wanted.definition(table)) }
            return (base, scratch.text("Migrations/0001_step.sql") ?? "")
        }

        private static let parent = "CREATE TABLE parent (w INT, d INT, PRIMARY KEY (w, d));"

        /// The rows of the past get the new columns as well.
        @Test func historyIsKept() throws {
            let (base, text) = try migrate(
                from: Self.parent + """
                    CREATE TABLE price (w INT, d INT, amount INT, PRIMARY KEY (w, d)) WITH SYSTEM VERSIONING
                        PARTITION BY SYSTEM_TIME (PARTITION past HISTORY, PARTITION now CURRENT)
                    """,
                to: Self.parent + """
                    CREATE TABLE price (w INT, d INT, amount BIGINT, lot INT NOT NULL DEFAULT 7, PRIMARY KEY (w, d),
                        KEY lots (lot, d)) WITH SYSTEM VERSIONING
                        PARTITION BY SYSTEM_TIME (PARTITION past HISTORY, PARTITION now CURRENT)
                    """, "INSERT INTO price VALUES (1, 1, 5), (1, 2, 6); UPDATE price SET amount = 8 WHERE d = 2")
            #expect(
                text.contains(
                    """
                    SET STATEMENT system_versioning_alter_history = KEEP FOR
                    ALTER TABLE `price`
                        MODIFY COLUMN `amount` bigint(20) DEFAULT NULL,
                        ADD COLUMN `lot` int(11) NOT NULL DEFAULT 7 AFTER `amount`,
                        ADD KEY `lots` (`lot`,`d`);
                    """), "\(text)")
            #expect(
                try base.rows("SELECT w, d, amount, lot FROM price FOR SYSTEM_TIME ALL ORDER BY d, amount")
                    == [[1, 1, 5, 7], [1, 2, 6, 7], [1, 2, 8, 7]])
        }

        @Test func versionsAreSwitchedOn() throws {
            let (base, text) = try migrate(
                from: Self.parent + """
                    CREATE TABLE price (w INT, d INT, amount INT, PRIMARY KEY (w, d));
                    CREATE TABLE plain (w INT, d INT, PRIMARY KEY (w, d))
                    """,
                to: Self.parent + """
                    CREATE TABLE price (w INT, d INT, amount INT, since TIMESTAMP(6) GENERATED ALWAYS AS ROW START,
                        until TIMESTAMP(6) GENERATED ALWAYS AS ROW END, PRIMARY KEY (w, d),
                        FOREIGN KEY (w, d) REFERENCES parent (w, d), PERIOD FOR SYSTEM_TIME (since, until))
                        WITH SYSTEM VERSIONING;
                    CREATE TABLE plain (w INT, d INT, PRIMARY KEY (w, d)) WITH SYSTEM VERSIONING
                    """, "INSERT INTO parent VALUES (1, 1); INSERT INTO price VALUES (1, 1, 5)")
            #expect(
                text.contains("    ADD PERIOD FOR SYSTEM_TIME (`since`, `until`),\n    ADD SYSTEM VERSIONING;"),
                "\(text)")
            try base.execute("UPDATE price SET amount = 6")
            #expect(try base.rows("SELECT amount FROM price FOR SYSTEM_TIME ALL ORDER BY amount") == [[5], [6]])
        }

        @Test func versionsAreSwitchedOff() throws {
            let (base, text) = try migrate(
                from: """
                    CREATE TABLE price (w INT, d INT, amount INT, since TIMESTAMP(6) GENERATED ALWAYS AS ROW START,
                        until TIMESTAMP(6) GENERATED ALWAYS AS ROW END, PRIMARY KEY (w, d),
                        PERIOD FOR SYSTEM_TIME (since, until)) WITH SYSTEM VERSIONING;
                    CREATE TABLE plain (w INT, d INT, PRIMARY KEY (w, d)) WITH SYSTEM VERSIONING
                    """,
                to: """
                    CREATE TABLE price (w INT, d INT, amount INT, PRIMARY KEY (w, d));
                    CREATE TABLE plain (w INT, d INT, PRIMARY KEY (w, d))
                    """, "INSERT INTO price (w, d, amount) VALUES (1, 1, 5); UPDATE price SET amount = 6")
            #expect(text.contains("-- drops the rows of the past"), "\(text)")
            #expect(try base.rows("SELECT w, d, amount FROM price") == [[1, 1, 6]])
        }

        /// No UPDATE reaches the rows of the past.
        @Test func whatHasNoDefaultIsSaid() throws {
            let (base, wanted, scratch) = (try MySQLScratch(), try MySQLScratch(), try ToolScratch())
            try base.execute("CREATE TABLE t (a INT, b INT, PRIMARY KEY (a, b)) WITH SYSTEM VERSIONING")
            try wanted.execute(
                "CREATE TABLE t (a INT, b INT, c INT NOT NULL, PRIMARY KEY (a, b)) WITH SYSTEM VERSIONING")
            let draft = try SchemaMigration(folder: scratch.path("none"), table: "zim_migration")
                .draft(from: base.url, to: wanted.url).migration
            let text = draft.text("", from: "", to: "")
            #expect(
                text.contains("-- \"c\" is NOT NULL and has no default: write one, rows of the past take no UPDATE\n"),
                "\(text)")
        }

        /// What the server does not change stays as it is, and is said.
        @Test(arguments: [
            (
                "",
                ", since TIMESTAMP(6) GENERATED ALWAYS AS ROW START, until TIMESTAMP(6) GENERATED ALWAYS AS ROW END, "
                    + "PERIOD FOR SYSTEM_TIME (since, until)", " WITH SYSTEM VERSIONING", " WITH SYSTEM VERSIONING"
            ),
            ("", "", " WITH SYSTEM VERSIONING PARTITION BY SYSTEM_TIME (PARTITION p HISTORY, PARTITION n CURRENT)", ""),
        ])
        func whatTheServerDoesNotChange(_ old: String, _ new: String, _ before: String, _ after: String) throws {
            let (base, wanted, scratch) = (try MySQLScratch(), try MySQLScratch(), try ToolScratch())
            try base.execute("CREATE TABLE t (a INT, b INT\(old), PRIMARY KEY (a, b))\(before)")
            try wanted.execute("CREATE TABLE t (a INT, b INT, c INT\(new), PRIMARY KEY (a, b))\(after)")
            let draft = try SchemaMigration(folder: scratch.path("none"), table: "zim_migration")
                .draft(from: base.url, to: wanted.url).migration
            #expect(draft.isEmpty && draft.losses == 0)
            #expect(draft.notes.count == 1)
            #expect(draft.notes.first?.hasPrefix("the table \"t\" differs: ") == true, "\(draft.notes)")
        }

        /// A default asks the sequence of its own database, whatever that is called.
        @Test func defaultsOfSequences() throws {
            let table =
                "number INT DEFAULT nextval(numbers), d INT DEFAULT (1 + nextval(numbers)), PRIMARY KEY (number, d)"
            let (base, wanted, scratch) = (try MySQLScratch(), try MySQLScratch(), try ToolScratch())
            for server in [base, wanted] {
                try server.execute("CREATE SEQUENCE numbers")
                try server.execute("CREATE TABLE t (\(table))")
            }
            try wanted.execute("ALTER TABLE t ADD name VARCHAR(9)")
            try wanted.execute("CREATE TABLE new (\(table))")
            _ = try MigrationBench.migrate(base.database, at: base.url, scratch.path("Migrations"), to: wanted.url)
            let text = scratch.text("Migrations/0001_step.sql") ?? ""
            #expect(!text.contains("MODIFY") && text.contains("DEFAULT nextval(`numbers`)"), "\(text)")
            try base.execute("INSERT INTO new () VALUES ()")
            #expect(try base.rows("SELECT number, d FROM new") == [[1, 3]])
            try wanted.execute("INSERT INTO new () VALUES ()")
            #expect(try wanted.rows("SELECT number, d FROM new") == [[1, 3]])
        }

        /// Sequences are not compared; a default that asks one needs it all the same.
        @Test func aSequenceThatIsMissing() throws {
            let (base, wanted, scratch) = (try MySQLScratch(), try MySQLScratch(), try ToolScratch())
            try base.execute("CREATE TABLE t (id INT PRIMARY KEY, a INT)")
            try base.execute("CREATE SEQUENCE there")
            for name in ["numbers", "there"] { try wanted.execute("CREATE SEQUENCE \(name)") }
            try wanted.execute(
                "CREATE TABLE t (id INT DEFAULT nextval(numbers) PRIMARY KEY, a INT DEFAULT (nextval(there)) COMMENT 'nextval(`x`)')"
            )
            let draft = try SchemaMigration(folder: scratch.path("Migrations"), table: "zim_migration").draft(
                from: base.url, to: wanted.url
            ).migration
            #expect(
                draft.notes == [
                    "the sequence \"numbers\" is missing: write a CREATE SEQUENCE before what asks it"
                ])
        }

        @Test func periodsOfAnApplication() throws {
            let columns = "w INT, d INT, since DATE NOT NULL, until DATE NOT NULL"
            let (base, text) = try migrate(
                from: """
                    CREATE TABLE rent (\(columns), PERIOD FOR `days of` (since, until), PRIMARY KEY (w, d, `days of` WITHOUT OVERLAPS));
                    CREATE TABLE lease (\(columns), PRIMARY KEY (w, d))
                    """,
                to: """
                    CREATE TABLE rent (\(columns), PRIMARY KEY (w, d));
                    CREATE TABLE lease (\(columns), PERIOD FOR days (since, until), PRIMARY KEY (w, d, days WITHOUT OVERLAPS))
                    """, "INSERT INTO lease VALUES (1, 1, '2026-01-01', '2026-02-01')")
            #expect(text.contains("    DROP PERIOD FOR `days of`;"), "\(text)")
            #expect(text.contains("    ADD PERIOD FOR `days` (`since`, `until`);"), "\(text)")
            #expect(throws: DatabaseError.self) {
                try base.execute("INSERT INTO lease VALUES (1, 1, '2026-01-15', '2026-03-01')")
            }
        }
    }
#endif
