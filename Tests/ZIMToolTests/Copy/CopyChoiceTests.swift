import Foundation
import Testing
import ZIMOrm

@testable import ZIMTool

/// Tables that are left out, and tables that get other names.
@Suite struct CopyChoiceTests {
    /// A key of three columns, a table that references itself, and one that references two.
    static let sql = """
        CREATE TABLE "order" (year INT, number INT, part TEXT, CHECK (year > 1900), PRIMARY KEY (year, number, part));
        CREATE TABLE line (y INT, n INT, p TEXT, pos INT CHECK (pos > 0), article TEXT REFERENCES article (id), PRIMARY KEY (y, n, p, pos),
            FOREIGN KEY (p, y, n) REFERENCES "order" (part, year, number) ON DELETE CASCADE);
        CREATE TABLE article (id TEXT PRIMARY KEY, parent TEXT REFERENCES article (id));
        CREATE TABLE log (at INT, what TEXT);
        CREATE INDEX line_article ON line (article) WHERE pos > 1;
        INSERT INTO "order" VALUES (1998, 1, 'a'), (1998, 1, 'b'); INSERT INTO article VALUES ('x', NULL), ('y', 'x');
        INSERT INTO line VALUES (1998, 1, 'b', 1, 'x'), (1998, 1, 'b', 2, 'y'); INSERT INTO log VALUES (1, 'seen');
        """
    private static let server = ConditionTrait.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)

    @Test(Self.server) func exceptOnAServer() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(Self.sql + "CREATE VIEW seen AS SELECT * FROM log;")
        let report = try CopyBench.copy(path, to: server) { $0.except = ["ORDER", "log"] }
        #expect(try CopyBench.tables(server) == ["article", "line"])
        #expect(report.rows == 4)
        #expect(
            report.notes.map(\.description) == [
                "line: the foreign key (p, y, n) → order (part, year, number) is left out: there is no such table in the copy",
                "seen: is a view, which is left out",
            ])
        #expect(
            try CopyBench.foreignKeys(CopyBench.schema(server)) == [
                "article [\"parent\"] → article [\"id\"] NO ACTION NO ACTION",
                "line [\"article\"] → article [\"id\"] NO ACTION NO ACTION",
            ])
        // Names are exact on a server.
        #expect(throws: ToolError.self) {
            try CopyBench.copy(server, to: scratch.path("no.sqlite")) { $0.except = ["article", "Line"] }
        }
        let back = try CopyBench.copy(server, to: scratch.path("back.sqlite")) { $0.except = ["line"] }
        #expect(back.tables.map(\.name) == ["article"])
    }

    /// What mentions a table that stays behind stays, too; foreign keys are part of a table's definition.
    @Test func exceptBetweenFiles() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(
            Self.sql + """
                CREATE VIEW kept AS SELECT * FROM line WHERE p <> 'log'; CREATE VIEW lost AS SELECT * FROM 'log'; CREATE VIEW also AS SELECT * FROM lost;
                CREATE TRIGGER t AFTER INSERT ON line BEGIN INSERT INTO log VALUES (new.y, 'line'); END;
                CREATE TRIGGER u AFTER INSERT ON line BEGIN UPDATE article SET parent = NULL; END;
                CREATE TRIGGER v AFTER INSERT ON log BEGIN DELETE FROM line; END;
                CREATE VIRTUAL TABLE words USING fts5(t); INSERT INTO words VALUES ('hello world');
                """)
        let target = scratch.path("copy.sqlite")
        let report = try CopyBench.copy(path, to: target) { $0.except = ["log", "order", "words"] }
        #expect(
            report.notes.map(\.description) == [
                "line: the foreign key (p, y, n) → order (part, year, number) stays, but references a table that is not in the copy",
                "lost: the view is left out: it mentions log, which is not in the copy",
                "also: the view is left out: it mentions lost, which is not in the copy",
                "t: the trigger is left out: it mentions log, which is not in the copy",
            ])
        let file = try InspectedDatabase(path: target)
        #expect(
            try file.database.read {
                try $0.rows("SELECT name FROM sqlite_schema WHERE sql NOT NULL ORDER BY 1").map(\.values)
            }
                == [["article"], ["kept"], ["line"], ["line_article"], ["u"]])
        // A virtual table goes with the tables that it keeps its rows in.
        _ = try CopyBench.copy(path, to: scratch.path("words.sqlite")) { $0.only = ["words"] }
        let words = try InspectedDatabase(path: scratch.path("words.sqlite"))
        #expect(
            try words.database.read { try $0.rows("SELECT t FROM words WHERE words MATCH 'hello'").map(\.values) }
                == [["hello world"]])
    }

    @Test(Self.server) func renameOnAServer() throws {
        let (scratch, server, other) = (try ToolScratch(), try ServerScratch(), try ServerScratch())
        let path = try scratch.database(Self.sql)
        let renames = ["order=line", "line=order line", "article=Artikel"].map { try? CopyOptions.Rename($0) }
        let report = try CopyBench.copy(path, to: server) { $0.renames = renames.compactMap { $0 } }
        #expect(report.notes == [])
        #expect(report.tables.map(\.name).sorted() == ["Artikel", "line", "log", "order line"])
        Self.expectRenamed(try CopyBench.schema(server))
        #expect(
            try server.rows("SELECT y, n, p, pos, article FROM \"order line\" ORDER BY pos") == [
                [1998, 1, "b", 1, "x"], [1998, 1, "b", 2, "y"],
            ])
        for sql in [
            "INSERT INTO line VALUES (1, 1, 'c')", "INSERT INTO \"order line\" VALUES (1998, 1, 'b', 0, 'x')",
            "INSERT INTO \"order line\" VALUES (1998, 1, 'c', 1, 'x')",
        ] { #expect(throws: DatabaseError.self) { try server.execute(sql) } }
        // On to another server, and as one that goes on.
        var options = CopyOptions()
        options.isResumable = true
        options.renames = [try CopyOptions.Rename("Artikel=a"), try CopyOptions.Rename("\"order line\"=b")]
        _ = try DatabaseCopy(from: server.database, to: .server(other.database), options: options).run()
        #expect(try CopyBench.tables(other) == ["a", "b", "line", "log"])
        #expect(
            try CopyBench.foreignKeys(CopyBench.schema(other)) == [
                "a [\"parent\"] → a [\"id\"] NO ACTION NO ACTION", "b [\"article\"] → a [\"id\"] NO ACTION NO ACTION",
                "b [\"p\", \"y\", \"n\"] → line [\"part\", \"year\", \"number\"] CASCADE NO ACTION",
            ])
        let back = scratch.path("back.sqlite")
        _ = try CopyBench.copy(other, to: back) { $0.renames = [try CopyOptions.Rename("line=sums")] }
        #expect(try CopyBench.schema(back).tables.map(\.name).sorted() == ["a", "b", "log", "sums"])
        #expect(try CopyBench.schema(back).table("b")?.foreignKeys.map(\.table).sorted() == ["a", "sums"])
    }

    static func expectRenamed(_ schema: DatabaseSchema) {
        #expect(schema.table("line")?.primaryKey == ["year", "number", "part"])
        #expect(schema.table("order line")?.primaryKey == ["y", "n", "p", "pos"])
        #expect(schema.indexes(of: "order line").filter { $0.origin == .index }.map(\.name) == ["line_article"])
        #expect(
            Set(schema.tables.flatMap { table in table.foreignKeys.map { "\(table.name) → \($0.table)" } }) == [
                "Artikel → Artikel", "order line → Artikel", "order line → line",
            ])
    }

    /// SQLite rewrites what refers to a table: foreign keys, indexes, triggers, views. Names may be exchanged.
    @Test(arguments: [false, true]) func renameBetweenFiles(_ isResumable: Bool) throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(
            Self.sql + """
                CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO counted VALUES (7); DELETE FROM counted;
                CREATE VIEW seen AS SELECT "order".year, line.pos FROM "order" JOIN line ON n = number;
                CREATE TRIGGER t AFTER INSERT ON log BEGIN INSERT INTO "order" VALUES (new.at, 1, 'z'); END;
                CREATE VIRTUAL TABLE words USING fts5(t); INSERT INTO words VALUES ('hello world');
                """)
        let target = scratch.path("copy.sqlite")
        let report = try CopyBench.copy(path, to: target) {
            $0.renames = try [
                "order=line", "line=order line", "article=Artikel", "LOG=Log", "words=terms", "counted=n",
            ]
            .map { try CopyOptions.Rename($0) }
            $0.isResumable = isResumable
        }
        #expect(report.notes == [])
        #expect(Set(report.tables.map(\.name)).isSuperset(of: ["Artikel", "Log", "line", "order line", "n"]))
        let database = try Database(path: target)
        defer { database.close() }
        Self.expectRenamed(try database.read { try $0.schema() })
        try database.execute("INSERT INTO Log VALUES (2001, 'x'); INSERT INTO n DEFAULT VALUES")
        let rows: (SQL) throws -> [[SQLValue]] = { sql in try database.read { try $0.rows(sql).map(\.values) } }
        #expect(try rows("SELECT year FROM line ORDER BY 1") == [[1998], [1998], [2001]])
        #expect(try rows("SELECT DISTINCT year FROM seen") == [[1998], [2001]])
        #expect(try rows("SELECT t FROM terms WHERE terms MATCH 'world'") == [["hello world"]])
        #expect(try rows("SELECT id FROM n") == [[8]])
        #expect(try rows("PRAGMA foreign_key_check") == [])
        #expect(try rows("PRAGMA integrity_check") == [["ok"]])
    }

    /// SQLite refuses to rename a table where a view has joins in parentheses. Views without that table come later.
    @Test func viewsThatSQLiteCannotChange() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(
            """
            CREATE TABLE cust (id INTEGER PRIMARY KEY, name TEXT);
            CREATE TABLE ord (id INTEGER PRIMARY KEY, cust INT REFERENCES cust (id));
            CREATE TABLE detail (ord INT REFERENCES ord (id), prod INT, price REAL, PRIMARY KEY (ord, prod));
            CREATE VIEW sub AS SELECT detail.ord, sum(price) AS total FROM detail GROUP BY detail.ord;
            CREATE VIEW nested AS SELECT sub.total, ord.id FROM cust JOIN (ord JOIN sub ON ord.id = sub.ord) ON cust.id = ord.cust;
            CREATE VIEW bad AS SELECT detail.price, ord.id FROM cust JOIN (ord JOIN detail ON ord.id = detail.ord) ON cust.id = ord.cust;
            CREATE VIEW over_bad AS SELECT * FROM bad;
            CREATE VIEW kept AS SELECT sub.total FROM cust JOIN (ord JOIN sub ON ord.id = sub.ord) ON cust.id = ord.cust;
            CREATE TRIGGER added AFTER INSERT ON cust BEGIN INSERT INTO ord (cust) VALUES (new.id); END;
            CREATE TRIGGER priced INSTEAD OF INSERT ON nested BEGIN INSERT INTO detail VALUES (new.id, 1, new.total); END;
            INSERT INTO cust VALUES (1, 'a'); INSERT INTO ord VALUES (10, 1), (11, 1);
            INSERT INTO detail VALUES (10, 1, 5), (10, 2, 7), (11, 1, 9);
            """)
        let target = scratch.path("copy.sqlite")
        let report = try CopyBench.copy(path, to: target) { $0.renames = [try CopyOptions.Rename("detail=order line")] }
        #expect(
            report.notes.map(\.description).sorted() == [
                "bad: the view is left out: SQLite cannot rename a table in it: error in view bad: no such column: detail.price",
                "nested: the view is left out: SQLite cannot rename a table in it: error in view nested: no such column: sub.total",
                "over_bad: the view is left out: it mentions bad, which is not in the copy",
                "priced: the trigger is left out: it mentions nested, which is not in the copy",
            ])
        let database = try Database(path: target)
        defer { database.close() }
        try database.write { session in
            try session.execute("INSERT INTO cust VALUES (2, 'b')")
            #expect(try session.rows("SELECT * FROM sub ORDER BY 1").map(\.values) == [[10, 12.0], [11, 9.0]])
            #expect(try session.rows("SELECT * FROM kept ORDER BY 1").map(\.values) == [[9.0], [12.0]])
            #expect(try session.value("SELECT max(id) FROM ord WHERE cust = 2", as: Int.self) == 12)
            #expect(try session.value("SELECT count(*) FROM \"order line\"", as: Int.self) == 3)
        }
    }

    /// Known before anything is written.
    @Test func mistakes() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(Self.sql + "CREATE VIEW seen AS SELECT 1")
        let target = scratch.path("copy.sqlite")
        let before = scratch.contents
        for (renames, message) in [
            (["nothing=x"], "--rename names the table \"nothing\", which is not copied"),
            (["seen=x"], "--rename names the table \"seen\", which is not copied"),
            (["log=x", "LOG=y"], "--rename gives the table \"log\" two names: \"x\" and \"y\""),
            (["log=Line"], "--rename would give two tables the name \"Line\": \"line\" and \"log\""),
            (["log=x", "line=X"], "--rename would give two tables the name \"x\": \"line\" and \"log\""),
            (["log=sqlite_log"], "--rename log=sqlite_log: the name begins with sqlite_, which SQLite reserves"),
        ] {
            let error = #expect(throws: ToolError.self) {
                try CopyBench.copy(path, to: target) { $0.renames = try renames.map { try CopyOptions.Rename($0) } }
            }
            #expect(error?.message == message)
        }
        #expect(throws: ToolError("there is no table \"nothing\" in \(path)")) {
            try CopyBench.copy(path, to: target) { $0.except = ["log", "nothing"] }
        }
        #expect(scratch.contents == before)
        for (text, message) in [
            ("log", "\"log\" is not TABLE=NAME"), ("log=", "\"log=\" is not TABLE=NAME: the new name is empty"),
            ("=x", "\"=x\" is not TABLE=NAME"), ("\"a=b", "\"\"a=b\" is not TABLE=NAME"),
        ] { #expect(throws: ToolError.self, "\(message)") { try CopyOptions.Rename(text) } }
        #expect(try CopyOptions.Rename("\"a=\"\"b\"=c=d").table == "a=\"b")
        #expect(try CopyOptions.Rename("\"a=\"\"b\"=c=d").name == "c=d")
        _ = try scratch.database("CREATE TABLE other (x); CREATE TABLE line (x)", name: "there.sqlite")
        for (rename, message) in [
            ("line=other", "has a table \"other\" already"),
            ("line=new", "has a table \"line\" already, which the copy needs until \"new\" gets its name"),
        ] {
            let error = #expect(throws: ToolError.self) {
                try CopyBench.copy(path, to: scratch.path("there.sqlite")) {
                    $0.intoExisting = true
                    $0.only = ["line"]
                    $0.renames = [try CopyOptions.Rename(rename)]
                }
            }
            #expect(error?.message == scratch.path("there.sqlite") + " " + message)
        }
    }

    @Test(Self.server) func mistakesOnAServer() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(Self.sql)
        let long = String(repeating: "n", count: 64)
        try server.execute("CREATE TABLE \"Line\" (x int)")
        for (rename, message) in [
            ("log=\(long)", "--rename log=\(long): the name has 64 bytes, PostgreSQL keeps 63"),
            ("log=line", "--rename would give two tables the name \"line\": \"line\" and \"log\""),
        ] {
            let error = #expect(throws: ToolError.self) {
                try CopyBench.copy(path, to: server) { $0.renames = [try CopyOptions.Rename(rename)] }
            }
            #expect(error?.message == message)
        }
        let taken = #expect(throws: ToolError.self) {
            try CopyBench.copy(path, to: server) {
                $0.renames = [try CopyOptions.Rename("log=Line")]
                $0.intoExisting = true
            }
        }
        #expect(taken?.message.hasSuffix("has a table \"Line\" already") == true)
        #expect(try CopyBench.tables(server) == ["Line"])
        // Beside what is there, under another name.
        _ = try CopyBench.copy(path, to: server) {
            $0.intoExisting = true
            $0.only = ["log"]
            $0.renames = [try CopyOptions.Rename("LOG=line")]
        }
        #expect(try server.rows("SELECT at, what FROM line") == [[1, "seen"]])
    }

    @Test func command() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(Self.sql)
        let target = scratch.path("copy.sqlite")
        let arguments = ["copy", path, target, "--except", "log", "--rename", "order=old orders", "--checksums"]
        let dry = try Program.run(arguments + ["--dry-run"])
        #expect(dry.out.contains("order  → old orders  2 rows\n"), "\(dry.out)")
        #expect(dry.out.contains("ALTER TABLE \"order\" RENAME TO \"old orders\";\n"), "\(dry.out)")
        let answer = try Program.run(arguments)
        #expect(answer.status == 0)
        #expect(answer.out.contains("old orders  2  "), "\(answer.out)")
        let both = try Program.run(["copy", path, target, "--only", "log", "--except", "line"])
        #expect(both.status == 2)
        #expect(both.err.contains("--only and --except exclude each other."))
    }
}
