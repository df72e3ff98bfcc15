import Synchronization

/// Lets a cancelled task stop the statement that runs for it, and only that one.
package final class Interruption: Sendable {
    // Unchecked: only `interrupt()`, which any thread may call, is used of the connection, and only while it is checked out.
    private struct State: @unchecked Sendable {
        var connection: (any EngineConnection)?
    }

    private let state = Mutex(State())
    private let flag = Atomic<Bool>(false)

    package init() {}

    /// From here on a cancellation stops the connection's statement.
    func begin(_ connection: any EngineConnection) {
        connection.watch(self)
        nonisolated(unsafe) let connection = connection  // See State.
        state.withLock { $0.connection = connection }
    }

    /// From here on the connection belongs to somebody else.
    func end() {
        let connection = state.withLock { state in
            nonisolated(unsafe) let connection = state.connection  // See State: we are on its thread.
            state.connection = nil
            return connection
        }
        connection?.watch(nil)
    }

    /// Notes that the task was cancelled, and stops what runs.
    ///
    /// The thread that cancels is mostly one of those that tasks share, or a user's main thread: it does not wait for a
    /// server.
    func cancel() {
        flag.store(true, ordering: .relaxed)
        let isSlow = state.withLock { state in
            guard let connection = state.connection else { return false }
            if !connection.interruptsAtOnce { return true }
            connection.interrupt()
            return false
        }
        if isSlow { WorkerThreads.shared.run { [self] in state.withLock { $0.connection?.interrupt() } } }
    }

    /// Whether the task was cancelled: checked before each statement.
    package var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Runs a closure that waits for others and cannot be interrupted, on another thread, and leaves it behind where the task is
    /// cancelled.
    ///
    /// - Parameter undo: gets what the closure that was left behind has given.
    /// - Throws: what the closure throws, and `CancellationError`.
    func leaving<T>(
        _ body: @escaping @Sendable () throws -> T, undo: @escaping @Sendable (T) -> Void
    ) throws -> T {
        let outcome = Signal<Outcome<T>>()
        WorkerThreads.shared.run {
            let result = Result { try body() }
            if !outcome.give(Outcome(result: result)), case .success(let value) = result { undo(value) }
        }
        while true {
            if let outcome = outcome.value(within: .milliseconds(20)) { return try outcome.result.get() }
            // Where it comes in this very moment, that is the outcome.
            if isCancelled { outcome.give(Outcome(result: .failure(CancellationError()))) }
        }
    }

    // Unchecked: of the two threads only one goes on to use it.
    private struct Outcome<T>: @unchecked Sendable {
        let result: Result<T, any Error>
    }
}
