#if PostgreSQL
    import Foundation
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// What `zim migrate new` makes of tables that inherit from others.
    @Suite(.server) struct ServerInheritedMigrationTests {
        /// Columns and checks change with those of the parents; what is a table's own changes there.
        @Test func whatIsInheritedChangesWithTheParent() throws {
            let (base, wanted, scratch) = (try ServerScratch(), try ServerScratch(), try ToolScratch())
            try base.execute(
                """
                CREATE TABLE t (id int, n int, c text, PRIMARY KEY (id, n), CHECK (id > 0), CONSTRAINT old CHECK (n < 9));
                CREATE TABLE kid (x int, u int, CHECK (x > 0)) INHERITS (t); CREATE TABLE grandkid (y int) INHERITS (kid);
                INSERT INTO grandkid VALUES (1, 2, '5', 3, 4, 6)
                """)
            try wanted.execute(
                """
                CREATE TABLE t (id bigint, n int, c int DEFAULT 4, d int NOT NULL DEFAULT 3, PRIMARY KEY (id, n), CHECK (id > 0),
                    CONSTRAINT more CHECK (d > 1));
                CREATE TABLE kid (x bigint, u int DEFAULT 2, CHECK (x > 1)) INHERITS (t); CREATE TABLE grandkid (y int) INHERITS (kid)
                """)
            let folder = scratch.path("Migrations")
            let draft = try MigrationBench.migrate(base.database, at: base.url, folder, to: wanted.url)
            #expect(draft.notes == [])
            #expect(draft.losses == 1)
            #expect(
                draft.steps.map(\.sql) == [
                    "ALTER TABLE \"kid\" DROP CONSTRAINT \"kid_x_check\"", "ALTER TABLE \"t\" DROP CONSTRAINT \"old\"",
                    "ALTER TABLE \"kid\" ALTER COLUMN \"x\" TYPE bigint",
                    "ALTER TABLE \"kid\" ALTER COLUMN \"u\" SET DEFAULT 2",
                    "ALTER TABLE \"t\" ALTER COLUMN \"id\" TYPE bigint",
                    "ALTER TABLE \"t\" ALTER COLUMN \"c\" TYPE integer USING \"c\"::integer",
                    "ALTER TABLE \"t\" ALTER COLUMN \"c\" SET DEFAULT 4",
                    "ALTER TABLE \"t\" ADD COLUMN \"d\" integer DEFAULT 3 NOT NULL",
                    "ALTER TABLE \"kid\" ADD CONSTRAINT \"kid_x_check\" CHECK (x > 1)",
                    "ALTER TABLE \"t\" ADD CONSTRAINT \"more\" CHECK (d > 1)",
                ])
            #expect(try base.rows("SELECT id, n, c, x, u, y, d FROM grandkid") == [[1, 2, 5, 3, 4, 6, 3]])
            let again = try SchemaMigration(folder: folder, table: "zim_migration")
                .draft(from: base.url, to: wanted.url).migration
            #expect(again.isEmpty, "\(again.text("", from: "", to: ""))")
        }

        /// SET DEFAULT of a parent reaches those that have one of their own.
        @Test func anOwnDefaultStays() throws {
            let (base, wanted, scratch) = (try ServerScratch(), try ServerScratch(), try ToolScratch())
            let tables = [
                "CREATE TABLE kid (b int, x int DEFAULT 5) INHERITS (t)", "CREATE TABLE same () INHERITS (t)",
                "CREATE TABLE grandkid (x int DEFAULT 6) INHERITS (same)",
                "CREATE TABLE below (x int DEFAULT 7) INHERITS (kid)",
            ].joined(separator: "; ")
            try base.execute("CREATE TABLE t (a int, x int); \(tables)")
            try wanted.execute("CREATE TABLE t (a int, x int DEFAULT 2); \(tables)")
            let folder = scratch.path("Migrations")
            let draft = try MigrationBench.migrate(base.database, at: base.url, folder, to: wanted.url)
            #expect(draft.notes == [])
            #expect(
                Set(draft.steps.map(\.sql)) == [
                    "ALTER TABLE \"t\" ALTER COLUMN \"x\" SET DEFAULT 2",
                    "ALTER TABLE ONLY \"kid\" ALTER COLUMN \"x\" SET DEFAULT 5",
                    "ALTER TABLE ONLY \"grandkid\" ALTER COLUMN \"x\" SET DEFAULT 6",
                    "ALTER TABLE ONLY \"below\" ALTER COLUMN \"x\" SET DEFAULT 7",
                ])
            for (table, value) in [("t", 2), ("kid", 5), ("same", 2), ("grandkid", 6), ("below", 7)] {
                try base.execute("INSERT INTO \(table) (a) VALUES (1)")
                #expect(try base.rows("SELECT x FROM ONLY \(table)") == [[.integer(Int64(value))]])
            }
            let again = try SchemaMigration(folder: folder, table: "zim_migration")
                .draft(from: base.url, to: wanted.url).migration
            #expect(again.isEmpty, "\(again.text("", from: "", to: ""))")
        }

        @Test func aDifferenceFromTheParentIsSaid() throws {
            let (base, wanted, scratch) = (try ServerScratch(), try ServerScratch(), try ToolScratch())
            try base.execute("CREATE TABLE t (a int, b int, e int); CREATE TABLE kid (x int) INHERITS (t)")
            try wanted.execute("CREATE TABLE t (a int, b bigint); CREATE TABLE kid (x int, e int) INHERITS (t)")
            let draft = try MigrationBench.migrate(
                base.database, at: base.url, scratch.path("Migrations"), to: wanted.url)
            #expect(draft.notes == ["\"kid\".\"e\" is inherited, and changes as that of \"t\" does"])
            #expect(
                try base.rows(
                    "SELECT format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = 'kid'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum"
                ) == [["integer"], ["bigint"], ["integer"]])
        }
    }
#endif
