import Dispatch
import Synchronization

extension AmigoSession {
    /// Runs a closure on a queue, at once; its result can be waited for.
    ///
    /// ```swift
    /// session.async { try session.query(Dog.self).all() }.then { dogs in print(dogs.count) }
    /// let dogs = try await session.async { try session.query(Dog.self).all() }.value
    /// ```
    ///
    /// - Parameters:
    ///   - queue: where the closure runs; a global queue by default.
    ///   - action: uses this session, which lets in one thread at a time.
    @preconcurrency @discardableResult
    public func async<T>(
        queue: DispatchQueue = .global(), _ action: @escaping @Sendable () throws -> sending T
    ) -> AmigoAsyncAction<T> {
        AmigoAsyncAction(on: queue, database: database, action)
    }
}

extension Amigo {
    private static let failureHandler = Mutex<(@Sendable (any Error) -> Void)?>(nil)

    /// Receives the errors of async actions that nothing else handles: actions whose result is not used, and `then`
    /// without `failure`. They are also logged at level error.
    ///
    /// ```swift
    /// Amigo.asyncFailure = { error in report(error) }
    /// session.async { try session.add(dog) }
    /// ```
    public static var asyncFailure: (@Sendable (any Error) -> Void)? {
        get { failureHandler.withLock { $0 } }
        set { failureHandler.withLock { $0 = newValue } }
    }

    static func tell(_ error: any Error, of database: Database?) {
        Notice.error("an async action of Amigo failed, and nobody took its error: \(error)", on: database)
        asyncFailure?(error)
    }

    /// Runs a closure on a queue, at once; its result can be waited for.
    @preconcurrency @discardableResult
    public func async<T>(
        queue: DispatchQueue = .global(), _ action: @escaping @Sendable () throws -> sending T
    ) -> AmigoAsyncAction<T> {
        AmigoAsyncAction(on: queue, database: nil, action)
    }
}

/// A closure that runs on a queue. Its result can be used once, by ``then(queue:_:failure:)`` or by ``value``.
///
/// An error that nothing handles goes to ``Amigo/Amigo/asyncFailure`` and to the log.
public final class AmigoAsyncAction<T>: Sendable {
    // Unchecked: the result is made on the queue and handed over once, to the one who takes it.
    private struct State: @unchecked Sendable {
        var result: Result<T, any Error>?
        var waiter: (@Sendable (Taken<T>) -> Void)?
        var isTaken = false
    }

    private let state = Mutex(State())

    private let database: Database?

    init(on queue: DispatchQueue, database: Database?, _ action: @escaping @Sendable () throws -> sending T) {
        self.database = database
        // A task takes the caller's task-local values with it, which default filters may depend on.
        Task(executorPreference: QueueExecutor(queue)) { self.finish(Result { try action() }) }
    }

    deinit {
        let error = state.withLock { state -> (any Error)? in
            guard !state.isTaken, case .failure(let error)? = state.result else { return nil }
            return error
        }
        if let error { Amigo.tell(error, of: database) }
    }

    private func finish(_ result: Result<T, any Error>) {
        nonisolated(unsafe) let result = result  // Made on this queue, and known to nobody else.
        let waiter = state.withLock { state -> (@Sendable (Taken<T>) -> Void)? in
            defer { state.waiter = nil }
            if state.waiter == nil { state.result = result }
            return state.waiter
        }
        waiter?(Taken(result: result))
    }

    private func wait(_ body: @escaping @Sendable (Taken<T>) -> Void) {
        let taken = state.withLock { state -> Taken<T>? in
            if state.isTaken {
                return Taken(
                    result: .failure(
                        DatabaseError(.misuse, "the result of an async action was taken before", hint: "Take it once")))
            }
            state.isTaken = true
            defer { state.result = nil }
            if let result = state.result { return Taken(result: result) }
            state.waiter = body
            return nil
        }
        if let taken { body(taken) }
    }

    /// Passes the result to a closure on a queue, by default the main queue, or an error to `failure`.
    ///
    /// ```swift
    /// session.async { try session.query(Dog.self).count() }.then({ print($0) }, failure: { print($0) })
    /// ```
    ///
    /// - Parameters:
    ///   - queue: where to call the closures.
    ///   - complete: what to do with the result.
    ///   - failure: what to do with an error; without it ``Amigo/Amigo/asyncFailure`` gets it.
    @preconcurrency
    public func then(
        queue: DispatchQueue = .main, _ complete: @escaping @Sendable (sending T) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) {
        let database = database
        wait { taken in
            queue.async {
                switch taken.result {
                case .success(let value):
                    nonisolated(unsafe) let value = value  // Taken once: nobody else has it.
                    complete(value)
                case .failure(let error):
                    if let failure { failure(error) } else { Amigo.tell(error, of: database) }
                }
            }
        }
    }

    /// The result, as soon as it is available.
    ///
    /// - Throws: what the action threw.
    public var value: T {
        get async throws {
            let taken = await withCheckedContinuation { continuation in wait { continuation.resume(returning: $0) } }
            return try taken.result.get()
        }
    }
}

/// Runs a task on a queue, where it may block.
private final class QueueExecutor: TaskExecutor {
    private let queue: DispatchQueue

    init(_ queue: DispatchQueue) { self.queue = queue }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// A result on its way to the one who waits for it.
// Unchecked: handed over once.
struct Taken<T>: @unchecked Sendable {
    let result: Result<T, any Error>
}
