import Foundation
import TestServer
import Testing
import ZIMOrm

@testable import ZIMTool

/// Functions, views, rules and triggers between two servers, each behind what it needs.
@Suite(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) struct CopyDefinitionTests {
    /// A function in a default, one in a check, one in a computed column and an index; a view on a view on a table with a key
    /// of three columns; a function that reads a view, and a view that calls it; a trigger that writes another table.
    private static let sql = """
        CREATE SCHEMA shop;
        CREATE FUNCTION shop.next_part() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN 'p' || coalesce(max(number), 0) FROM orders; END $$;
        CREATE FUNCTION is_year(y int) RETURNS boolean LANGUAGE sql IMMUTABLE RETURN y BETWEEN 1900 AND 2100;
        CREATE FUNCTION half(n int, OUT language text) LANGUAGE sql IMMUTABLE AS 'SELECT (n / 2)::text';
        CREATE TABLE orders (year int CHECK (is_year(year)), number int, part text DEFAULT shop.next_part(), halved text GENERATED ALWAYS AS (half(number)) STORED,
            PRIMARY KEY (year, number, part));
        CREATE INDEX by_half ON orders (half(number));
        CREATE TABLE shop.log (at int, what text);
        INSERT INTO orders VALUES (2001, 8, DEFAULT), (2001, 9, 'b'); INSERT INTO shop.log VALUES (1, 'begun');
        CREATE VIEW shop.recent WITH (security_barrier) AS SELECT year, number, part FROM orders WHERE year > 2000;
        CREATE VIEW numbers AS SELECT number, count(*) AS parts FROM shop.recent GROUP BY number;
        CREATE FUNCTION total() RETURNS SETOF numbers LANGUAGE sql STABLE AS 'SELECT * FROM numbers';
        CREATE FUNCTION label(orders) RETURNS text LANGUAGE sql AS 'SELECT $1.part || ''!''';
        CREATE VIEW totals AS SELECT sum(parts) AS parts FROM total();
        CREATE MATERIALIZED VIEW sums AS SELECT year, sum(number) AS n FROM orders GROUP BY year;
        CREATE UNIQUE INDEX sums_year ON sums (year);
        CREATE MATERIALIZED VIEW empty AS SELECT 1 AS one FROM sums WITH NO DATA;
        CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN INSERT INTO shop.log VALUES (new.number, tg_name); RETURN new; END $$;
        CREATE TRIGGER noting AFTER INSERT OR UPDATE OF number ON orders FOR EACH ROW WHEN (new.number > 8) EXECUTE FUNCTION note();
        CREATE TRIGGER asleep BEFORE DELETE ON orders FOR EACH ROW EXECUTE FUNCTION note(); ALTER TABLE orders DISABLE TRIGGER asleep;
        CREATE TRIGGER through INSTEAD OF INSERT ON shop.recent FOR EACH ROW EXECUTE FUNCTION note();
        CREATE RULE quiet AS ON DELETE TO shop.log WHERE old.at = 1 DO INSTEAD NOTHING;
        CREATE AGGREGATE joined(text) (SFUNC = textcat, STYPE = text, INITCOND = '<');
        CREATE VIEW parts AS SELECT joined(part ORDER BY part) AS all_parts FROM orders;
        CREATE PROCEDURE clear() LANGUAGE sql AS 'DELETE FROM shop.log';
        """

    private func open(_ script: String = "") throws -> Database {
        try Database(url: #require(TestServer.shared).makeDatabase(script))
    }

    private func copy(
        _ source: Database, to target: Database, _ setup: (inout CopyOptions) throws -> Void = { _ in }
    ) throws -> CopyReport {
        var options = CopyOptions()
        options.copiesDefinitions = true
        try setup(&options)
        return try DatabaseCopy(from: source, to: .server(target), options: options).run()
    }

    private func rows(_ database: Database, _ sql: String) throws -> [[SQLValue]] {
        try database.read { try $0.rows(SQL(unsafe: sql)).map(\.values) }
    }

    @Test func all() throws {
        let (source, target) = (try open(Self.sql), try open())
        let report = try copy(source, to: target)
        #expect(
            CopyBench.notes(report) == [
                "note(): runs with the rights of whoever copies it (SECURITY DEFINER), so nobody else may execute it without GRANT EXECUTE"
            ])
        for catalog in [
            "SELECT oid::regprocedure::text, CASE WHEN prokind <> 'a' THEN pg_get_functiondef(oid) END FROM pg_proc WHERE pronamespace::regnamespace::text IN ('public', 'shop') ORDER BY 1",
            "SELECT oid::regclass::text, pg_get_viewdef(oid), reloptions::text, relispopulated FROM pg_class WHERE relkind IN ('v', 'm') AND relnamespace::regnamespace::text IN ('public', 'shop') ORDER BY 1",
            "SELECT tgname::text, pg_get_triggerdef(oid), tgenabled::text FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1",
            "SELECT rulename::text, pg_get_ruledef(oid) FROM pg_rewrite WHERE ev_class::regclass::text = 'shop.log'",
            "SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid::regclass::text IN ('sums', 'orders') ORDER BY 1",
            "SELECT * FROM shop.log", "SELECT * FROM orders ORDER BY number", "SELECT * FROM sums",
            "SELECT * FROM totals",
            "SELECT * FROM parts", "SELECT label(orders) FROM orders ORDER BY 1",
        ] { #expect(try rows(target, catalog) == rows(source, catalog), "\(catalog)") }
        #expect(try rows(target, "SELECT * FROM sums") == [[2001, 17]])
        #expect(try rows(target, "SELECT count(*) FROM shop.log") == [[1]])
        // They are at work.
        try target.execute("INSERT INTO orders (year, number) VALUES (2002, 10)")
        try target.execute("DELETE FROM shop.log WHERE at = 1")
        #expect(try rows(target, "SELECT * FROM shop.log ORDER BY at") == [[1, "begun"], [10, "noting"]])
        #expect(throws: DatabaseError.self) { try target.execute("INSERT INTO orders (year, number) VALUES (1, 10)") }
    }

    /// What stays behind is named beforehand, and nothing else is lost.
    @Test func some() throws {
        let (source, target) = (try open(Self.sql), try open())
        try source.execute("CREATE FUNCTION odd() RETURNS int LANGUAGE internal AS 'pg_backend_pid'")
        try source.execute("CREATE VIEW odder AS SELECT odd()")
        try source.execute("CREATE TABLE secret (x int)")
        try source.execute("CREATE VIEW secrets AS SELECT * FROM secret")
        try source.execute("CREATE VIEW more AS SELECT * FROM secrets")
        try source.execute("CREATE FUNCTION spy() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM secret'")
        try target.execute("CREATE FUNCTION half(n text) RETURNS text LANGUAGE sql AS 'SELECT n'")
        try target.execute("CREATE FUNCTION clear() RETURNS text LANGUAGE sql AS 'SELECT ''mine'''")
        let report = try copy(source, to: target) { $0.except = ["secret", "numbers"] }
        let notes = Set(CopyBench.notes(report))
        #expect(
            notes == [
                "secrets: the view is left out: it uses secret, which is not in the copy",
                "more: the view is left out: it uses secrets, which is not in the copy",
                "odd(): the function is left out: its language internal is not trusted",
                "odder: the view is left out: function odd() does not exist",
                "spy(): the function is copied, but cannot run: relation \"secret\" does not exist",
                "total(): the function is left out: type \"numbers\" does not exist",
                "totals: the view is left out: it uses numbers, which is not in the copy",
                "clear(): the procedure is left out: function \"clear\" already exists with same argument types",
                "note(): runs with the rights of whoever copies it (SECURITY DEFINER), so nobody else may execute it without GRANT EXECUTE",
            ], "\(notes)")
        #expect(try rows(target, "SELECT clear(), half('x'), (SELECT count(*) FROM orders)") == [["mine", "x", 2]])
        #expect(
            try rows(
                target,
                "SELECT relname::text FROM pg_class WHERE relkind = 'v' AND relnamespace = 'public'::regnamespace") == [
                    ["parts"]
                ])
    }

    /// What fails with the rows only does not end the copy.
    @Test func failingAtTheEnd() throws {
        let (source, target) = (
            try open(
                """
                CREATE TABLE t (a int, b int, PRIMARY KEY (a, b)); INSERT INTO t VALUES (1, 1);
                CREATE MATERIALIZED VIEW shares AS SELECT a / b AS share FROM t; CREATE VIEW fine AS SELECT * FROM shares;
                INSERT INTO t VALUES (1, 0);
                """), try open()
        )
        let report = try copy(source, to: target)
        #expect(CopyBench.notes(report) == ["shares: is not complete: division by zero"])
        #expect(try rows(target, "SELECT relispopulated FROM pg_class WHERE relname = 'shares'") == [[false]])
        #expect(try rows(target, "SELECT count(*) FROM t") == [[2]])
        #expect(try rows(target, "SELECT count(*) FROM pg_class WHERE relname = 'fine'") == [[1]])
    }

    /// Nothing of it goes over unless somebody asks for it.
    @Test func withoutTheOption() throws {
        let (source, target) = (try open(Self.sql), try open())
        let error = #expect(throws: ToolError.self) {
            try DatabaseCopy(from: source, to: .server(target)).run()
        }
        #expect(error?.message.hasPrefix("orders cannot be created: ") == true, "\(error?.message ?? "")")
        #expect(error?.message.contains(" does not exist (--definitions copies functions, too)\n  SQL: ") == true)
        try source.execute("DROP INDEX by_half")
        try source.execute("ALTER TABLE orders DROP halved")
        let report = try DatabaseCopy(from: source, to: .server(target)).run()
        let notes = Set(CopyBench.notes(report))
        #expect(
            notes.isSuperset(
                of: [
                    "orders: the trigger noting is left out", "numbers: is a view, which is left out",
                    "orders: the default of part is left out: schema \"shop\" does not exist",
                    "orders: the check orders_year_check (is_year(year)) is left out: function is_year(integer) does not exist",
                ].filter { !$0.contains("schema \"shop\"") }), "\(notes)")
        #expect(
            try rows(
                target, "SELECT count(*) FROM pg_proc WHERE pronamespace::regnamespace::text IN ('public', 'shop')")
                == [[0]])
    }

    @Test func mistakes() throws {
        let (source, target, scratch) = (try open(Self.sql), try open(), try ToolScratch())
        for (setup, message): ((inout CopyOptions) throws -> Void, String) in [
            ({ $0.isResumable = true }, "--definitions and --resumable exclude each other"),
            (
                { $0.renames = [try CopyOptions.Rename("orders=x")] },
                "--definitions and --rename exclude each other: views and functions name tables by their own names"
            ),
        ] { #expect(throws: ToolError(message)) { try copy(source, to: target, setup) } }
        var options = CopyOptions()
        options.copiesDefinitions = true
        #expect(throws: ToolError("--definitions needs two servers of PostgreSQL, or two of MariaDB or MySQL")) {
            try DatabaseCopy(from: source, to: .file(scratch.path("copy.sqlite")), options: options).run()
        }
        #expect(try rows(target, "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace") == [[0]])
        let answer = try Program.run(["copy", "a.sqlite", "b.sqlite", "--definitions"])
        #expect(answer.status == 2)
    }
}
