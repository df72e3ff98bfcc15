import TestServer
import Testing
import ZIMOrm

private final class Seat: Model {
    var hall = "", number = 0
    var price = 0
    var twice: Int?
    override class var table: String { "seat" }
    override class var primaryKey: [String] { ["hall", "number"] }
}

/// A rollback takes back what the database has computed, too.
@Suite(.eachEngine) struct GeneratedRollbackTests {
    private struct Undo: Error {}

    @Test func computedColumnsAreNoChangesAfterARollback() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE seat (hall VARCHAR(5) NOT NULL, number INTEGER NOT NULL, price INTEGER NOT NULL,
                twice INTEGER GENERATED ALWAYS AS (price * 2) STORED, PRIMARY KEY (hall, number));
            INSERT INTO seat (hall, number, price) VALUES ('A', 1, 10), ('A', 2, 20);
            """)
        try database.write { session in
            let seats = try session.query(Seat.self).orderByKey().all()
            for isList in [false, true] {
                do {
                    try session.transaction { session in
                        for price in [11, 12] {
                            for seat in seats { seat.price = price }
                            try isList ? session.save(seats) : session.save(seats[0])
                        }
                        #expect(seats[0].twice == 24)
                        throw Undo()
                    }
                } catch is Undo {}
                #expect(try seats.map { try $0.changedColumns() } == [["price"], ["price"]])
                #expect(seats.map(\.twice) == [20, 40])
            }
            try session.save(seats)
            #expect(seats.map(\.twice) == [24, 24])
            #expect(try !seats[0].hasChanges() && !seats[1].hasChanges())
        }
    }
}
