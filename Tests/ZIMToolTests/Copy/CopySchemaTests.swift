import Foundation
import TestServer
import Testing
import ZIMOrm

@testable import ZIMTool

/// Several schemas of a server: as such to another server of PostgreSQL, as `schema_table` to a file.
@Suite(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) struct CopySchemaTests {
    /// Tables of one name in two schemas, foreign keys of two and three columns between schemas, types in a third.
    private static let sql = """
        CREATE SCHEMA sales; CREATE SCHEMA types; CREATE SCHEMA "odd.one";
        CREATE TYPE types.mood AS ENUM ('sad', 'glad'); CREATE DOMAIN types.positive AS int CHECK (VALUE > 0);
        CREATE DOMAIN types.small AS types.positive CHECK (VALUE < 100);
        CREATE TYPE types.place AS (street text, "House No" types.small, mood types.mood);
        CREATE TYPE types.span AS RANGE (subtype = float8, subtype_diff = float8mi);
        CREATE TABLE orders (year int, number int, part text, mood types.mood DEFAULT 'glad', PRIMARY KEY (year, number, part));
        CREATE INDEX by_mood ON orders (mood);
        CREATE TABLE sales.orders (id bigserial, shop types.positive, at types.place, moods types.mood[], span types.span,
            PRIMARY KEY (shop, id));
        CREATE INDEX by_mood ON sales.orders (shop DESC);
        CREATE TABLE sales.line (y int, n int, p text, shop int, id bigint, twice int GENERATED ALWAYS AS (n * 2) STORED,
            CONSTRAINT both_ways FOREIGN KEY (p, y, n) REFERENCES orders (part, year, number) ON DELETE CASCADE,
            FOREIGN KEY (shop, id) REFERENCES sales.orders (shop, id));
        CREATE TABLE "odd.one"."a.b" (k int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, line text);
        CREATE SEQUENCE types.counter START 40; CREATE TABLE counted (n int DEFAULT nextval('types.counter'));
        INSERT INTO orders VALUES (2001, 1, 'a', 'sad'), (2001, 1, 'b', DEFAULT); INSERT INTO counted VALUES (DEFAULT), (DEFAULT);
        INSERT INTO sales.orders (shop, at, moods, span) VALUES (7, ROW('Elm', 12, 'glad'), '{sad,glad}', '[1,2.5)'), (8, NULL, NULL, NULL);
        INSERT INTO sales.line VALUES (2001, 1, 'b', 7, 1); INSERT INTO "odd.one"."a.b" (line) VALUES ('x'), ('y');
        """

    private func open(_ script: String = "") throws -> Database {
        try Database(url: #require(TestServer.shared).makeDatabase(script))
    }

    private func copy(
        _ source: Database, to target: CopyDestination, _ setup: (inout CopyOptions) throws -> Void = { _ in }
    ) throws -> CopyReport {
        var options = CopyOptions()
        try setup(&options)
        return try DatabaseCopy(from: source, to: target, options: options).run()
    }

    private func rows(_ database: Database, _ sql: String) throws -> [[SQLValue]] {
        try database.read { try $0.rows(SQL(unsafe: sql)).map(\.values) }
    }

    @Test func betweenServers() throws {
        let (source, target) = (try open(Self.sql), try open())
        let report = try copy(source, to: .server(target))
        #expect(CopyBench.notes(report) == [])
        #expect(report.rows == 9)
        #expect(
            Set(report.tables.map(\.name)) == [
                "orders", "counted", "sales.orders", "sales.line", "\"odd.one\".\"a.b\"",
            ])
        let schemas = try [source, target].map { database in try database.read { try $0.schema(.all) } }
        #expect(schemas[1].tables == schemas[0].tables)
        #expect(schemas[1].indexes == schemas[0].indexes)
        #expect(schemas[1].types == schemas[0].types)
        for sql in [
            "SELECT * FROM orders ORDER BY part", "SELECT * FROM sales.orders ORDER BY id", "SELECT * FROM sales.line",
            "SELECT * FROM \"odd.one\".\"a.b\" ORDER BY k", "SELECT * FROM counted ORDER BY n",
            "SELECT upper(span) - lower(span), (at).\"House No\" FROM sales.orders WHERE id = 1",
        ] { #expect(try rows(target, sql) == rows(source, sql), "\(sql)") }
        for database in [source, target] {
            try database.execute("INSERT INTO counted VALUES (DEFAULT)")
            try database.execute("INSERT INTO sales.orders (shop) VALUES (9)")
            try database.execute("DELETE FROM orders WHERE part = 'b'")
            for wrong in ["INSERT INTO sales.orders (shop) VALUES (0)", "INSERT INTO sales.line VALUES (1, 1, 'q')"] {
                #expect(throws: DatabaseError.self) { try database.execute(SQL(unsafe: wrong)) }
            }
        }
        #expect(
            try rows(target, "SELECT max(n) FROM counted UNION ALL SELECT max(id) FROM sales.orders") == [[42], [3]])
        #expect(try rows(target, "SELECT count(*) FROM sales.line") == [[0]])
    }

    @Test func toAFile() throws {
        let (source, scratch) = (try open(Self.sql), try ToolScratch())
        let path = scratch.path("copy.sqlite")
        let report = try copy(source, to: .file(path))
        let named = report.notes.map(\.description).filter { $0.contains("is called") }
        #expect(
            named.sorted() == [
                "\"odd.one\".\"a.b\": is called odd.one_a.b: SQLite gets no schemas",
                "sales.line: is called sales_line: SQLite gets no schemas",
                "sales.orders: is called sales_orders: SQLite gets no schemas",
            ])
        #expect(
            try CopyBench.foreignKeys(CopyBench.schema(path)) == [
                "sales_line [\"p\", \"y\", \"n\"] → orders [\"part\", \"year\", \"number\"] CASCADE NO ACTION",
                "sales_line [\"shop\", \"id\"] → sales_orders [\"shop\", \"id\"] NO ACTION NO ACTION",
            ])
        #expect(
            try CopyBench.rows(path).mapValues(\.count) == [
                "orders": 2, "counted": 2, "sales_orders": 2, "sales_line": 1, "odd.one_a.b": 2,
            ])
        let schema = try CopyBench.schema(path)
        #expect(
            schema.indexes.filter { $0.origin == .index }.map(\.name).sorted() == [
                "orders_by_mood", "sales_orders_by_mood",
            ])
        // And on, one that goes on included, and under names of one's own.
        _ = try copy(source, to: .file(scratch.path("other.sqlite"))) {
            $0.isResumable = true
            $0.except = ["public.counted", "\"odd.one\".\"a.b\""]
            $0.renames = [try CopyOptions.Rename("sales.orders=sold"), try CopyOptions.Rename("public.orders=mine")]
            $0.types = [try CopyOptions.TypeChoice("sales.line.shop=text")]
        }
        #expect(
            try Set(CopyBench.rows(scratch.path("other.sqlite")).keys) == ["mine", "sold", "sales_line"])
    }

    @Test func someSchemas() throws {
        let (source, target) = (try open(Self.sql), try open())
        let report = try copy(source, to: .server(target)) { $0.schemas = ["sales", "odd.one"] }
        #expect(
            report.notes.map(\.description).filter { $0.contains("foreign key") } == [
                "sales.line: the foreign key (p, y, n) → orders (part, year, number) is left out: there is no such table in the copy"
            ])
        #expect(Set(report.tables.map(\.name)) == ["sales.orders", "sales.line", "\"odd.one\".\"a.b\""])
        #expect(
            try rows(target, "SELECT nspname::text FROM pg_namespace WHERE nspname !~ '^pg_' ORDER BY 1") == [
                ["information_schema"], ["odd.one"], ["public"], ["sales"], ["types"],
            ])
        // What the search path of a URL says still holds.
        let one = try Database(url: source.url(path: "sales"))
        let scratch = try ToolScratch()
        let path = scratch.path("sales.sqlite")
        let sales = try copy(one, to: .file(path))
        #expect(Set(sales.tables.map(\.name)) == ["orders", "line"])
        #expect(
            Set(sales.notes.map(\.description)).isSuperset(of: [
                "public: has 2 tables outside of the URL's search_path, left out",
                "odd.one: has 1 table outside of the URL's search_path, left out",
            ]))
        #expect(!sales.notes.contains { $0.description.contains("is a sequence") })
        // Another schema of the same server, whose types need no search path.
        try source.execute("CREATE SCHEMA archive")
        let archive = try Database(url: source.url(path: "archive"))
        _ = try copy(one, to: .server(archive)) { $0.only = ["orders"] }
        #expect(
            try rows(archive, "SELECT shop, moods FROM archive.orders ORDER BY 1")
                == rows(one, "SELECT shop, moods FROM orders ORDER BY 1"))
    }

    @Test func mistakes() throws {
        let (source, target, scratch) = (try open(Self.sql), try open(), try ToolScratch())
        try source.execute("CREATE TABLE sales_line (x int)")
        let file = CopyDestination.file(scratch.path("copy.sqlite"))
        func message(_ target: CopyDestination, _ setup: (inout CopyOptions) throws -> Void) -> String? {
            #expect(throws: ToolError.self) { try copy(source, to: target, setup) }?.message
        }
        #expect(
            message(file) { $0.schemas = ["sales", "nothing"] }
                == "there is no schema \"nothing\" in \(source.location)")
        #expect(
            message(file) { $0.only = ["sales.nothing"] } == "there is no table \"sales.nothing\" in \(source.location)"
        )
        #expect(
            message(file) { _ in } == "the tables \"sales.line\" and \"sales_line\" would both be called \"sales_line\""
        )
        #expect(
            message(file) { $0.renames = [try CopyOptions.Rename("sales.line=Orders")] }
                == "--rename would give two tables the name \"Orders\": \"orders\" and \"sales.line\"")
        #expect(
            message(.server(target)) { $0.isResumable = true }
                == "--resumable copies into one schema of PostgreSQL, but (odd.one, sales, types) are copied, too")
        #expect(scratch.contents == [:])
        try target.execute("CREATE SCHEMA sales; CREATE TABLE sales.line (x int)")
        #expect(
            message(.server(target)) { $0.intoExisting = true }
                == "the schema sales of \(target.location) has a table \"line\" already")
        #expect(
            message(.server(target)) { $0.except = ["sales.line"] }
                == "the schema sales of \(target.location) is not empty: it has \"line\"")
        // The target's own schema is that of another at the source.
        let sales = try Database(url: try open("CREATE SCHEMA sales").url(path: "sales"))
        #expect(
            message(.server(sales)) { _ in }
                == "the tables \"orders\" and \"sales.orders\" would both be \"orders\" in the schema sales of \(sales.location)"
        )
        #expect(
            try rows(
                target,
                "SELECT relname::text FROM pg_class WHERE relkind IN ('r', 'S', 'v') AND relnamespace::regnamespace::text !~ '^(pg_|inf)'"
            )
                == [["line"]])
        let path = try scratch.database("CREATE TABLE t (x)")
        let opened = try InspectedDatabase(path: path)
        #expect(
            throws: ToolError("\(path) is a file, which has no schemas to choose from", "Use --only for its tables")
        ) {
            try copy(opened.database, to: .server(target)) { $0.schemas = ["main"] }
        }
    }

    /// They belong to no schema and no table.
    @Test(arguments: [false, true]) func largeObjects(_ isToServer: Bool) throws {
        let (source, scratch) = (try open("CREATE TABLE t (a int, b oid, PRIMARY KEY (a, b))"), try ToolScratch())
        let target = isToServer ? CopyDestination.server(try open()) : .file(scratch.path("copy.sqlite"))
        try source.execute("INSERT INTO t VALUES (1, lo_from_bytea(0, '\\x00')), (2, lo_from_bytea(0, '\\x01'))")
        let notes = try copy(source, to: target).notes.map(\.description)
        #expect(notes == ["\(source.location): has 2 large objects, which are left out"])
    }

    /// `--dry-run` names what is not called as it was.
    @Test func command() throws {
        let scratch = try ToolScratch()
        let url = try #require(TestServer.shared).makeDatabase(Self.sql)
        let target = scratch.path("copy.sqlite")
        let dry = try Program.run(["copy", url, target, "--schema", "sales", "--dry-run"])
        #expect(dry.status == 0)
        #expect(dry.out.contains("sales.orders  → sales_orders  2 rows\n"), "\(dry.out)")
        #expect(!dry.out.contains("counted"), "\(dry.out)")
        let answer = try Program.run(["copy", url, target, "--schema", "sales", "--schema", "public"])
        #expect(answer.status == 0)
        #expect(answer.out.contains("4 tables, 7 rows"), "\(answer.out)")
        let wrong = try Program.run(["copy", url, target, "--schema", "Sales"])
        #expect(wrong.status == 2)
        #expect(wrong.err.contains("there is no schema \"Sales\" in "), "\(wrong.err)")
    }
}

extension Database {
    /// The URL of the same database with a search path.
    fileprivate func url(path: String) throws -> String {
        let name = try read { try $0.value("SELECT current_database()::text", as: String.self) } ?? ""
        return try #require(TestServer.shared).url(database: name, schema: path)
    }
}
