import Dispatch
import Synchronization

/// A task's turn at a connection.
///
/// It is the executor of its own closure: the task's job waits in the pool's queue, where it holds no thread, and runs on a
/// thread of its own when its turn has come. So the closure runs in the task that asked for it, with its task-local values,
/// and it can ask whether that task was cancelled.
///
/// Source: <https://github.com/swiftlang/swift-evolution/blob/main/proposals/0392-custom-actor-executors.md>
actor ConnectionTurn: SerialExecutor {
    private let pool: ConnectionPool
    private let use: ConnectionPool.Use
    private let interruption: Interruption
    private let token = WaitToken()
    private let own = Mutex<ConnectionTurn?>(nil)
    nonisolated let mayStay = TaskPart.currentTaskMayStay

    init(_ pool: ConnectionPool, _ use: ConnectionPool.Use, _ interruption: Interruption) {
        self.pool = pool
        self.use = use
        self.interruption = interruption
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { asUnownedSerialExecutor() }

    /// Called once, for the closure of ``take(_:)``.
    nonisolated func enqueue(_ job: consuming ExecutorJob) {
        // The task holds this object for us, but it goes on, and may end, as soon as its job is started. A reference of our own
        // that the compiler takes for one of the task's would be left out.
        own.withLock { $0 = self }
        own.withLock { $0.take() }?.wait(UnownedJob(job))
    }

    private nonisolated func wait(_ job: UnownedJob) {
        let part = TaskPart(job, self)
        let number = pool.enqueue(use, token) { [self] in
            guard token.begin() else { return pool.done(use) }
            WorkerThreads.shared.run(part)
        }
        token.wait(number: number) { [self] in
            pool.withdraw(number)
            // Only to throw, for which there are threads.
            DispatchQueue.global().async { part.run() }
        }
    }

    /// Runs a closure when the turn has come.
    ///
    /// - Throws: `CancellationError` where the task is cancelled before, and ``DatabaseError`` where that takes too long.
    func take<T>(_ body: @Sendable () throws -> sending T) throws -> sending T {
        if !token.hasBegun { throw interruption.isCancelled ? CancellationError() : pool.exhausted(use) as any Error }
        return try body()
    }

    /// Ends the wait.
    nonisolated func cancel() { _ = token.cancel() }
}
