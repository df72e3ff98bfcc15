import Testing
import ZIMOrm

/// Models that were inserted share a load batch; a rollback still restores each of them.
@Suite(.eachEngine) struct InsertedBatchTests {
    typealias Tracked = TrackedRollbackTests.Seat

    let database: Database
    let log: SQLLog

    init() throws {
        database = try Theatre.database()
        log = SQLLog(database)
    }

    private func seats(_ numbers: Range<Int>) -> [Tracked] {
        numbers.map {
            let seat = Tracked()
            (seat.hall, seat.number) = ("T", $0)
            return seat
        }
    }

    private func count() throws -> SQLValue {
        try Theatre.rows(database, "SELECT count(*) FROM seat WHERE hall = 'T'")[0][0]
    }

    /// A list that was inserted is a batch as the result of a query is: no statement for each model.
    @Test func aListIsOneBatch() throws {
        let seats = seats(0..<40)
        let bookings = seats.map { seat in
            let booking = Theatre.Booking()
            (booking.house, booking.seat) = (seat.hall, seat.number)
            return booking
        }
        try database.write { session in
            try session.insert(seats)
            try session.insert(bookings)
            _ = log.take()
            for (index, booking) in bookings.enumerated() {
                let seat = try booking.belongsTo(Tracked.self, foreignKey: ["hall", "seat_no"])
                #expect(seat?.number == index && seat?.hall == "T")
            }
            #expect(log.take().count == 1)
            bookings[7].note = "late"
            try session.save(bookings[7])
            #expect(try !bookings[7].hasChanges() && !bookings[8].hasChanges())
        }
        #expect(try Theatre.rows(database, "SELECT seat_no, note FROM booking WHERE note = 'late'") == [[7, "late"]])
    }

    /// What a savepoint undoes is new again, and nothing else.
    @Test func aSavepointUndoesItsOwn() throws {
        let (seats, late) = (seats(0..<3), seats(3..<5))
        try database.write { session in
            for seat in seats { try session.insert(seat) }
            #expect(throws: Undo.self) {
                try session.transaction { session in
                    for seat in late { try session.insert(seat) }
                    seats[0].guest = "Ada"
                    try session.save(seats[0])
                    throw Undo()
                }
            }
            #expect(seats.allSatisfy { $0.isLoaded } && late.allSatisfy { !$0.isLoaded })
            #expect(try seats[0].changedColumns() == ["guest"])
            try session.insert(late[1])
            (seats[2].number, seats[2].price) = (9, 2)
            _ = log.take()
            try session.save(seats[2])
            #expect(log.take().map(\.parameters) == [[9, 2.0, "T", 2]])
        }
        #expect(late[1].isLoaded && !late[0].isLoaded)
        #expect(
            try Theatre.rows(database, "SELECT number FROM seat WHERE hall = 'T' ORDER BY number") == [
                [0], [1], [4], [9],
            ])
    }

    @Test(arguments: [false, true]) func aTransactionUndoesAll(asList: Bool) throws {
        let seats = seats(0..<300)
        #expect(throws: Undo.self) {
            try database.write { session in
                if asList { try session.insert(seats) } else { for seat in seats { try session.insert(seat) } }
                seats[5].guest = "x"
                try session.save(seats[5])
                try session.delete(seats[6])
                throw Undo()
            }
        }
        #expect(seats.allSatisfy { !$0.isLoaded && !$0.isDeleted })
        #expect(try count() == 0)
        try database.write { session in
            if asList { try session.save(seats) } else { for seat in seats { try session.save(seat) } }
        }
        #expect(seats.allSatisfy { $0.isLoaded })
        #expect(try count() == 300)
        #expect(try Theatre.rows(database, "SELECT guest FROM seat WHERE hall = 'T' AND number = 5") == [["x"]])
    }

    /// Inserts behind a rollback are not taken for those that it undid.
    @Test func behindARollback() throws {
        let seats = seats(0..<2)
        try database.withoutTransaction { session in
            #expect(throws: Undo.self) {
                try session.transaction { session in
                    try session.insert(seats[0])
                    throw Undo()
                }
            }
            try session.insert(seats[1])
        }
        #expect(!seats[0].isLoaded && seats[1].isLoaded)
        #expect(try count() == 1)
    }

    /// Keys that the database counts up are taken back from each model.
    @Test func keysOfAListAreTakenBack() throws {
        let plays = (0..<300).map { index in
            let play = Theatre.Play()
            play.title = "play \(index)"
            return play
        }
        #expect(throws: Undo.self) {
            try database.write { session in
                try session.insert(plays)
                #expect(plays.enumerated().allSatisfy { $0.element.pk == 2 + $0.offset })
                plays[3].pk = 4_000
                throw Undo()
            }
        }
        #expect(plays.allSatisfy { !$0.isLoaded })
        // What was set since stays.
        #expect(plays.compactMap(\.pk) == [4_000])
        try database.write { try $0.insert(plays) }
        #expect(Set(plays.compactMap(\.pk)).count == 300)
        plays[8].acts = 4
        _ = log.take()
        try database.write { try $0.save(plays[8]) }
        #expect(log.take().map(\.parameters) == [[4, .integer(Int64(plays[8].pk ?? 0))]])
    }
}
