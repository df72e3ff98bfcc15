#if PostgreSQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// What `zim migrate new` makes of values whose columns change their types, and of numbers that a sequence gives.
    @Suite(.server) struct ServerTypeMigrationTests {
        private static let key = "a int, b int, PRIMARY KEY (a, b)"

        /// A table whose column `v` has some type, made from one of another type by a migration that has run.
        private func migrate(
            _ old: String, _ new: String, _ values: String
        ) throws -> (draft: MigrationDraft, server: ServerScratch, error: DatabaseError?) {
            let (base, wanted, scratch) = (try ServerScratch(), try ServerScratch(), try ToolScratch())
            try base.execute("CREATE TABLE t (\(Self.key), v \(old)); INSERT INTO t VALUES \(values)")
            try wanted.execute("CREATE TABLE t (\(Self.key), v \(new))")
            let draft = try SchemaMigration(folder: scratch.path("none"), table: "zim_migration")
                .draft(from: base.url, to: wanted.url).migration
            let folder = scratch.path("Migrations")
            _ = try NewMigration.make(in: folder, name: "step", text: draft.text("step", from: "a", to: "b"))
            do { try Migrator(folder: folder).up(base.database) } catch let error as DatabaseError {
                return (draft, base, error)
            }
            return (draft, base, nil)
        }

        struct Kept: Sendable {
            let old: String
            let new: String
            let values: String
            /// What the column holds behind it; nil where the server refuses.
            let answer: String?
        }

        /// Without a word in the migration, each value stays or is refused.
        @Test(arguments: [
            Kept(old: "varchar(5)", new: "varchar(9)", values: "(1, 1, 'abc  ')", answer: "abc  "),
            Kept(old: "char(5)", new: "text", values: "(1, 1, 'abc')", answer: "abc"),
            Kept(old: "int", new: "smallint", values: "(1, 1, 70000)", answer: nil),
            Kept(old: "int", new: "numeric(4, 1)", values: "(1, 1, 123)", answer: "123.0"),
            Kept(old: "int", new: "numeric(4, 1)", values: "(1, 1, 1234)", answer: nil),
            Kept(old: "numeric(6, 1)", new: "numeric(8, 3)", values: "(1, 1, 1.5)", answer: "1.500"),
            Kept(old: "real", new: "float8", values: "(1, 1, 0.5)", answer: "0.5"),
            Kept(old: "float8", new: "text", values: "(1, 1, 0.1)", answer: "0.1"),
            Kept(old: "date", new: "timestamp", values: "(1, 1, '2020-01-02')", answer: "2020-01-02 00:00:00"),
            Kept(
                old: "timestamp(0)", new: "timestamp(3)", values: "(1, 1, '2020-01-02')", answer: "2020-01-02 00:00:00"),
            Kept(old: "bit(5)", new: "bit(3)", values: "(1, 1, '10101')", answer: nil),
            Kept(old: "int[]", new: "bigint[]", values: "(1, 1, '{1,2}')", answer: "{1,2}"),
            Kept(old: "numeric[]", new: "varchar(5)[]", values: "(1, 1, '{1.255,17.5}')", answer: "{1.255,17.5}"),
            Kept(old: "numeric[]", new: "varchar(3)[]", values: "(1, 1, '{1.255}')", answer: nil),
            Kept(old: "int[]", new: "text[]", values: "(1, 1, '{{1},{2}}')", answer: "{{1},{2}}"),
        ])
        func theValueStaysOrIsRefused(_ test: Kept) throws {
            let (draft, server, error) = try migrate(test.old, test.new, test.values)
            #expect(draft.losses == 0)
            #expect(draft.steps.allSatisfy { $0.note == nil && !$0.sql.contains("USING") })
            #expect((error == nil) == (test.answer != nil), "\(error?.message ?? "")")
            if let answer = test.answer { #expect(try server.rows("SELECT v::text FROM t") == [[.text(answer)]]) }
        }

        struct Lost: Sendable {
            let old: String
            let new: String
            let values: String
            let note: String
            /// A value that is refused.
            var refused: String?
        }

        /// What the server rounds and cuts is said and counted; what is too long is refused all the same.
        @Test(arguments: [
            Lost(
                old: "varchar(5)", new: "varchar(3)", values: "(1, 1, 'ab   ')",
                note: "was character varying(5): spaces at the end that character varying(3) does not keep are lost",
                refused: "abcde"),
            Lost(
                old: "text", new: "varchar(4)", values: "(1, 1, 'ab')",
                note: "was text: spaces at the end that character varying(4) does not keep are lost", refused: "abcde"),
            Lost(
                old: "numeric(6, 3)", new: "numeric(6, 1)", values: "(1, 1, 1.234)",
                note: "was numeric(6,3): digits and times of day that numeric(6,1) does not have are lost"),
            Lost(
                old: "float8", new: "int", values: "(1, 1, 1.5)",
                note: "was double precision: digits and times of day that integer does not have are lost",
                refused: "1e12"),
            Lost(
                old: "timestamp", new: "date", values: "(1, 1, '2020-01-02 10:11:12')",
                note: "was timestamp without time zone: digits and times of day that date does not have are lost"),
            Lost(
                old: "timestamp", new: "timestamptz", values: "(1, 1, '2020-01-02 10:11:12')",
                note:
                    "was timestamp without time zone: the time zone of the session decides which timestamp with time zone it becomes"
            ),
            // No assignment does this: the cast is written.
            Lost(
                old: "text", new: "int", values: "(1, 1, '007')",
                note: "was text: what integer does not say of a value is lost", refused: "x"),
        ])
        func whatIsLostIsSaid(_ test: Lost) throws {
            let (draft, _, error) = try migrate(test.old, test.new, test.values)
            #expect(draft.losses == 1)
            #expect(draft.steps.map(\.note) == ["\"v\" " + test.note])
            #expect(error == nil)
            #expect(
                draft.steps.contains { $0.sql.contains(" USING \"v\"::integer") }
                    == (test.old == "text" && test.new == "int"))
            guard let refused = test.refused else { return }
            #expect(try migrate(test.old, test.new, "(1, 1, '\(refused)')").error != nil)
        }

        // MARK: Sequences

        /// The numbers go on behind those that are there, in whatever way the column is numbered.
        @Test(arguments: [
            ("id serial", "id int GENERATED BY DEFAULT AS IDENTITY"), ("id int", "id int GENERATED ALWAYS AS IDENTITY"),
            ("id int", "id serial"), ("id serial", "id bigint GENERATED BY DEFAULT AS IDENTITY"),
            ("id int GENERATED BY DEFAULT AS IDENTITY", "id serial"), ("id numeric", "id numeric"),
        ])
        func newNumbersComeBehindThoseThatAreThere(_ old: String, _ new: String) throws {
            let (base, wanted, scratch) = (try ServerScratch(), try ServerScratch(), try ToolScratch())
            let isNumeric = old == "id numeric"
            for (server, column) in [(base, old), (wanted, new)] {
                for table in ["t", "\"Empty one\""] {
                    try server.execute("CREATE TABLE \(table) (w int, \(column), PRIMARY KEY (w, id))")
                }
            }
            if isNumeric {
                try wanted.execute(
                    "CREATE SEQUENCE q OWNED BY t.id; ALTER TABLE t ALTER id SET DEFAULT nextval('q'); DROP TABLE \"Empty one\""
                )
                try base.execute("DROP TABLE \"Empty one\"")
            }
            try base.execute("INSERT INTO t (w, id) VALUES (1, 1), (1, 2), (2, 41)")
            let folder = scratch.path("Migrations")
            _ = try MigrationBench.migrate(base.database, at: base.url, folder, to: wanted.url)
            try base.execute("INSERT INTO t (w) VALUES (1)")
            #expect(try base.rows("SELECT max(id)::text FROM t") == [["42"]])
            if !isNumeric {
                try base.execute("INSERT INTO \"Empty one\" (w) VALUES (1)")
                #expect(try base.rows("SELECT id::text FROM \"Empty one\"") == [["1"]])
            }
            // The sequence of the old default is gone.
            let sequences =
                "SELECT count(*) FROM pg_class WHERE relkind = 'S' AND relnamespace = current_schema()::regnamespace"
            #expect(try base.value(sequences, as: Int.self) == wanted.value(sequences, as: Int.self))
            let again = try SchemaMigration(folder: folder, table: "zim_migration").draft(
                from: base.url, to: wanted.url)
            #expect(again.migration.isEmpty, "\(again.migration.text("", from: "", to: ""))")
        }

        /// A sequence that another column asks stays.
        @Test func aSharedSequenceStays() throws {
            let (base, wanted, scratch) = (try ServerScratch(), try ServerScratch(), try ToolScratch())
            try base.execute(
                "CREATE TABLE t (w int, id serial, PRIMARY KEY (w, id)); CREATE TABLE u (id int DEFAULT nextval('t_id_seq'))"
            )
            try wanted.execute(
                "CREATE TABLE t (w int, id int, PRIMARY KEY (w, id)); CREATE TABLE u (id int)")
            let draft = try SchemaMigration(folder: scratch.path("none"), table: "zim_migration")
                .draft(from: base.url, to: wanted.url).migration
            #expect(!draft.steps.contains { $0.sql.hasPrefix("DROP SEQUENCE") })
        }

        // MARK: Enumerations, domains, other schemas

        /// The server takes a new value when the transaction that added it has ended: the rest is a second migration.
        @Test func aNewValueThatIsADefault() throws {
            let (base, wanted, scratch) = (try ServerScratch(), try ServerScratch(), try ToolScratch())
            try base.execute(
                "CREATE TYPE mood AS ENUM ('a', 'c'); CREATE TABLE t (\(Self.key), m mood); INSERT INTO t VALUES (1, 1, 'a')"
            )
            try wanted.execute(
                "CREATE TYPE mood AS ENUM ('a', 'b', 'c'); CREATE TABLE t (\(Self.key), m mood DEFAULT 'b', n int)")
            let folder = scratch.path("Migrations")
            let first = try MigrationBench.migrate(base.database, at: base.url, folder, to: wanted.url)
            #expect(first.steps.map(\.sql) == ["ALTER TYPE mood ADD VALUE 'b' AFTER 'a'"])
            #expect(
                first.notes == [
                    "all other changes, since one of them uses the new value 'b': run this migration, then call zim migrate new again"
                ])
            let second = try MigrationBench.migrate(base.database, at: base.url, folder, to: wanted.url)
            #expect(second.notes == [])
            try base.execute("INSERT INTO t (a, b) VALUES (1, 2)")
            #expect(try base.rows("SELECT m::text FROM t ORDER BY b") == [["a"], ["b"]])
        }

        /// The place for its values is marked, also where it is the domain that refuses NULL.
        @Test func aNewColumnOfADomainThatRefusesNull() throws {
            let (base, wanted, scratch) = (try ServerScratch(), try ServerScratch(), try ToolScratch())
            let domain = "CREATE DOMAIN code AS varchar(8) NOT NULL CHECK (VALUE <> '');"
            try base.execute("\(domain) CREATE TABLE t (\(Self.key)); INSERT INTO t VALUES (1, 1)")
            try wanted.execute("\(domain) CREATE TABLE t (\(Self.key), c code)")
            let draft = try SchemaMigration(folder: scratch.path("none"), table: "zim_migration")
                .draft(from: base.url, to: wanted.url).migration
            let note = "\"c\" is NOT NULL and has no default: write an UPDATE before this, if there are rows"
            #expect(draft.steps.map(\.note) == [nil, note])
            #expect(
                draft.steps.map(\.sql) == [
                    "ALTER TABLE \"t\" ADD COLUMN \"c\" character varying(8)",
                    "ALTER TABLE \"t\" ALTER COLUMN \"c\" TYPE code",
                ])
            let text = draft.text("step", from: "a", to: "b")
            let folder = scratch.path("Migrations")
            _ = try NewMigration.make(
                in: folder, name: "step",
                text: text.replacing("-- \"c\" is", with: "UPDATE t SET c = 'x';\n-- \"c\" is"))
            try Migrator(folder: folder).up(base.database)
            #expect(try base.rows("SELECT a, b, c::text FROM t") == [[1, 1, "x"]])
            #expect(throws: DatabaseError.self) { try base.execute("INSERT INTO t VALUES (1, 2, NULL)") }
        }

        /// Composite types, ranges and functions that tables and views ask are made by a person, first.
        @Test func whatTablesNeedIsListed() throws {
            let (base, wanted, scratch) = (try ServerScratch(), try ServerScratch(), try ToolScratch())
            try base.execute("CREATE TYPE place AS (x int, y int)")
            try wanted.execute(
                """
                CREATE TYPE place AS (x int, y bigint); CREATE TYPE addr AS (street text, "No" numeric(3, 1));
                CREATE TYPE span AS RANGE (SUBTYPE = float8);
                CREATE FUNCTION one() RETURNS int LANGUAGE sql AS 'SELECT 1';
                CREATE FUNCTION good(int) RETURNS bool IMMUTABLE LANGUAGE sql AS 'SELECT $1 > 0';
                CREATE FUNCTION nobodys() RETURNS int LANGUAGE sql AS 'SELECT 1';
                CREATE TABLE t (\(Self.key), c addr[], s span, n int DEFAULT one() CHECK (good(n)))
                """)
            let migration = SchemaMigration(folder: scratch.path("none"), table: "zim_migration")
            let draft = try migration.draft(from: base.url, to: wanted.url).migration
            #expect(
                draft.notes == [
                    "the type addr is missing: CREATE TYPE addr AS (street text, \"No\" numeric(3,1))",
                    "the function good(integer) is missing", "the function one() is missing",
                    "the type place differs: CREATE TYPE place AS (x integer, y bigint)",
                    "the type span is missing: CREATE TYPE span AS RANGE (SUBTYPE = double precision)",
                ])
            #expect(try migration.draft(from: wanted.url, to: wanted.url).migration.notes == [])
        }

        /// Without a search path in the URL, what is not compared is said.
        @Test func otherSchemasAreNamed() throws {
            let server = try #require(TestServer.shared)
            let script = """
                CREATE TABLE t (\(Self.key)); CREATE SCHEMA sales; CREATE TABLE sales.o (\(Self.key));
                CREATE SCHEMA "Sales Dept"; CREATE TABLE "Sales Dept".o (\(Self.key))
                """
            let (base, wanted, scratch) = (
                try server.makeDatabase(script), try server.makeDatabase(script), try ToolScratch()
            )
            let draft = try SchemaMigration(folder: scratch.path("none"), table: "zim_migration")
                .draft(from: base, to: wanted).migration
            #expect(draft.isEmpty)
            #expect(
                draft.notes == [
                    "the tables of the schema \"Sales Dept\" are not compared, unless both URLs choose it: ?options=-csearch_path%3D%22Sales%5C%20Dept%22",
                    "the tables of the schema \"sales\" are not compared, unless both URLs choose it: ?options=-csearch_path%3Dsales",
                ])
        }
    }
#endif
