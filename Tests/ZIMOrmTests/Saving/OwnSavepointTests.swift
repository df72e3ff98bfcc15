import TestServer
import Testing

@testable import ZIMOrm

/// Savepoints of the caller's own SQL: models know what was undone, and the session's own savepoints stay its own.
@Suite(.eachEngine) struct OwnSavepointTests {
    struct Stop: Error {}

    final class Seat: Model {
        var hall = 0
        var number = 0
        var guest = ""
        override class var table: String { "seat" }
        override class var primaryKey: [String] { ["hall", "number"] }
    }

    private func makeDatabase() throws -> Database {
        try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE seat (hall INTEGER, number INTEGER, guest TEXT, PRIMARY KEY (hall, number));
            INSERT INTO seat VALUES (1, 1, 'a'), (1, 2, 'b')
            """)
    }

    private func rows(_ session: Session) throws -> [[SQLValue]] {
        try session.rows("SELECT hall, number, guest FROM seat ORDER BY 1, 2").map(\.values)
    }

    @Test(arguments: [
        "SAVEPOINT a; ROLLBACK TO a", "savepoint \"x y\"; ROLLBACK /**/ TRANSACTION TO SAVEPOINT \"x y\"",
    ])
    func whatWasSavedSinceIsToBeSaved(_ statements: String) throws {
        // A word that each engine takes there.
        let statements = ServedEngine.isMariaDB ? statements.replacing("TRANSACTION", with: "WORK") : statements
        let parts = statements.split(separator: "; ").map { SQL(unsafe: String($0)).inOwnWords }
        try makeDatabase().write { session in
            let seat = try #require(try session.find(Seat.self, 1, 1))
            seat.guest = "first"
            try session.save(seat)
            try session.execute(parts[0])
            seat.guest = "new"
            try session.save(seat)
            try session.execute(parts[1])
            #expect(try seat.changedColumns() == ["guest"])
            try session.save(seat)
            #expect(try rows(session) == [[1, 1, "new"], [1, 2, "b"]])
        }
    }

    @Test func aKeyThatWasUndone() throws {
        try makeDatabase().write { session in
            let seat = try #require(try session.find(Seat.self, 1, 1))
            try session.execute("SAVEPOINT a")
            seat.number = 9
            try session.save(seat)
            try session.execute("SAVEPOINT b")
            try session.execute("ROLLBACK TO a")
            try session.execute("INSERT INTO seat VALUES (1, 8, 'other')")
            seat.number = 3
            try session.save(seat)
            #expect(try rows(session) == [[1, 2, "b"], [1, 3, "a"], [1, 8, "other"]])
        }
    }

    /// What was saved before the savepoint stays saved, and so does what was saved in one that was released.
    @Test func onlyWhatCameBehindTheSavepoint() throws {
        try makeDatabase().write { session in
            let seats = try session.query(Seat.self).orderByKey().all()
            seats[0].guest = "early"
            try session.save(seats[0])
            try session.execute("SAVEPOINT a; SAVEPOINT b")
            seats[1].guest = "late"
            try session.save(seats[1])
            try session.execute("RELEASE b; SAVEPOINT c; ROLLBACK TO c")
            #expect(try seats[0].changedColumns() == [] && seats[1].changedColumns() == [])
            try session.execute("ROLLBACK TO a")
            #expect(try seats[0].changedColumns() == [] && seats[1].changedColumns() == ["guest"])
            try session.save(seats)
            #expect(try rows(session) == [[1, 1, "early"], [1, 2, "late"]])
        }
    }

    @Test func aTransactionOfTheCallersOwn() throws {
        let database = try makeDatabase()
        try database.withoutTransaction { session in
            let seat = try #require(try session.find(Seat.self, 1, 1))
            seat.guest = "first"
            try session.save(seat)
            try session.execute("BEGIN")
            seat.guest = "second"
            try session.save(seat)
            try session.execute("ROLLBACK")
            #expect(try seat.changedColumns() == ["guest"])
            try session.save(seat)
            #expect(try rows(session).first == [1, 1, "second"])
            try session.execute("BEGIN")
            seat.guest = "third"
            try session.save(seat)
            try session.execute("COMMIT")
            #expect(try seat.changedColumns() == [])
        }
    }

    /// The session's savepoints have names that nobody else can make or go back to.
    @Test(arguments: ["SAVEPOINT zim_1", "RELEASE zim_1; savepoint \"zim_1\"", "ROLLBACK TO ZIM_1"])
    func namesOfTheSession(_ statement: String) throws {
        let database = try makeDatabase()
        var reason: DatabaseError?
        let outcome = Result {
            try database.write { session in
                try session.execute("INSERT INTO seat VALUES (2, 1, 'kept')")
                try? session.transaction { session in
                    try session.execute("INSERT INTO seat VALUES (2, 2, 'undone')")
                    do { try session.execute(SQL(unsafe: statement).inOwnWords) } catch let error as DatabaseError {
                        reason = error
                        throw error
                    }
                    throw Stop()
                }
            }
        }
        #expect(reason?.code == .misuse && reason?.message.hasSuffix("is the session's own") == true)
        let kept = try database.read { try $0.query(Seat.self).filter(\.hall == 2).all().map(\.guest) }
        if statement.hasPrefix("RELEASE") {
            #expect(throws: DatabaseError.self) { try outcome.get() }
            #expect(kept == [])
        } else {
            try outcome.get()
            #expect(kept == ["kept"])
        }
    }

    @Test func transactionsThatBeginAnother() throws {
        guard !ServedEngine.isSQLite else { return }
        let database = try makeDatabase()
        // MariaDB ends no transaction with END.
        for statement in ["COMMIT AND CHAIN", "rollback work and chain"]
            + (ServedEngine.isMariaDB ? [] : ["END AND CHAIN"])
        {
            let error = #expect(throws: DatabaseError.self) {
                try database.write { session in
                    try session.execute("INSERT INTO seat VALUES (3, 1, 'x')")
                    try session.execute(SQL(unsafe: statement))
                }
            }
            #expect(error?.code == .misuse && error?.sql == statement)
        }
        #expect(try database.read { try $0.query(Seat.self).count() } == 2)
    }
}
