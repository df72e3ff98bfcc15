import TestServer
import Testing
import ZIMOrm

private final class Line: Model {
    var year = 0, number = 0, pos = 0
    var text: String?
    var mark: String?
    override class var table: String { "line" }
    override class var primaryKey: [String] { ["year", "number", "pos"] }

    convenience init(_ year: Int, _ number: Int, _ pos: Int, _ text: String?) {
        self.init()
        (self.year, self.number, self.pos, self.text) = (year, number, pos, text)
    }
}

/// The same table to a class that names no key.
private final class Entry: Model {
    var year = 0, number = 0, pos = 0
    var text: String?
    override class var table: String { "line" }
    override class var primaryKey: [String] { [] }
}

/// A trigger gives new rows another key than their models have: numbers within a document.
@Suite(.eachEngine) struct ChangedKeyTests {
    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE line (year INTEGER, number INTEGER, pos INTEGER, text VARCHAR(20), mark VARCHAR(20),
                PRIMARY KEY (year, number, pos));
            INSERT INTO line VALUES (1998, 7, 0, 'somebody else', NULL);
            """)
    }

    /// Numbers new lines; SQLite's triggers come behind the row.
    private func number() throws {
        let next = "(SELECT coalesce(max(pos), 0) + 1 FROM line WHERE year = NEW.year AND number = NEW.number)"
        let sql =
            switch ServedEngine.current {
            case .sqlite:
                """
                CREATE TRIGGER numbers AFTER INSERT ON line WHEN NEW.pos < 100 BEGIN
                UPDATE OR FAIL "line" SET pos = NEW.pos + 100 WHERE year = NEW.year AND number = NEW.number AND pos = NEW.pos; END
                """
            case .postgreSQL:
                """
                CREATE FUNCTION numbers() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.pos := \(next); RETURN NEW; END $$;
                CREATE TRIGGER numbers BEFORE INSERT ON line FOR EACH ROW EXECUTE FUNCTION numbers()
                """
            case .mariaDB: "CREATE TRIGGER numbers BEFORE INSERT ON line FOR EACH ROW SET NEW.pos = \(next)"
            }
        try database.execute(SQL(unsafe: sql))
    }

    private var rows: [[SQLValue]] {
        get throws { try Theatre.rows(database, "SELECT year, number, pos, text FROM line ORDER BY year, number, pos") }
    }

    /// MySQL does not tell the new key: nothing is inserted, above all no other row taken for the model's.
    @Test func aKeyThatIsNotTold() throws {
        guard !ServedEngine.returnsInserted else { return }
        try number()
        let taken = Line(1998, 7, 0, "mine")
        let free = Line(1998, 7, 5, "mine")
        for lines in [[taken], [free], [taken, free]] {
            try database.write { session in
                let error = #expect(throws: ModelError.self) { try session.insert(lines) }
                #expect(error?.code == .notSaveable && error?.table == "line")
                #expect(error?.key == lines[0].keyValues)
                #expect(lines.allSatisfy { !$0.isLoaded })
            }
            #expect(try rows == [[1998, 7, 0, "somebody else"]])
        }
        // The key that the trigger gives.
        let line = Line(1998, 7, 1, "mine")
        try database.write { try $0.insert(line) }
        line.text = "changed"
        try database.write { try $0.save(line) }
        #expect(try rows == [[1998, 7, 0, "somebody else"], [1998, 7, 1, "changed"]])
    }

    @Test func theModelHasTheKeyOfItsRow() throws {
        guard ServedEngine.returnsInserted else { return }
        try number()
        let first = ServedEngine.isSQLite ? 1 : 0
        let line = Line(1998, 7, first, "mine")
        try database.write { session in
            try session.insert(line)
            line.text = "changed"
            try session.save(line)
        }
        let pos = ServedEngine.isSQLite ? 101 : 1
        #expect(line.pos == pos)
        #expect(
            try rows == [
                [1998, 7, 0, "somebody else"], [1998, 7, .integer(Int64(pos)), "changed"],
            ])
        try database.write { try $0.delete(line) }
        #expect(try rows == [[1998, 7, 0, "somebody else"]])
    }

    @Test func aRollbackGivesTheModelItsOwnKeyBack() throws {
        guard ServedEngine.returnsInserted else { return }
        struct Undone: Error {}
        try number()
        let line = Line(1998, 7, 5, "mine")
        #expect(throws: Undone.self) {
            try database.write { session in
                try session.insert(line)
                #expect(line.pos == (ServedEngine.isSQLite ? 105 : 1))
                throw Undone()
            }
        }
        #expect(!line.isLoaded)
        #expect(line.pos == 5)
        try database.write { try $0.save(line) }
        #expect(try rows.count == 2)
    }

    @Test func theModelsOfAListHaveTheirOwn() throws {
        guard ServedEngine.returnsInserted else { return }
        try number()
        let lines = (1...5).map { Line(1999, 1, ServedEngine.isSQLite ? $0 : 9, "\($0)") }
        try database.write { session in
            try session.insert(lines)
            for line in lines { line.text = (line.text ?? "") + "!" }
            try session.save(lines)
        }
        let first = ServedEngine.isSQLite ? 101 : 1
        #expect(lines.map(\.pos) == Array(first..<(first + 5)))
        #expect(
            try rows.dropFirst()
                == (0..<5).map { [1999, 1, .integer(Int64(first + $0)), .text("\($0 + 1)!")] as [SQLValue] }[...])
    }

    /// A temporary trigger stands in a catalogue of its own.
    @Test func aTemporaryTriggerCountsToo() throws {
        guard ServedEngine.isSQLite else { return }
        try database.execute(
            """
            CREATE TEMP TRIGGER numbers AFTER INSERT ON main.line BEGIN
            UPDATE line SET pos = NEW.pos + 100 WHERE year = NEW.year AND number = NEW.number AND pos = NEW.pos; END
            """)
        let line = Line(2001, 1, 1, "x")
        try database.write { try $0.insert(line) }
        #expect(line.pos == 101)
    }

    /// Where the class has no key, there is none to read back, and models of a list share a statement.
    @Test func aClassWithoutAKeyIsInserted() throws {
        try number()
        let entries = (1...4).map { pos in
            let entry = Entry()
            (entry.year, entry.number, entry.pos) = (2002, pos, ServedEngine.isSQLite ? pos : 7)
            return entry
        }
        let (_, statements) = try database.tracing {
            try database.write { session in
                try session.insert(entries[0])
                try session.insert(Array(entries[1...]))
            }
        }
        #expect(!statements.contains { $0.sql.hasPrefix("SELECT") })
        // Of three models SQLite takes two and one.
        #expect(
            statements.count { $0.sql.hasPrefix("INSERT") } == (ServedEngine.isSQLite || ServedEngine.isMySQL ? 3 : 2))
        #expect(try rows.count == 5)
    }

    /// Only where a trigger may drop the row is it looked for.
    @Test func anUpsertOfAKeyAloneLooksForItsRowBehindATrigger() throws {
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE pair (a INTEGER, b INTEGER, PRIMARY KEY (a, b)); INSERT INTO pair VALUES (1, 2);")
        final class Pair: Model {
            var a = 1, b = 2
            override class var primaryKey: [String] { ["a", "b"] }
            override class var table: String { "pair" }
        }
        let (_, statements) = try database.tracing { try database.write { try $0.upsert(Pair()) } }
        #expect(!statements.contains { $0.sql.hasPrefix("SELECT") })
        guard ServedEngine.isSQLite else { return }
        try database.execute(
            "CREATE TRIGGER drops BEFORE INSERT ON pair WHEN NEW.a = 9 BEGIN SELECT RAISE(IGNORE); END")
        try database.write { try $0.upsert(Pair()) }
        let dropped = Pair()
        dropped.a = 9
        let error = #expect(throws: ModelError.self) { try database.write { try $0.upsert(dropped) } }
        #expect(error?.code == .notSaveable)
    }

    /// What leaves the keys alone does not keep models of a list from sharing statements. SQLite tells that it does.
    @Test func aTriggerThatChangesOtherColumnsCostsTwoQueriesAList() throws {
        let sql =
            switch ServedEngine.current {
            case .sqlite:
                """
                CREATE TRIGGER marks AFTER INSERT ON line BEGIN UPDATE line SET mark = NEW.mark || '.'
                WHERE year = NEW.year AND number = NEW.number AND pos = NEW.pos; END
                """
            case .postgreSQL:
                """
                CREATE FUNCTION marks() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.mark := NEW.mark || '.'; RETURN NEW; END $$;
                CREATE TRIGGER marks BEFORE INSERT ON line FOR EACH ROW EXECUTE FUNCTION marks()
                """
            case .mariaDB:
                "CREATE TRIGGER marks BEFORE INSERT ON line FOR EACH ROW SET NEW.mark = CONCAT(NEW.mark, '.')"
            }
        try database.execute(SQL(unsafe: sql))
        let lines = (1...64).map { pos in
            let line = Line(1999, 2, pos, "\(pos)")
            line.mark = "x"
            return line
        }
        let (_, statements) = try database.tracing { try database.write { try $0.insert(lines) } }
        #expect(statements.count { $0.sql.hasPrefix("SELECT") } == (ServedEngine.isSQLite ? 0 : 2))
        #expect(statements.count { $0.sql.hasPrefix("INSERT") } == 1)
        #expect(
            try Theatre.rows(database, "SELECT mark FROM line WHERE year = 1999")
                == [[SQLValue]](repeating: ["x."], count: 64))
    }

    /// Models that nothing but such a column tells apart are inserted one by one where the engine does not say more.
    @Test func aTriggerThatChangesTheOnlyOtherColumnOfAList() throws {
        let trigger =
            switch ServedEngine.current {
            case .sqlite:
                """
                CREATE TRIGGER lowers AFTER INSERT ON line BEGIN UPDATE line SET text = lower(NEW.text)
                WHERE year = NEW.year AND number = NEW.number AND pos = NEW.pos; END
                """
            case .postgreSQL:
                """
                CREATE FUNCTION lowers() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.text := lower(NEW.text); RETURN NEW; END $$;
                CREATE TRIGGER lowers BEFORE INSERT ON line FOR EACH ROW EXECUTE FUNCTION lowers()
                """
            case .mariaDB: "CREATE TRIGGER lowers BEFORE INSERT ON line FOR EACH ROW SET NEW.text = LOWER(NEW.text)"
            }
        try database.execute(SQL(unsafe: trigger))
        let lines = ["A", "B", "C"].enumerated().map { Line(1999, 2, $0, $1) }
        try database.write { session in
            try session.insert(lines)
            lines[1].mark = "second"
            try session.save(lines[1])
        }
        #expect(lines.map(\.pos) == [0, 1, 2])
        let marked = try Theatre.rows(
            database, "SELECT pos, lower(text), mark FROM line WHERE year = 1999 ORDER BY pos")
        #expect(marked == [[0, "a", nil], [1, "b", "second"], [2, "c", nil]])
    }

    @Test func anUpsertGivesTheKeyBackOrThrows() throws {
        guard ServedEngine.returnsInserted else { return }
        try number()
        let line = Line(1998, 7, ServedEngine.isSQLite ? 3 : 0, "mine")
        if ServedEngine.isSQLite {
            let error = #expect(throws: ModelError.self) { try database.write { try $0.upsert(line) } }
            #expect(error?.code == .notSaveable)
            return #expect(try rows == [[1998, 7, 0, "somebody else"]])
        }
        let others = [Line(1999, 1, 4, "a"), Line(1999, 1, 5, "b")]
        try database.write { session in
            try session.upsert(line)
            try session.upsert(others)
            line.text = "changed"
            others[1].text = "c"
            try session.save([line] + others)
        }
        #expect(([line] + others).map(\.pos) == [1, 1, 2])
        #expect(
            try rows == [
                [1998, 7, 0, "somebody else"], [1998, 7, 1, "changed"], [1999, 1, 1, "a"], [1999, 1, 2, "c"],
            ])
    }

    /// A new row that a trigger drops without a word is no row that was found.
    @Test func aFoundRowIsThere() throws {
        let sql =
            switch ServedEngine.current {
            case .sqlite:
                "CREATE TRIGGER drops BEFORE INSERT ON line WHEN NEW.pos = 9 BEGIN SELECT RAISE(IGNORE); END"
            case .postgreSQL:
                """
                CREATE FUNCTION drops() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
                CREATE TRIGGER drops BEFORE INSERT ON line FOR EACH ROW WHEN (NEW.pos = 9) EXECUTE FUNCTION drops()
                """
            case .mariaDB: "SELECT 1"  // It has no such trigger.
            }
        guard !ServedEngine.isMariaDB else { return }
        try database.execute(SQL(unsafe: sql))
        for lines in [[Line(2000, 1, 9, "x")], [Line(2000, 1, 9, "x"), Line(2000, 1, 8, "y")]] {
            let error = #expect(throws: ModelError.self) {
                try database.write { try $0.findOrCreate(lines, on: ["year", "number", "pos"]) }
            }
            #expect(error?.code == .notSaveable && error?.table == "line")
            #expect(error?.message.hasPrefix("\"line\" has no row with year = ") == true, "\(error?.message ?? "")")
        }
        #expect(try rows.count == 1)
    }

    private final class Tag: Model {
        var id: String?
        var name = "", count = 0
        override class var table: String { "tag" }
        override class var primaryKey: [String] { ["id"] }

        convenience init(_ name: String, _ count: Int) {
            self.init()
            (self.name, self.count) = (name, count)
        }
    }

    /// Found by another unique key, which the trigger leaves as it is: an upsert and `findOrCreate` of a new row.
    @Test func anUpsertByAnotherKeyReadsTheKeyBack() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE tag (id TEXT PRIMARY KEY, name TEXT UNIQUE, count INTEGER);
            CREATE TRIGGER names AFTER INSERT ON tag WHEN NEW.id IS NULL BEGIN
                UPDATE tag SET id = 'tag-' || NEW.name WHERE rowid = NEW.rowid; END
            """)
        let (tag, again, others) = (Tag("a", 1), Tag("a", 2), [Tag("a", 3), Tag("b", 4)])
        try database.write { session in
            try session.upsert(tag, on: ["name"])
            #expect(try session.findOrCreate(Tag.self, by: ["name": "c"]) { $0.count = 5 }.model.id == "tag-c")
            try session.findOrCreate(again, on: ["name"])
            try session.upsert(others, on: ["name"])
            others[1].count = 40
            try session.save(others)
        }
        #expect(([tag, again] + others).map(\.id) == ["tag-a", "tag-a", "tag-a", "tag-b"])
        #expect(again.count == 1)
        #expect(
            try Theatre.rows(database, "SELECT id, count FROM tag ORDER BY id")
                == [["tag-a", 3], ["tag-b", 40], ["tag-c", 5]])
        // Where it changes both keys, nothing tells the row.
        try database.execute(
            """
            CREATE TRIGGER uppers AFTER INSERT ON tag BEGIN UPDATE tag SET name = upper(NEW.name) WHERE rowid = NEW.rowid; END
            """)
        let error = #expect(throws: ModelError.self) { try database.write { try $0.upsert(Tag("d", 1), on: ["name"]) } }
        #expect(error?.code == .notSaveable && error?.table == "tag")
        #expect(try Theatre.rows(database, "SELECT count(*) FROM tag") == [[3]])
    }
}
