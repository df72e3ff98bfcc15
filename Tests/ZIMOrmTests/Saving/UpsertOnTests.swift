import TestServer
import Testing
import ZIMOrm

private final class Stock: Model {
    var hall = "", number = 0
    var house = "", sku = ""
    var label: String?
    var quantity = 0
    override class var table: String { "stock" }
    override class var primaryKey: [String] { ["hall", "number"] }
}

private final class Item: Model {
    var id: Int?
    var objId: String?
    var label = ""
    var note: String?
    override class var table: String { "item" }
    override class var primaryKey: [String] { ["id"] }
}

/// Upserts by a unique key that is not the primary key: the row keeps its own, and what hangs on it.
@Suite(.eachEngine) struct UpsertOnTests {
    let database: Database
    let log: SQLLog

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE stock (hall TEXT, number INTEGER, house TEXT NOT NULL, sku TEXT NOT NULL, label TEXT,
                quantity INTEGER NOT NULL, PRIMARY KEY (hall, number), UNIQUE (house, sku));
            CREATE TABLE item (id INTEGER PRIMARY KEY, "objId" TEXT UNIQUE, label TEXT NOT NULL, note TEXT);
            CREATE TABLE part (id INTEGER PRIMARY KEY, item INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE);
            \(ServedEngine.isMariaDB ? "" : "CREATE UNIQUE INDEX item_note ON item (note) WHERE note <> '';")
            INSERT INTO stock VALUES ('A', 1, 'north', 's1', 'one', 1), ('A', 2, 'north', 's2', 'two', 2);
            INSERT INTO item (id, "objId", label) VALUES (3, 'x', 'old'), (5, 'y', 'other');
            INSERT INTO part VALUES (1, 3), (2, 5);
            """)
        log = SQLLog(database)
    }

    private func stock(
        _ hall: String, _ number: Int, _ house: String, _ sku: String, _ label: String? = nil, _ quantity: Int = 0
    ) -> Stock {
        let stock = Stock()
        (stock.hall, stock.number, stock.house, stock.sku) = (hall, number, house, sku)
        (stock.label, stock.quantity) = (label, quantity)
        return stock
    }

    private func item(_ objId: String?, _ label: String, id: Int? = nil) -> Item {
        let item = Item()
        (item.id, item.objId, item.label) = (id, objId, label)
        return item
    }

    private func stocks() throws -> [[SQLValue]] {
        try Theatre.rows(database, "SELECT * FROM stock ORDER BY hall, number")
    }

    private func items() throws -> [[SQLValue]] {
        try Theatre.rows(database, SQL("SELECT id, \"objId\", label FROM item ORDER BY id").inOwnWords)
    }

    /// SQLite's RETURNING gives the whole number by which it keeps 7.0 on disk.
    @Test func realKeysAreThoseOfTheRow() throws {
        final class Reading: Model {
            var station = "", day: SQLValue = .null
            var code = "", value: SQLValue = .null
            override class var table: String { "reading" }
            override class var primaryKey: [String] { ["station", "day"] }
        }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE reading (station TEXT, day DOUBLE PRECISION, code TEXT UNIQUE, value DOUBLE PRECISION DEFAULT 3 NOT NULL,
                PRIMARY KEY (station, day));
            INSERT INTO reading VALUES ('a', 7, 'x', 1);
            """)
        try database.write { session in
            let reading = Reading()
            (reading.station, reading.day, reading.code) = ("b", 9.5, "x")
            try session.upsert(reading, on: ["code"])
            let row = try #require(try session.rows("SELECT station, day, value FROM reading").first)
            #expect(row.values == ["a", 7.0, 1.0])
            #expect([.text(reading.station), reading.day, reading.value] == row.values)
            let new = Reading()
            (new.station, new.day, new.code) = ("c", 7, "y")
            try session.insert(new)
            #expect(new.value == 3.0)
            #expect(try !reading.hasChanges())
        }
    }

    @Test func theRowKeepsItsCompositeKeyAndTheModelHasIt() throws {
        try database.write { session in
            let late = stock("B", 9, "north", "s2", "new", 7)
            try session.upsert(late, on: ["sku", "house"])
            var ran = log.take()
            // What RETURNING gives is read.
            if ServedEngine.isMySQL { #expect(ran.popLast()?.sql.hasPrefix("SELECT") == true) }
            #expect(
                ran.last?.sql
                    == #"INSERT INTO "stock" ("hall", "number", "house", "sku", "label", "quantity") VALUES (?, ?, ?, ?, ?, ?) "#
                    + ServedEngine.upsert(["house", "sku"], ["label", "quantity"])
                    + (ServedEngine.isMySQL ? "" : #" RETURNING "hall", "number", "house", "sku""#))
            #expect(ran.last?.parameters == ["B", 9, "north", "s2", "new", 7])
            // One for each key that the model has, to see that they are not two rows.
            #expect(ran.count == 3)
            #expect(late.keyValues == ["A", 2])
            #expect(try late.isLoaded && !late.hasChanges())
            late.quantity = 8
            try session.save(late)
            #expect(log.take().map(\.parameters) == [[8, "A", 2]])
        }
        #expect(
            try stocks() == [["A", 1, "north", "s1", "one", 1], ["A", 2, "north", "s2", "new", 8]])
    }

    @Test func aNewRowIsInserted() throws {
        try database.write { session in
            let new = stock("C", 1, "south", "s1", "three", 3)
            try new.upsert(on: ["house", "sku"])
            #expect(new.keyValues == ["C", 1])
        }
        #expect(try stocks().last == ["C", 1, "south", "s1", "three", 3])
    }

    @Test func onlySomeColumnsAreUpdatedAndTheModelHasTheOthersOfTheRow() throws {
        try database.write { session in
            let late = stock("B", 9, "north", "s1", "ignored", 40)
            try session.upsert(late, on: ["house", "sku"], updating: ["quantity"])
            let written =
                ServedEngine.upsert(["house", "sku"], ["quantity"]) + (ServedEngine.isMySQL ? "" : " RETURNING")
            #expect(log.take().contains { $0.sql.contains(written) })
            #expect(late.keyValues == ["A", 1])
            #expect(late.label == "one")
            #expect(try !late.hasChanges())
            let kept = stock("B", 9, "north", "s2", "ignored", 50)
            try session.upsert(kept, on: ["house", "sku"], updating: [])
            #expect(kept.keyValues == ["A", 2])
            #expect(kept.quantity == 2)
            #expect(kept.label == "two")
            let both = [stock("B", 9, "north", "s1", nil, 1), stock("D", 1, "west", "s1", "w", 1)]
            try session.upsert(both, on: ["house", "sku"], updating: ["quantity"])
            #expect(both.map(\.label) == ["one", "w"])
            #expect(both.map(\.keyValues) == [["A", 1], ["D", 1]])
        }
        #expect(
            try stocks() == [
                ["A", 1, "north", "s1", "one", 1], ["A", 2, "north", "s2", "two", 2], ["D", 1, "west", "s1", "w", 1],
            ])
    }

    @Test func aConflictWithTwoRowsNamesBothAndChangesNothing() throws {
        let before = try (stocks(), items())
        let mixed = stock("A", 1, "north", "s2", "both", 9)
        let error = #expect(throws: ModelError.self) {
            try database.write { try $0.upsert(mixed, on: ["house", "sku"]) }
        }
        #expect(error?.code == .conflict)
        #expect(
            error?.message
                == #"the values of a model belong to two rows of "stock": (hall = 'A', number = 1) by (hall = 'A', number = 1) and (hall = 'A', number = 2) by (house = 'north', sku = 's2')"#
        )
        #expect(mixed.keyValues == ["A", 1])
        #expect(!mixed.isLoaded)
        // In a list what was written before it is undone, and the transaction goes on.
        try database.write { session in
            let list = [item("z", "new"), item("y", "mixed", id: 3)]
            #expect(throws: ModelError.self) { try session.upsert(list, on: ["objId"]) }
            #expect(list.map(\.id) == [nil, 3])
            #expect(!list[0].isLoaded)
        }
        #expect(try stocks() == before.0)
        #expect(try items() == before.1)
    }

    @Test func aKeyOfTheDatabaseIsReadBackAndChildrenStay() throws {
        try database.write { session in
            let late = item("x", "newer")
            try session.upsert(late, on: ["objId"])
            #expect(late.id == 3)
            let texts = log.texts()
            #expect(
                texts.first == #"INSERT INTO "item" ("objId", "label", "note") VALUES (?, ?, ?) "#
                    + ServedEngine.upsert(["objId"], ["label", "note"])
                    + (ServedEngine.isMySQL ? "" : #" RETURNING "id", "objId""#))
            #expect(texts.count == (ServedEngine.isMySQL ? 2 : 1))
            let list = [item("y", "b"), item("new", "c"), item(nil, "d"), item("x", "a")]
            try session.upsert(list, on: ["objId"])
            #expect([list[0].id, list[3].id] == [5, 3])
            #expect(list.allSatisfy { $0.isLoaded })
            for item in list { item.label += "!" }
            try session.save(list)
        }
        #expect(try items().map { Array($0.dropFirst()) }.contains(["new", "c!"]))
        #expect(try items().first == [3, "x", "a!"])
        #expect(try Theatre.rows(database, "SELECT id FROM part ORDER BY 1") == [[1], [2]])
    }

    @Test func manyShareStatements() throws {
        try database.write { session in
            let list = (0..<1_000).map { item("k\($0)", "first") }
            try session.upsert(list, on: ["objId"])
            #expect(Set(list.compactMap(\.id)).count == 1_000)
            _ = log.take()
            let again = (0..<1_000).map { item("k\($0)", "second") }
            try session.upsert(again, on: ["objId"])
            // Rows of three values in statements of 333, and one that reads the keys of each statement's rows.
            #expect(log.take().count == (ServedEngine.isMySQL ? 8 : 7))
            #expect(again.map(\.id) == list.map(\.id))
            let twice = [item("k1", "a"), item("k1", "b")]
            try session.upsert(twice, on: ["objId"])
            #expect(twice.map(\.id) == [list[1].id, list[1].id])
            #expect(try session.find(Item.self, try #require(list[1].id))?.label == "b")
        }
    }

    @Test func aRollbackTakesTheKeyBack() throws {
        let late = item("x", "newer")
        try? database.write { session in
            try session.upsert(late, on: ["objId"])
            #expect(late.id == 3)
            throw Undo()
        }
        #expect(!late.isLoaded)
        #expect(late.id == nil)
        #expect(try items().first == [3, "x", "old"])
    }

    @Test func whatIsNoUniqueKeyIsRefused() throws {
        let before = try items()
        func error(_ body: (Session) throws -> Void) -> ModelError? {
            #expect(throws: ModelError.self) { try database.write(body) }
        }
        let one = error { try $0.upsert(item("x", "new"), on: ["label"]) }
        #expect(one?.code == .query)
        #expect(one?.message == #""item" has no unique key (label) to go by"#)
        #expect(one?.hint == "Its unique keys are (id), (objId)")
        // A unique index over a part of the rows.
        #expect(error { try $0.upsert(item("x", "new"), on: ["note"]) }?.code == .query)
        #expect(error { try $0.upsert(item("x", "new"), on: []) }?.code == .query)
        #expect(error { try $0.upsert(item("x", "new"), on: ["objID", "lable"]) }?.code == .unknownColumn)
        let fixed = error { try $0.upsert(item("x", "new"), on: ["objId"], updating: ["id"]) }
        #expect(
            fixed?.message == #"an upsert of "item" cannot update "id", which tells its rows apart"#)
        #expect(try items() == before)
    }

    @Test func anotherUniqueKeyIsTheDatabasesToRefuse() throws {
        let error = #expect(throws: DatabaseError.self) {
            try database.write { try $0.upsert(item("new", "z", id: 3), on: ["objId"]) }
        }
        #expect(error?.code == .constraint && error?.constraint?.table == "item")
        // MariaDB does not say which key it was.
        #expect(error?.constraint?.columns == (ServedEngine.isMariaDB ? [] : ["id"]))
        if ServedEngine.isMariaDB {
            #expect(
                error?.message
                    == "another row holds what is to be unique in this one, by another key than the upsert goes by")
        }
        #expect(try items().count == 2)
    }
}
