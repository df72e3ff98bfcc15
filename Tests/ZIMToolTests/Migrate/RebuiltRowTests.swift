import Foundation
import Testing
import ZIMOrm

@testable import ZIMTool

/// What becomes of rows when a migration makes their table again.
@Suite struct RebuiltRowTests {
    private struct Outcome {
        let text: String
        let path: String
        let losses: Int

        func rows(_ sql: String) throws -> [[SQLValue]] {
            let database = try Database(path: path)
            defer { database.close() }
            return try database.read { try $0.rows(SQL(unsafe: sql)).map(\.values) }
        }
    }

    private func migrate(_ base: String, to wanted: String, in scratch: ToolScratch) throws -> Outcome {
        let folder = scratch.path("Migrations")
        let path = try scratch.database(base, name: "base.sqlite")
        let (draft, from, to) = try SchemaMigration(folder: folder, table: "zim_migration")
            .draft(from: path, to: scratch.database(wanted, name: "wanted.sqlite"))
        let text = draft.text("step", from: from, to: to)
        _ = try NewMigration.make(in: folder, name: "step", text: text)
        let database = try Database(path: path)
        defer { database.close() }
        try Migrator(folder: folder).up(database)
        return Outcome(text: text, path: path, losses: draft.losses)
    }

    /// A column that becomes NOT NULL is named before a row stops the migration, which changes nothing then.
    @Test func rowsWithNULLStopTheMigration() throws {
        let scratch = try ToolScratch()
        let base = "CREATE TABLE g (a INT NOT NULL, b INT, c INT); INSERT INTO g VALUES (1, 2, NULL)"
        let outcome = try migrate(base, to: "CREATE TABLE g (a INT NOT NULL, b INT NOT NULL, c INT)", in: scratch)
        #expect(outcome.text.contains(#""b" becomes NOT NULL: rows that hold NULL there stop the migration"#))
        #expect(!outcome.text.contains(#""a" becomes NOT NULL"#))
        let second = try ToolScratch()
        let error = #expect(throws: DatabaseError.self) {
            try migrate(base, to: "CREATE TABLE g (a INT NOT NULL, b INT NOT NULL, c INT NOT NULL)", in: second)
        }
        #expect(error?.code == .constraint)
        let database = try Database(path: second.path("base.sqlite"))
        #expect(try database.read { try $0.rows("SELECT * FROM g").map(\.values) } == [[1, 2, nil]])
        database.close()
    }

    /// The new definition would leave them out without a word.
    @Test func rowsInConflictAreAnError() throws {
        let scratch = try ToolScratch()
        let error = #expect(throws: DatabaseError.self) {
            try migrate(
                "CREATE TABLE g (a INT, b INT); INSERT INTO g VALUES (1, NULL), (1, 2)",
                to: "CREATE TABLE g (a INT UNIQUE ON CONFLICT IGNORE, b INT)", in: scratch)
        }
        #expect(error?.code == .constraint)
        let database = try Database(path: scratch.path("base.sqlite"))
        #expect(try database.read { try $0.value("SELECT count(*) FROM g", as: Int.self) } == 2)
        database.close()
    }

    @Test func rowIdentifiersStay() throws {
        let scratch = try ToolScratch()
        let outcome = try migrate(
            """
            CREATE TABLE doc (title TEXT, body TEXT); INSERT INTO doc (rowid, title, body) VALUES (10, 'a', 'hello'), (20, 'b', 'world');
            CREATE VIRTUAL TABLE f USING fts5 (title, body, content = 'doc'); INSERT INTO f (f) VALUES ('rebuild')
            """,
            to: """
                CREATE TABLE doc (title TEXT NOT NULL, body TEXT);
                CREATE VIRTUAL TABLE f USING fts5 (title, body, content = 'doc')
                """, in: scratch)
        #expect(outcome.text.contains(#"INSERT OR ABORT INTO "zim_new_doc" ("title", "body", "_rowid_")"#))
        #expect(try outcome.rows("SELECT rowid, body FROM doc ORDER BY 1") == [[10, "hello"], [20, "world"]])
        #expect(try outcome.rows("SELECT title FROM f('world')") == [["b"]])
    }

    /// Behind a column, SQLite takes a key that descends for another than the row's identifier.
    @Test func rowIdentifiersStayBesideAKeyThatDescends() throws {
        let scratch = try ToolScratch()
        let outcome = try migrate(
            "CREATE TABLE doc (id INTEGER PRIMARY KEY DESC, body TEXT); INSERT INTO doc (rowid, id, body) VALUES (10, 1, 'a'), (20, 2, 'b')",
            to: "CREATE TABLE doc (id INTEGER PRIMARY KEY DESC, body TEXT NOT NULL)", in: scratch)
        #expect(try outcome.rows("SELECT rowid, id FROM doc ORDER BY 1") == [[10, 1], [20, 2]])
    }

    @Test func aColumnThatIsComputedFromNowOnLosesItsValues() throws {
        let scratch = try ToolScratch()
        let outcome = try migrate(
            "CREATE TABLE g (a INT, x INT); INSERT INTO g VALUES (1, 4)",
            to: "CREATE TABLE g (a INT, x INT AS (a + 1))",
            in: scratch)
        #expect(outcome.text.contains(#"drops the values of "x""#))
        #expect(outcome.losses == 1)
        #expect(try outcome.rows("SELECT a, x FROM g") == [[1, 2]])
    }

    /// SQLite gives the row's number in place of NULL, also where the column is NOT NULL.
    @Test(arguments: [
        ("a INT PRIMARY KEY, v TEXT", "a INTEGER PRIMARY KEY NOT NULL, v TEXT", true),
        ("a INT, v TEXT, UNIQUE (a, v)", "a INTEGER, v TEXT, UNIQUE (a, v), PRIMARY KEY (a)", true),
        ("a INT NOT NULL PRIMARY KEY, v TEXT", "a INTEGER PRIMARY KEY, v TEXT", false),
        ("a INTEGER PRIMARY KEY, v TEXT", "a INTEGER PRIMARY KEY, v TEXT UNIQUE", false),
    ])
    func aKeyThatNumbersTheRows(_ old: String, _ new: String, _ isNumbered: Bool) throws {
        let scratch = try ToolScratch()
        let rows = isNumbered ? "(1, 'a'), (NULL, 'b')" : "(1, 'a')"
        let outcome = try migrate(
            "CREATE TABLE g (\(old)); INSERT INTO g VALUES \(rows)", to: "CREATE TABLE g (\(new))", in: scratch)
        #expect(outcome.text.contains(#"-- "a" numbers the rows now: NULL becomes a new number"#) == isNumbered)
        #expect(!outcome.text.contains("becomes NOT NULL"))
        #expect(outcome.losses == (isNumbered ? 1 : 0))
        #expect(
            try outcome.rows("SELECT a, v FROM g ORDER BY a") == (isNumbered ? [[1, "a"], [2, "b"]] : [[1, "a"]]))
    }

    /// Without row identifiers a key holds no NULL.
    @Test func aKeyWithoutRowIdentifiersHoldsNoNULL() throws {
        let scratch = try ToolScratch()
        let outcome = try migrate(
            "CREATE TABLE g (a INT PRIMARY KEY, v TEXT) WITHOUT ROWID; INSERT INTO g VALUES (1, 'a')",
            to: "CREATE TABLE g (a INTEGER PRIMARY KEY, v TEXT)", in: scratch)
        #expect(outcome.losses == 0)
        #expect(try outcome.rows("SELECT a, v FROM g") == [[1, "a"]])
    }

    /// Classes do not record the SQL of a computed column, so no key can have it.
    @Test func keysOfComputedColumnsAreLeftOut() throws {
        let scratch = try ToolScratch()
        let (folder, models) = (scratch.path("Migrations"), scratch.path("Models"))
        let dev = """
            CREATE TABLE place (x INT, y INT, PRIMARY KEY (x, y));
            CREATE TABLE g (k INT, n INT, w INT, area INT AS (w * n) STORED, PRIMARY KEY (k, n), UNIQUE (k, area), UNIQUE (k, w),
                FOREIGN KEY (k, area) REFERENCES place, FOREIGN KEY (k, w) REFERENCES place);
            """
        _ = try Generation(of: scratch.open(dev, name: "dev.sqlite")).write(to: models)
        let base = try scratch.database("CREATE TABLE place (x INT, y INT, PRIMARY KEY (x, y))", name: "base.sqlite")
        let (draft, from, to) = try SchemaMigration(folder: folder, table: "zim_migration").draft(
            from: base, to: models)
        #expect(
            draft.notes == [
                "\"g\" has a computed column: a class does not record its SQL",
                "\"g\" is new: a class does not record checks, collations, AUTOINCREMENT, indexes and triggers",
                "the key (\"k\", \"area\") of \"g\" has a computed column, and is left out",
                "the key (\"k\", \"area\") of \"g\" has a computed column, and is left out",
            ])
        _ = try NewMigration.make(in: folder, name: "step", text: draft.text("step", from: from, to: to))
        let database = try Database(path: base)
        defer { database.close() }
        try Migrator(folder: folder).up(database)
        let table = try #require(try database.read { try $0.schema().table("g") })
        #expect(table.columns.map(\.name) == ["k", "n", "w"])
        #expect(
            table.uniqueKeys.map(\.columns).sorted { $0.lexicographicallyPrecedes($1) } == [["k", "n"], ["k", "w"]])
        #expect(table.foreignKeys.map(\.columns) == [["k", "w"]])
    }

    /// SQLite takes what stands in double quotes for a string where no column has that name.
    @Test(arguments: [
        (#"CREATE TABLE g (a TEXT DEFAULT "Open")"#, #"CREATE TABLE g (a TEXT DEFAULT "open")"#, false),
        (#"CREATE TABLE g (a TEXT CHECK (a IN ("X")))"#, #"CREATE TABLE g (a TEXT CHECK (a IN ("x")))"#, false),
        (#"CREATE TABLE g (a TEXT CHECK ("A" <> 'x'))"#, #"CREATE TABLE g (a TEXT CHECK (a <> 'x'))"#, true),
        (#"CREATE TABLE g ("A" decimal(10,2))"#, #"CREATE TABLE g (a DECIMAL(10, 2))"#, true),
    ])
    func stringsInDoubleQuotes(_ base: String, _ wanted: String, _ isSame: Bool) throws {
        let scratch = try ToolScratch()
        let (draft, _, _) = try SchemaMigration(folder: scratch.path("Migrations"), table: "zim_migration").draft(
            from: scratch.database(base, name: "base.sqlite"), to: scratch.database(wanted, name: "wanted.sqlite"))
        #expect(draft.isEmpty == isSame)
    }

    /// A type is written as it was: `zim check` goes by its text, but for spaces.
    @Test func typesKeepTheirSpelling() throws {
        let scratch = try ToolScratch()
        let outcome = try migrate(
            "CREATE TABLE g (a INT)", to: "CREATE TABLE g (a INT PRIMARY KEY, b decimal(10,2), c varchar( 8 ))",
            in: scratch)
        #expect(
            try outcome.rows("SELECT type FROM pragma_table_info('g')") == [
                ["INT"], ["decimal(10,2)"], ["varchar( 8 )"],
            ])
        let (now, shall) = (
            try CopyBench.schema(outcome.path),
            try CopyBench.schema(
                scratch.database(
                    "CREATE TABLE g (a INT PRIMARY KEY, b decimal(10, 2), c varchar(8))", name: "spaces.sqlite"))
        )
        #expect(try now.table("g")?.differences(from: #require(shall.table("g"))) == [])
    }

    @Test func aTableThatBecomesAVirtualOneAndBack() throws {
        let scratch = try ToolScratch()
        let plain = "CREATE TABLE doc (body TEXT)"
        let virtual = "CREATE VIRTUAL TABLE doc USING fts5 (body)"
        let there = try migrate(plain, to: virtual, in: scratch)
        #expect(try there.rows("SELECT count(*) FROM pragma_table_list('doc') WHERE type = 'virtual'") == [[1]])
        let other = try ToolScratch()
        let back = try migrate(virtual, to: plain, in: other)
        #expect(try back.rows("SELECT count(*) FROM pragma_table_list('doc') WHERE type = 'table'") == [[1]])
    }

    /// A class says nothing of what reads the table.
    @Test func whatNamesADroppedColumnIsNoted() throws {
        let scratch = try ToolScratch()
        let models = scratch.path("Models")
        _ = try Generation(
            of: scratch.open(
                "CREATE TABLE t (a INT PRIMARY KEY, b INT); CREATE TABLE u (x INTEGER PRIMARY KEY, y TEXT UNIQUE)",
                name: "dev.sqlite")
        ).write(to: models)
        let base = try scratch.database(
            """
            CREATE TABLE t (a INT PRIMARY KEY, b INT, c INT); CREATE TABLE log (v);
            CREATE TRIGGER noted AFTER INSERT ON t BEGIN INSERT INTO log VALUES (new.c); END;
            CREATE TRIGGER other AFTER INSERT ON t BEGIN INSERT INTO log VALUES (new.b); END;
            CREATE VIEW seen AS SELECT a, c FROM t;
            """, name: "base.sqlite")
        let (draft, from, to) = try SchemaMigration(folder: scratch.path("Migrations"), table: "zim_migration")
            .draft(from: base, to: models)
        #expect(
            draft.notes == [
                "the trigger \"noted\" seems to name a column of \"t\" that is dropped, and would fail: drop it, or make it anew",
                "the view \"seen\" seems to name a column of \"t\" that is dropped, and would fail: drop it, or make it anew",
                "\"u\" is new: a class does not record checks, collations, AUTOINCREMENT, indexes and triggers",
                "the table \"log\" has no class, and stays",
            ])
        #expect(draft.text("", from: from, to: to).components(separatedBy: "UNIQUE (\"y\")").count == 2)
    }

    /// What another program has added to the table since the migration was written would be lost with it.
    @Test(arguments: [
        "ALTER TABLE g ADD extra TEXT DEFAULT 'precious'", "CREATE INDEX by_a ON g (a)",
        "CREATE TRIGGER heard AFTER INSERT ON g BEGIN SELECT 1; END", "CREATE INDEX a ON g (a)",
        "CREATE TRIGGER by_b AFTER INSERT ON g BEGIN SELECT 1; END",
    ])
    func whatIsNotKnownStopsTheMigration(_ change: String) throws {
        let scratch = try ToolScratch()
        let base = "CREATE TABLE g (a INT, B INT); INSERT INTO g VALUES (1, 2); CREATE INDEX by_b ON g (b)"
        let wanted = "CREATE TABLE g (a INT, b TEXT); CREATE INDEX by_b ON g (b)"
        #expect(try migrate(base, to: wanted, in: scratch).rows("SELECT a, b FROM g") == [[1, "2"]])
        let path = try scratch.database("\(base); \(change)", name: "other.sqlite")
        let database = try Database(path: path)
        let before = try database.read { try $0.rows("SELECT sql FROM sqlite_schema ORDER BY 1").map(\.values) }
        let error = #expect(throws: DatabaseError.self) {
            try Migrator(folder: scratch.path("Migrations")).up(database)
        }
        #expect(error?.message.contains("g has a column, index or trigger that is not known here") == true)
        let names = "SELECT sql FROM sqlite_schema WHERE name NOT LIKE '%zim%' ORDER BY 1"
        #expect(try database.read { try $0.rows(SQL(unsafe: names)).map(\.values) } == before)
        database.close()
    }

    @Test func theNameOfTheNewTableIsFree() throws {
        let scratch = try ToolScratch()
        let outcome = try migrate(
            "CREATE TABLE g (a INT, b INT); INSERT INTO g VALUES (1, 2); CREATE TABLE zim_new_g (a INT); INSERT INTO zim_new_g VALUES (7)",
            to: "CREATE TABLE g (a INT, b TEXT); CREATE TABLE zim_new_g (a INT)", in: scratch)
        #expect(try outcome.rows("SELECT a, b FROM g") == [[1, "2"]])
        #expect(try outcome.rows("SELECT a FROM zim_new_g") == [[7]])
    }
}
