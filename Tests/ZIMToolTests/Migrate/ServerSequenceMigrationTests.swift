#if PostgreSQL
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// `zim migrate new --from --to` on a server: what numbers columns.
    @Suite(.server) struct ServerSequenceMigrationTests {
        /// The statements; afterwards nothing differs.
        private func steps(_ base: String, _ wanted: String, in server: ServerScratch) throws -> [String] {
            let (other, scratch) = (try ServerScratch(), try ToolScratch())
            if !base.isEmpty { try server.execute(base) }
            try other.execute(wanted)
            let folder = scratch.path("Migrations")
            let draft = try MigrationBench.migrate(server.database, at: server.url, folder, to: other.url)
            #expect(draft.notes == [])
            let again = try SchemaMigration(folder: folder, table: "zim_migration").draft(
                from: server.url, to: other.url
            ).migration
            #expect(again.isEmpty && again.notes.isEmpty, "\(again.text("", from: "", to: ""))")
            return draft.steps.map(\.sql)
        }

        /// A default may ask the sequence of a table that comes later.
        @Test func sequencesComeBeforeTables() throws {
            let server = try ServerScratch()
            let steps = try steps(
                "",
                """
                CREATE SEQUENCE lone START 5; CREATE TABLE z (id serial);
                CREATE TABLE a (id int DEFAULT nextval('z_id_seq'), l bigint DEFAULT nextval('lone'));
                """, in: server)
            #expect(
                steps == [
                    "CREATE SEQUENCE lone INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 5 CACHE 1 NO CYCLE",
                    "CREATE SEQUENCE z_id_seq AS integer",
                    "CREATE TABLE \"a\" (\n    \"id\" integer DEFAULT nextval('z_id_seq'::regclass),\n"
                        + "    \"l\" bigint DEFAULT nextval('lone'::regclass)\n)",
                    "CREATE TABLE \"z\" (\n    \"id\" integer DEFAULT nextval('z_id_seq'::regclass) NOT NULL\n)",
                    "ALTER SEQUENCE z_id_seq OWNED BY \"z\".\"id\"",
                ])
            try server.execute("INSERT INTO a DEFAULT VALUES; INSERT INTO z DEFAULT VALUES")
            #expect(try server.rows("SELECT a.id, a.l, z.id FROM a, z") == [[1, 5, 2]])
        }

        @Test func optionsOfNewIdentities() throws {
            let server = try ServerScratch()
            let identity = "GENERATED ALWAYS AS IDENTITY (START 100 INCREMENT 5 MINVALUE 10)"
            let options = "INCREMENT BY 5 MINVALUE 10 MAXVALUE 2147483647 START WITH 100 CACHE 1 NO CYCLE"
            let steps = try steps(
                "CREATE TABLE u (id int NOT NULL, v int); INSERT INTO u VALUES (3, 0), (120, 0)",
                "CREATE TABLE t (id int \(identity), v int); CREATE TABLE u (id int \(identity), v int)", in: server)
            #expect(
                steps == [
                    "CREATE TABLE \"t\" (\n    \"id\" integer GENERATED ALWAYS AS IDENTITY (\(options)),\n    \"v\" integer\n)",
                    "ALTER TABLE \"u\" ALTER COLUMN \"id\" ADD GENERATED ALWAYS AS IDENTITY (\(options))",
                    "SELECT setval(pg_get_serial_sequence('\"u\"', 'id'), max(\"id\")::bigint) FROM \"u\" HAVING max(\"id\") >= 100",
                ])
            try server.execute("INSERT INTO t (v) VALUES (1), (2); INSERT INTO u (v) VALUES (1)")
            #expect(try server.rows("SELECT id FROM t UNION ALL SELECT max(id) FROM u") == [[100], [105], [125]])
        }

        /// A number that lies before the first one is none of the sequence's.
        @Test func anIdentityThatDescends() throws {
            let server = try ServerScratch()
            let steps = try steps(
                "CREATE TABLE t (id int NOT NULL, v int); INSERT INTO t VALUES (3, 0)",
                "CREATE TABLE t (id int GENERATED ALWAYS AS IDENTITY (INCREMENT -1 MAXVALUE -5 START -5), v int)",
                in: server)
            #expect(steps.last?.hasSuffix("min(\"id\")::bigint) FROM \"t\" HAVING min(\"id\") <= -5") == true)
            try server.execute("INSERT INTO t (v) VALUES (1), (2)")
            #expect(try server.rows("SELECT id FROM t ORDER BY id") == [[-6], [-5], [3]])
        }

        @Test func optionsThatDiffer() throws {
            let server = try ServerScratch()
            let steps = try steps(
                "CREATE TABLE t (id int GENERATED ALWAYS AS IDENTITY, v int, s serial, k serial); INSERT INTO t (v) VALUES (0)",
                """
                CREATE TABLE t (id int GENERATED ALWAYS AS IDENTITY (START 100 INCREMENT 5 MINVALUE 1), v int, s serial, k serial);
                ALTER SEQUENCE t_s_seq AS bigint CYCLE MAXVALUE 777; ALTER SEQUENCE t_k_seq AS bigint;
                """, in: server)
            #expect(
                steps == [
                    "ALTER SEQUENCE t_k_seq AS bigint", "ALTER SEQUENCE t_s_seq AS bigint MAXVALUE 777 CYCLE",
                    "ALTER TABLE \"t\" ALTER COLUMN \"id\" SET INCREMENT BY 5 SET START WITH 100",
                ])
            try server.execute("INSERT INTO t (v) VALUES (1), (2)")
            #expect(try server.rows("SELECT id, s FROM t ORDER BY id") == [[1, 1], [6, 2], [11, 3]])
        }

        /// Its type follows the column's.
        @Test func anIdentityOfAnotherTypeKeepsTheUsualLimits() throws {
            let steps = try steps(
                "CREATE TABLE t (id int GENERATED BY DEFAULT AS IDENTITY)",
                "CREATE TABLE t (id bigint GENERATED BY DEFAULT AS IDENTITY)", in: ServerScratch())
            #expect(steps == ["ALTER TABLE \"t\" ALTER COLUMN \"id\" TYPE bigint"])
        }

        /// A sequence is given to the column that asks it before its own goes.
        @Test func sequencesOfTablesAndColumnsThatGo() throws {
            let own = "CREATE SEQUENCE t_id_seq AS int"
            let column = try steps(
                "CREATE TABLE t (id serial, v int)",
                "CREATE TABLE t (nr int, v int); \(own) OWNED BY t.nr; ALTER TABLE t ALTER nr SET DEFAULT nextval('t_id_seq')",
                in: ServerScratch())
            #expect(
                column == [
                    "ALTER SEQUENCE t_id_seq OWNED BY NONE", "ALTER TABLE \"t\" DROP COLUMN \"id\"",
                    "ALTER TABLE \"t\" ADD COLUMN \"nr\" integer DEFAULT nextval('t_id_seq'::regclass)",
                    "ALTER SEQUENCE t_id_seq OWNED BY \"t\".\"nr\"",
                ])
            let server = try ServerScratch()
            let table = try steps(
                "CREATE TABLE t (id serial, v int); INSERT INTO t (v) VALUES (0)",
                "\(own); CREATE TABLE u (id int DEFAULT nextval('t_id_seq'), v int)", in: server)
            #expect(table.first == "ALTER SEQUENCE t_id_seq OWNED BY NONE")
            #expect(table.last == "DROP TABLE \"t\"")
            try server.execute("INSERT INTO u (v) VALUES (1)")
            #expect(try server.rows("SELECT id FROM u") == [[2]])
        }

        @Test(arguments: [
            (
                "CREATE TABLE t (id int GENERATED ALWAYS AS IDENTITY, v int)",
                "CREATE SEQUENCE t_id_seq; CREATE TABLE t (id int NOT NULL DEFAULT nextval('t_id_seq'), v int)"
            ),
            (
                "CREATE TABLE t (id serial, v int); CREATE TABLE w (x int DEFAULT nextval('t_id_seq'))",
                """
                CREATE SEQUENCE t_id_seq AS int; CREATE TABLE t (v int); CREATE TABLE w (x int DEFAULT nextval('t_id_seq'));
                ALTER SEQUENCE t_id_seq OWNED BY w.x
                """
            ),
        ])
        func sequencesOfOthers(_ base: String, _ wanted: String) throws {
            _ = try steps(base, wanted, in: ServerScratch())
        }

        /// A column that was serial may still own its sequence of then.
        @Test func anIdentityBesideAnOldSequence() throws {
            let steps = try steps(
                "",
                """
                CREATE TABLE t (id serial, v int); ALTER TABLE t ALTER id DROP DEFAULT;
                ALTER TABLE t ALTER id ADD GENERATED ALWAYS AS IDENTITY (START 100 INCREMENT 5);
                """, in: ServerScratch())
            #expect(steps.count == 1 && steps[0].contains("INCREMENT BY 5") && steps[0].contains("START WITH 100"))
        }

        /// Where it stands lies outside of the new range.
        @Test func aNarrowerRange() throws {
            let server = try ServerScratch()
            _ = try steps(
                "CREATE TABLE t (id int GENERATED ALWAYS AS IDENTITY, s serial, v int); INSERT INTO t (v) VALUES (0)",
                """
                CREATE TABLE t (id int GENERATED ALWAYS AS IDENTITY (MINVALUE 100 START 100), s serial, v int);
                ALTER SEQUENCE t_s_seq MINVALUE 100 START 100 RESTART;
                """, in: server)
            try server.execute("INSERT INTO t (v) VALUES (1)")
            #expect(try server.rows("SELECT id, s FROM t ORDER BY id") == [[1, 1], [100, 100]])
        }

        /// What it goes on behind nobody knows.
        @Test func aNarrowerRangeOfNobodysSequence() throws {
            let (base, wanted, scratch) = (try ServerScratch(), try ServerScratch(), try ToolScratch())
            let table = "CREATE TABLE t (a int, id int DEFAULT nextval('lone'), PRIMARY KEY (a, id))"
            try base.execute("CREATE SEQUENCE lone; \(table)")
            try wanted.execute("CREATE SEQUENCE lone MINVALUE 100 START 100; \(table)")
            let steps = try SchemaMigration(folder: scratch.path("none"), table: "zim_migration")
                .draft(from: base.url, to: wanted.url).migration.steps
            #expect(steps.map(\.sql) == ["ALTER SEQUENCE lone MINVALUE 100 START WITH 100 RESTART"])
            #expect(steps.map(\.note) == ["it starts at 100, whatever rows there are"])
        }

        /// By its column the sequence is found that goes on behind the rows.
        @Test func aSequenceThatBecomesAColumnsOwn() throws {
            let server = try ServerScratch()
            let table = "CREATE TABLE t (id int DEFAULT nextval('s'), v int)"
            let steps = try steps(
                "CREATE SEQUENCE s; \(table); INSERT INTO t (v) SELECT 0 FROM generate_series(1, 500)",
                "CREATE SEQUENCE s MINVALUE 100 START 100; \(table); ALTER SEQUENCE s OWNED BY t.id", in: server)
            #expect(steps.first == "ALTER SEQUENCE s MINVALUE 100 START WITH 100 RESTART OWNED BY \"t\".\"id\"")
            try server.execute("INSERT INTO t (v) VALUES (1)")
            #expect(try server.rows("SELECT max(id) FROM t") == [[501]])
        }
    }
#endif
