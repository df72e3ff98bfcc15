import Foundation
import Testing

@testable import ZIMDb

/// Commits that this program's hooks would not tell of: of other connections, and of other processes.
@Suite(.timeLimit(.minutes(25))) struct OtherWriterTests {
    private static let stock = "SELECT w, i, quantity FROM stock ORDER BY w, i"

    @Test(arguments: WatchedFile.files) func commitsOfAnotherConnectionAreSeen(_ file: WatchedFile) async throws {
        let scratch = try Scratch()
        let database = try file.database(scratch)
        let other = try scratch.database { $0.busyTimeout = .seconds(30) }
        var values = database.observed(Self.stock).makeAsyncIterator()
        #expect(try await values.next()?.count == 3)
        for quantity in 100..<110 {
            try await other.write { try $0.execute("UPDATE stock SET quantity = \(quantity) WHERE w = 2") }
            #expect(try await values.next()?.last == [2, 1, .integer(Int64(quantity))])
        }
        // One of each: none hides the other.
        var changes = try await database.changes(in: "stock", "line").makeAsyncIterator()
        try await other.write { try $0.execute("DELETE FROM stock WHERE w = 2") }
        #expect(try await changes.next() == DatabaseChange(tables: ["stock", "line"], isExact: false))
        try await database.write { try $0.execute("DELETE FROM line") }
        #expect(try await changes.next() == DatabaseChange(tables: ["line"], isExact: true))
        #expect(try await values.next() == [[1, 1, 5], [1, 2, 50]])
    }

    @Test(arguments: WatchedFile.files)
    func commitsOfAnotherProcessAreSeen(_ file: WatchedFile) async throws {
        guard OtherProcess.python != nil else { return }
        let scratch = try Scratch()
        let database = try file.database(scratch)
        var values = database.observed(Self.stock).makeAsyncIterator()
        var columns = database.observed("SELECT * FROM note").makeAsyncIterator()
        #expect(try await values.next()?.count == 3)
        #expect(try await columns.next() == [])
        let steps: [(sql: [String], rows: [[SQLValue]])] = [
            (["BEGIN", "DELETE FROM stock WHERE w = 1 AND i = 1", "COMMIT"], [[1, 2, 50], [2, 1, 7]]),
            (["INSERT OR REPLACE INTO stock VALUES (1, 2, 51)"], [[1, 2, 51], [2, 1, 7]]),
            (["DELETE FROM stock"], []),  // the truncate optimisation
            (
                ["BEGIN", "INSERT INTO stock VALUES (9, 9, 9)", "ROLLBACK", "INSERT INTO stock VALUES (2, 2, 2)"],
                [[2, 2, 2]]
            ),
        ]
        for step in steps {
            // The process and its connection are gone before the value comes, or not: it has committed.
            try OtherProcess(path: scratch.path(), sql: ["PRAGMA busy_timeout = 30000"] + step.sql).end()
            #expect(try await values.next() == step.rows)
        }
        let sql = [
            "PRAGMA busy_timeout = 30000", "ALTER TABLE note ADD COLUMN more", "INSERT INTO note VALUES ('a', 'b')",
        ]
        try OtherProcess(path: scratch.path(), sql: sql).end()
        #expect(try await columns.next() == [["a", "b"]])
    }

    @Test(arguments: WatchedFile.files)
    func anotherWriterBesideThisOneIsNeverMissed(_ file: WatchedFile) async throws {
        let scratch = try Scratch()
        let database = try file.database(scratch)
        let other = try scratch.database { $0.busyTimeout = .seconds(30) }
        let rounds = 40
        let last = Task {
            var last: [[SQLValue]] = []
            for try await rows in database.observed("SELECT w, count(*) FROM line WHERE w > 10 GROUP BY w ORDER BY w") {
                last = rows
                if rows == [[11, .integer(Int64(rounds))], [12, .integer(Int64(rounds))]] { break }
            }
            return last
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, writer) in [(11, database), (12, other)] {
                group.addTask {
                    for round in 0..<rounds {
                        try await writer.write { session throws in
                            try session.execute("INSERT INTO line VALUES (\(number), 1, \(round), 0)")
                            try session.execute("INSERT INTO note VALUES (\(number))")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await last.value.count == 2)
    }

    @Test func aFileThatIsOpenForReadingIsWatched() async throws {
        let scratch = try Scratch()
        let writer = try WatchedFile.wal.database(scratch)
        let database = try Database(path: scratch.path(), options: .readOnly)
        var values = database.observed(Self.stock).makeAsyncIterator()
        #expect(try await values.next()?.count == 3)
        try await writer.write { try $0.execute("DELETE FROM stock WHERE w = 1") }
        #expect(try await values.next() == [[2, 1, 7]])
    }

    @Test func privilegesAndTimeLimitsDoNotPreventIt() async throws {
        let scratch = try Scratch()
        let writer = try WatchedFile.wal.database(scratch)
        let database = try scratch.database {
            $0.privileges = [.select]
            $0.limits.statementTimeout = .seconds(60)
        }
        var values = database.observed(Self.stock).makeAsyncIterator()
        #expect(try await values.next()?.count == 3)
        try await writer.write { try $0.execute("DELETE FROM stock WHERE w = 1") }
        #expect(try await values.next() == [[2, 1, 7]])
        #expect(throws: DatabaseError.self) { try database.execute("DELETE FROM stock") }
    }
}
