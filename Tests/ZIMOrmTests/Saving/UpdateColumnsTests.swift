import TestServer
import Testing
@_spi(Generated) import ZIMOrm

/// Updates that name their columns.
@Suite(.eachEngine) struct UpdateColumnsTests {
    private final class Seat: Model {
        var hall = ""
        var row = 0
        var number = 0
        var guest: String?
        var price: Int?
        override class var primaryKey: [String] { ["hall", "row", "number"] }
    }

    private let database: Database
    private let log: SQLLog

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE "Seat" (number INT, row INT, hall TEXT, guest TEXT, price INT,
                twice INT GENERATED ALWAYS AS (price * 2) STORED, PRIMARY KEY (hall, row, number));
            INSERT INTO "Seat" (number, row, hall, guest, price) VALUES (1, 2, 'A', 'Ada', 10), (2, 2, 'A', 'Bob', 20);
            """)
        log = SQLLog(database)
    }

    private func rows() throws -> [[SQLValue]] {
        try database.read {
            try $0.rows(SQL("SELECT number, guest, price FROM \"Seat\" ORDER BY number").inOwnWords).map(\.values)
        }
    }

    @Test func aModelThatWasNotLoaded() throws {
        let seat = Seat()
        seat.hall = "A"
        seat.row = 2
        seat.number = 1
        seat.guest = "Eve"
        try database.write { try $0.update(seat, columns: ["guest"]) }
        #expect(log.texts() == [#"UPDATE "Seat" SET "guest" = ? WHERE "hall" = ? AND "row" = ? AND "number" = ?"#])
        #expect(try rows() == [[1, "Eve", 10], [2, "Bob", 20]])
        #expect(seat.isLoaded)
        #expect(try !seat.hasChanges())
    }

    @Test func aLoadedModelKeepsItsOtherChanges() throws {
        try database.write { session in
            let seat = try #require(try session.find(Seat.self, "A", 2, 2))
            seat.guest = "Eve"
            seat.price = 30
            _ = log.take()
            try session.update(seat, columns: ["price"])
            #expect(log.texts().map { $0.prefix(30) } == [#"UPDATE "Seat" SET "price" = ? "#])
            #expect(try seat.changedColumns() == ["guest"])
            try session.update(seat, columns: ["price", "guest"])
            #expect(log.texts().first?.hasPrefix(#"UPDATE "Seat" SET "guest" = ?, "price" = ? WHERE"#) == true)
            #expect(try !seat.hasChanges())
            try session.update(seat, columns: [])
            #expect(log.texts().isEmpty)
        }
        #expect(try rows() == [[1, "Ada", 10], [2, "Eve", 30]])
    }

    @Test func aRollbackMakesThemChangesAgain() throws {
        let seat = try #require(try database.find(Seat.self, "A", 2, 2))
        seat.price = 30
        #expect(throws: Undo.self) {
            try database.write { session in
                try session.update(seat, columns: ["price"])
                throw Undo()
            }
        }
        #expect(try seat.changedColumns() == ["price"])
    }

    private final class TrackedSeat: Model, RowDecodable {
        var hall: String { didSet { noteChange(0, was: oldValue) } }
        var row: Int { didSet { noteChange(1, was: oldValue) } }
        var number: Int { didSet { noteChange(2, was: oldValue) } }
        var guest: String? { didSet { noteChange(3) } }
        var price: Int? { didSet { noteChange(4) } }
        private var changed = ColumnChanges()
        override var columnChanges: ColumnChanges? {
            get { changed }
            set { changed = newValue ?? ColumnChanges() }
        }
        override class var table: String { "Seat" }
        override class var primaryKey: [String] { ["hall", "row", "number"] }
        override class var columns: [Column] {
            [
                Column("hall", \TrackedSeat.hall), Column("row", \TrackedSeat.row),
                Column("number", \TrackedSeat.number), Column("guest", \TrackedSeat.guest),
                Column("price", \TrackedSeat.price),
            ]
        }
        required init() {
            hall = ""
            row = 0
            number = 0
            super.init()
        }
        init(row: borrowing Row) throws {
            hall = try row.get(0)
            self.row = try row.get(1)
            number = try row.get(2)
            guest = try row.get(3)
            price = try row.get(4)
            super.init()
        }
    }

    @Test func aClassThatKeepsAccountItselfKeepsItsOtherChanges() throws {
        try database.write { session in
            let seats = try session.query(TrackedSeat.self).orderByKey().all()
            let seat = try #require(seats.last)
            seat.number = 9
            seat.guest = "Eve"
            seat.price = 30
            _ = log.take()
            try session.update(seat, columns: ["price"])
            #expect(log.take().first?.parameters == [30, "A", 2, 2])
            #expect(try seat.changedColumns() == ["number", "guest"])
            // The key that was not written yet is still that of the row.
            try seat.save()
            #expect(log.take().first?.parameters == [9, "Eve", "A", 2, 2])
            #expect(try seats.first?.hasChanges() == false)
        }
        #expect(try rows() == [[1, "Ada", 10], [9, "Eve", 30]])
    }

    /// Of a model that was not loaded nobody knows whether its other columns are those of the row.
    @Test func whatWasNotWrittenOfAModelMadeByHandIsAChange() throws {
        try database.write { session in
            let seat = Seat()
            (seat.hall, seat.row, seat.number) = ("A", 2, 1)
            (seat.guest, seat.price) = ("Zoe", 77)
            try session.update(seat, columns: ["price"])
            #expect(try seat.changedColumns() == ["guest"])
            #expect(try session.find(Seat.self, "A", 2, 1)?.guest == "Ada")
            try session.save(seat)
            #expect(try session.find(Seat.self, "A", 2, 1)?.guest == "Zoe")
            #expect(try !seat.hasChanges())
        }
    }

    @Test func whatIsWrong() throws {
        let seat = Seat()
        seat.hall = "B"
        try database.write { session in
            let missing = #expect(throws: ModelError.self) { try session.update(seat, columns: ["guest"]) }
            #expect(missing?.code == .rowNotFound && missing?.key == ["B", 0, 0])
            let unknown = #expect(throws: ModelError.self) { try session.update(seat, columns: ["gest"]) }
            #expect(unknown?.code == .unknownColumn && unknown?.hint == "Did you mean \"guest\"?")
            let known = try #require(try session.find(Seat.self, "A", 2, 1))
            try session.delete(known)
            let deleted = #expect(throws: ModelError.self) { try session.update(known, columns: ["guest"]) }
            #expect(deleted?.code == .deleted)
        }
        #expect(!seat.isLoaded)
    }
}
