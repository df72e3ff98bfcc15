#if PostgreSQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// What `zim migrate new` keeps of views that it makes again.
    @Suite(.server) struct ServerViewMigrationTests {
        private static let function = """
            CREATE FUNCTION quiet() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
            """
        private static let views = """
            CREATE VIEW own WITH (security_invoker) AS SELECT a, b, v FROM t WHERE v > 0 WITH LOCAL CHECK OPTION;
            CREATE VIEW more AS SELECT a, b, v + 0 AS v FROM own; ALTER VIEW more ALTER COLUMN v SET DEFAULT 7;
            CREATE TRIGGER heard INSTEAD OF INSERT ON more FOR EACH ROW EXECUTE FUNCTION quiet();
            CREATE RULE gone AS ON DELETE TO more DO INSTEAD DELETE FROM t WHERE t.a = old.a AND t.b = old.b;
            CREATE MATERIALIZED VIEW kept WITH (fillfactor = 50) AS SELECT v FROM t;
            """

        private static func table(_ type: String) -> String {
            "CREATE TABLE t (a int, b int, v \(type), PRIMARY KEY (a, b));"
        }

        /// Each view with its options, rules, triggers and defaults.
        private func parts(_ server: ServerScratch) throws -> [[SQLValue]] {
            try server.rows(
                """
                SELECT c.relname::text, COALESCE(array_to_string(c.reloptions, ' '), ''),
                (SELECT count(*) FROM pg_rewrite AS r WHERE r.ev_class = c.oid AND r.rulename <> '_RETURN'),
                (SELECT count(*) FROM pg_trigger AS g WHERE g.tgrelid = c.oid),
                (SELECT pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef AS d WHERE d.adrelid = c.oid)
                FROM pg_class AS c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('v', 'm') ORDER BY 1
                """)
        }

        @Test func aViewThatIsMadeAgainKeepsWhatItHad() throws {
            let (base, wanted, scratch) = (try ServerScratch(), try ServerScratch(), try ToolScratch())
            try base.execute(Self.function + Self.table("int") + Self.views)
            try base.execute("INSERT INTO t VALUES (1, 1, 5), (1, 2, 6)")
            try wanted.execute(Self.function + Self.table("bigint") + Self.views)
            let folder = scratch.path("Migrations")
            let draft = try MigrationBench.migrate(base.database, at: base.url, folder, to: wanted.url)
            #expect(draft.notes == [])
            #expect(
                draft.steps.compactMap(\.note)
                    == ["more", "own", "kept"].map {
                        "\"\($0)\" is made again below: grant its privileges again"
                    })
            #expect(
                try parts(base) == [
                    ["kept", "fillfactor=50", 0, 0, nil], ["more", "", 1, 1, "7"],
                    ["own", "check_option=local security_invoker=true", 0, 0, nil],
                ])
            let error = #expect(throws: DatabaseError.self) { try base.execute("INSERT INTO own VALUES (9, 9, -5)") }
            #expect(error?.message.contains("violates check option") == true, "\(error?.message ?? "")")
            try base.execute("INSERT INTO more VALUES (3, 3, 3)")
            try base.execute("DELETE FROM more WHERE b = 2")
            #expect(try base.rows("SELECT a, b, v FROM t") == [[1, 1, 5]])
            let again = try SchemaMigration(folder: folder, table: "zim_migration")
                .draft(from: base.url, to: wanted.url).migration
            #expect(again.isEmpty, "\(again.text("", from: "", to: ""))")
        }

        /// One with other options is another view. Rules of a new one are a person's.
        @Test func optionsAreCompared() throws {
            let (base, wanted, scratch) = (try ServerScratch(), try ServerScratch(), try ToolScratch())
            let rest = "CREATE VIEW same WITH (security_barrier, security_invoker) AS SELECT b FROM t;"
            try base.execute(
                Self.table("int") + rest + """
                    CREATE VIEW open AS SELECT a, b FROM t; CREATE RULE gone AS ON DELETE TO open DO INSTEAD NOTHING;
                    CREATE VIEW shut WITH (security_barrier) AS SELECT a FROM t; CREATE VIEW other AS SELECT a, v FROM t;
                    ALTER VIEW other ALTER COLUMN v SET DEFAULT 7; ALTER VIEW other ALTER COLUMN a SET DEFAULT 1
                    """)
            try wanted.execute(
                Self.table("int") + rest.replacing("barrier, security_invoker", with: "invoker, security_barrier") + """
                    CREATE VIEW open WITH (security_invoker) AS SELECT a, b FROM t; CREATE VIEW shut AS SELECT a FROM t;
                    CREATE VIEW fresh WITH (security_barrier) AS SELECT a FROM t WHERE a > 0 WITH CHECK OPTION;
                    CREATE RULE not_here AS ON DELETE TO fresh DO INSTEAD NOTHING; CREATE VIEW other AS SELECT v FROM t
                    """)
            let folder = scratch.path("Migrations")
            let draft = try MigrationBench.migrate(base.database, at: base.url, folder, to: wanted.url)
            #expect(
                draft.notes == [
                    "of the new view \"fresh\": CREATE RULE not_here AS\n    ON DELETE TO fresh DO INSTEAD NOTHING"
                ])
            #expect(
                try parts(base) == [
                    ["fresh", "check_option=cascaded security_barrier=true", 0, 0, nil],
                    ["open", "security_invoker=true", 1, 0, nil], ["other", "", 0, 0, "7"],
                    ["same", "security_barrier=true security_invoker=true", 0, 0, nil], ["shut", "", 0, 0, nil],
                ])
            let again = try SchemaMigration(folder: folder, table: "zim_migration")
                .draft(from: base.url, to: wanted.url).migration
            #expect(again.isEmpty, "\(again.text("", from: "", to: ""))")
        }

        /// Whoever reads the definition elsewhere sees them, too.
        @Test func theShellPrintsOptions() throws {
            let url = try #require(TestServer.shared).makeDatabase(
                Self.table("int") + "CREATE VIEW own WITH (security_invoker) AS SELECT a FROM t")
            var text = ""
            Shell(file: try InspectedDatabase(place: url)) { text += $0 }.take(".schema own")
            #expect(text == "CREATE VIEW \"own\" WITH (security_invoker=true) AS\n SELECT t.a\n   FROM t;\n")
        }
    }
#endif
