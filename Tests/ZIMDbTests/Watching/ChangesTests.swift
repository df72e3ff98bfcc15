import Foundation
import Testing

@testable import ZIMDb

@Suite(.timeLimit(.minutes(25))) struct ChangesTests {
    private struct Stop: Error {}

    private func exact(_ tables: String...) -> DatabaseChange { DatabaseChange(tables: Set(tables), isExact: true) }

    @Test(arguments: WatchedFile.allCases) func aTransactionIsOneEventWithItsTables(_ file: WatchedFile) async throws {
        let scratch = try Scratch()
        let database = try file.database(scratch)
        var changes = try await database.changes(in: "warehouse", "stock", "Line", "log").makeAsyncIterator()
        try await database.write {
            try $0.execute("UPDATE stock SET quantity = 1 WHERE w = 1")
            try $0.execute("UPDATE LINE SET amount = 1")
        }
        #expect(try await changes.next() == exact("stock", "Line"))
        try await database.write { try $0.execute("INSERT INTO note VALUES ('a trigger')") }
        #expect(try await changes.next() == exact("log"))
        try await database.write { try $0.execute("INSERT OR REPLACE INTO warehouse VALUES (1, 'cascade')") }
        #expect(try await changes.next() == exact("warehouse", "stock"))
        try await database.write { try $0.execute("DELETE FROM line") }  // the truncate optimisation
        #expect(try await changes.next() == exact("Line"))
        try await database.write { try $0.execute("DELETE FROM stock") }  // the same, WITHOUT ROWID
        #expect(try await changes.next() == exact("stock"))
        try await database.write { try $0.execute("WITH n(v) AS (SELECT 'x') INSERT INTO log SELECT v FROM n") }
        #expect(try await changes.next() == exact("log"))
        try await database.write { try $0.execute("CREATE INDEX i ON line (amount)") }
        #expect(try await changes.next()?.tables == ["warehouse", "stock", "Line", "log"])
    }

    @Test(arguments: WatchedFile.allCases) func whatIsRolledBackIsNoEvent(_ file: WatchedFile) async throws {
        let scratch = try Scratch()
        let database = try file.database(scratch)
        var changes = try await database.changes(in: "warehouse", "stock", "line", "note").makeAsyncIterator()
        try? await database.write {
            try $0.execute("DELETE FROM warehouse")
            throw Stop()
        }
        // A closure's savepoint, one by raw SQL, and one that is rolled back and tried again.
        try await database.write { session throws in
            try? session.transaction {
                try $0.execute("DELETE FROM warehouse")
                throw Stop()
            }
            try session.execute("SAVEPOINT mine; DELETE FROM stock; ROLLBACK TO mine; RELEASE mine")
            try session.execute("INSERT INTO line VALUES (3, 3, 3, 0)")
        }
        #expect(try await changes.next() == exact("line"))
        try await database.write { session throws in
            try session.execute("UPDATE stock SET quantity = 2 WHERE i = 2")
            try? session.transaction {
                try $0.execute("UPDATE stock SET quantity = 3 WHERE i = 2")
                try $0.execute("INSERT INTO note VALUES ('x')")
                throw Stop()
            }
        }
        #expect(try await changes.next() == exact("stock"))
        try await database.write { session throws in
            try? session.transaction {
                try $0.execute("INSERT INTO note VALUES ('x')")
                throw Stop()
            }
            try session.transaction { _ = try $0.execute("INSERT INTO note VALUES ('y')") }
        }
        #expect(try await changes.next() == exact("note"))
    }

    @Test(arguments: WatchedFile.allCases) func openSessionsTellWithTheirCommit(_ file: WatchedFile) async throws {
        let scratch = try Scratch()
        let database = try file.database(scratch)
        var changes = try await database.changes(in: "stock", "line", "note").makeAsyncIterator()
        let session = try database.openSession()
        try session.run { try $0.execute("DELETE FROM stock") }
        try session.rollback()
        try session.run { try $0.execute("DELETE FROM line") }
        let inner = try session.nested()
        try inner.run { try $0.execute("INSERT INTO note VALUES ('x')") }
        try inner.rollback()
        try session.commit()
        #expect(try await changes.next() == exact("line"))
        try inner.run { try $0.execute("INSERT INTO note VALUES ('y')") }
        try inner.commit()
        try session.commit()
        #expect(try await changes.next() == exact("note"))
        try session.run { try $0.execute("DELETE FROM stock") }
        inner.close()
        session.close()
        try await database.write { try $0.execute("DELETE FROM note") }
        #expect(try await changes.next() == exact("note"))
    }

    @Test(arguments: WatchedFile.allCases) func statementsOutsideATransactionTell(_ file: WatchedFile) async throws {
        let scratch = try Scratch()
        let database = try file.database(scratch)
        var changes = try await database.changes(in: "stock", "line", "note").makeAsyncIterator()
        try database.withoutTransaction { session in
            try session.execute("DELETE FROM line")
            try session.execute("BEGIN; DELETE FROM stock; ROLLBACK")
        }
        #expect(try await changes.next() == exact("line"))
        try database.withoutTransaction { session in
            try session.execute("DELETE FROM stock")
            try? session.transaction {
                try $0.execute("INSERT INTO note VALUES ('x')")
                throw Stop()
            }
        }
        #expect(try await changes.next() == exact("stock"))
        // A closure that ends its transaction has committed what it did before.
        #expect(throws: DatabaseError.self) {
            try database.write { try $0.execute("INSERT INTO note VALUES ('x'); COMMIT") }
        }
        #expect(try await changes.next() == exact("note"))
        try database.withoutTransaction { try $0.execute("VACUUM") }
        #expect(try await changes.next()?.tables == ["stock", "line", "note"])
    }

    @Test func aWriteThatBeganBeforeIsSeen() async throws {
        let scratch = try Scratch()
        let database = try WatchedFile.wal.database(scratch)
        let session = try database.openSession()
        try session.run { try $0.execute("DELETE FROM stock") }
        var changes = try await database.changes(in: "stock", "line").makeAsyncIterator()
        try session.commit()
        #expect(try await changes.next()?.tables == ["stock", "line"])
        try session.run { try $0.execute("DELETE FROM line") }
        try session.commit()
        #expect(try await changes.next() == exact("line"))
        session.close()
    }

    @Test func aViewStandsForItsTables() async throws {
        let database = try WatchedFile.memory.database(Scratch())
        var changes = try await database.changes(in: "few", "line").makeAsyncIterator()
        try await database.write { try $0.execute("DELETE FROM stock WHERE w = 2") }
        #expect(try await changes.next() == exact("few"))
    }

    @Test func whatCannotBeWatchedIsAnError() async throws {
        let database = try WatchedFile.memory.database(Scratch())
        do {
            _ = try await database.changes(in: "stock", "nowhere")
            Issue.record("nothing was thrown")
        } catch let error as DatabaseError {
            #expect(error.code == .sql)
            #expect(error.missingTable == "nowhere")
        }
        do {
            _ = try await database.changes()
            Issue.record("nothing was thrown")
        } catch let error as DatabaseError { #expect(error.message == "no table to watch was named") }
        #expect(!database.changeHub.isActive)
    }

    @Test(arguments: WatchedFile.allCases) func cancellationEndsItAndLeavesNothing(_ file: WatchedFile) async throws {
        let scratch = try Scratch()
        let database = try file.database(scratch)
        let inotify = {
            let links = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return links.count {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.contains("inotify")
                    == true
            }
        }
        let files = scratch.openFiles.count
        for round in 0..<120 {
            let seen = Counter()
            let task = Task {
                var count = 0
                for try await _ in database.observed("SELECT * FROM stock") {
                    count += 1
                    seen.add()
                }
                return count
            }
            while seen.value == 0 { try await Task.sleep(for: .milliseconds(1)) }
            if round.isMultiple(of: 2) { try await database.write { try $0.execute("DELETE FROM line") } }
            task.cancel()
            #expect(try await task.value == 1)
            #expect(!database.changeHub.isActive)
        }
        // The threads close what is theirs by themselves; other tests watch files of their own meanwhile.
        while inotify() > 100 { try await Task.sleep(for: .milliseconds(5)) }
        // At most the connections of the pool: one that writes and those that read.
        #expect(scratch.openFiles.count <= files + 15)
    }

    @Test func nothingKeepsTheDatabase() async throws {
        let scratch = try Scratch()
        weak var kept: Database?
        do {
            let database = try WatchedFile.wal.database(scratch)
            kept = database
            var values = database.observed("SELECT * FROM stock").makeAsyncIterator()
            _ = try await values.next()
            let changes = try await database.changes(in: "stock")
            _ = changes
        }
        // A thread of the pool may still hold it for a moment.
        while kept != nil { try await Task.sleep(for: .milliseconds(1)) }
        while !scratch.openFiles.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    }
}
