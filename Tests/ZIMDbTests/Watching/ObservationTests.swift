import Foundation
import Synchronization
import Testing

@testable import ZIMDb

@Suite(.timeLimit(.minutes(25))) struct ObservationTests {
    private static let stock = "SELECT w, i, quantity FROM stock ORDER BY w, i"

    @Test(arguments: WatchedFile.allCases) func aValueComesAtOnceAndAfterEachChange(_ file: WatchedFile) async throws {
        let scratch = try Scratch()
        let database = try file.database(scratch)
        var values = database.observed(Self.stock).makeAsyncIterator()
        #expect(try await values.next() == [[1, 1, 5], [1, 2, 50], [2, 1, 7]])
        try await database.write { try $0.execute("UPDATE stock SET quantity = 4 WHERE w = 1 AND i = 1") }
        #expect(try await values.next() == [[1, 1, 4], [1, 2, 50], [2, 1, 7]])
        try await database.write { try $0.execute("INSERT OR REPLACE INTO stock VALUES (1, 1, 3)") }
        #expect(try await values.next() == [[1, 1, 3], [1, 2, 50], [2, 1, 7]])
        try await database.write { try $0.execute("DELETE FROM warehouse WHERE id = 1") }  // cascades
        #expect(try await values.next() == [[2, 1, 7]])
        try await database.write { try $0.execute("INSERT OR REPLACE INTO warehouse VALUES (2, 'west')") }  // cascades
        #expect(try await values.next() == [])
        try await database.write {
            try $0.execute("INSERT INTO stock VALUES (2, 1, 1)")
            try $0.execute("INSERT INTO stock VALUES (2, 2, 1)")
        }
        #expect(try await values.next() == [[2, 1, 1], [2, 2, 1]])
        try await database.write { try $0.execute("DELETE FROM stock") }  // the truncate optimisation
        #expect(try await values.next() == [])
    }

    @Test func aCountAKeyOfThreeColumnsAndAViewAreObserved() async throws {
        let database = try WatchedFile.memory.database(Scratch())
        var counts = database.observe { try $0.value("SELECT count(*) FROM line", as: Int.self) }.makeAsyncIterator()
        var few = database.observed("SELECT * FROM few ORDER BY w, i").makeAsyncIterator()
        #expect(try await counts.next() == 2)
        #expect(try await few.next() == [[1, 1], [2, 1]])
        try await database.write { try $0.execute("INSERT INTO line VALUES (1, 1, 3, 1.5)") }
        #expect(try await counts.next() == 3)
        try await database.write { try $0.execute("DELETE FROM stock WHERE w = 2") }
        #expect(try await few.next() == [[1, 1]])
    }

    /// A table may be called as a function is, a counter is written without a word, and the schema is read without a table.
    @Test(arguments: [WatchedFile.memory, .wal]) func whatNoStatementNames(_ file: WatchedFile) async throws {
        let scratch = try Scratch()
        let database = try file.database(scratch)
        try await database.write {
            try $0.execute(
                "CREATE TABLE json_each (a INT); CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT)")
        }
        var each = database.observed("SELECT a FROM main.json_each").makeAsyncIterator()
        #expect(try await each.next() == [])
        try await database.write { try $0.execute("INSERT INTO main.json_each VALUES (1)") }
        #expect(try await each.next() == [[1]])
        var counter = database.observed("SELECT seq FROM sqlite_sequence").makeAsyncIterator()
        #expect(try await counter.next() == [])
        try await database.write { try $0.execute("INSERT INTO counted VALUES (7)") }
        #expect(try await counter.next() == [[7]])
        var later = database.observe { session in
            (try? session.rows("SELECT a FROM later").map(\.values)) ?? []
        }.makeAsyncIterator()
        #expect(try await later.next() == [])
        try await database.write { try $0.execute("CREATE TABLE later (a INT); INSERT INTO later VALUES (3)") }
        #expect(try await later.next() == [[3]])
    }

    @Test func theFirstValueCanBeLeftOut() async throws {
        let database = try WatchedFile.memory.database(Scratch())
        let changed = Task {
            var values = database.observed(Self.stock, startsWithCurrent: false).makeAsyncIterator()
            return try await values.next()
        }
        // Whenever the observation begins, a change comes after that.
        let writer = Task {
            var quantity = 100
            while !Task.isCancelled {
                quantity += 1
                let next = quantity
                try await database.write { try $0.execute("UPDATE stock SET quantity = \(next) WHERE w = 2") }
            }
        }
        let value = try await changed.value
        writer.cancel()
        #expect(value?.last?.last != 7)
    }

    @Test(arguments: [WatchedFile.memory, .wal, .delete])
    func aValueThatStayedTheSameIsNotRepeated(_ file: WatchedFile) async throws {
        let scratch = try Scratch()
        let database = try file.database(scratch)
        var values = database.observed(Self.stock).makeAsyncIterator()
        let first = try await values.next()
        try await database.write { try $0.execute("UPDATE stock SET quantity = quantity + 1") }
        try await database.write { try $0.execute("UPDATE stock SET quantity = quantity - 1") }
        let second = Task { [values] in
            var values = values
            return try await values.next()
        }
        // It has read what is the same as before, or not yet; in either case this is the next value.
        try await database.write { try $0.execute("DELETE FROM stock WHERE w = 2") }
        #expect(try await second.value == first.map { Array($0.dropLast()) })
    }

    @Test(arguments: [WatchedFile.memory, .wal, .delete])
    func whatTheQueryDoesNotReadIsNotAskedFor(_ file: WatchedFile) async throws {
        let scratch = try Scratch()
        let database = try file.database(scratch)
        let counter = Counter()
        let trace = database.trace { if $0.sql.hasPrefix("SELECT w, i, quantity") { counter.add() } }
        defer { trace.cancel() }
        var values = database.observed(Self.stock).makeAsyncIterator()
        _ = try await values.next()
        #expect(counter.value == 1)
        let next = Task { [values] in
            var values = values
            return try await values.next()
        }
        for _ in 0..<20 {
            try await database.write { try $0.execute("INSERT INTO line SELECT 2, 1, count(*), 0 FROM line") }
            try await database.write { try $0.execute("UPDATE stock SET quantity = 0 WHERE w = 99") }  // no row
        }
        try await database.write { try $0.execute("DELETE FROM stock WHERE w = 2") }
        #expect(try await next.value == [[1, 1, 5], [1, 2, 50]])
        #expect(counter.value == 2)
    }

    @Test(arguments: [WatchedFile.memory, .wal, .oneConnection])
    func aSlowReaderGetsTheNewest(_ file: WatchedFile) async throws {
        let scratch = try Scratch()
        let database = try file.database(scratch)
        _ = try database.withoutTransaction { try $0.execute("PRAGMA synchronous = OFF") }
        var values = database.observed("SELECT max(o) FROM line").makeAsyncIterator()
        #expect(try await values.next() == [[1]])
        for order in 2...1001 {
            try await database.write { try $0.execute("INSERT INTO line VALUES (1, \(order), 1, 0)") }
        }
        #expect(try await values.next() == [[1001]])
        try await database.write { try $0.execute("DELETE FROM line WHERE o = 1001") }
        #expect(try await values.next() == [[1000]])
    }

    @Test func changesOfTheSchemaAreSeen() async throws {
        let database = try WatchedFile.memory.database(Scratch())
        var values = database.observed("SELECT * FROM few").makeAsyncIterator()
        #expect(try await values.next() == [[1, 1], [2, 1]])
        try await database.write {
            try $0.execute("DROP VIEW few; CREATE VIEW few AS SELECT n FROM line ORDER BY n")
        }
        #expect(try await values.next() == [[1], [2]])
        try await database.write { try $0.execute("INSERT INTO line VALUES (1, 2, 9, 0)") }
        #expect(try await values.next() == [[1], [2], [9]])
        try await database.write { try $0.execute("DROP TABLE line") }
        await #expect(throws: DatabaseError.self) { _ = try await values.next() }
        #expect(try await values.next() == nil)
    }

    @Test func whatATriggerReadsLaterIsKnownAgain() async throws {
        let database = try WatchedFile.memory.database(Scratch())
        var logs = database.observed("SELECT count(*) FROM log").makeAsyncIterator()
        #expect(try await logs.next() == [[0]])
        try await database.write { try $0.execute("INSERT INTO line VALUES (5, 5, 5, 0)") }
        try await database.write {
            try $0.execute("CREATE TEMP TRIGGER lines AFTER INSERT ON line BEGIN INSERT INTO log VALUES ('line'); END")
            try $0.execute("DELETE FROM log")
        }
        try await database.write { try $0.execute("INSERT INTO line VALUES (5, 5, 6, 0)") }
        #expect(try await logs.next() == [[1]])
    }

    @Test func virtualTablesAndPragmasAreAskedForAfterEachCommit() async throws {
        let database = try WatchedFile.memory.database(Scratch())
        try await database.write {
            try $0.execute("CREATE VIRTUAL TABLE words USING fts5(text, content='note', content_rowid='rowid')")
        }
        var found = database.observed("SELECT text FROM words").makeAsyncIterator()
        var version = database.observed("PRAGMA user_version").makeAsyncIterator()
        #expect(try await found.next() == [])
        #expect(try await version.next() == [[0]])
        // The index's rows are those of another table.
        try await database.write { try $0.execute("INSERT INTO note VALUES ('a')") }
        #expect(try await found.next() == [["a"]])
        try await database.write { try $0.execute("PRAGMA user_version = 3") }
        #expect(try await version.next() == [[3]])
    }

    @Test func tablesOfAttachedDatabasesAreRefused() async throws {
        let scratch = try Scratch()
        let database = try scratch.database { $0.maximumReaders = 0 }
        let path = scratch.path("other.sqlite")
        try scratch.database("other.sqlite").close()
        try database.withoutTransaction { try $0.execute("ATTACH \(path) AS other; CREATE TABLE other.t (v)") }
        var values = database.observed("SELECT * FROM t").makeAsyncIterator()
        do {
            _ = try await values.next()
            Issue.record("nothing was thrown")
        } catch let error as DatabaseError {
            #expect(error.code == .misuse)
            #expect(error.message.hasPrefix("\"t\" is a table of an attached database, and only"))
        }
    }

    @Test func aFailureEndsTheSequence() async throws {
        let database = try WatchedFile.memory.database(Scratch())
        var values = database.observed("SELECT nothing FROM stock").makeAsyncIterator()
        do {
            _ = try await values.next()
            Issue.record("nothing was thrown")
        } catch let error as DatabaseError { #expect(error.code == .sql) }
        #expect(try await values.next() == nil)
        #expect(!database.changeHub.isActive)
    }

    @Test(arguments: [WatchedFile.memory, .wal, .delete])
    func aClosedDatabaseEndsTheSequence(_ file: WatchedFile) async throws {
        let scratch = try Scratch()
        let database = try file.database(scratch)
        var values = database.observed(Self.stock).makeAsyncIterator()
        _ = try await values.next()
        database.close()
        for _ in 0..<2 {
            do {
                _ = try await values.next()
                Issue.record("nothing was thrown")
            } catch let error as DatabaseError { #expect(error.code == .misuse) }
            // Nor does somebody watch who comes later.
            values = database.observed(Self.stock).makeAsyncIterator()
        }
        #expect(!database.changeHub.isActive)
    }

    /// Readers of a rollback journal wait for the writer, and no longer than for any connection.
    @Test func aWriteThatStaysOpenEndsIt() async throws {
        let scratch = try Scratch()
        let database = try scratch.database(journal: .delete) { $0.poolTimeout = .milliseconds(100) }
        try await database.write {
            try $0.execute("CREATE TABLE stock (w INT, i INT, quantity INT, PRIMARY KEY (w, i))")
        }
        var values = database.observed(Self.stock).makeAsyncIterator()
        let session = try database.openSession()
        try session.run { _ = try $0.execute("INSERT INTO stock VALUES (1, 1, 5)") }
        await #expect { try await values.next() } throws: { ($0 as? DatabaseError)?.code == .timedOut }
        try session.commit()
        session.close()
        #expect(try await values.next() == nil)
        #expect(try database.count("stock") == 1)
    }

    /// One timer for all who wait: it goes on with the next of them, and begins again for those who come later.
    @Test(.timeLimit(.minutes(5))) func eachTaskWaitsForItsTime() async throws {
        let scratch = try Scratch()
        let database = try scratch.database(journal: .delete) { $0.poolTimeout = .milliseconds(200) }
        try await database.write { try $0.execute("CREATE TABLE t (a INT)") }
        let session = try database.openSession()
        @Sendable func wait(after time: Duration) -> Task<DatabaseError.Code?, any Error> {
            Task.detached {
                try await Task.sleep(for: time)
                do {
                    try await database.write { _ = try $0.execute("INSERT INTO t VALUES (1)") }
                    return nil
                } catch let error as DatabaseError { return error.code }
            }
        }
        let waiting = [wait(after: .zero), wait(after: .milliseconds(100))]
        for task in waiting { #expect(try await task.value == .timedOut) }
        #expect(try await wait(after: .zero).value == .timedOut)
        session.close()
        #expect(try await wait(after: .zero).value == nil)
        #expect(try database.count("t") == 1)
    }

    @Test func aFileThatIsTakenForUnchangeableIsRefused() async throws {
        let scratch = try Scratch()
        try WatchedFile.wal.database(scratch).close()
        let database = try Database(path: scratch.path(), options: .untouched)
        var values = database.observed(Self.stock).makeAsyncIterator()
        do {
            _ = try await values.next()
            Issue.record("nothing was thrown")
        } catch let error as DatabaseError {
            #expect(error.code == .misuse)
            #expect(error.message.contains("was opened untouched while no program had it open"))
        }
    }
}

/// Counts on any thread.
final class Counter: Sendable {
    private let count = Mutex(0)
    func add() { count.withLock { $0 += 1 } }
    var value: Int { count.withLock { $0 } }
}
