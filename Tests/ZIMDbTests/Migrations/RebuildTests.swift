import Testing
import ZIMDb

/// Tables of SQLite get another definition: keys, types and columns that ALTER TABLE cannot change.
@Suite struct RebuildTests {
    let scratch: Scratch
    let database: Database

    init() throws {
        scratch = try Scratch()
        database = try scratch.database()
        try database.execute(
            """
            CREATE TABLE stock (w INTEGER, i INTEGER, note TEXT, junk TEXT, PRIMARY KEY (w, i));
            CREATE TABLE line (n INTEGER PRIMARY KEY, w INTEGER, i INTEGER,
                FOREIGN KEY (w, i) REFERENCES stock (w, i) ON DELETE CASCADE);
            CREATE TABLE log (v TEXT);
            CREATE INDEX stock_note ON stock (note);
            CREATE TRIGGER noted AFTER INSERT ON stock BEGIN INSERT INTO log VALUES (new.note); END;
            CREATE VIEW noted_stock AS SELECT w, i, note FROM stock;
            INSERT INTO stock VALUES (1, 1, 'a', NULL), (1, 2, 'b', NULL);
            INSERT INTO line VALUES (1, 1, 1), (2, 1, 2), (3, 1, 1);
            DELETE FROM log;
            """)
    }

    private var definition: CreateTableStatement {
        CreateTableStatement("stock")
            .column("w", type: .integer, .notNull).column("i", type: .integer, .notNull)
            .column("lot", type: .text, .notNull).column("remark", type: .text)
            .primaryKey(["w", "i", "lot"]).unique(["w", "i"])
    }

    /// A full-text index that holds no text of its own goes by the row identifiers.
    @Test func rowsKeepTheirRowIdentifiers() throws {
        try database.execute(
            """
            CREATE TABLE doc (title TEXT, body TEXT); INSERT INTO doc (rowid, title, body) VALUES (10, 'a', 'hello'), (20, 'b', 'world');
            CREATE VIRTUAL TABLE f USING fts5 (title, body, content = 'doc');
            INSERT INTO f (f) VALUES ('rebuild')
            """)
        let definition = CreateTableStatement("doc").column("title", type: .text, .notNull).column("body", type: .text)
        try Migrator([Migration("1") { try $0.rebuild(table: "doc", as: definition) }.rebuildingTables()]).up(database)
        #expect(try database.read { try $0.rows("SELECT rowid FROM doc ORDER BY 1").map(\.values) } == [[10], [20]])
        #expect(try database.read { try $0.rows("SELECT body FROM f('world')").map(\.values) } == [["world"]])
    }

    @Test func aDotInANameIsOne() throws {
        try database.execute(
            """
            CREATE TABLE "main.a.b" (w INTEGER, "i.j" TEXT, code TEXT, PRIMARY KEY (w, "i.j")); CREATE TABLE b (w INTEGER);
            CREATE INDEX "x.y" ON "main.a.b" (code); INSERT INTO "main.a.b" VALUES (1, 'p', '7'), (1, 'q', '8')
            """)
        let definition = CreateTableStatement("stock").column("w", type: .integer, .notNull)
            .column("i.j", type: .text, .notNull).column("code", type: .integer).column("lot", type: .text)
            .primaryKey(["w", "i.j"])
        let migration = Migration("1") { try $0.rebuild(table: "main.a.b", as: definition, values: ["lot": "-"]) }
        try Migrator([migration.rebuildingTables()]).up(database)
        #expect(
            try database.read { try $0.rows(#"SELECT * FROM "main.a.b" ORDER BY 2"#).map(\.values) }
                == [[1, "p", 7, "-"], [1, "q", 8, "-"]])
        let names = try database.read {
            try $0.rows(#"SELECT name FROM sqlite_schema WHERE tbl_name LIKE '%a.b' AND sql IS NOT NULL ORDER BY 1"#)
        }
        #expect(names.map(\.values) == [["main.a.b"], ["x.y"]])
    }

    /// SQLite would convert them without a word.
    @Test(arguments: ["", "WITHOUT ROWID"])
    func valuesStayWhatTheyAre(_ option: String) throws {
        try database.execute(
            """
            CREATE TABLE part (w TEXT NOT NULL, i TEXT NOT NULL, code TEXT, price TEXT, n REAL, PRIMARY KEY (w, i)) \(unsafe: option);
            INSERT INTO part VALUES ('1', 'a', '7', '1.5', 2), ('2', 'a', '12', '3', 9007199254740993), ('3', 'a', NULL, NULL, NULL)
            """)
        var ran: [Migration] = []
        func rebuilt(code: SQLDataType, price: SQLDataType, n: SQLDataType, _ values: [String: SQLExpression] = [:])
            throws
        {
            let definition = CreateTableStatement("part").column("w", type: .integer, .notNull)
                .column("i", type: .text, .notNull).column("code", type: code).column("price", type: price)
                .column("n", type: n).primaryKey(["w", "i"])
            let migration = Migration("\(ran.count)") {
                try $0.rebuild(table: "part", as: definition, values: values)
            }.rebuildingTables()
            try Migrator(ran + [migration]).up(database)
            ran.append(migration)
        }
        try rebuilt(code: .integer, price: .real, n: .integer)
        #expect(
            try database.read { try $0.rows("SELECT w, code, price, n FROM part ORDER BY w").map(\.values) }
                == [[1, 7, 1.5, 2], [2, 12, 3.0, 9_007_199_254_740_992], [3, .null, .null, .null]])
        try rebuilt(code: .text, price: .text, n: .text)
        try database.execute("UPDATE part SET code = '007' WHERE w = 1")
        let error = try #require(
            #expect(throws: DatabaseError.self) { try rebuilt(code: .integer, price: .text, n: .text) })
        #expect(error.code == .migration || error.code == .value)
        #expect("\(error)".contains("\"part\".\"code\": as INTEGER 1 of its values would be others"))
        #expect(try database.read { try $0.value("SELECT code FROM part WHERE w = 1", as: String.self) } == "007")
        try rebuilt(code: .integer, price: .text, n: .text, ["code": .column("code")])
        #expect(try database.read { try $0.value("SELECT code FROM part WHERE w = 1", as: Int.self) } == 7)
        // The zeros at the end of a fraction are none of the number; those at the beginning of a code are.
        try database.execute("UPDATE part SET price = '12.50' WHERE w = 2")
        // 0.1 + 0.2 has more digits than a text takes over.
        try rebuilt(code: .integer, price: .real, n: .text)
        try database.execute("UPDATE part SET price = 0.1 + 0.2 WHERE w = 1")
        #expect(throws: DatabaseError.self) { try rebuilt(code: .integer, price: .text, n: .text) }
    }

    /// A strict table takes what its type can hold, and nothing is made another value.
    @Test func valuesOfAStrictTableStayWhatTheyAre() throws {
        try database.execute(
            """
            CREATE TABLE part (w INTEGER NOT NULL, i TEXT NOT NULL, code TEXT, PRIMARY KEY (w, i)) STRICT;
            INSERT INTO part VALUES (1, 'a', '7'), (2, 'a', '12')
            """)
        let definition = CreateTableStatement("part").column("w", type: .integer, .notNull)
            .column("i", type: .text, .notNull).column("code", type: .integer).primaryKey(["w", "i"]).strict()
        func up() throws {
            try Migrator([Migration("1") { try $0.rebuild(table: "part", as: definition) }.rebuildingTables()])
                .up(database)
        }
        try database.execute("INSERT INTO part VALUES (3, 'a', '007')")
        let error = try #require(#expect(throws: DatabaseError.self) { try up() })
        #expect("\(error)".contains("\"part\".\"code\": as INTEGER 1 of its values would be others"))
        #expect(try database.read { try $0.value("SELECT code FROM part WHERE w = 3", as: String.self) } == "007")
        try database.execute("DELETE FROM part WHERE w = 3")
        try up()
        #expect(
            try database.read { try $0.rows("SELECT code, typeof(code) FROM part ORDER BY w").map(\.values) }
                == [[7, "integer"], [12, "integer"]])
    }

    /// Behind a column, SQLite takes a key that descends for another than the row's identifier.
    @Test func rowsKeepTheirRowIdentifiersBesideAKeyThatDescends() throws {
        try database.execute(
            """
            CREATE TABLE doc (id INTEGER PRIMARY KEY DESC, body TEXT); INSERT INTO doc (rowid, id, body) VALUES (10, 1, 'a'), (20, 2, 'b');
            CREATE TABLE own (id INTEGER, body TEXT, PRIMARY KEY (id DESC)); INSERT INTO own VALUES (7, 'a')
            """)
        let definition = CreateTableStatement("doc").column("id", type: .integer).column("body", type: .text, .notNull)
        let own = CreateTableStatement("own").column("id", type: .integer).column("body", type: .text, .notNull)
        try Migrator([
            Migration("1") { session in
                try session.rebuild(table: "doc", as: definition)
                try session.rebuild(table: "own", as: own)
            }.rebuildingTables()
        ]).up(database)
        #expect(
            try database.read { try $0.rows("SELECT rowid, id FROM doc ORDER BY 1").map(\.values) } == [
                [10, 1], [20, 2],
            ])
        #expect(try database.read { try $0.rows("SELECT rowid, id FROM own").map(\.values) } == [[1, 7]])
    }

    @Test func aKeyGetsAThirdColumnAndNothingIsLost() throws {
        let definition = definition
        let migration = Migration("1") { session in
            try session.execute("DROP VIEW noted_stock")
            try session.execute("DROP INDEX stock_note")
            try session.execute("DROP TRIGGER noted")
            try session.rebuild(
                table: "stock", as: definition, renaming: ["note": "remark"], values: ["lot": "-"], dropping: ["junk"])
        }
        try Migrator([migration.rebuildingTables()]).up(database)
        let rows = try database.read { try $0.rows("SELECT * FROM stock ORDER BY i") }
        #expect(rows.map(\.values) == [[1, 1, "-", "a"], [1, 2, "-", "b"]])
        #expect(try database.count("line") == 3)
        #expect(try database.read { try $0.value("PRAGMA foreign_keys", as: Int.self) } == 1)
        // The children's key still points to the table.
        #expect(failure { try database.execute("INSERT INTO line VALUES (9, 9, 9)") }?.code == .constraint)
        #expect(try database.count("log") == 0)
    }

    /// What was computed keeps its values where it is a plain column from then on, also under another name.
    @Test func computedColumnsThatBecomePlain() throws {
        try database.execute(
            """
            CREATE TABLE sum (a INT, b INT, s INT GENERATED ALWAYS AS (a + b) STORED, v INT AS (a * b), gone INT AS (a - b),
                PRIMARY KEY (a, b));
            INSERT INTO sum (a, b) VALUES (1, 5), (2, 7);
            """)
        try Migrator([
            Migration("1") { session in
                try session.rebuild(
                    table: "sum",
                    as: CreateTableStatement("sum").column("a", type: .integer).column("b", type: .integer)
                        .column("s", type: .integer).column("product", type: .integer).primaryKey(["a", "b"]),
                    renaming: ["v": "product"], dropping: ["gone"])
            }.rebuildingTables()
        ]).up(database)
        #expect(
            try database.read { try $0.rows("SELECT * FROM sum ORDER BY a").map(\.values) } == [
                [1, 5, 6, 5], [2, 7, 9, 14],
            ])
    }

    /// A column that is computed again, also under another name, loses nothing; one that is gone must be named.
    @Test func computedColumnsThatAreGone() throws {
        try database.execute(
            """
            CREATE TABLE sum (a INT, b INT, s INT AS (a + b) STORED, v INT AS (a * b), PRIMARY KEY (a, b));
            INSERT INTO sum (a, b) VALUES (1, 5), (2, 7);
            """)
        func rebuild(_ renaming: [String: String] = [:], dropping: [String] = []) throws {
            let migration = Migration("1") { session in
                try session.rebuild(
                    table: "sum",
                    as: CreateTableStatement("sum").column("a", type: .integer).column("b", type: .integer)
                        .column("total", type: .integer, .generated(.column("a") + .column("b")))
                        .primaryKey(["a", "b"]),
                    renaming: renaming, dropping: dropping)
            }
            try Migrator([migration.rebuildingTables()]).up(database)
        }
        let error = failure { try rebuild(["S": "total"]) }
        #expect(
            error?.message.hasSuffix(
                "the values of \"sum\".\"v\" would be lost: the new definition has no column \"v\" that takes them")
                == true)
        #expect(try database.read { try $0.value("SELECT sum(v) FROM sum", as: Int.self) } == 19)
        try rebuild(["S": "total"], dropping: ["V"])
        #expect(
            try database.read { try $0.rows("SELECT * FROM sum ORDER BY a").map(\.values) } == [[1, 5, 6], [2, 7, 9]])
    }

    @Test func indexesTriggersViewsAndTheCounterStay() throws {
        try database.execute(
            """
            CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT, v TEXT);
            CREATE INDEX counted_v ON counted (v);
            INSERT INTO counted VALUES (1, 'a'), (7, 'b');
            DELETE FROM counted WHERE id = 7;
            """)
        try Migrator([
            Migration("1") { session in
                try session.rebuild(
                    table: "counted",
                    as: CreateTableStatement("counted").column("id", type: .integer, .primaryKey(autoIncremented: true))
                        .column("v", type: .text, .notNull))
                try session.rebuild(
                    table: "stock",
                    as: CreateTableStatement("any").column("w", type: .integer, .notNull)
                        .column("i", type: .integer, .notNull).column("note", type: .text).column("junk", type: .text)
                        .primaryKey(["w", "i"]).withoutRowid())
            }.rebuildingTables()
        ]).up(database)
        try database.execute("INSERT INTO counted (v) VALUES ('c')")
        #expect(try database.read { try $0.value("SELECT max(id) FROM counted", as: Int.self) } == 8)
        let names = try database.read { session in
            try session.rows(
                "SELECT name FROM sqlite_schema WHERE type IN ('index', 'trigger', 'view') AND sql IS NOT NULL ORDER BY 1"
            )
            .map { try $0.get(0, as: String.self) }
        }
        #expect(names == ["counted_v", "noted", "noted_stock", "stock_note"])
        try database.execute("INSERT INTO stock VALUES (2, 1, 'c', NULL)")
        #expect(try database.count("log") == 1)
        #expect(try database.count("noted_stock") == 3)
    }

    @Test func whatWouldBeLostOrDoesNotFitIsRefused() throws {
        let definition = definition
        func refused(
            _ renaming: [String: String] = ["note": "remark"], _ values: [String: SQLExpression] = ["lot": "-"],
            _ dropping: [String] = ["junk"], rebuilding: Bool = true
        ) throws -> String? {
            var migration = Migration("1") { session in
                try session.execute("DROP VIEW noted_stock; DROP INDEX stock_note; DROP TRIGGER noted")
                try session.rebuild(
                    table: "stock", as: definition, renaming: renaming, values: values, dropping: dropping)
            }
            if rebuilding { migration = migration.rebuildingTables() }
            let error = failure { try Migrator([migration]).up(database) }
            #expect(try database.count("noted_stock") == 2)
            #expect(try database.count("line") == 3)
            #expect(try database.read { try $0.value("PRAGMA foreign_keys", as: Int.self) } == 1)
            return error.map { String($0.message.dropFirst("the migration \"1\" failed: ".count)) }
        }
        #expect(
            try refused([:])
                == "the values of \"stock\".\"note\" would be lost: the new definition has no column \"note\" that takes them"
        )
        #expect(
            try refused(["x": "remark"], ["lot": "-"], ["junk", "note"]) == "\"stock\" has no column \"x\" to rename")
        #expect(
            try refused(["note": "remark"], ["lot": "-", "y": 1])
                == "the new definition of \"stock\" has no column \"y\" to fill")
        #expect(
            try refused(["note": "lot"], ["lot": "-"])
                == "the column \"lot\" of the new definition of \"stock\" is filled twice")
        #expect(try refused(["note": "remark"], [:])?.contains("NOT NULL") == true)
        #expect(
            try refused(rebuilding: false)
                == "\"stock\" cannot be rebuilt while foreign keys are enforced: dropping it would delete or orphan the rows "
                + "that refer to it")
        let none = Migration("1") { try $0.rebuild(table: "none", as: definition) }.rebuildingTables()
        #expect(
            failure { try Migrator([none]).up(database) }?.message
                == "the migration \"1\" failed: there is no table \"none\" to rebuild")
    }

    @Test func aForeignKeyThatFindsNoKeyIsRefused() throws {
        let definition = CreateTableStatement("stock").column("w", type: .integer).column("i", type: .integer)
            .column("note", type: .text).column("junk", type: .text)
        let migration = Migration("1") { try $0.rebuild(table: "stock", as: definition) }.rebuildingTables()
        #expect(
            failure { try Migrator([migration]).up(database) }?.message
                == "the migration \"1\" failed: it leaves \"line\" with a foreign key that leads to no primary or unique key, or "
                + "to no table")
        #expect(failure { try database.execute("INSERT INTO stock VALUES (1, 1, NULL, NULL)") }?.code == .constraint)
    }

    @Test func newOrphansAreRefusedOldOnesAreNot() throws {
        try database.withoutTransaction { session in
            try session.execute(
                "PRAGMA foreign_keys = OFF; INSERT INTO line VALUES (8, 8, 8); PRAGMA foreign_keys = ON")
        }
        let harmless = Migration("1", sql: "INSERT INTO stock VALUES (3, 3, NULL, NULL)").rebuildingTables()
        try Migrator([harmless]).up(database)
        let harmful = Migration("2", sql: "DELETE FROM stock WHERE i = 2").rebuildingTables()
        let error = failure { try Migrator([harmless, harmful]).up(database) }
        #expect(
            error?.message
                == "the migration \"2\" failed: it leaves 2 rows of \"line\" with a foreign key to a row of \"stock\" that is not there, "
                + "1 before it")
        #expect(try database.count("stock") == 3)
    }
}
