import TestServer
import Testing
import ZIMOrm

private class Item: Model {
    var doc = 0, number = 0
    var amount: Int?
    var mark: String?
    override class var table: String { "item" }
    override class var primaryKey: [String] { ["doc", "number"] }

    convenience init(_ number: Int, _ amount: Int?, _ mark: String? = nil) {
        self.init()
        (doc, self.number, self.amount, self.mark) = (1, number, amount, mark)
    }
}

/// The same rows behind a view.
private final class SeenItem: Item {
    override class var table: String { "seen_item" }
}

/// The same table in another database of the connection.
private final class FarItem: Item {
    override class var schema: String? { "far" }
}

private final class Bay: Model {
    var hall = 0, number = 0
    override class var table: String { "bay" }
    override class var primaryKey: [String] { ["hall", "number"] }
}

private final class Tin: Model {
    var pos = 0, bay = 0, hall = 0
    var text: String?
    override class var table: String { "tin" }
    override class var primaryKey: [String] { ["pos", "bay", "hall"] }
}

/// Rows that triggers, rules and foreign keys replace or move: their models know it, or are refused.
@Suite(.eachEngine) struct ReplacedRowTests {
    private static let columns =
        "(doc INT NOT NULL, number INT NOT NULL, amount INT, mark VARCHAR(20), PRIMARY KEY (doc, number))"
    private static let table = "CREATE TABLE item \(columns)"

    private func rows(_ database: Database, _ table: SQL = "item") throws -> [[SQLValue]] {
        try Theatre.rows(database, "SELECT number, amount FROM " + table + " ORDER BY number")
    }

    private func expectNotSaveable(
        _ database: Database, location: SourceLocation = #_sourceLocation, _ save: (Session) throws -> Void
    ) {
        let error = #expect(throws: ModelError.self, sourceLocation: location) { try database.write { try save($0) } }
        #expect(error?.code == .notSaveable, sourceLocation: location)
    }

    // MARK: - SQLite

    @Test func aTriggerOfAnAttachedDatabase() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try Database.inMemory()
        try database.withoutTransaction { session in
            try session.execute("ATTACH ':memory:' AS far")
            try session.execute("CREATE TABLE far.item \(unsafe: Self.columns)")
            try session.execute(
                """
                CREATE TRIGGER far.numbers AFTER INSERT ON item BEGIN
                UPDATE item SET number = NEW.number + 10 WHERE doc = NEW.doc AND number = NEW.number; END
                """)
        }
        let items = [FarItem(1, 5), FarItem(2, 6)]
        try database.write { session in
            try session.save(items[0])
            try session.save([items[1]])
            items[0].amount = 50
            try session.save(items[0])
        }
        #expect(items.map(\.number) == [11, 12])
        #expect(try rows(database, "far.item") == [[11, 50], [12, 6]])
    }

    @Test func aTriggerThatChangesTheIdentifierOfTheRow() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(
            """
            \(Self.table);
            CREATE TRIGGER moves AFTER INSERT ON item BEGIN
                UPDATE item SET rowid = rowid + 100, number = number + 10 WHERE rowid = NEW.rowid; END
            """)
        for items in [[Item(1, 5)], [Item(1, 5), Item(2, 6)]] {
            expectNotSaveable(database) { try $0.save(items) }
            expectNotSaveable(database) { try $0.save(items[0]) }
            #expect(try rows(database).isEmpty)
            #expect(items.allSatisfy { !$0.isLoaded })
        }
    }

    /// A row that is written anew has another identifier, and the key of before.
    @Test func aTriggerThatReplacesTheRow() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(
            """
            \(Self.table);
            CREATE TRIGGER replaces AFTER INSERT ON item WHEN NEW.mark IS NULL BEGIN
                REPLACE INTO item VALUES (NEW.doc, NEW.number, NEW.amount, 'new'); END
            """)
        let items = [Item(1, 5), Item(2, 6), Item(3, 7)]
        try database.write { session in
            try session.save(items[0])
            try session.save(Array(items[1...]))
            for item in items { item.amount = (item.amount ?? 0) * 10 }
            try session.save(items)
        }
        #expect(items.map(\.number) == [1, 2, 3])
        #expect(try rows(database) == [[1, 50], [2, 60], [3, 70]])
    }

    /// The numbers follow the amounts, and the trigger changes the marks as well: nothing but the amounts tells the rows apart.
    @Test func aTriggerThatNumbersAndMarks() throws {
        guard ServedEngine.isSQLite else { return }
        for set in ["mark = 'x'", "amount = amount"] {
            let database = try ServedEngine.current.makeDatabase(
                """
                \(Self.table);
                CREATE TRIGGER numbers AFTER INSERT ON item BEGIN
                    UPDATE item SET number = -(SELECT count(*) FROM item AS o WHERE o.amount <= item.amount), \(set);
                    UPDATE item SET number = -number; END
                """)
            expectNotSaveable(database) { try $0.save([Item(1, 70), Item(2, 60)]) }
            #expect(try rows(database).isEmpty)
            let items = [Item(1, 60), Item(2, 70)]
            try database.write { session in
                try session.save(items[0])
                try session.save(items[1])
                items[1].amount = 71
                try session.save(items[1])
            }
            #expect(try rows(database) == [[1, 60], [2, 71]])
        }
    }

    /// It is not told, as the guide says; nothing is written to another row.
    @Test func anUpdateThatMovesTheRowLosesIt() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(
            """
            \(Self.table);
            CREATE TRIGGER moves AFTER UPDATE OF amount ON item BEGIN
                UPDATE item SET number = number + 100 WHERE doc = NEW.doc AND number = NEW.number; END
            """)
        let item = Item(1, 5)
        try database.write { session in
            try session.save(item)
            item.amount = 6
            try session.save(item)
        }
        item.mark = "x"
        let error = #expect(throws: ModelError.self) { try database.write { try $0.save(item) } }
        #expect(error?.code == .rowNotFound && error?.key == [1, 1])
        #expect(try rows(database) == [[101, 6]])
    }

    @Test func aViewWithoutATriggerNamesItsOwnStatement() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(
            "\(Self.table); CREATE VIEW seen_item AS SELECT * FROM item")
        for items in [[SeenItem(1, 5)], [SeenItem(1, 5), SeenItem(2, 6)]] {
            let error = #expect(throws: DatabaseError.self) { try database.write { try $0.save(items) } }
            #expect(error?.message == "cannot modify seen_item because it is a view")
            #expect(error?.sql?.hasPrefix(#"INSERT INTO "seen_item""#) == true, "\(error?.sql ?? "")")
        }
    }

    // MARK: - PostgreSQL

    /// A trigger of a view returns the row as it was given.
    @Test func aViewThatExchangesKeys() throws {
        guard ServedEngine.isPostgreSQL else { return }
        let database = try ServedEngine.current.makeDatabase(
            """
            \(Self.table);
            CREATE VIEW seen_item AS SELECT * FROM item;
            CREATE FUNCTION swaps() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN INSERT INTO item VALUES (NEW.doc, 3 - NEW.number, NEW.amount); RETURN NEW; END $$;
            CREATE TRIGGER swaps INSTEAD OF INSERT ON seen_item FOR EACH ROW EXECUTE FUNCTION swaps();
            """)
        for items in [[SeenItem(1, 5)], [SeenItem(1, 5), SeenItem(2, 6)]] {
            expectNotSaveable(database) { try $0.save(items) }
            #expect(try rows(database).isEmpty)
        }
    }

    /// What it returns is the row that it has inserted, and not believed more than what a trigger returns.
    @Test func aRuleThatExchangesKeys() throws {
        guard ServedEngine.isPostgreSQL else { return }
        let database = try ServedEngine.current.makeDatabase(
            """
            \(Self.table);
            CREATE VIEW seen_item AS SELECT * FROM item;
            CREATE RULE swaps AS ON INSERT TO seen_item DO INSTEAD
            INSERT INTO item VALUES (NEW.doc, 3 - NEW.number, NEW.amount) RETURNING item.*;
            """)
        for items in [[SeenItem(1, 5)], [SeenItem(1, 5), SeenItem(2, 6)]] {
            expectNotSaveable(database) { try $0.save(items) }
            #expect(try rows(database).isEmpty)
        }
    }

    // MARK: - Foreign keys

    private func bays() throws -> Database {
        try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE bay (hall INT NOT NULL, number INT NOT NULL, PRIMARY KEY (hall, number));
            CREATE TABLE tin (pos INT NOT NULL, bay INT NOT NULL, hall INT NOT NULL, text VARCHAR(20),
                PRIMARY KEY (pos, bay, hall), FOREIGN KEY (hall, bay) REFERENCES bay (hall, number) ON UPDATE CASCADE);
            INSERT INTO bay VALUES (1, 1), (1, 2);
            INSERT INTO tin VALUES (7, 1, 1, 'a'), (7, 2, 1, 'b'), (8, 2, 1, 'c');
            """)
    }

    /// The columns of the child's key come in another order than those of its parent's.
    @Test func aCascadeOfSeveralColumns() throws {
        let database = try bays()
        try database.write { session in
            let bays = try session.query(Bay.self).orderByKey().all()
            let tins = try session.query(Tin.self).orderByKey().all()
            (bays[0].hall, bays[0].number) = (2, 9)
            bays[1].number = 1
            for tin in tins { tin.text = (tin.text ?? "") + "!" }
            try session.save(bays as [Model] + tins)
            for tin in tins { tin.text = (tin.text ?? "") + "?" }
            try session.save(tins)
        }
        #expect(
            try Theatre.rows(database, "SELECT pos, bay, hall, text FROM tin ORDER BY text")
                == [[7, 9, 2, "a!?"], [7, 1, 1, "b!?"], [8, 1, 1, "c!?"]])
    }

    /// A connection that does not enforce foreign keys leaves the children where they are.
    @Test func aCascadeThatIsSwitchedOff() throws {
        guard !ServedEngine.isPostgreSQL else { return }
        let database = try bays()
        let off: SQL = ServedEngine.isSQLite ? "PRAGMA foreign_keys = OFF" : "SET SESSION foreign_key_checks = 0"
        let on: SQL = ServedEngine.isSQLite ? "PRAGMA foreign_keys = ON" : "SET SESSION foreign_key_checks = 1"
        try database.withoutTransaction { session in
            try session.execute(off)
            defer { _ = try? session.execute(on) }
            let bays = try session.query(Bay.self).orderByKey().all()
            let tins = try session.query(Tin.self).orderByKey().all()
            bays[1].number = 3
            for tin in tins { tin.text = (tin.text ?? "") + "!" }
            try session.save(bays as [Model] + tins)
        }
        #expect(
            try Theatre.rows(database, "SELECT pos, bay, hall, text FROM tin ORDER BY text")
                == [[7, 1, 1, "a!"], [7, 2, 1, "b!"], [8, 2, 1, "c!"]])
    }
}
