import TestServer
import Testing
import ZIMOrm

/// What is said about a key that another row has already.
@Suite(.eachEngine) struct TakenKeyTests {
    let database: Database

    init() throws { database = try Theatre.database() }

    private func seat(_ hall: String, _ number: Int) -> Theatre.Seat {
        let seat = Theatre.Seat()
        (seat.hall, seat.number) = (hall, number)
        return seat
    }

    /// `A-2` for `(A, 2)`
    private func mariaDB(_ key: String) -> String { key.filter { !"( )".contains($0) }.replacing(",", with: "-") }

    private func expect(
        _ key: String, _ postgreSQL: String, location: SourceLocation = #_sourceLocation,
        _ body: (Session) throws -> Void
    ) throws {
        let key = ServedEngine.isMariaDB ? mariaDB(postgreSQL) : key
        let before = try Theatre.rows(database, "SELECT * FROM seat ORDER BY hall, number")
        let error = #expect(throws: DatabaseError.self, sourceLocation: location) {
            try database.write { try body($0) }
        }
        #expect(
            error?.message
                == (ServedEngine.isSQLite
                    ? "UNIQUE constraint failed: seat.hall, seat.number: \"seat\" has a row \(key) already"
                    : ServedEngine.isMariaDB
                        ? "Duplicate entry '\(key)' for key '\(ServedEngine.isMySQL ? "seat." : "")PRIMARY'"
                        : "duplicate key value violates unique constraint \"seat_pkey\": Key (hall, number)=\(postgreSQL) already exists"),
            sourceLocation: location)
        #expect(error?.hint == "upsert() writes over the row that has the key", sourceLocation: location)
        #expect(error?.constraint?.kind == .primaryKey, sourceLocation: location)
        #expect(try Theatre.rows(database, "SELECT * FROM seat ORDER BY hall, number") == before)
    }

    @Test func ofANewModel() throws {
        try expect("(hall = 'A', number = 2)", "(A, 2)") { try $0.save(seat("A", 2)) }
    }

    @Test func ofOneOfSeveral() throws {
        try expect("(hall = 'B', number = 1)", "(B, 1)") { session in
            try session.insert([seat("C", 1), seat("C", 2), seat("B", 1), seat("C", 3)])
        }
        try expect("(hall = 'C', number = 2)", "(C, 2)") { session in
            try session.insert([seat("C", 1), seat("C", 2), seat("C", 2)])
        }
    }

    @Test func ofAModelWhoseKeyWasChanged() throws {
        // There are bookings of that seat, at which MariaDB looks first.
        if ServedEngine.isMariaDB { try database.execute("DELETE FROM booking") }
        try expect("(hall = 'A', number = 2)", "(A, 2)") { session in
            let seat = try #require(try session.find(Theatre.Seat.self, "A", 1))
            seat.number = 2
            try session.save(seat)
        }
    }

    @Test func anotherUniqueColumnIsNoKey() throws {
        try database.execute("CREATE UNIQUE INDEX guest ON seat (guest)")
        let error = #expect(throws: DatabaseError.self) {
            try database.write { session in
                let seat = seat("C", 1)
                seat.guest = "Ada"
                try session.save(seat)
            }
        }
        #expect(error?.hint == nil)
        #expect(error?.message.contains("already") == (ServedEngine.isPostgreSQL))
        #expect(error?.constraint?.columns == ["guest"])
    }
}
