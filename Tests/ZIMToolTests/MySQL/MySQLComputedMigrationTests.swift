#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// What `zim migrate new` makes of computed columns, and of what stands on them, on MariaDB and MySQL.
    @Suite(.mySQLServer) struct MySQLComputedMigrationTests {
        private static let int = MySQLProduct.isMariaDB ? "int(11)" : "int"

        /// Makes one schema of another, by a migration behind which nothing differs.
        private func migrate(_ old: String, to new: String) throws -> (draft: MigrationDraft, server: MySQLScratch) {
            let (base, wanted, scratch) = (try MySQLScratch(), try MySQLScratch(), try ToolScratch())
            try base.execute(old)
            try wanted.execute(new)
            let folder = scratch.path("Migrations")
            let draft = try MigrationBench.migrate(base.database, at: base.url, folder, to: wanted.url)
            let again = try SchemaMigration(folder: folder, table: "zim_migration")
                .draft(from: base.url, to: wanted.url).migration
            #expect(again.isEmpty, "\(again.text("", from: "", to: ""))")
            #expect(again.notes == [])
            return (draft, base)
        }

        /// Whether its values are stored or not.
        @Test func aColumnThatIsNoLongerComputedKeepsItsValues() throws {
            let rest =
                "KEY by_v (v, k), UNIQUE (k, s), CONSTRAINT c1 CHECK (v > 0), CONSTRAINT c2 CHECK (s > 0), PRIMARY KEY (k, a)"
            let (draft, server) = try migrate(
                """
                CREATE TABLE t (k INT, s INT AS (a * 2) STORED, a INT, v INT AS (a + 1) VIRTUAL, w INT AS (a + 2) VIRTUAL,
                    more INT AS (v + w) VIRTUAL, n INT AS (a * 4) STORED, \(rest));
                INSERT INTO t (k, a) VALUES (1, 1), (1, 2)
                """,
                to:
                    "CREATE TABLE t (k INT, s INT, a INT, v INT NOT NULL, w BIGINT, more INT AS (v + w) VIRTUAL, n INT NOT NULL, \(rest))"
            )
            #expect(draft.losses == 0)
            #expect(
                draft.steps.last?.note?.split(separator: "\n") == [
                    "\"v\" becomes NOT NULL: rows that hold NULL there stop the migration",
                    "\"n\" becomes NOT NULL: rows that hold NULL there stop the migration",
                ])
            #expect(draft.steps.count == 2)
            #expect(
                draft.steps.first?.sql.hasPrefix(
                    "ALTER TABLE `t`\n    ADD COLUMN `zim_new_3` \(Self.int) GENERATED ALWAYS AS (")
                    == true, "\(draft.steps.first?.sql ?? "")")
            #expect(try server.rows("SELECT * FROM t ORDER BY a") == [[1, 2, 1, 2, 3, 5, 4], [1, 4, 2, 3, 4, 7, 8]])
            let definition = try server.definition("t")
            for name in ["`by_v` (`v`,`k`)", "CONSTRAINT `c1` CHECK", "CONSTRAINT `c2` CHECK", "`k` (`k`,`s`)"] {
                #expect(definition.contains(name), "\(definition)")
            }
        }

        /// A check that names it refuses to let it go.
        @Test func whatStandsOnAColumnThatIsMadeAgain() throws {
            func schema(_ expression: String) -> String {
                """
                CREATE TABLE o (k INT, id INT, PRIMARY KEY (k, id));
                CREATE TABLE t (k INT, a INT, g INT AS (\(expression)) STORED, PRIMARY KEY (k, a), UNIQUE of_g (k, g),
                    CONSTRAINT c1 CHECK (g > a), CONSTRAINT c2 CHECK (g > 0), CONSTRAINT c3 CHECK (a > 0),
                    CONSTRAINT to_o FOREIGN KEY (k, g) REFERENCES o (k, id));
                CREATE TABLE child (k INT, g INT, CONSTRAINT to_t FOREIGN KEY (k, g) REFERENCES t (k, g));
                """
            }
            let (draft, server) = try migrate(
                schema("a * 2")
                    + "INSERT INTO o VALUES (1, 2), (1, 3), (1, 4), (1, 6); INSERT INTO t (k, a) VALUES (1, 1), (1, 2)",
                to: schema("a * 3"))
            #expect(draft.losses == 0)
            #expect(try server.rows("SELECT k, a, g FROM t ORDER BY a") == [[1, 1, 3], [1, 2, 6]])
            let definition = try server.definition("t")
            for name in ["c1", "c2", "c3", "to_o", "of_g"] {
                #expect(definition.contains("`\(name)`"), "\(definition)")
            }
            #expect(try server.definition("child").contains("`to_t`"))
            #expect(!draft.steps.contains { $0.sql.contains("`c3`") })
        }

        @Test func rowsWithNULLStopTheMigration() throws {
            let (base, wanted, scratch) = (try MySQLScratch(), try MySQLScratch(), try ToolScratch())
            try base.execute(
                "CREATE TABLE t (a INT, b INT, n INT, PRIMARY KEY (a, b)); INSERT INTO t VALUES (1, 2, NULL)")
            try wanted.execute("CREATE TABLE t (a INT, b INT, n INT NOT NULL, PRIMARY KEY (a, b))")
            let folder = scratch.path("Migrations")
            #expect(throws: DatabaseError.self) {
                try MigrationBench.migrate(base.database, at: base.url, folder, to: wanted.url)
            }
            #expect(
                scratch.text("Migrations/0001_step.sql")?.hasSuffix(
                    """

                    -- "n" becomes NOT NULL: rows that hold NULL there stop the migration
                    ALTER TABLE `t`
                        MODIFY COLUMN `n` \(Self.int) NOT NULL;

                    """) == true, "\(scratch.text("Migrations/0001_step.sql") ?? "")")
            try base.execute("UPDATE t SET n = 0")
            try Migrator(folder: folder).up(base.database)
            #expect(try base.rows("SELECT a, b, n FROM t") == [[1, 2, 0]])
            #expect(try base.definition("t") == wanted.definition("t"))
        }
    }
#endif
