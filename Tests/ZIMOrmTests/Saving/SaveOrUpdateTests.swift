import Testing
import ZIMOrm

/// The save of ZIM's models: it looks for the key, then updates or inserts.
@Suite(.eachEngine) struct SaveOrUpdateTests {
    let database: Database
    let log: SQLLog

    init() throws {
        database = try Theatre.database()
        log = SQLLog(database)
    }

    private func seat(_ hall: String, _ number: Int, _ guest: String?) -> Theatre.Seat {
        let seat = Theatre.Seat()
        (seat.hall, seat.number, seat.guest) = (hall, number, guest)
        return seat
    }

    private func guests() throws -> [[SQLValue]] {
        try Theatre.rows(database, "SELECT hall, number, guest FROM seat ORDER BY hall, number")
    }

    @Test func aFreshObjectUpdatesTheRowWithItsKeyOrMakesIt() throws {
        try database.write { session in
            let there = seat("A", 2, "Eve")
            try session.saveOrUpdate(there)
            #expect(there.isLoaded)
            #expect(
                log.take().map { "\($0.sql) \($0.parameters)" } == [
                    #"SELECT 1 FROM "seat" WHERE "hall" = ? AND "number" = ? LIMIT 1 ['A', 2]"#,
                    #"UPDATE "seat" SET "guest" = ?, "price" = ? WHERE "hall" = ? AND "number" = ? ['Eve', NULL, 'A', 2]"#,
                ])
            try there.saveOrUpdate()
            #expect(log.texts() == [])
            there.guest = "Eva"
            try there.saveOrUpdate()
            #expect(log.texts() == [#"UPDATE "seat" SET "guest" = ? WHERE "hall" = ? AND "number" = ?"#])
            try session.saveOrUpdate([seat("C", 1, "Cid"), seat("B", 1, "Bea")])
            #expect(log.texts().map { String($0.prefix(6)) } == ["SELECT", "INSERT", "SELECT", "UPDATE"])
        }
        #expect(try guests() == [["A", 1, "Ada"], ["A", 2, "Eva"], ["B", 1, "Bea"], ["C", 1, "Cid"]])
    }

    @Test func anotherKeyMakesASecondRowAndADeletedRowIsMadeAnew() throws {
        try database.write { session in
            let seat = try #require(try session.find(Theatre.Seat.self, "B", 1))
            seat.number = 2
            try session.saveOrUpdate(seat)
            seat.guest = "Bib"
            try session.save(seat)
            try session.delete(seat)
            try session.saveOrUpdate(seat)
            #expect(seat.isLoaded && !seat.isDeleted)
        }
        #expect(try guests().suffix(2) == [["B", 1, "Bob"], ["B", 2, "Bib"]])
    }

    @Test func aKeyThatTheDatabaseGivesIsLeftToIt() throws {
        try database.write { session in
            let play = Theatre.Play()
            play.title = "Faust"
            try session.saveOrUpdate(play)
            #expect(play.pk == 2)
            let other = Theatre.Play()
            (other.pk, other.title) = (2, "Faust II")
            try session.saveOrUpdate(other)
            let third = Theatre.Play()
            (third.pk, third.title) = (9, "Nine")
            try session.saveOrUpdate(third)
        }
        #expect(
            try Theatre.rows(database, "SELECT pk, title FROM play ORDER BY pk") == [
                [1, "Hamlet"], [2, "Faust II"], [9, "Nine"],
            ])
    }

    @Test func aRollbackAndAFailureLeaveTheModelNew() throws {
        let fresh = seat("A", 1, "Eve")
        try? database.write { session in
            try session.saveOrUpdate(fresh)
            throw Undo()
        }
        #expect(!fresh.isLoaded)
        let play = Theatre.Play()
        (play.pk, play.title, play.acts) = (1, "Hamlet", 0)
        #expect(throws: DatabaseError.self) { try database.write { try $0.saveOrUpdate(play) } }
        #expect(!play.isLoaded)
        #expect(try guests().first == ["A", 1, "Ada"])
    }

    @Test func withAwait() async throws {
        let fresh = seat("A", 2, "Eve")
        try await database.write { try $0.saveOrUpdate(fresh) }
        #expect(try await database.find(Theatre.Seat.self, "A", 2)?.guest == "Eve")
    }
}
