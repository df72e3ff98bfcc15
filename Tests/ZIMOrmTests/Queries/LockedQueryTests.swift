import Foundation
import TestServer
import Testing
import ZIMOrm

private final class Seat: Model {
    var hall = "", number = 0
    var guest: String?
    override class var table: String { "seat" }
    override class var primaryKey: [String] { ["hall", "number"] }
}

/// Rows that a query locks until the transaction ends.
@Suite(.eachEngine) struct LockedQueryTests {
    let database: Database
    let log: SQLLog

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE seat (hall TEXT, number INTEGER, guest TEXT, PRIMARY KEY (hall, number));
            INSERT INTO seat VALUES ('A', 1, NULL), ('A', 2, NULL), ('B', 1, 'ada');
            """)
        log = SQLLog(database)
    }

    @Test func theStatementLocksTheRowsOfItsOwnTable() throws {
        try database.write { session in
            let query = try session.query(Seat.self).filter(\.hall == "A").orderByKey()
            #expect(try query.locked().all().map(\.number) == [1, 2])
            // MariaDB has no FOR SHARE that does not wait.
            let isMariaDB = ServedEngine.isMariaDB && !ServedEngine.isMySQL
            let strength: SQLRowLock.Strength = isMariaDB ? .forUpdate : .forShare
            if isMariaDB {
                let error = #expect(throws: SQLBuildError.self) {
                    try query.locked(.forShare, waiting: .noWait).first()
                }
                #expect(error?.code == .unsupported && error?.hint == "Use forUpdate")
            }
            #expect(try query.locked(strength, waiting: .noWait).first()?.number == 1)
            #expect(try query.locked().last()?.number == 2)
            let tails = log.texts().map { $0.components(separatedBy: "ORDER BY ").last ?? "" }
            let of = isMariaDB ? "" : " OF \"seat\""
            let (hall, number) = ("\"seat\".\"hall\"", "\"seat\".\"number\"")
            // All rows have one hall, by which MariaDB would sort them.
            let start = ServedEngine.isMariaDB ? number : "\(hall), \(number)"
            #expect(
                tails
                    == (ServedEngine.isSQLite
                        ? ["\(hall), \(number)", "\(hall), \(number) LIMIT ?", "\(hall) DESC, \(number) DESC LIMIT ?"]
                        : [
                            "\(start) FOR UPDATE\(of)",
                            "\(start) LIMIT ? \(strength.rawValue)\(of) NOWAIT",
                            "\(ServedEngine.isMariaDB ? "" : "\(hall) DESC, ")\(number) DESC LIMIT ? FOR UPDATE\(of)",
                        ]))
        }
    }

    /// Two workers take two rows, and neither waits for the other.
    @Test func whatAnotherHoldsIsLeftOut() async throws {
        guard !ServedEngine.isSQLite else { return }
        let held = try database.openSession()
        let mine = try held.run { session in
            try session.query(Seat.self).filter(\.hall == "A").orderByKey().locked().first()?.number
        }
        #expect(mine == 1)
        let query = { @Sendable (session: Session, waiting: SQLRowLock.Waiting) in
            try session.query(Seat.self).filter(\.hall == "A").orderByKey().locked(waiting: waiting).all().map(\.number)
        }
        // Another task has a connection of its own.
        let (found, error) = try await Task.detached { [database] in
            let found = try await database.write { try query($0, .skipLocked) }
            let error = await #expect(throws: DatabaseError.self) {
                try await database.write { try query($0, .noWait) }
            }
            return (found, error)
        }.value
        #expect(found == [2])
        #expect(error?.code == .busy && (ServedEngine.isMariaDB || error?.sqlState == "55P03"))
        try held.rollback()
    }

    @Test func onlyAWriteTransactionLocksAndOnlyWholeRows() throws {
        let error = #expect(throws: ModelError.self) {
            try database.read { try $0.query(Seat.self).locked().all() }
        }
        #expect(error?.message == "rows of \"seat\" can be locked in a write transaction only")
        #expect(error?.hint == "Ask in database.write")
        try database.write { session in
            let query = try session.query(Seat.self).locked()
            let message = "rows of \"seat\" can be locked only where they are read whole"
            for ask in [{ _ = try query.count() }, { _ = try query.exists() }, { _ = try query.max(\.number) }]
                as [() throws -> Void]
            {
                let refused = #expect(throws: ModelError.self) { try ask() }
                #expect(refused?.message == message)
            }
            #expect(try query.filter(keys: [["A", 1], ["B", 1]]).update(.set(\.guest, "eve")) == 2)
        }
        #expect(try database.read { try $0.query(Seat.self).filter(\.guest == "eve").count() } == 2)
    }
}
