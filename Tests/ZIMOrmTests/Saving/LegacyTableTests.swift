import Foundation
import Testing
import ZIMOrm

/// Tables as legacy databases have them: defaults, generated columns, no row identifier, no key, views, triggers.
@Suite(.showingValues) struct LegacyTableTests {
    /// Every class below names its table; keys are composite first.
    final class Stock: Model {
        var house = 0, item = 0
        var amount: Int?
        var state: String?
        var total: Int?
        var label: String?
        override class var table: String { "stock" }
        override class var primaryKey: [String] { ["house", "item"] }
    }

    private func stockDatabase(_ tail: String = "") throws -> Database {
        let database = try Database.inMemory()
        try database.execute(
            SQL(
                unsafe: """
                    CREATE TABLE stock (house INTEGER NOT NULL, item INTEGER NOT NULL, amount INTEGER NOT NULL DEFAULT 7,
                        state TEXT NOT NULL DEFAULT 'new', total INTEGER AS (amount * 10) STORED,
                        label TEXT AS (house || '/' || item) VIRTUAL, PRIMARY KEY (house, item))\(tail)
                    """))
        return database
    }

    @Test(arguments: ["", " WITHOUT ROWID", " STRICT", " WITHOUT ROWID, STRICT"])
    func defaultsAndGeneratedColumns(_ tail: String) throws {
        let database = try stockDatabase(tail)
        let log = SQLLog(database)
        try database.write { session in
            let stock = Stock()
            stock.house = 1
            stock.item = 2
            stock.state = "old"
            stock.total = 999
            try session.save(stock)
            #expect(
                log.texts() == [
                    #"INSERT INTO "stock" ("house", "item", "state") VALUES (?, ?, ?) RETURNING "amount", "total", "label""#
                ])
            #expect(stock.amount == 7)
            #expect(stock.total == 70)
            #expect(stock.label == "1/2")
            #expect(try !stock.hasChanges())
            stock.amount = 8
            stock.item = 3
            try session.save(stock)
            let texts = log.texts()
            #expect(texts.count == 2)
            #expect(texts[0] == #"UPDATE "stock" SET "item" = ?, "amount" = ? WHERE "house" = ? AND "item" = ?"#)
            #expect(stock.total == 80)
            #expect(stock.label == "1/3")
            #expect(try !stock.hasChanges())
            // A generated column cannot be written: what it holds is read again.
            stock.total = 5
            try session.save(stock)
            #expect(stock.total == 80)
            #expect(try !stock.hasChanges())
            _ = log.take()
            let other = Stock()
            other.house = 1
            other.item = 3
            other.amount = 1
            try session.upsert(other)
            #expect(other.total == 10)
            #expect(other.state == "old")
            try session.update(other)
            try session.reload(stock)
            #expect(stock.amount == 1)
        }
    }

    @Test func manyRowsWithDefaultsAreReadBackOneByOne() throws {
        let database = try stockDatabase()
        let stocks = (0..<50).map { index in
            let stock = Stock()
            stock.item = index
            return stock
        }
        try database.write { try $0.insert(stocks) }
        #expect(stocks.allSatisfy { $0.amount == 7 && $0.label == "0/\($0.item)" })
    }

    final class KeyOnly: Model {
        var left = 0, right = ""
        override class var table: String { "link" }
        override class var primaryKey: [String] { ["left", "right"] }
    }

    @Test func tablesOfNothingButAKey() throws {
        let database = try Database.inMemory()
        try database.execute(
            "CREATE TABLE link (\"left\" INTEGER, \"right\" TEXT, PRIMARY KEY (\"left\", \"right\")) WITHOUT ROWID")
        try database.write { session in
            let link = KeyOnly()
            link.left = 1
            try session.upsert(link)
            try session.upsert(link)
            #expect(link.isLoaded)
            link.right = "r"
            try session.save(link)
            try session.update(link)
            let error = #expect(throws: ModelError.self) { try session.update(KeyOnly()) }
            #expect(error?.code == .rowNotFound)
            #expect(try session.rows("SELECT * FROM link").map(\.values) == [[1, "r"]])
        }
    }

    final class Loose: Model {
        var a: Int?
        var b: String?
        override class var table: String { "loose" }
        override class var primaryKey: [String] { [] }
    }

    @Test func tablesWithoutAKey() throws {
        let database = try Database.inMemory()
        try database.execute("CREATE TABLE loose (a INTEGER, b TEXT); INSERT INTO loose VALUES (1, 'x'), (1, 'x')")
        try database.write { session in
            let rows = try session.query(Loose.self).all()
            #expect(rows.count == 2)
            #expect(rows[0].isLoaded)
            try session.save(rows[0])
            rows[0].b = "y"
            let error = #expect(throws: ModelError.self) { try session.save(rows[0]) }
            #expect(error?.code == .notSaveable)
            #expect(error?.message == #"a row of "loose" cannot be updated: class Loose has no primary key"#)
            for attempt in [session.delete(_:), session.reload(_:), session.load(_:), session.upsert(_:)]
                as [(Model) throws -> Void]
            {
                #expect(throws: ModelError.self) { try attempt(rows[1]) }
            }
            #expect(throws: ModelError.self) { try session.find(Loose.self, key: []) }
            let new = Loose()
            new.a = 3
            try session.save(new)
            try session.insert([Loose(), Loose()])
            #expect(try session.value("SELECT count(*) FROM loose", as: Int.self) == 5)
        }
    }

    final class ByRowID: Model {
        var rowid = 0
        var a: Int?
        override class var table: String { "loose" }
        override class var primaryKey: [String] { ["rowid"] }
    }

    @Test func theRowIdentifierAsAKey() throws {
        let database = try Database.inMemory()
        try database.execute("CREATE TABLE loose (a INTEGER, b TEXT); INSERT INTO loose VALUES (1, 'x'), (1, 'x')")
        try database.write { session in
            let row = try #require(try session.find(ByRowID.self, 2))
            row.a = 5
            try session.save(row)
            let new = ByRowID()
            try session.save(new)
            #expect(new.rowid == 3)
            #expect(try session.rows("SELECT a FROM loose").map { $0[0] } == [1, 5, nil])
        }
    }

    final class NullKey: Model {
        var a: Int?
        var b: String?
        var note: String?
        override class var table: String { "nk" }
        override class var primaryKey: [String] { ["a", "b"] }
    }

    @Test func keyColumnsThatAreNull() throws {
        let database = try Database.inMemory()
        try database.execute(
            "CREATE TABLE nk (a INTEGER, b TEXT, note TEXT, PRIMARY KEY (a, b)); INSERT INTO nk VALUES (1, NULL, 'n')")
        try database.write { session in
            let row = try #require(try session.query(NullKey.self).first())
            #expect(row.note == "n")
            row.note = "m"
            let error = #expect(throws: ModelError.self) { try session.save(row) }
            #expect(error?.code == .keyMissing)
            #expect(error?.column == "b")
            #expect(error?.message == #"a row of "nk" cannot be updated: "b" is NULL in its key (a = 1, b = NULL)"#)
            #expect(throws: ModelError.self) { try session.delete(row) }
            #expect(try session.find(NullKey.self, key: [1, .null]) == nil)
            #expect(try session.value("SELECT note FROM nk WHERE b IS NULL AND a = 1", as: String.self) == "n")
        }
    }

    final class SeatView: Model {
        var hall = "", number = 0
        var guest: String?
        override class var table: String { "seat view" }
        override class var primaryKey: [String] { ["hall", "number"] }
    }

    @Test func views() throws {
        let database = try Theatre.database()
        try database.execute("CREATE VIEW \"seat view\" AS SELECT hall, number, guest FROM seat")
        try database.write { session in
            let seat = try #require(try session.find(SeatView.self, "A", 1))
            #expect(seat.guest == "Ada")
            seat.guest = "new"
            let error = #expect(throws: DatabaseError.self) { try session.save(seat) }
            #expect(error?.message.contains("cannot modify seat view because it is a view") == true)
            #expect(try seat.hasChanges())
            try session.execute(
                """
                CREATE TRIGGER u INSTEAD OF UPDATE ON "seat view" BEGIN
                    UPDATE seat SET guest = new.guest, hall = new.hall, number = new.number WHERE hall = old.hall AND number = old.number; END;
                CREATE TRIGGER i INSTEAD OF INSERT ON "seat view" BEGIN INSERT INTO seat VALUES (new.hall, new.number, new.guest, 0); END;
                CREATE TRIGGER d INSTEAD OF DELETE ON "seat view" BEGIN DELETE FROM seat WHERE hall = old.hall AND number = old.number; END;
                """)
            try session.save(seat)
            let new = SeatView()
            new.hall = "V"
            try session.save(new)
            new.guest = "w"
            try session.save(new)
            #expect(try session.rows("SELECT guest, price FROM seat WHERE hall = 'V'").map(\.values) == [["w", 0.0]])
            try session.delete(new)
            #expect(try session.value("SELECT count(*) FROM seat", as: Int.self) == 3)
            #expect(try session.find(SeatView.self, "A", 1)?.guest == "new")
        }
    }
}
