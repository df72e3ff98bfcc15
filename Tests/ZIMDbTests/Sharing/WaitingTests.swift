import Foundation
import Synchronization
import Testing
import ZIMDb

/// Nobody waits for ever, and who waited in vain learns for whom.
@Suite struct WaitingTests {
    private func open(_ scratch: Scratch, _ journal: DatabaseOptions.JournalMode, readers: Int = 4) throws -> Database {
        let database = try scratch.database(journal: journal) { options in
            options.poolTimeout = .milliseconds(200)
            options.maximumReaders = readers
        }
        try database.execute("CREATE TABLE t (a INT, b INT, PRIMARY KEY (a, b))")
        return database
    }

    @Test(arguments: [DatabaseOptions.JournalMode.wal, .delete])
    func aWriterThatWaitsLearnsWhoWrites(_ journal: DatabaseOptions.JournalMode) throws {
        let scratch = try Scratch()
        let database = try open(scratch, journal)
        let line: UInt = #line + 1
        let error = try database.write { session in
            try session.execute("INSERT INTO t VALUES (1, 2)")
            return onAnotherThread { _ = try database.write { try $0.execute("INSERT INTO t VALUES (1, 3)") } }
        }
        #expect(error?.code == .timedOut)
        let text = error?.message ?? ""
        #expect(
            text.hasPrefix(
                "no connection to \(scratch.path()) became free within 0.2 s; held by the write of "
                    + "ZIMDbTests/WaitingTests.swift:\(line)"), "\(text)")
        #expect(error?.hint == "Keep transactions short, or raise options.poolTimeout")
        #expect(try database.count("t") == 1)
    }

    @Test func anOpenSessionHasItsPlace() throws {
        let database = try open(Scratch(), .wal)
        let line: UInt = #line + 1
        let session = try database.openSession()
        let error = onAnotherThread { _ = try database.execute("INSERT INTO t VALUES (1, 3)") }
        session.close()
        let place = "held by the write of ZIMDbTests/WaitingTests.swift:\(line)"
        #expect(error?.message.contains(place) == true, "\(error?.message ?? "")")
    }

    /// The library's own line says nothing to anybody.
    @Test func aCallOfTheLibraryHasNoPlace() throws {
        let database = try open(Scratch(), .wal)
        let error = try database.write(retrying: 1) { _ in
            onAnotherThread { _ = try database.execute("INSERT INTO t VALUES (1, 3)") }
        }
        #expect(error?.message.contains("; held by a write ") == true, "\(error?.message ?? "")")
    }

    @Test func readsBeyondTheReadersDoNotHang() throws {
        let scratch = try Scratch()
        let database = try open(scratch, .wal, readers: 2)
        let error: DatabaseError? = try database.read { _ in
            let inner = Mutex<DatabaseError?>(nil)
            _ = onAnotherThread {
                try database.read { _ in
                    let found = onAnotherThread { _ = try database.read { try $0.rows("SELECT * FROM t") } }
                    inner.withLock { $0 = found }
                }
            }
            return inner.withLock { $0 }
        }
        #expect(error?.code == .timedOut)
        #expect(error?.message.components(separatedBy: "the read of ZIMDbTests/WaitingTests.swift:").count == 3)
        // In one another on one thread they are one.
        #expect(try database.read { _ in try database.read { _ in try database.count("t") } } == 0)
    }

    @Test func aTaskWaitsNoLonger() async throws {
        let scratch = try Scratch()
        let database = try open(scratch, .wal)
        let (holding, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            _ = try? database.write { _ in
                holding.signal()
                done.wait()
            }
        }
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                holding.wait()
                continuation.resume()
            }
        }
        let error = await #expect(throws: DatabaseError.self) {
            try await database.write { _ = try $0.execute("INSERT INTO t VALUES (1, 2)") }
        }
        #expect(error?.code == .timedOut)
        #expect(error?.message.contains("held by the write of ZIMDbTests/WaitingTests.swift") == true)
        done.signal()
        _ = try await database.write { try $0.execute("INSERT INTO t VALUES (1, 2)").changes }
        #expect(try database.count("t") == 1)
    }

    @Test func aSessionOnAnotherThreadIsRefused() throws {
        let scratch = try Scratch()
        let database = try open(scratch, .wal)
        try database.write { session in
            nonisolated(unsafe) let session = session  // What the test is about.
            let error = onAnotherThread { _ = try session.execute("INSERT INTO t VALUES (1, 2)") }
            #expect(error?.code == .misuse)
            #expect(
                error?.message == "the session of \(scratch.path()) is used by another thread than its own")
        }
        #expect(try database.count("t") == 0)
    }

    /// Runs a closure on a thread of its own, and waits; gives the error that it threw.
    private func onAnotherThread(_ body: @escaping () throws -> Void) -> DatabaseError? {
        nonisolated(unsafe) let body = body  // This thread waits for it.
        let found = Mutex<DatabaseError?>(nil)
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let error = failure { try body() }
            found.withLock { $0 = error }
            done.signal()
        }
        done.wait()
        return found.withLock { $0 }
    }
}
