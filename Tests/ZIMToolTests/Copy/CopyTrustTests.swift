import Foundation
import Testing
import ZIMOrm
@testable import ZIMTool

/// Files and catalogues that somebody has written by hand, to make a copy run SQL of theirs.
@Suite struct CopyTrustTests {
    /// A file with composite keys, whose catalogue says what `tamper` makes of it.
    private func source(_ scratch: ToolScratch, _ tamper: String, name: String = "evil.sqlite") throws -> String {
        try scratch.database(
            """
            CREATE TABLE ware (a INT, b INT, v TEXT, PRIMARY KEY (a, b)); INSERT INTO ware VALUES (1, 1, 'x'), (1, 2, 'y');
            CREATE TABLE note (id INTEGER PRIMARY KEY, a INT, b INT, FOREIGN KEY (a, b) REFERENCES ware (a, b));
            CREATE VIEW seen AS SELECT * FROM ware;
            CREATE INDEX by_v ON ware (v);
            CREATE TRIGGER heard AFTER INSERT ON ware BEGIN UPDATE ware SET v = 'z' WHERE a = new.a; END;
            PRAGMA writable_schema = ON;
            """ + tamper, name: name)
    }

    private func accounts(_ scratch: ToolScratch) throws -> (path: String, bytes: Data?) {
        let path = try scratch.database(
            "CREATE TABLE accounts (a INT, b INT, PRIMARY KEY (a, b)); INSERT INTO accounts VALUES (1, 1), (2, 2)",
            name: "bank.sqlite")
        return (path, scratch.contents["bank.sqlite"])
    }

    private static let tails: [(type: String, name: String)] = [
        ("view", "seen"), ("index", "by_v"), ("trigger", "heard"), ("table", "note"),
    ]

    @Test(arguments: tails.indices)
    func aTailIsRefusedByName(_ place: Int) throws {
        let (type, name) = Self.tails[place]
        let scratch = try ToolScratch()
        let bank = try accounts(scratch)
        let tail = "ATTACH '\(bank.path)' AS e; DELETE FROM e.accounts"
        let path = try source(
            scratch,
            "UPDATE sqlite_schema SET sql = sql || '; \(tail.replacing("'", with: "''"))' WHERE name = '\(name)'")
        let error = #expect(throws: ToolError.self) {
            try CopyBench.copy(path, to: scratch.path("copy.sqlite"))
        }
        #expect(
            error?.message
                == "nothing was copied: the definition of the \(type) \"\(name)\" goes on behind its statement: \(tail.prefix(100))"
        )
        #expect(scratch.contents["bank.sqlite"] == bank.bytes)
        #expect(scratch.contents.keys.sorted() == ["bank.sqlite", "evil.sqlite"])
        // A look at what a copy would do is refused as well, and the other tables can be had.
        let file = try InspectedDatabase(path: path)
        #expect(throws: ToolError.self) {
            try DatabaseCopy(from: file.database, to: .file(scratch.path("copy.sqlite"))).preview()
        }
        if type == "view" {
            let report = try CopyBench.copy(path, to: scratch.path("copy.sqlite")) { $0.only = ["ware", "note"] }
            #expect(report.rows == 2)
            #expect(scratch.contents["bank.sqlite"] == bank.bytes)
        }
    }

    /// The command itself, as somebody would run it.
    @Test func theProgramRefusesATail() throws {
        let scratch = try ToolScratch()
        let bank = try accounts(scratch)
        let path = try source(
            scratch,
            "UPDATE sqlite_schema SET sql = sql || '; ATTACH ''\(bank.path)'' AS e; DELETE FROM e.accounts' WHERE name = 'seen'"
        )
        let answer = try Program.run(["copy", path, scratch.path("copy.sqlite")])
        #expect(answer.status == 2)
        #expect(answer.err.contains("the definition of the view \"seen\" goes on behind its statement: ATTACH"))
        #expect(scratch.contents["bank.sqlite"] == bank.bytes)
    }

    @Test func theTargetKeepsItsTables() throws {
        let scratch = try ToolScratch()
        let bank = try accounts(scratch)
        let path = try source(
            scratch, "UPDATE sqlite_schema SET sql = sql || '; DROP TABLE accounts' WHERE name = 'seen'")
        let error = #expect(throws: ToolError.self) {
            try CopyBench.copy(path, to: bank.path) {
                $0.intoExisting = true
            }
        }
        #expect(error?.message.hasSuffix("goes on behind its statement: DROP TABLE accounts") == true)
        #expect(scratch.contents["bank.sqlite"] == bank.bytes)
    }

    /// SQLite only asks that a definition begins with CREATE; what it makes may be anything.
    @Test(arguments: [
        ("CREATE TABLE seen AS SELECT * FROM accounts", "the view \"seen\"", "CREATE TABLE of \"seen\""),
        ("CREATE VIEW other AS SELECT 1", "the view \"seen\"", "CREATE VIEW of \"other\""),
        ("CREATE TEMP VIEW seen AS SELECT 1", "the view \"seen\"", "INSERT of \"sqlite_temp_master\""),
        ("CREATE VIRTUAL TABLE seen USING fts5(x)", "the view \"seen\"", "CREATE TABLE of \"seen\" \"fts5\""),
    ])
    func whatMakesSomethingElseIsRefused(_ sql: String, _ object: String, _ what: String) throws {
        let database = try Database.inMemory()
        try database.execute("CREATE TABLE accounts (a INT, b INT, PRIMARY KEY (a, b))")
        let error = #expect(throws: DatabaseError.self) {
            try database.write { try $0.define(CatalogDefinition(.view, "seen", on: "seen", sql: sql)) }
        }
        #expect(error?.code == .privilege)
        #expect(error?.message == "the definition of \(object) does something else, which was refused: \(what)")
        #expect(try database.read { try $0.rows("SELECT name FROM sqlite_schema WHERE name = 'seen'") }.isEmpty)
        // The connection is as it was before.
        try database.execute("CREATE TABLE copied AS SELECT * FROM accounts; ATTACH ':memory:' AS e; DETACH e")
    }

    @Test func aTriggerStaysOnItsTable() throws {
        let database = try Database.inMemory()
        try database.execute("CREATE TABLE accounts (a); CREATE TABLE ware (a)")
        let sql = "CREATE TRIGGER heard AFTER INSERT ON accounts BEGIN DELETE FROM accounts; END"
        let error = #expect(throws: DatabaseError.self) {
            try database.write { try $0.define(CatalogDefinition(.trigger, "heard", on: "ware", sql: sql)) }
        }
        #expect(
            error?.message == "the definition of the trigger \"heard\" does something else, which was refused: "
                + "CREATE TRIGGER of \"heard\" \"accounts\"")
        let table = CatalogDefinition(.table, "t", on: "t", sql: "CREATE TABLE t AS SELECT * FROM accounts")
        let select = #expect(throws: DatabaseError.self) { try database.write { try $0.define(table) } }
        #expect(select?.message.hasSuffix("which was refused: SELECT") == true)
    }

    /// All kinds of object that a database makes itself go through, comments behind them too.
    @Test func whatDatabasesMakeIsTaken() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(
            """
            CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT, v TEXT UNIQUE, w AS (upper(v)));
            CREATE TABLE pair (a INT, b INT, PRIMARY KEY (b, a)) WITHOUT ROWID;
            CREATE VIRTUAL TABLE words USING fts5(t, content='counted', content_rowid='id');
            CREATE VIRTUAL TABLE old_words USING fts4(t);
            CREATE VIRTUAL TABLE box USING rtree(id, x0, x1);
            INSERT INTO box VALUES (1, 0, 1); INSERT INTO old_words VALUES ('hello'); INSERT INTO pair VALUES (1, 2);
            CREATE INDEX part ON pair (a * 2) WHERE a > 0;
            CREATE VIEW seen AS WITH RECURSIVE r(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM r LIMIT 3) SELECT n FROM r;
            CREATE TRIGGER heard INSTEAD OF INSERT ON seen BEGIN DELETE FROM pair; SELECT 1; END;
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = sql || ' -- as it was; DROP TABLE pair' WHERE name = 'pair';
            """)
        _ = try CopyBench.copy(path, to: scratch.path("copy.sqlite"))
        #expect(try CopyBench.rows(scratch.path("copy.sqlite")) == CopyBench.rows(path))
        let target = try Database(path: scratch.path("copy.sqlite"))
        #expect(
            try target.read {
                try $0.value("SELECT count(*) FROM old_words WHERE old_words MATCH 'hello'", as: Int.self)
            } == 1)
    }

    // MARK: Servers

    /// A server that says of itself what it likes: its catalogue's text is a part of a statement, and nothing else.
    @Test(arguments: [
        ("0); DROP TABLE kept; --", false), ("a > 0", true), ("(a > 0", false), ("a > 0) , ADD CHECK (true", false),
        ("a > 0 -- b", false), ("'; DROP TABLE kept; --' <> ''", true), ("", false), ("\"a;b\" > length('(')", true),
    ])
    func catalogueText(_ text: String, _ isTaken: Bool) throws {
        if isTaken {
            _ = try CatalogText(text, "the check c of t")
        } else {
            let error = #expect(throws: ToolError.self) { try CatalogText(text, "the check c of t") }
            #expect(
                error?.message
                    == "nothing was copied: the catalogue of the source does not hold the check c of t as a single expression: \(text)"
            )
        }
    }

    @Test(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence))
    func aCheckThatRunsSQLIsLeftOut() throws {
        let (source, target) = (try ServerScratch(), try ServerScratch())
        try target.execute(
            "CREATE TABLE accounts (a int, b int, PRIMARY KEY (a, b)); INSERT INTO accounts VALUES (1, 1)")
        try source.execute(
            """
            CREATE TABLE ware (a int, b int, v text, PRIMARY KEY (a, b), CONSTRAINT good CHECK (length(v) < 9));
            INSERT INTO ware VALUES (1, 1, 'x');
            ALTER TABLE ware ADD CONSTRAINT evil CHECK
            (query_to_xml('DELETE FROM \(target.name).accounts', true, true, '') IS NOT NULL) NOT VALID
            """)
        var options = CopyOptions()
        options.intoExisting = true
        let report = try DatabaseCopy(from: source.database, to: .server(target.database), options: options).run()
        #expect(try target.value("SELECT count(*) FROM accounts", as: Int.self) == 1)
        #expect(report.notes.contains { $0.text.contains("it calls query_to_xml, which may change data") })
        #expect(
            try target.rows(
                "SELECT conname::text FROM pg_constraint WHERE conrelid = '\(target.name).ware'::regclass AND contype = 'c'"
            )
                == [["good"]])
    }

    @Test(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence))
    func oneStatementOnAServer() throws {
        let target = try ServerScratch()
        try target.execute("CREATE TABLE kept (a int)")
        let error = #expect(throws: DatabaseError.self) {
            try target.database.write { try $0.execute(one: SQL(unsafe: "CREATE TABLE t (a int); DROP TABLE kept")) }
        }
        #expect(error?.code == .misuse)
        #expect(try target.contents == ["'kept'"])
    }
}
