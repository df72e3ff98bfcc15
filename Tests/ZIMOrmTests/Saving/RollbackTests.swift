import Foundation
import TestServer
import Testing
@testable import ZIMOrm

/// A rollback leaves models as it leaves the database: as they were before.
@Suite(.eachEngine) struct RollbackTests {
    let database: Database
    let log: SQLLog

    init() throws {
        database = try Theatre.database()
        log = SQLLog(database)
    }

    /// Runs a closure in a transaction that is undone.
    private func undone(_ body: (Session) throws -> Void) {
        do {
            try database.write { session in
                try body(session)
                throw Undo()
            }
        } catch { #expect(error is Undo, "\(error)") }
    }

    private func seat(_ hall: String, _ number: Int) throws -> Theatre.Seat {
        try #require(try database.read { try $0.find(Theatre.Seat.self, hall, number) })
    }

    @Test func anInsertedRowIsNewAgain() throws {
        let seat = Theatre.Seat()
        seat.hall = "N"
        undone { try $0.save(seat) }
        #expect(!seat.isLoaded)
        #expect(!seat.isDeleted)
        #expect(try seat.hasChanges())
        _ = log.take()
        try database.write { try $0.save(seat) }
        #expect(log.texts().first?.hasPrefix("INSERT") == true)
        #expect(seat.isLoaded)
    }

    @Test func aKeyThatTheDatabaseGaveIsTakenBack() throws {
        let play = Theatre.Play()
        undone { session in
            try session.save(play)
            #expect(play.pk == 2)
        }
        #expect(!play.isLoaded)
        #expect(play.pk == nil)
        try database.execute("INSERT INTO play VALUES (2, 'Medea', 1)")
        try database.write { try $0.save(play) }
        #expect(play.pk == 3)
        // A key of one's own stays.
        let own = Theatre.Play()
        own.pk = 40
        undone { try $0.insert(own) }
        #expect(!own.isLoaded)
        #expect(own.pk == 40)
    }

    @Test func savedColumnsCountAsChangedAgainAndOnlyThey() throws {
        let seat = try seat("A", 1)
        seat.guest = "Eve"
        undone { session in
            try session.save(seat)
            #expect(try !seat.hasChanges())
            seat.price = 0
            try session.save(seat)
        }
        #expect(seat.isLoaded)
        #expect(try seat.changedColumns() == ["guest", "price"])
        seat.price = 10.5
        #expect(try seat.changedColumns() == ["guest"])
        _ = log.take()
        try database.write { try $0.save(seat) }
        #expect(log.texts() == [#"UPDATE "seat" SET "guest" = ? WHERE "hall" = ? AND "number" = ?"#])
        #expect(
            try Theatre.rows(database, "SELECT guest, price FROM seat WHERE hall = 'A' AND number = 1") == [
                ["Eve", 10.5]
            ])
    }

    @Test func aChangedKeyIsFoundByTheOldOneAgain() throws {
        let seat = try seat("B", 1)
        seat.hall = "Q"
        undone { session in
            try session.save(seat)
            seat.hall = "R"
            try session.save(seat)
        }
        #expect(try seat.changedColumns() == ["hall"])
        try database.write { try $0.save(seat) }
        #expect(try Theatre.rows(database, "SELECT hall FROM seat ORDER BY hall, number") == [["A"], ["A"], ["R"]])
    }

    @Test func aDeletedRowIsThereAgain() throws {
        let seat = try seat("A", 2)
        undone { session in
            seat.guest = "Zoe"
            try session.save(seat)
            try session.delete(seat)
            #expect(seat.isDeleted)
        }
        #expect(seat.isLoaded)
        #expect(!seat.isDeleted)
        #expect(try seat.changedColumns() == ["guest"])
        try database.write { try $0.delete(seat) }
        // Deleted and made anew.
        let other = try self.seat("B", 1)
        undone { session in
            try session.delete(other)
            try session.insert(other)
            #expect(other.isLoaded)
        }
        #expect(other.isLoaded)
        #expect(try !other.hasChanges())
        other.price = 1
        try database.write { try $0.save(other) }
    }

    @Test func aModelByHandIsByHandAgain() throws {
        let seat = Theatre.Seat()
        seat.hall = "A"
        seat.number = 2
        seat.guest = "x"
        undone { try $0.delete(seat) }
        #expect(!seat.isLoaded)
        #expect(!seat.isDeleted)
        #expect(try seat.hasChanges())
        undone { try $0.update(seat) }
        #expect(!seat.isLoaded)
        undone { try $0.upsert(seat) }
        #expect(!seat.isLoaded)
        undone { try $0.load(seat) }
        // Nothing was changed before it was read, so what it read is true.
        #expect(seat.isLoaded)
        #expect(seat.guest == nil)
    }

    @Test func anUpsertOfALoadedModel() throws {
        let seat = try seat("A", 1)
        seat.guest = "up"
        undone { try $0.upsert(seat) }
        #expect(seat.isLoaded)
        #expect(try seat.changedColumns() == ["guest"])
    }

    @Test func nestedSavepoints() throws {
        let outer = try seat("A", 1), inner = try seat("A", 2)
        let new = Theatre.Play()
        try database.write { session in
            outer.guest = "1"
            try session.save(outer)
            #expect(throws: Undo.self) {
                try session.transaction { session in
                    outer.guest = "2"
                    try session.save(outer)
                    try session.save(new)
                    try session.transaction { session in
                        inner.guest = "i"
                        try session.save(inner)
                    }
                    throw Undo()
                }
            }
            #expect(try outer.changedColumns() == ["guest"])
            #expect(try inner.changedColumns() == ["guest"])
            #expect(!new.isLoaded)
            #expect(new.pk == nil)
            try session.save(new)
            // A number that was given and rolled back is not given again by PostgreSQL.
            #expect(new.pk == (ServedEngine.isSQLite ? 2 : 3))
            #expect(throws: Undo.self) {
                try session.transaction { session in
                    try session.delete(new)
                    throw Undo()
                }
            }
            #expect(new.isLoaded)
        }
        #expect(
            try Theatre.rows(database, "SELECT guest FROM seat WHERE hall = 'A' ORDER BY number") == [["1"], [nil]])
        try database.write { try $0.save([outer, inner]) }
        #expect(
            try Theatre.rows(database, "SELECT guest FROM seat WHERE hall = 'A' ORDER BY number") == [["2"], ["i"]])
    }

    @Test func aReleasedSavepointInAnUndoneTransaction() throws {
        let seat = try seat("A", 1)
        let new = Theatre.Play()
        undone { session in
            try session.transaction { session in
                seat.guest = "s"
                try session.save(seat)
                try session.save(new)
            }
            new.acts = 2
            try session.save(new)
        }
        #expect(try seat.changedColumns() == ["guest"])
        #expect(!new.isLoaded)
    }

    @Test func reloadedAmongChangesThatAreUndone() throws {
        let seat = try seat("A", 1)
        let new = Theatre.Play()
        undone { session in
            try session.save(new)
            try session.reload(new)
            try session.execute("UPDATE seat SET guest = 'foreign', price = 0 WHERE hall = 'A'")
            try session.reload(seat)
        }
        #expect(!new.isLoaded)
        #expect(new.pk == nil)
        // What it holds now is not what the row holds.
        #expect(seat.guest == "foreign")
        #expect(try seat.changedColumns() == ["guest", "price"])
        // Nobody assigned that, so nobody saves it.
        let error = #expect(throws: ModelError.self) { try database.write { try $0.save(seat) } }
        #expect(error?.code == .stale)
        try database.write { try $0.reload(seat) }
        #expect(seat.guest == "Ada")
        seat.guest = "Eve"
        try database.write { try $0.save(seat) }
    }

    @Test func readAmongChangesThatAreUndone() throws {
        var seats: [Theatre.Seat] = []
        undone { session in
            try session.execute("UPDATE seat SET guest = 'foreign'")
            seats = try session.query(Theatre.Seat.self).all()
            #expect(try !seats[0].hasChanges())
        }
        // What the rows hold now is not known.
        #expect(try seats[0].changedColumns().count == 4)
        try database.write { session in
            let error = #expect(throws: ModelError.self) { try session.save(seats[0]) }
            #expect(error?.code == .stale)
            try session.reload(seats[0])
            #expect(seats[0].guest == "Ada")
            #expect(try !seats[0].hasChanges())
            seats[0].price = 5
            #expect(try seats[0].changedColumns() == ["price"])
            try session.save(seats[0])
        }
        #expect(try !seats[0].hasChanges())
    }

    @Test func aCommittedTransactionIsNotUndoneByTheNext() throws {
        let play = Theatre.Play()
        let seat = try seat("A", 1)
        try database.withoutTransaction { session in
            seat.guest = "a"
            try session.transaction { session in
                try session.save(play)
                try session.save(seat)
            }
            seat.guest = "b"
            #expect(throws: Undo.self) {
                try session.transaction { session in
                    try session.save(seat)
                    throw Undo()
                }
            }
            #expect(play.isLoaded)
            #expect(play.pk == 2)
            #expect(try seat.changedColumns() == ["guest"])
            seat.guest = "a"
            #expect(try !seat.hasChanges())
        }
    }

    @Test func aCommitThatFails() throws {
        // MariaDB defers no constraint, so no COMMIT fails by one.
        guard !ServedEngine.isMariaDB else { return }
        try database.execute(
            "CREATE TABLE late (pk \(unsafe: ServedEngine.isSQLite ? "INTEGER" : "SERIAL") PRIMARY KEY, title TEXT, acts INTEGER, FOREIGN KEY (acts) REFERENCES play (pk) DEFERRABLE INITIALLY DEFERRED)"
        )
        final class Late: Model {
            var pk: Int?
            var acts: Int?
            override class var table: String { "late" }
        }
        let late = Late()
        late.acts = 99
        #expect(throws: DatabaseError.self) { try database.write { try $0.save(late) } }
        #expect(!late.isLoaded)
        #expect(late.pk == nil)
        late.acts = 1
        try database.write { try $0.save(late) }
        #expect(late.pk == (ServedEngine.isSQLite ? 1 : 2))
    }

    @Test func aFailedStatementChangesNothing() throws {
        // In a savepoint: after a failure, PostgreSQL takes no other statement of the transaction.
        try database.write { session in
            let play = Theatre.Play()
            play.acts = -1
            #expect(throws: DatabaseError.self) { try session.transaction { try $0.save(play) } }
            #expect(!play.isLoaded)
            #expect(play.pk == nil)
            play.acts = 1
            try session.save(play)
            play.acts = -2
            #expect(throws: DatabaseError.self) { try session.transaction { try $0.save(play) } }
            #expect(try play.changedColumns() == ["acts"])
            let twin = Theatre.Play()
            twin.pk = 1
            let error = #expect(throws: DatabaseError.self) { try session.transaction { try $0.save(twin) } }
            #expect(error?.constraint?.kind == .primaryKey)
            #expect(!twin.isLoaded)
        }
    }

    @Test func manySavesOverManySessions() throws {
        let seat = try seat("A", 1)
        for round in 0..<50 {
            seat.guest = "g\(round)"
            if round % 2 == 0 { undone { try $0.save(seat) } } else { try database.write { try $0.save(seat) } }
            #expect(try seat.hasChanges() == (round % 2 == 0))
        }
        #expect(seat.record?.knownNotes?.undoEntries.count ?? 0 <= 1)
        #expect(seat.record?.knownNotes?.undoEntries.room ?? 0 <= 2)
    }
}
