import Foundation
import Testing
@_spi(Generated) import ZIMOrm

/// Rollbacks of classes that track their changes themselves.
@Suite(.eachEngine) struct TrackedRollbackTests {
    final class Seat: Model, RowDecodable {
        var hall = "" { didSet { noteChange(0, was: oldValue) } }
        var number = 0 { didSet { noteChange(1, was: oldValue) } }
        var guest: String? { didSet { noteChange(2) } }
        var price: Double? { didSet { noteChange(3) } }
        private var changed = ColumnChanges()
        override var columnChanges: ColumnChanges? {
            get { changed }
            set { changed = newValue ?? ColumnChanges() }
        }
        override class var table: String { "seat" }
        override class var primaryKey: [String] { ["hall", "number"] }
        override class var columns: [Column] {
            [
                Column("hall", \Seat.hall), Column("number", \Seat.number), Column("guest", \Seat.guest),
                Column("price", \Seat.price),
            ]
        }
        required init() { super.init() }
        init(row: borrowing Row) throws {
            hall = try row.get(0)
            number = try row.get(1)
            guest = try row.get(2)
            price = try row.get(3)
            super.init()
        }
    }

    @Test func severalSavesAreAllUndone() throws {
        let database = try Theatre.database()
        let seat = try #require(try database.read { try $0.find(Seat.self, "B", 1) })
        #expect(try !seat.hasChanges())
        #expect(throws: Undo.self) {
            try database.write { session in
                seat.guest = "x"
                try session.save(seat)
                seat.price = 1
                seat.hall = "Q"
                try session.save(seat)
                #expect(try !seat.hasChanges())
                throw Undo()
            }
        }
        #expect(try seat.changedColumns() == ["hall", "guest", "price"])
        let log = SQLLog(database)
        try database.write { try $0.save(seat) }
        #expect(log.take().map(\.parameters) == [["Q", "x", 1.0, "B", 1]])
        try database.write { session in
            try session.reload(seat)
            #expect(try !seat.hasChanges())
            seat.number = 9
            try session.delete(seat)
        }
        #expect(try Theatre.rows(database, "SELECT count(*) FROM seat") == [[2]])
    }

    @Test func insertedAndDeleted() throws {
        let database = try Theatre.database()
        let seat = Seat()
        seat.hall = "N"
        #expect(throws: Undo.self) {
            try database.write { session in
                try session.save(seat)
                throw Undo()
            }
        }
        #expect(!seat.isLoaded)
        try database.write { try $0.save(seat) }
        #expect(throws: Undo.self) {
            try database.write { session in
                seat.price = 4
                try session.upsert(seat)
                try session.delete(seat)
                throw Undo()
            }
        }
        #expect(seat.isLoaded)
        #expect(try seat.hasChanges())
        try database.write { try $0.save(seat) }
        #expect(try Theatre.rows(database, "SELECT price FROM seat WHERE hall = 'N'") == [[4.0]])
    }

    /// After a rollback just that is a change which was one before, and the row is the one that it was.
    @Test func anUpsertIsUndone() throws {
        let database = try Theatre.database()
        let seat = try #require(try database.read { try $0.find(Seat.self, "B", 1) })
        #expect(throws: Undo.self) {
            try database.write { session in
                try session.upsert(seat)
                throw Undo()
            }
        }
        #expect(try !seat.hasChanges())
        try database.execute("UPDATE seat SET price = 99 WHERE hall = 'B'")
        let log = SQLLog(database)
        try database.write { try $0.save(seat) }
        #expect(log.take().isEmpty)
        seat.guest = "x"
        for isTwice in [false, true] {
            #expect(throws: Undo.self) {
                try database.write { session in
                    try session.upsert(seat)
                    if isTwice {
                        seat.hall = "Q"
                        try session.save(seat)
                        try session.upsert([seat])
                    }
                    throw Undo()
                }
            }
            #expect(try seat.changedColumns() == (isTwice ? ["hall", "guest"] : ["guest"]))
        }
        try database.write { try $0.save(seat) }
        #expect(log.take().last?.parameters == ["Q", "x", "B", 1])
        #expect(
            try Theatre.rows(database, "SELECT hall, guest, price FROM seat WHERE number = 1 ORDER BY hall")
                == [["A", "Ada", 10.5], ["Q", "x", 99.0]])
    }

    /// The key that was changed since is not taken for that of the row.
    @Test func aKeyThatWasChangedSinceAnUpsert() throws {
        let database = try Theatre.database()
        try database.write { session in
            let seat = try #require(try session.find(Seat.self, "B", 1))
            #expect(throws: Undo.self) {
                try session.transaction { session in
                    try session.upsert(seat)
                    seat.hall = "A"
                    throw Undo()
                }
            }
            seat.number = 3
            #expect(try seat.changedColumns() == ["hall", "number"])
            try session.save(seat)
            #expect(
                try session.rows("SELECT hall, number, guest FROM seat ORDER BY number, hall").map(\.values) == [
                    ["A", 1, "Ada"], ["A", 2, nil], ["A", 3, "Bob"],
                ])
        }
    }
}
