import TestServer
import Testing
import ZIMOrm

private final class Seat: Model {
    var hall = "", number = 0
    var guest: String?
    override class var table: String { "taken_seat" }
    override class var primaryKey: [String] { ["hall", "number"] }
}

/// Models of a view: a row that is gone is no success.
@Suite(.eachEngine) struct ViewChangeTests {
    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE seat (hall VARCHAR(5), number INTEGER, guest VARCHAR(20), PRIMARY KEY (hall, number));
            INSERT INTO seat VALUES ('A', 1, 'Ada'), ('A', 2, 'Bob'), ('B', 1, NULL);
            CREATE VIEW taken_seat AS SELECT hall, number, guest FROM seat WHERE guest IS NOT NULL;
            """)
        guard ServedEngine.isSQLite else { return }
        try database.execute(
            """
            CREATE TRIGGER updates INSTEAD OF UPDATE ON taken_seat BEGIN
                UPDATE seat SET guest = NEW.guest WHERE hall = OLD.hall AND number = OLD.number; END;
            CREATE TRIGGER deletes INSTEAD OF DELETE ON taken_seat BEGIN
                DELETE FROM seat WHERE hall = OLD.hall AND number = OLD.number; END;
            """)
    }

    private var rows: [[SQLValue]] {
        get throws { try Theatre.rows(database, "SELECT hall, number, guest FROM seat ORDER BY hall, number") }
    }

    @Test func aRowOfAViewIsChanged() throws {
        try database.write { session in
            let seats = try session.query(Seat.self).orderByKey().all()
            seats[0].guest = "Zoe"
            try session.save(seats)
            // It leaves the view, which is no mistake.
            seats[1].guest = nil
            try session.save(seats[1])
        }
        #expect(try rows == [["A", 1, "Zoe"], ["A", 2, .null], ["B", 1, .null]])
        try database.write { try $0.find(Seat.self, "A", 1)?.delete() }
        #expect(try rows == [["A", 2, .null], ["B", 1, .null]])
    }

    @Test func aRowThatIsGoneIsAnError() throws {
        let seats = try database.read { try $0.query(Seat.self).orderByKey().all() }
        try database.execute("DELETE FROM seat WHERE hall = 'A'")
        for seat in seats { seat.guest = "late" }
        let changes: [(Session) throws -> Void] = [
            { try $0.save(seats[0]) }, { try $0.save(seats) }, { try $0.delete(seats[0]) },
        ]
        for change in changes {
            let error = #expect(throws: ModelError.self) { try database.write { try change($0) } }
            #expect(error?.code == .rowNotFound && error?.table == "taken_seat")
        }
        #expect(try rows == [["B", 1, .null]])
    }

    /// SQLite counts nothing of what a view's triggers do.
    @Test func aQueryCountsTheRowsThatItChanges() throws {
        try database.write { session in
            let query = try session.query(Seat.self).filter(\.hall == "A")
            #expect(try query.update(.set(\.guest, "Eve")) == 2)
            #expect(try query.filter(\.number == 2).delete() == 1)
            #expect(try query.filter(\.number == 7).delete() == 0)
        }
        #expect(try rows == [["A", 1, "Eve"], ["B", 1, .null]])
    }
}
