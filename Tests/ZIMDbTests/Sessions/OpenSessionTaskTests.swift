import Foundation
import Testing
import ZIMDb

/// Runs tasks on one thread of its own: each runs where the others have.
private final class OneThread: TaskExecutor {
    private let condition = NSCondition()
    // Unchecked: touched only while `condition` is locked.
    private nonisolated(unsafe) var jobs: [UnownedJob] = []

    init() {
        Thread.detachNewThread { [weak self] in
            while let self, let job = self.next() { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.withLock {
            jobs.append(job)
            condition.signal()
        }
    }

    private func next() -> UnownedJob? {
        condition.withLock {
            while jobs.isEmpty { condition.wait() }
            return jobs.removeFirst()
        }
    }
}

/// An open session is that of the task which opened it, whichever threads both run on.
@Suite struct OpenSessionTaskTests {
    private func makeDatabase() throws -> Database {
        var options = DatabaseOptions()
        options.poolTimeout = .milliseconds(300)
        let database = try Database.inMemory(options: options)
        try database.execute("CREATE TABLE t (a INT, b INT, PRIMARY KEY (a, b))")
        return database
    }

    private static func count(_ database: Database) throws -> Int? {
        try database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) }
    }

    private static func insert(_ number: Int, _ database: Database) throws {
        try database.write { _ = try $0.execute("INSERT INTO t VALUES (1, \(number))") }
    }

    @Test func anotherTaskOfTheSameThreadHasNoPartInIt() async throws {
        let (database, executor) = (try makeDatabase(), OneThread())
        let (opened, open) = AsyncStream.makeStream(of: Void.self)
        let (done, finish) = AsyncStream.makeStream(of: Void.self)
        let opener = Task(executorPreference: executor) {
            let session = try database.openSession()
            defer { session.close() }
            try Self.insert(1, database)
            open.finish()
            for await _ in done {}
        }
        for await _ in opened {}
        for call in [
            { try Self.insert(2, database) }, { _ = try Self.count(database) }, { _ = try database.openSession() },
        ] as [@Sendable () throws -> Void] {
            let error = await #expect(throws: DatabaseError.self) {
                try await Task(executorPreference: executor) { try call() }.value
            }
            #expect(error?.code == .timedOut)
        }
        finish.finish()
        try await opener.value
        #expect(try Self.count(database) == 0)
    }

    @Test func itIsFoundOnAnotherThread() async throws {
        let database = try makeDatabase()
        try await Task {
            let open = try database.openSession()
            defer { open.close() }
            try await withTaskExecutorPreference(OneThread()) { try Self.insert(1, database) }
            try await withTaskExecutorPreference(OneThread()) { try Self.insert(2, database) }
            #expect(try Self.count(database) == 2)
        }.value
        #expect(try Self.count(database) == 0)
    }

    /// It takes its task-local values with it, and the session of the closure among them.
    @Test func aTaskThatIsMadeInsideHasNoPartInIt() async throws {
        let database = try makeDatabase()
        let open = try database.openSession()
        let inner = try open.run { _ in Task.detached { try Self.insert(1, database) } }
        let child = try open.run { _ in Task { try Self.insert(2, database) } }
        for task in [inner, child] {
            let error = await #expect(throws: DatabaseError.self) { try await task.value }
            #expect(error?.code == .timedOut)
        }
        open.close()
        #expect(try Self.count(database) == 0)
    }
}
