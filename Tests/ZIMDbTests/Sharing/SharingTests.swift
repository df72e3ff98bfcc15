import Foundation
import Synchronization
import Testing
import ZIMDb

/// What readers and the writer may do side by side.
@Suite(.timeLimit(.minutes(25))) struct SharingTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func database(_ journal: DatabaseOptions.JournalMode) throws -> Database {
        let database = try scratch.database(journal: journal)
        try database.execute("CREATE TABLE t (v); INSERT INTO t VALUES (1)")
        return database
    }

    @Test func aReadersSnapshotIsNotDisturbedByAWriter() throws {
        let database = try database(.wal)
        let hasRead = DispatchSemaphore(value: 0)
        let hasWritten = DispatchSemaphore(value: 0)
        let counts = Mutex<[Int?]>([])
        let reader = start {
            try database.read { session throws in
                let before = try session.value("SELECT count(*) FROM t", as: Int.self)
                hasRead.signal()
                hasWritten.wait()
                let after = try session.value("SELECT count(*) FROM t", as: Int.self)
                counts.withLock { $0 = [before, after] }
            }
        }
        hasRead.wait()
        try database.write { try $0.execute("INSERT INTO t VALUES (2)") }
        hasWritten.signal()
        reader.wait()
        #expect(counts.withLock { $0 } == [1, 1])
        #expect(try database.count("t") == 2)
    }

    @Test(arguments: [DatabaseOptions.JournalMode.wal, .delete])
    func readersWorkAtTheSameTime(_ journal: DatabaseOptions.JournalMode) throws {
        let database = try database(journal)
        // Each waits for the other, so they only end where both are in.
        let first = DispatchSemaphore(value: 0)
        let second = DispatchSemaphore(value: 0)
        let one = start {
            try database.read { _ in
                first.signal(); second.wait()
            }
        }
        let two = start {
            try database.read { _ in
                second.signal(); first.wait()
            }
        }
        one.wait()
        two.wait()
    }

    @Test func noMoreReadersThanAllowed() throws {
        let database = try scratch.database { $0.maximumReaders = 2 }
        let inside = Atomic<Int>(0)
        let most = Atomic<Int>(0)
        let threads = (0..<12).map { _ in
            start {
                try database.read { _ in
                    let now = inside.wrappingAdd(1, ordering: .relaxed).newValue
                    most.max(now, ordering: .relaxed)
                    usleep(2000)
                    inside.wrappingSubtract(1, ordering: .relaxed)
                }
            }
        }
        for thread in threads { thread.wait() }
        #expect(most.load(ordering: .relaxed) == 2)
    }

    @Test func aRollbackJournalHasReadersOrAWriter() throws {
        let database = try database(.delete)
        let readers = Atomic<Int>(0)
        let writers = Atomic<Int>(0)
        let wrong = Atomic<Int>(0)
        let threads = (0..<16).map { number in
            start {
                if number % 4 == 0 {
                    try database.write { session throws in
                        writers.wrappingAdd(1, ordering: .relaxed)
                        if readers.load(ordering: .relaxed) > 0 || writers.load(ordering: .relaxed) > 1 {
                            wrong.wrappingAdd(1, ordering: .relaxed)
                        }
                        try session.execute("INSERT INTO t VALUES (\(number))")
                        usleep(1000)
                        writers.wrappingSubtract(1, ordering: .relaxed)
                    }
                } else {
                    try database.read { session throws in
                        readers.wrappingAdd(1, ordering: .relaxed)
                        if writers.load(ordering: .relaxed) > 0 { wrong.wrappingAdd(1, ordering: .relaxed) }
                        _ = try session.rows("SELECT * FROM t")
                        usleep(1000)
                        readers.wrappingSubtract(1, ordering: .relaxed)
                    }
                }
            }
        }
        for thread in threads { thread.wait() }
        #expect(wrong.load(ordering: .relaxed) == 0)
        #expect(try database.count("t") == 5)
    }

    @Test func aDatabaseInMemoryIsOneForAllThreads() throws {
        let database = try Database.holding("CREATE TABLE t (v)")
        let threads = (0..<8).map { number in
            start {
                for step in 0..<20 {
                    try database.write { try $0.execute("INSERT INTO t VALUES (\(number * 100 + step))") }
                    _ = try database.count("t")
                }
            }
        }
        for thread in threads { thread.wait() }
        #expect(try database.count("t") == 160)
        #expect(try Database.inMemory().read { try $0.rows("SELECT * FROM sqlite_schema") }.isEmpty)
    }

    @Test func aTemporaryDatabaseIsOneForAllThreads() throws {
        let database = try Database.temporary()
        try database.execute("CREATE TABLE t (v)")
        start { try database.execute("INSERT INTO t VALUES (1)") }.wait()
        #expect(try database.count("t") == 1)
        #expect(database.location == "temporary database")
    }

    @Test func aReaderRefusesToWriteEvenWhereSQLiteIsAskedDirectly() throws {
        let database = try database(.wal)
        let code = try database.read { session -> Int32? in
            let statement = try session.connection.statement("INSERT INTO t VALUES (9)")
            statement.begin()
            defer { statement.end() }
            return failure { _ = try statement.step() }?.primaryCode
        }
        #expect(code == 8)
    }
}
