#if PostgreSQL
    import Foundation
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// What `zim migrate new --from --to` compares in the server's own words.
    @Suite(.server) struct ServerConstraintMigrationTests {
        private static let plain = """
            CREATE TABLE booking (id int PRIMARY KEY, during int4range); CREATE INDEX booking_during_excl ON booking USING gist (during);
            CREATE TABLE once (id int PRIMARY KEY, a int UNIQUE);
            CREATE TABLE ware (id int PRIMARY KEY, place int UNIQUE, x int, y int, UNIQUE (x, y));
            CREATE TABLE part (id int PRIMARY KEY, x int, y int, z int, CHECK (z > 0), FOREIGN KEY (x, y) REFERENCES ware (x, y) ON DELETE SET NULL);
            CREATE TABLE old (id int PRIMARY KEY, q int CHECK (q > 0), w int REFERENCES ware (id));
            CREATE TABLE name (id int PRIMARY KEY, n text UNIQUE, m text); CREATE INDEX ON name (m);
            CREATE TABLE cache (id int PRIMARY KEY); CREATE TABLE entry (id int PRIMARY KEY, c int REFERENCES cache (id));
            CREATE TABLE both_keys (a int PRIMARY KEY, b int); CREATE COLLATION gone (PROVIDER = icu, LOCALE = 'fr');
            """
        private static let special = """
            CREATE COLLATION ci (PROVIDER = icu, LOCALE = 'und-u-ks-level2', DETERMINISTIC = false);
            CREATE TABLE booking (id int PRIMARY KEY, during int4range, EXCLUDE USING gist (during WITH &&));
            CREATE TABLE once (id int PRIMARY KEY, a int UNIQUE NULLS NOT DISTINCT);
            CREATE TABLE ware (id int PRIMARY KEY, place int UNIQUE DEFERRABLE INITIALLY DEFERRED, x int, y int, UNIQUE (x, y));
            CREATE TABLE part (id int PRIMARY KEY, x int, y int, z int, CHECK (z > 0) NO INHERIT,
                FOREIGN KEY (x, y) REFERENCES ware (x, y) MATCH FULL ON DELETE SET NULL (y));
            CREATE TABLE old (id int PRIMARY KEY, q int, w int); ALTER TABLE old ADD CHECK (q > 0) NOT VALID;
            ALTER TABLE old ADD FOREIGN KEY (w) REFERENCES ware (id) NOT VALID;
            CREATE TABLE name (id int PRIMARY KEY, n text COLLATE ci UNIQUE, m text, more text COLLATE ci); CREATE INDEX ON name (m text_pattern_ops);
            CREATE UNLOGGED TABLE cache (id int PRIMARY KEY); CREATE UNLOGGED TABLE entry (id int PRIMARY KEY, c int REFERENCES cache (id));
            CREATE TABLE both_keys (a int PRIMARY KEY, b int); ALTER TABLE both_keys DROP CONSTRAINT both_keys_pkey;
            ALTER TABLE both_keys ADD PRIMARY KEY (a) INCLUDE (b);
            CREATE UNLOGGED TABLE fresh (id int PRIMARY KEY, r int4range, t text COLLATE ci, q int, UNIQUE NULLS NOT DISTINCT (q) INCLUDE (id) DEFERRABLE,
                EXCLUDE USING gist (r WITH &&) WHERE (id > 3), FOREIGN KEY (q) REFERENCES cache (id) MATCH FULL);
            ALTER TABLE fresh ADD CONSTRAINT late CHECK (q > 1) NOT VALID;
            """

        /// Constraints, indexes, collations and what is logged.
        private func details(_ server: ServerScratch) throws -> [[SQLValue]] {
            try server.rows(
                """
                SELECT o.conname::text, pg_get_constraintdef(o.oid, true) FROM pg_constraint AS o
                WHERE o.connamespace = current_schema()::regnamespace AND o.conrelid <> 0 AND o.conname NOT LIKE 'zim%'
                UNION ALL SELECT '', pg_get_indexdef(c.oid, 0, true) FROM pg_class AS c
                WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'i' AND c.relname NOT LIKE 'zim%'
                UNION ALL SELECT c.relname::text, c.relpersistence::text FROM pg_class AS c
                WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname NOT LIKE 'zim%'
                UNION ALL SELECT c.relname || '.' || a.attname, a.attcollation::regcollation::text FROM pg_attribute AS a
                JOIN pg_class AS c ON c.oid = a.attrelid WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
                AND c.relname NOT LIKE 'zim%' AND a.attnum > 0 AND NOT a.attisdropped AND a.attcollation <> 0
                UNION ALL SELECT o.collname::text, '' FROM pg_collation AS o WHERE o.collnamespace = current_schema()::regnamespace ORDER BY 1, 2
                """)
        }

        @Test(arguments: [true, false]) func theDifferenceIsGone(_ isForward: Bool) throws {
            let (base, wanted, scratch) = (try ServerScratch(), try ServerScratch(), try ToolScratch())
            try base.execute(isForward ? Self.plain : Self.special)
            try wanted.execute(isForward ? Self.special : Self.plain)
            let folder = scratch.path("Migrations")
            let draft = try MigrationBench.migrate(base.database, at: base.url, folder, to: wanted.url)
            #expect(draft.notes == [])
            #expect(try details(base) == details(wanted))
            let again = try SchemaMigration(folder: folder, table: "zim_migration").draft(
                from: base.url, to: wanted.url
            ).migration
            #expect(again.isEmpty, "\(again.text("", from: "", to: ""))")
        }

        /// Classes record no more of a key than its columns: what else it says stays.
        @Test func classesKeepWhatTheyDoNotRecord() throws {
            let (server, scratch) = (try ServerScratch(), try ToolScratch())
            try server.execute(Self.special)
            let file = try InspectedDatabase(place: server.url, schemas: [server.name])
            _ = try Generation(of: file).write(to: scratch.path("Models"))
            let migration = SchemaMigration(folder: scratch.path("none"), table: "zim_migration")
            #expect(try migration.draft(from: server.url, to: scratch.path("Models")).migration.isEmpty)
            // The key stands in the way of the column's type, and comes back as it was.
            try server.execute("ALTER TABLE old ALTER COLUMN w TYPE bigint")
            let draft = try migration.draft(from: server.url, to: scratch.path("Models")).migration
            #expect(
                draft.steps.map(\.sql) == [
                    "ALTER TABLE \"old\" DROP CONSTRAINT \"old_w_fkey\"",
                    "ALTER TABLE \"old\" ALTER COLUMN \"w\" TYPE integer",
                    "ALTER TABLE \"old\" ADD CONSTRAINT \"old_w_fkey\" FOREIGN KEY (w) REFERENCES ware(id) NOT VALID",
                ])
        }

        @Test func whatIsLeftToAPerson() throws {
            let (base, wanted, scratch) = (try ServerScratch(), try ServerScratch(), try ToolScratch())
            try base.execute(
                """
                CREATE TABLE day (id int, d date); CREATE TABLE guarded (id int);
                CREATE COLLATION word (PROVIDER = icu, LOCALE = 'fr')
                """)
            try wanted.execute(
                """
                CREATE TABLE day (id int, d date) PARTITION BY RANGE (d); CREATE TABLE guarded (id int);
                ALTER TABLE guarded ENABLE ROW LEVEL SECURITY; CREATE COLLATION word (PROVIDER = icu, LOCALE = 'de')
                """)
            let draft = try SchemaMigration(folder: scratch.path("none"), table: "zim_migration")
                .draft(from: base.url, to: wanted.url).migration
            #expect(draft.isEmpty)
            #expect(
                draft.notes == [
                    "the collation word differs: CREATE COLLATION word (PROVIDER = icu, LOCALE = 'de')",
                    "the table \"day\" is a plain table and should be partitioned by RANGE (d): it must be made again",
                    "the row level security of \"guarded\" differs: ALTER TABLE guarded ENABLE ROW LEVEL SECURITY",
                ])
            let answer = try Program.run([
                "migrate", "new", scratch.path("none"), "x", "--from", base.url, "--to", wanted.url,
            ])
            #expect(answer.out == "nothing else differs\n")
        }

        /// Row level security is a person's, but never goes without a word: of a new table, of a policy, of the owner.
        @Test func rowLevelSecurityIsSaid() throws {
            let (base, wanted, scratch) = (try ServerScratch(), try ServerScratch(), try ToolScratch())
            for (server, word) in [(base, "true"), (wanted, "o = current_user")] {
                try server.execute(
                    """
                    CREATE TABLE said (id int, o text); ALTER TABLE said ENABLE ROW LEVEL SECURITY;
                    CREATE POLICY po ON said USING (\(word)); CREATE TABLE owned (id int); CREATE TABLE same (id int);
                    ALTER TABLE same ENABLE ROW LEVEL SECURITY; CREATE POLICY po ON same FOR DELETE USING (id > 1);
                    """)
            }
            try base.execute("CREATE TABLE open (id int); ALTER TABLE open ENABLE ROW LEVEL SECURITY")
            try wanted.execute(
                """
                CREATE TABLE open (id int); ALTER TABLE owned FORCE ROW LEVEL SECURITY;
                CREATE TABLE fresh (id int, o text); ALTER TABLE fresh ENABLE ROW LEVEL SECURITY;
                CREATE POLICY "A b" ON fresh AS RESTRICTIVE FOR UPDATE TO pg_monitor USING (o = 'x') WITH CHECK (id > 1)
                """)
            let notes = try SchemaMigration(folder: scratch.path("none"), table: "zim_migration")
                .draft(from: base.url, to: wanted.url).migration.notes
            let words = "the row level security of"
            #expect(
                notes.sorted() == [
                    """
                    \(words) "fresh" differs: ALTER TABLE fresh ENABLE ROW LEVEL SECURITY; \
                    CREATE POLICY "A b" ON fresh AS RESTRICTIVE FOR UPDATE TO pg_monitor USING ((o = 'x'::text)) WITH CHECK ((id > 1))
                    """,
                    "\(words) \"open\" differs: it should have none",
                    "\(words) \"owned\" differs: ALTER TABLE owned FORCE ROW LEVEL SECURITY",
                    """
                    \(words) "said" differs: ALTER TABLE said ENABLE ROW LEVEL SECURITY; \
                    CREATE POLICY po ON said AS PERMISSIVE FOR ALL TO public USING ((o = CURRENT_USER))
                    """,
                ])
        }
    }
#endif
