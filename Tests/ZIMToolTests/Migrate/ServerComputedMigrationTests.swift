#if PostgreSQL
    import Foundation
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// What `zim migrate new` makes of computed columns, and of what stands on them.
    @Suite(.server) struct ServerComputedMigrationTests {
        /// Makes one schema of another, by a migration behind which nothing differs.
        private func migrate(_ old: String, to new: String) throws -> (draft: MigrationDraft, server: ServerScratch) {
            let (base, wanted, scratch) = (try ServerScratch(), try ServerScratch(), try ToolScratch())
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

        @Test func aColumnThatIsNoLongerComputedKeepsItsValues() throws {
            let rest = "CHECK (h > 0), UNIQUE (b, h)); CREATE INDEX by_g ON t (g, b)"
            let (draft, server) = try migrate(
                """
                CREATE TABLE t (a int, b int, g int GENERATED ALWAYS AS (a * 2) STORED, h int GENERATED ALWAYS AS (a * 3) STORED,
                    PRIMARY KEY (a, b), \(rest);
                CREATE VIEW v AS SELECT b, h FROM t; INSERT INTO t (a, b) VALUES (1, 1), (2, 1)
                """,
                to: """
                    CREATE TABLE t (a bigint, b int, g bigint NOT NULL DEFAULT 7, h int, PRIMARY KEY (a, b), \(rest);
                    CREATE VIEW v AS SELECT b, h FROM t
                    """)
            #expect(draft.losses == 0)
            #expect(
                draft.steps.map(\.sql) == [
                    "DROP VIEW \"v\"", "ALTER TABLE \"t\" ALTER COLUMN \"g\" DROP EXPRESSION",
                    "ALTER TABLE \"t\" ALTER COLUMN \"h\" DROP EXPRESSION",
                    "ALTER TABLE \"t\" ALTER COLUMN \"a\" TYPE bigint",
                    "ALTER TABLE \"t\" ALTER COLUMN \"g\" TYPE bigint",
                    "ALTER TABLE \"t\" ALTER COLUMN \"g\" SET DEFAULT 7",
                    "ALTER TABLE \"t\" ALTER COLUMN \"g\" SET NOT NULL",
                    "CREATE VIEW \"v\" AS\n SELECT t.b,\n    t.h\n   FROM t",
                ])
            #expect(
                draft.steps.compactMap(\.note) == [
                    "\"v\" is made again below: grant its privileges again",
                    "\"g\" becomes NOT NULL: rows that hold NULL there stop the migration",
                ])
            #expect(try server.rows("SELECT a, b, g, h FROM t ORDER BY a") == [[1, 1, 2, 3], [2, 1, 4, 6]])
        }

        /// Of a column that is computed from others, the others may go.
        @Test func whatItWasComputedFromIsDropped() throws {
            let (draft, server) = try migrate(
                """
                CREATE TABLE t (k int, n int, a int, g int GENERATED ALWAYS AS (a * 2) STORED,
                    h int GENERATED ALWAYS AS (a * 3) STORED, i int GENERATED ALWAYS AS (a * 4) STORED, PRIMARY KEY (k, n));
                INSERT INTO t (k, n, a) VALUES (1, 1, 5)
                """,
                to: """
                    CREATE TABLE t (k int, n int, g int, h int GENERATED ALWAYS AS (n + z) STORED, z int DEFAULT 3,
                        PRIMARY KEY (k, n))
                    """)
            #expect(draft.losses == 1)
            #expect(try server.rows("SELECT k, n, g, h, z FROM t") == [[1, 1, 10, 4, 3]])
        }

        private static let parent = """
            CREATE TABLE o (k int, id int, PRIMARY KEY (k, id)); INSERT INTO o VALUES (1, 2), (1, 4), (1, 3);
            """

        private static func table(_ base: String, _ computed: String) -> String {
            """
            CREATE TABLE t (k int, a \(base), g int \(computed), CHECK (g < 100), CHECK (a + g < 90), CHECK (a > 0), PRIMARY KEY (k, a),
                UNIQUE (k, g), EXCLUDE (g WITH =), FOREIGN KEY (k, g) REFERENCES o (k, id));
            CREATE TABLE child (k int, g int, FOREIGN KEY (k, g) REFERENCES t (k, g)); CREATE INDEX large ON t (a) WHERE g > 1;
            """
        }

        private static let twice = "GENERATED ALWAYS AS (a * 2) STORED"
        private static let rows = "INSERT INTO t (k, a) VALUES (1, 1), (1, 2); INSERT INTO child VALUES (1, 2)"

        /// Dropping a column takes its checks, keys and indexes along, and foreign keys stand in the way.
        @Test(arguments: [
            (twice, "bigint", twice, rows, 0),
            (twice, "int", "GENERATED ALWAYS AS (a + 1) STORED", rows, 0),
            ("", "int", twice, "INSERT INTO t VALUES (1, 1, 4), (1, 2, 2); INSERT INTO child VALUES (1, 2)", 1),
        ])
        func whatStandsOnAColumnThatIsMadeAgain(
            _ old: String, _ base: String, _ new: String, _ rows: String, _ losses: Int
        ) throws {
            let (draft, server) = try migrate(
                Self.parent + Self.table("int", old) + rows, to: Self.parent + Self.table(base, new))
            #expect(draft.losses == losses)
            #expect(
                try server.rows(
                    """
                    SELECT o.conname::text FROM pg_constraint AS o WHERE o.connamespace = current_schema()::regnamespace
                    AND o.conrelid IN ('t'::regclass, 'child'::regclass) ORDER BY 1
                    """)
                    == [
                        "child_k_g_fkey", "t_a_check", "t_check", "t_g_check", "t_g_excl", "t_k_g_fkey", "t_k_g_key",
                        "t_pkey",
                    ].map { [.text($0)] })
            #expect(
                try server.rows(
                    "SELECT indexname::text FROM pg_indexes WHERE tablename = 't' AND schemaname = current_schema() ORDER BY 1"
                )
                    == ["large", "t_g_excl", "t_k_g_key", "t_pkey"].map { [.text($0)] })
            // A check that does not name it is left alone.
            #expect(!draft.steps.contains { $0.sql.contains("t_a_check") })
            let isSum = new.contains("+")
            #expect(
                try server.rows("SELECT a, g FROM t ORDER BY a") == (isSum ? [[1, 2], [2, 3]] : [[1, 2], [2, 4]]))
            #expect(try server.rows("SELECT k, g FROM child") == [[1, 2]])
        }
    }
#endif
