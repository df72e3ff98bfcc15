import Foundation
import Testing
import ZIMOrm

@testable import ZIMTool

/// `zim migrate new --from --to` on files: what is written makes one schema of the other, and keeps the rows.
@Suite struct SchemaMigrationTests {
    /// Two schemas, and rows that the first one holds.
    struct Change: Sendable, CustomTestStringConvertible {
        let name: String
        let base: String
        let rows: String
        let wanted: String
        /// Whether tables are made again or dropped.
        let isRebuilding: Bool
        /// Questions whose answers stay the same.
        let kept: [String]

        var testDescription: String { name }
    }

    static let stock = """
        CREATE TABLE stock (warehouse INTEGER NOT NULL, item INTEGER NOT NULL, shelf TEXT, PRIMARY KEY (warehouse, item));
        """
    static let stockRows = "INSERT INTO stock VALUES (1, 1, 'a'), (1, 2, NULL), (2, 1, 'it''s')"

    static let changes: [Change] = [
        Change(
            name: "columns that ALTER TABLE adds", base: stock, rows: stockRows,
            wanted: """
                CREATE TABLE Stock ([warehouse] integer NOT NULL, item INTEGER /* an article */ NOT NULL, note TEXT COLLATE NOCASE,
                    place INTEGER REFERENCES place (id) ON DELETE SET NULL,
                    amount NUMERIC(8, 2) NOT NULL DEFAULT -1.5 CHECK (amount < 100), "odd ""name"" x" DEFAULT 'it''s; so',
                    shelf TEXT, twice AS (amount * 2), CONSTRAINT k PRIMARY KEY (warehouse, item));
                CREATE TABLE place (id INTEGER PRIMARY KEY);
                """, isRebuilding: false, kept: ["SELECT warehouse, item, shelf FROM stock ORDER BY 1, 2"]),
        Change(
            name: "a key of three columns", base: stock + "CREATE INDEX by_shelf ON stock (shelf);", rows: stockRows,
            wanted: """
                CREATE TABLE stock (warehouse INTEGER NOT NULL, item INTEGER NOT NULL, lot TEXT NOT NULL DEFAULT '-', shelf TEXT,
                    PRIMARY KEY (warehouse, item, lot)) WITHOUT ROWID, STRICT;
                CREATE INDEX by_shelf ON stock (shelf);
                CREATE TABLE move (warehouse INTEGER, item INTEGER, lot TEXT, n INTEGER, PRIMARY KEY (warehouse, item, lot, n),
                    FOREIGN KEY (lot, warehouse, item) REFERENCES stock (lot, warehouse, item) ON DELETE CASCADE);
                """, isRebuilding: true, kept: ["SELECT warehouse, item, shelf FROM stock ORDER BY 1, 2"]),
        Change(
            name: "foreign keys, checks, types, defaults and a column that is dropped",
            base: stock + """
                CREATE TABLE line (id INTEGER PRIMARY KEY AUTOINCREMENT, w INTEGER, i INTEGER, amount TEXT, note TEXT,
                    before INTEGER REFERENCES line);
                CREATE TRIGGER count_line AFTER INSERT ON line BEGIN UPDATE stock SET shelf = 'x;' WHERE item = NEW.i; END;
                CREATE VIEW lines AS SELECT w, i FROM line;
                """,
            rows: stockRows
                + "; INSERT INTO line VALUES (7, 1, 2, '3', 'gone', NULL), (9, 1, 1, '4', NULL, 7); DELETE FROM line WHERE id = 9",
            wanted: stock + """
                CREATE TABLE line (id INTEGER PRIMARY KEY AUTOINCREMENT, w INTEGER, i INTEGER, amount INTEGER DEFAULT 1
                    CHECK (amount > 0), before INTEGER REFERENCES line, UNIQUE (w, i, amount),
                    FOREIGN KEY (w, i) REFERENCES stock ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED);
                CREATE TRIGGER count_line AFTER INSERT ON line BEGIN UPDATE stock SET shelf = 'x;' WHERE item = NEW.i; END;
                CREATE VIEW lines AS SELECT w, i, amount FROM line;
                CREATE TRIGGER into_lines INSTEAD OF INSERT ON lines BEGIN INSERT INTO line (w, i) VALUES (NEW.w, NEW.i); END;
                CREATE UNIQUE INDEX shelves ON stock (shelf, item, warehouse) WHERE shelf IS NOT NULL;
                """, isRebuilding: true,
            kept: [
                "SELECT id, w, i, CAST(amount AS INTEGER), before FROM line ORDER BY 1",
                "SELECT * FROM stock ORDER BY 1, 2",
                "SELECT seq FROM sqlite_sequence WHERE name = 'line'",
            ]),
        Change(
            name: "tables, views, triggers and indexes that go",
            base: stock + """
                CREATE TABLE old (w INTEGER, i INTEGER, FOREIGN KEY (w, i) REFERENCES stock); CREATE INDEX old_i ON old (i);
                CREATE INDEX gone ON stock (shelf); CREATE VIEW gone_view AS SELECT 1;
                CREATE TRIGGER gone_trigger AFTER DELETE ON stock BEGIN SELECT 1; END;
                CREATE VIRTUAL TABLE words USING fts5(text);
                """, rows: stockRows + "; INSERT INTO old VALUES (1, 1)", wanted: stock, isRebuilding: true,
            kept: ["SELECT * FROM stock ORDER BY 1, 2"]),
    ]

    @Test(arguments: changes) func theDifferenceIsGone(_ change: Change) throws {
        let scratch = try ToolScratch()
        let folder = scratch.path("Migrations")
        let base = try scratch.database(change.base + change.rows, name: "base.sqlite")
        let wanted = try scratch.database(change.wanted, name: "wanted.sqlite")
        func answers() throws -> [[[SQLValue]]] {
            let file = try InspectedDatabase(path: base)
            return try file.database.read { session in
                try change.kept.map { try session.rows(SQL(unsafe: $0)).map(\.values) }
            }
        }
        let before = try answers()
        let migration = SchemaMigration(folder: folder, table: "zim_migration")
        let (draft, from, to) = try migration.draft(from: base, to: wanted)
        #expect(draft.notes == [])
        #expect(draft.isRebuilding == change.isRebuilding)
        let text = draft.text(change.name, from: from, to: to)
        #expect(text.hasPrefix("-- zim: rebuild tables\n") == change.isRebuilding)
        _ = try NewMigration.make(in: folder, name: "step", text: text)
        let database = try Database(path: base)
        #expect(try Migrator(folder: folder).up(database) == ["0001_step"])
        database.close()
        #expect(try answers() == before)
        let again = try migration.draft(from: base, to: wanted)
        #expect(again.migration.isEmpty, "\(again.migration.text("", from: "", to: ""))")
        // And what zim check compares.
        let (now, shall) = (try CopyBench.schema(base), try CopyBench.schema(wanted))
        #expect(
            now.tables.map(\.name).filter { $0 != "zim_migration" }.map { $0.lowercased() }.sorted()
                == shall.tables.map { $0.name.lowercased() }.sorted())
        for table in shall.tables { #expect(now.table(table.name)?.differences(from: table) == []) }
        let file = try InspectedDatabase(path: base)
        #expect(try file.database.read { try $0.rows("PRAGMA foreign_key_check").count } == 0)
    }

    /// Classes that were generated from one database, and another one: `zim check` finds no difference behind the migration.
    @Test func classesAndADatabase() throws {
        let scratch = try ToolScratch()
        let (folder, models) = (scratch.path("Migrations"), scratch.path("Models"))
        let wanted = """
            CREATE TABLE stock (warehouse INTEGER NOT NULL, item INTEGER NOT NULL, lot TEXT NOT NULL DEFAULT '-',
                shelf VARCHAR(8) DEFAULT (lower('X')), PRIMARY KEY (warehouse, item, lot), UNIQUE (item, shelf));
            CREATE TABLE move (warehouse INTEGER, item INTEGER, lot TEXT, n INTEGER, PRIMARY KEY (warehouse, item, lot, n),
                FOREIGN KEY (warehouse, item, lot) REFERENCES stock ON DELETE CASCADE);
            CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
            """
        _ = try Generation(of: scratch.open(wanted, name: "dev.sqlite")).write(to: models)
        let base = try scratch.database(
            """
            CREATE TABLE stock (warehouse INTEGER NOT NULL, item INTEGER NOT NULL CHECK (item > 0), shelf TEXT NOT NULL,
                place INTEGER REFERENCES place, PRIMARY KEY (warehouse, item), CHECK (place < 9));
            CREATE INDEX by_place ON stock (place); CREATE INDEX by_shelf ON stock (shelf COLLATE NOCASE);
            CREATE TABLE place (id INTEGER PRIMARY KEY);
            INSERT INTO place VALUES (1); INSERT INTO stock VALUES (1, 2, 'x', 1), (1, 3, 'y', NULL);
            """, name: "base.sqlite")
        let migration = SchemaMigration(folder: folder, table: "zim_migration")
        let (draft, from, to) = try migration.draft(from: base, to: models)
        #expect(
            draft.notes == [
                "\"move\" is new: a class does not record checks, collations, AUTOINCREMENT, indexes and triggers",
                "\"person\" is new: a class does not record checks, collations, AUTOINCREMENT, indexes and triggers",
                "a check of \"stock\" names a column that is dropped: it is dropped, too",
                "the index \"by_place\" names a column that is dropped: it is dropped, too",
                "the table \"place\" has no class, and stays",
            ])
        #expect(draft.losses == 1)
        _ = try NewMigration.make(in: folder, name: "step", text: draft.text("step", from: from, to: to))
        let database = try Database(path: base)
        try Migrator(folder: folder).up(database)
        #expect(
            try database.read { try $0.rows("SELECT * FROM stock ORDER BY item").map(\.values) } == [
                [1, 2, "x", "-"], [1, 3, "y", "-"],
            ])
        let definition = try database.read { try $0.schema().definitions["stock"] }
        #expect(definition?.contains("CHECK (item > 0)") == true)
        database.close()
        #expect(
            try FolderCheck(of: InspectedDatabase(path: base), folder: models).differences.map(\.description).sorted()
                == [
                    "place: a new table, without a class"
                ])
        #expect(try migration.draft(from: base, to: models).migration.isEmpty)
    }

    /// Without `--from`, the folder itself says what is there.
    @Test func theFolderAgainstADatabase() throws {
        let scratch = try ToolScratch()
        let folder = scratch.path("Migrations")
        let wanted = try scratch.database(Self.stock, name: "wanted.sqlite")
        func run(_ arguments: String...) throws -> Program.Answer {
            try Program.run(["migrate", "new", folder] + arguments)
        }
        let written = """
            -- the stock
            -- Written by zim: makes the schema of wanted.sqlite of that of \(folder). Review it before you run it.

            CREATE TABLE "stock" (
                "warehouse" INTEGER NOT NULL,
                "item" INTEGER NOT NULL,
                "shelf" TEXT,
                PRIMARY KEY (warehouse, item)
            );

            """
        #expect(try run("the stock", "--to", wanted, "--dry-run").out == written)
        #expect(try run("the stock", "--to", wanted).out == "\(folder)/0001_the_stock.sql\n")
        #expect(scratch.text("Migrations/0001_the_stock.sql") == written)
        #expect(try run("again", "--to", wanted).out == "nothing differs\n")
        let next = try scratch.database(
            """
            CREATE TABLE stock (warehouse INTEGER NOT NULL, item INTEGER NOT NULL, lot TEXT NOT NULL, place TEXT,
                PRIMARY KEY (warehouse, item, lot));
            """, name: "next.sqlite")
        let answer = try run("lots", "--to", next, "--dry-run")
        #expect(answer.err == "zim: review the migration: statements that drop rows or values: 1\n")
        #expect(
            answer.out == """
                -- zim: rebuild tables
                -- lots
                -- Written by zim: makes the schema of next.sqlite of that of \(folder). Review it before you run it.

                -- stock is made again, with its rows: ALTER TABLE cannot change it so
                CREATE TABLE "zim_new_stock" (
                    "warehouse" INTEGER NOT NULL,
                    "item" INTEGER NOT NULL,
                    "lot" TEXT NOT NULL,
                    "place" TEXT,
                    PRIMARY KEY (warehouse, item, lot)
                );

                -- "lot" is NOT NULL and has no default: write its value in place of NULL
                -- drops the values of "shelf"; if "lot" is its new name, copy it
                INSERT OR ABORT INTO "zim_new_stock" ("warehouse", "item", "lot", "_rowid_")
                SELECT "warehouse", "item", NULL, "_rowid_" FROM "stock";

                -- stops where stock has columns, indexes or triggers that would be lost without a word
                CREATE TEMP TABLE zim_known (
                    name CONSTRAINT "stock has a column, index or trigger that is not known here" CHECK (name COLLATE NOCASE IN ('column warehouse', 'column item', 'column shelf'))
                );

                INSERT INTO temp.zim_known
                SELECT 'column ' || name FROM pragma_table_xinfo('stock')
                UNION ALL SELECT type || ' ' || name FROM sqlite_schema
                WHERE tbl_name = 'stock' COLLATE NOCASE AND type IN ('index', 'trigger') AND sql IS NOT NULL;

                DROP TABLE temp.zim_known;

                DROP TABLE "stock";

                PRAGMA legacy_alter_table = ON;

                ALTER TABLE "zim_new_stock" RENAME TO "stock";

                PRAGMA legacy_alter_table = OFF;

                """)
        // Not edited, it fails where there are rows, and nothing has changed.
        let file = try scratch.database("", name: "live.sqlite")
        #expect(try Program.run(["migrate", "up", file, folder]).status == 0)
        try OpenFile.execute("INSERT INTO stock VALUES (1, 1, 'a')", in: file)
        #expect(try run("lots", "--from", file, "--to", next).out == "\(folder)/0002_lots.sql\n")
        let failed = try Program.run(["migrate", "up", file, folder])
        #expect(failed.status == 2)
        #expect(failed.err.hasPrefix("zim: the migration \"0002_lots\" failed: "))
        #expect(failed.err.contains("NOT NULL"))
        #expect(try Program.run(["migrate", "status", file, folder]).out.hasSuffix("pending  0002_lots\n"))
    }

    @Test func badInput() throws {
        let scratch = try ToolScratch()
        let folder = scratch.path("Migrations")
        let file = try scratch.database(Self.stock, name: "a.sqlite")
        let other = try scratch.database("CREATE TABLE b (id INTEGER PRIMARY KEY)", name: "b.sqlite")
        func refusal(_ arguments: String...) throws -> String {
            let answer = try Program.run(["migrate", "new", folder] + arguments)
            #expect(answer.status != 0)
            #expect(answer.out == "")
            return answer.err
        }
        #expect(try refusal("x", "--from", file).hasPrefix("Error: --from needs --to, the schema that is wanted.\n"))
        #expect(
            try refusal("x", "--dry-run").hasPrefix("Error: --dry-run needs --to: an empty file has nothing to show.\n")
        )
        #expect(try refusal("/", "--to", file) == "zim: \"/\" is not a name for a migration. Use letters\n")
        #expect(try refusal("x", "--to", scratch.path("none")).contains("does not exist"))
        #expect(try refusal("x", "--from", scratch.path("none"), "--to", file).contains("does not exist"))
        #expect(
            try refusal("x", "--to", scratch.folder)
                == "zim: \(scratch.folder) contains no classes generated by zim. Generate them with zim generate, or name a "
                + "database\n")
        #expect(FileManager.default.fileExists(atPath: folder) == false)
        _ = try NewMigration.make(in: folder, name: "one", text: "CREATE TABLE one (id INTEGER)")
        #expect(
            try refusal("x", "--from", other, "--to", file)
                == "zim: 1 migration of \(folder) did not run on \(other): 0001_one. Run zim migrate up first\n")
        _ = try NewMigration.make(in: folder, name: "two", text: "ALTER TABLE legacy ADD COLUMN x")
        #expect(
            try refusal("x", "--to", file).hasPrefix(
                "zim: the migrations of \(folder) do not run on an empty database: the migration \"0002_two\" failed: ")
        )
        try OpenFile.execute(
            "CREATE TABLE zim_migration (position, name, sql, applied); INSERT INTO zim_migration VALUES (1, 'zero', '', '2026-01-01')",
            in: other)
        #expect(
            try refusal("x", "--from", other, "--to", file)
                == "zim: the database has run \"zero\", which is not among the migrations\n")
        #expect(
            try Program.run(["migrate", "new", scratch.path("empty"), "x", "--from", file, "--to", file]).out
                == "nothing differs\n")
        #expect(FileManager.default.fileExists(atPath: scratch.path("empty")) == false)
    }

    /// What SQLite makes of values in a column of another affinity is said and counted.
    @Test func valuesThatAnotherAffinityChanges() throws {
        let (scratch, key) = (try ToolScratch(), "a INTEGER, b INTEGER, PRIMARY KEY (a, b)")
        let base = try scratch.database(
            "CREATE TABLE t (n TEXT, r REAL, i INTEGER, v VARCHAR(9), x INTEGER, o, \(key)); INSERT INTO t VALUES ('007', 0.5, 1, 'abcd', 0.1 + 0.2, 0.1, 1, 1)",
            name: "base.sqlite")
        let wanted = try scratch.database(
            "CREATE TABLE t (n INTEGER, r TEXT, i REAL, v VARCHAR(3), x TEXT, o TEXT, \(key))", name: "next.sqlite")
        let draft = try SchemaMigration(folder: scratch.path("none"), table: "zim_migration")
            .draft(from: base, to: wanted).migration
        #expect(draft.losses == 1)
        #expect(
            draft.steps[1].note == """
                "n" was TEXT: texts that look like numbers become numbers, '007' becomes 7
                "r" was REAL: numbers become texts of 15 digits
                "i" was INTEGER: integers above 9007199254740992 are rounded
                "x" was INTEGER: numbers with a fraction or beyond 64 bits become texts of 15 digits
                "o" was of any type: numbers become texts of 15 digits
                """)
    }

    /// ANY of a STRICT table takes every value as it is; elsewhere it is a column of numbers.
    @Test func valuesOfAnyType() throws {
        let scratch = try ToolScratch()
        func place(_ name: String, _ type: String, _ options: String = "") throws -> String {
            try scratch.database(
                "CREATE TABLE t (a INTEGER, b INTEGER, v \(type), PRIMARY KEY (a, b)) \(options); INSERT INTO t VALUES (1, 1, '007')",
                name: name)
        }
        let (text, number) = (try place("text.sqlite", "TEXT"), try place("number.sqlite", "INTEGER"))
        let (any, loose) = (try place("any.sqlite", "ANY", "STRICT"), try place("loose.sqlite", "ANY"))
        func losses(_ base: String, _ wanted: String) throws -> [String] {
            let draft = try SchemaMigration(folder: scratch.path("none"), table: "zim_migration")
                .draft(from: base, to: wanted).migration
            let notes = draft.steps.compactMap(\.note).filter { $0.contains(" was ") }
            #expect(draft.losses == notes.count)
            return notes
        }
        let numbers = "texts that look like numbers become numbers, '007' becomes 7"
        #expect(try losses(text, any) == [])
        #expect(try losses(text, loose) == ["\"v\" was TEXT: \(numbers)"])
        #expect(try losses(any, number) == ["\"v\" was ANY: \(numbers)"])
        #expect(try losses(any, loose) == ["\"v\" was ANY: \(numbers)"])
        let whole = try place("whole.sqlite", "INTEGER", "STRICT")
        let parts = "numbers with a fraction or beyond 64 bits become texts of 15 digits"
        #expect(try losses(number, text) == ["\"v\" was INTEGER: \(parts)"])
        #expect(try losses(whole, text) == [])
        #expect(try losses(any, text) == ["\"v\" was ANY: numbers become texts of 15 digits"])
    }

    /// A definition that holds more than one statement is not written anywhere.
    @Test func aForgedCatalogue() throws {
        let scratch = try ToolScratch()
        let forged = try scratch.database(
            """
            CREATE TABLE a (id INTEGER); CREATE VIEW v AS SELECT 1; PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = 'CREATE VIEW v AS SELECT 1; DROP TABLE a' WHERE name = 'v';
            """)
        let error = #expect(throws: ToolError.self) {
            try SchemaMigration(folder: scratch.path("none"), table: "zim_migration").draft(from: nil, to: forged)
        }
        #expect(
            error?.message
                == "the definition of \"v\" is not a single statement: CREATE VIEW v AS SELECT 1; DROP TABLE a")
    }
}

/// A file that is written to and closed again.
enum OpenFile {
    static func execute(_ sql: String, in path: String) throws {
        let database = try Database(path: path)
        defer { database.close() }
        try database.execute(SQL(unsafe: sql))
    }
}
