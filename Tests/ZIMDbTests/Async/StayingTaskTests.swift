import Foundation
import Synchronization
import Testing
import ZIMDb

/// Where a task goes on when its closure has returned.
@Suite(.timeLimit(.minutes(25))) struct StayingTaskTests {
    let database: Database

    init() throws { database = try Database.holding("CREATE TABLE t (v)") }

    #if os(Linux)
        /// Nobody is told where it is, but what it costs depends on it: without, two threads are woken for each read.
        @Test(.inAProcessOfItsOwn) func aTaskStaysOnTheThreadOfItsClosure() async throws {
            let thread = try await database.read { _ in currentThread() }
            #expect(thread == currentThread())
            let next = try await database.write { _ in currentThread() }
            #expect(next == thread)
            #expect(next == currentThread())
        }

        /// What tasks compute between their statements takes no more threads than Swift has.
        @Test(.inAProcessOfItsOwn) func noMoreTasksStayThanSwiftHasThreads() async throws {
            let (database, limit, stays) = (database, ProcessInfo.processInfo.activeProcessorCount, Stays())
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 * limit {
                    group.addTask {
                        stays.note(try await database.read { _ in currentThread() })
                    }
                }
                try await group.waitForAll()
            }
            #expect(1...limit ~= stays.most)
        }
    #endif

    @Test func aTaskGoesBackToItsActor() async throws {
        let database = database
        let own = OwnExecutor()
        let actors: [any Counting] = [TurnCounter(), QueueCounter(own)]
        for counter in actors {
            for _ in 0..<200 { try await counter.count(in: database) }
            #expect(await counter.total == 200)
        }
        try await onMainActor(database)
    }

    @Test func aTaskGoesBackToTheExecutorThatItPrefers() async throws {
        guard #available(macOS 15, *) else { return }
        let database = database
        let executor = OwnExecutor()
        try await withTaskExecutorPreference(executor) {
            for _ in 0..<200 {
                try await database.write { try $0.execute("INSERT INTO t VALUES (1)") }
                #expect(executor.isCurrent)
            }
        }
        let stays = try await Task(executorPreference: executor) {
            try await database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) == 200 }
                && executor.isCurrent
        }.value
        #expect(stays)
    }

    /// A task that computes for long where it stays holds up nobody.
    @Test func othersGoOnWhileTasksBlockTheThreadsOnWhichTheyStay() async throws {
        let database = database
        let gate = Gate()
        let tasks = (0..<2).map { _ in Task { try await gate.block(behindReadOf: database) } }
        let other = start {
            gate.waitForTasks(2)
            for _ in 0..<100 { try database.write { try $0.execute("INSERT INTO t VALUES (1)") } }
            gate.open(2)
        }
        for task in tasks { try await task.value }
        other.wait()
        let count = try await database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) }
        #expect(count == 100)
    }

    /// An executor may run one task's part where another's asks for its own: the thread does not come back meanwhile.
    @Test func aTaskThatHasLeftItsThreadGetsAnother() async throws {
        let database = database
        for _ in 0..<20 {
            let pair = Pair(database)
            let writes = Task {
                try await database.read { _ in }
                try await pair.write()
            }
            try await pair.writeBlocking()
            try await writes.value
        }
        let count = try await database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) }
        #expect(count == 40)
    }

    /// Turns, actors, other waits, groups and cancellation one after the other: each task ends, and each write is there.
    @Test func tasksThatWaitForManyThingsAllEnd() async throws {
        let scratch = try Scratch()
        let database = try scratch.database(journal: .wal)
        try await database.write { try $0.execute("CREATE TABLE t (v)") }
        let counter = TurnCounter()
        let written = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<32 {
                group.addTask {
                    var written = 0
                    for step in 0..<30 { written += try await wait(number + step, database, counter) }
                    return written
                }
            }
            return try await group.reduce(0, +)
        }
        let count = try await database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) }
        #expect(written == 160)
        #expect(count == written)
        #expect(await counter.total == 160)
    }
}

/// Waits for one thing or another.
///
/// - Returns: how many rows it has written.
private func wait(_ step: Int, _ database: Database, _ counter: TurnCounter) async throws -> Int {
    switch step % 6 {
    case 0: await Task.yield()
    case 1: try await counter.count(in: database)
    case 2:
        async let first = database.read { _ in 1 }
        async let second = database.read { _ in 2 }
        #expect(try await first + second == 3)
    case 3:
        let cancelled = Task { try await database.write { _ in Thread.sleep(forTimeInterval: 0.001) } }
        cancelled.cancel()
        _ = await cancelled.result
    case 4: try await Task.sleep(for: .microseconds(100))
    default:
        try await database.write { _ = try $0.execute("INSERT INTO t VALUES (1)") }
        return 1
    }
    return 0
}

/// Counts the tasks that are on the library's threads at a time.
private final class Stays: Sendable {
    private struct State { var now = 0, most = 0 }

    private let state = Mutex(State())
    var most: Int { state.withLock { $0.most } }

    func note(_ threadOfClosure: UInt) {
        guard threadOfClosure == currentThread() else { return }
        state.withLock { state in
            state.now += 1
            state.most = max(state.most, state.now)
        }
        Thread.sleep(forTimeInterval: 0.02)
        state.withLock { $0.now -= 1 }
    }
}

/// Holds up the threads of tasks.
private final class Gate: Sendable {
    private let arrivals = DispatchSemaphore(value: 0)
    private let end = DispatchSemaphore(value: 0)

    func block(behindReadOf database: Database) async throws {
        try await database.read { _ in }
        block()
    }

    private func block() {
        arrivals.signal()
        end.wait()
    }

    func waitForTasks(_ number: Int) { for _ in 0..<number { arrivals.wait() } }
    func open(_ number: Int) { for _ in 0..<number { end.signal() } }
}

private protocol Counting: Actor {
    var total: Int { get }
    func count(in database: Database) async throws
}

private actor TurnCounter: Counting {
    private(set) var total = 0

    func count(in database: Database) async throws {
        let one = try await database.read { try $0.value("SELECT 1", as: Int.self) }
        assertIsolated()
        total += one ?? 0
    }
}

private actor QueueCounter: Counting {
    private let executor: OwnExecutor
    private(set) var total = 0

    init(_ executor: OwnExecutor) { self.executor = executor }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func count(in database: Database) async throws {
        let one = try await database.read { try $0.value("SELECT 1", as: Int.self) }
        #expect(executor.isCurrent)
        total += one ?? 0
    }
}

/// Two calls that wait for one another's connection, on an executor that runs all that is there where somebody comes.
private actor Pair {
    private let database: Database
    // For all of them: it is still at work when the last task has gone.
    private static let executor = DrainingExecutor()
    private let isInside = Atomic<Bool>(false)

    init(_ database: Database) { self.database = database }

    nonisolated var unownedExecutor: UnownedSerialExecutor { Self.executor.asUnownedSerialExecutor() }

    func write() async throws {
        isInside.store(true, ordering: .releasing)
        holdUp()
        try await database.write { _ = try $0.execute("INSERT INTO t VALUES (1)") }
    }

    nonisolated func writeBlocking() async throws {
        while !isInside.load(ordering: .acquiring) { try await Task.sleep(for: .microseconds(100)) }
        try await insert()
    }

    private func insert() throws {
        holdUp()
        try blockingInsert(database)
    }
}

private final class DrainingExecutor: SerialExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isDraining = false
    }

    private let state = Mutex(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = state.withLock { state in
            state.jobs.append(job)
            defer { state.isDraining = true }
            return !state.isDraining
        }
        while isFirst, let next = next() { next.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    private func next() -> UnownedJob? {
        state.withLock { state in
            state.isDraining = !state.jobs.isEmpty
            return state.jobs.isEmpty ? nil : state.jobs.removeFirst()
        }
    }
}

/// One thread at a time, which knows that it is one of its own.
private final class OwnExecutor: SerialExecutor, TaskExecutor {
    private let queue = DispatchQueue(label: "own")
    private let key = DispatchSpecificKey<Bool>()

    init() { queue.setSpecific(key: key, value: true) }

    var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            job.runSynchronously(
                isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
        }
    }
}

@MainActor private func onMainActor(_ database: Database) async throws {
    for _ in 0..<20 {
        try await database.read { _ in }
        MainActor.assertIsolated()
    }
}

private func blockingInsert(_ database: Database) throws { try database.execute("INSERT INTO t VALUES (1)") }
private func holdUp() { Thread.sleep(forTimeInterval: 0.005) }
private func currentThread() -> UInt { UInt(bitPattern: ObjectIdentifier(Thread.current)) }
