import Testing
import ZIMOrm

/// A model that was read among changes which a rollback undid: its key may be another row's by now.
@Suite(.eachEngine) struct StaleKeyTests {
    private struct Undo: Error {}
    private let database: Database
    private let before: [[SQLValue]]

    init() throws {
        database = try Theatre.database()
        before = try Theatre.rows(database, Self.all)
    }

    private static let all: SQL = "SELECT hall, number, guest, price FROM seat ORDER BY hall, number"

    /// B 1 is moved to A 2, whose own row is gone meanwhile; then all is undone.
    private func staleSeat() throws -> Theatre.Seat {
        var seat: Theatre.Seat?
        #expect(throws: Undo.self) {
            try database.write { session in
                try session.execute(
                    "DELETE FROM seat WHERE hall = 'A' AND number = 2; UPDATE seat SET hall = 'A', number = 2 WHERE hall = 'B'"
                )
                seat = try session.find(Theatre.Seat.self, "A", 2)
                throw Undo()
            }
        }
        let found = try #require(seat)
        #expect(found.guest == "Bob")
        return found
    }

    private static let calls: [(name: String, call: @Sendable (Session, Theatre.Seat) throws -> Void)] = [
        ("updated", { try $0.save($1) }), ("updated", { try $0.update($1) }),
        ("updated", { try $0.save([$1, Theatre.play($0)]) }),
        ("updated", { try $0.update([$1, Theatre.play($0)]) }), ("updated", { try $0.update($1, columns: ["guest"]) }),
        ("deleted", { try $0.delete($1) }),
    ]

    @Test(arguments: calls.indices) func theOtherRowStaysAsItIs(_ index: Int) throws {
        let seat = try staleSeat()
        seat.price = 1
        let (name, call) = Self.calls[index]
        let error = #expect(throws: ModelError.self) { try database.write { try call($0, seat) } }
        #expect(error?.code == .stale)
        #expect(
            error?.description
                == "stale: the row (hall = 'A', number = 2) of \"seat\" cannot be \(name): it was read among changes that were "
                + "rolled back, and its key may be another row's now. Find it again, or reload() it to take what that row holds"
        )
        #expect(error?.key == ["A", 2])
        #expect(try Theatre.rows(database, Self.all) == before)
    }

    /// What was read into it is another row's, while its own has its old key again.
    @Test(arguments: calls.indices) func theRowThatWasReadIntoItIsNotTakenForItsOwn(_ index: Int) throws {
        let seat = try #require(try database.read { try $0.find(Theatre.Seat.self, "A", 2) })
        let (guest, before) = (seat.guest, try Theatre.rows(database, Self.all))
        #expect(throws: Undo.self) {
            try database.write { session in
                try session.execute("UPDATE seat SET number = 99 WHERE hall = 'A' AND number = 2")
                try session.execute("UPDATE seat SET hall = 'A', number = 2 WHERE hall = 'B'")
                try session.reload(seat)
                throw Undo()
            }
        }
        #expect(seat.guest != guest)
        let (name, call) = Self.calls[index]
        let error = #expect(throws: ModelError.self) { try database.write { try call($0, seat) } }
        #expect(error?.code == .stale && error?.key == ["A", 2])
        #expect(error?.message.contains("cannot be \(name): it was read among changes") == true)
        #expect(try Theatre.rows(database, Self.all) == before)
        try database.write { session in
            try session.reload(seat)
            #expect(seat.guest == guest)
            seat.price = 3
            try session.save(seat)
        }
        #expect(
            try Theatre.rows(database, "SELECT price FROM seat WHERE hall = 'A' AND number = 2") == [[3.0]])
    }

    @Test func itIsReadAgain() throws {
        let seat = try staleSeat()
        try database.write { session in
            try session.reload(seat)
            #expect(seat.guest == nil)
            seat.price = 3
            try session.save(seat)
        }
        #expect(
            try Theatre.rows(database, "SELECT guest, price FROM seat WHERE hall = 'A' AND number = 2") == [[nil, 3.0]])
        #expect(try Theatre.rows(database, "SELECT guest FROM seat WHERE hall = 'B'") == [["Bob"]])
    }

    @Test func whatWasReadBeforeTheChangesIsNotStale() throws {
        var seat: Theatre.Seat?
        #expect(throws: Undo.self) {
            try database.write { session in
                seat = try session.find(Theatre.Seat.self, "A", 1)
                try session.execute("UPDATE seat SET price = 0")
                throw Undo()
            }
        }
        let found = try #require(seat)
        found.guest = "Eve"
        try database.write { try $0.save(found) }
        #expect(
            try Theatre.rows(database, "SELECT guest, price FROM seat WHERE hall = 'A' AND number = 1") == [
                ["Eve", 10.5]
            ])
    }
}

extension Theatre {
    fileprivate static func play(_ session: Session) throws -> Play { try #require(try session.find(Play.self, 1)) }
}
