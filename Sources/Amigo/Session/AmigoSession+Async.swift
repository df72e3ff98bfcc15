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
    @discardableResult
    public func async<T>(
        queue: DispatchQueue = .global(), _ action: @escaping @Sendable () throws -> sending T
    ) -> AmigoAsyncAction<T> {
        AmigoAsyncAction(on: queue, action)
    }
}

extension Amigo {
    /// Runs a closure on a queue, at once; its result can be waited for.
    @discardableResult
    public func async<T>(
        queue: DispatchQueue = .global(), _ action: @escaping @Sendable () throws -> sending T
    ) -> AmigoAsyncAction<T> {
        AmigoAsyncAction(on: queue, action)
    }
}

/// A closure that runs on a queue, and who waits for its result: one, by ``then(queue:_:)`` or by ``value``.
public final class AmigoAsyncAction<T>: Sendable {
    // Unchecked: the result is made on the queue and handed over once, to the one who takes it.
    private struct State: @unchecked Sendable {
        var result: Result<T, any Error>?
        var waiter: (@Sendable (Taken<T>) -> Void)?
        var isTaken = false
    }

    private let state = Mutex(State())

    init(on queue: DispatchQueue, _ action: @escaping @Sendable () throws -> sending T) {
        queue.async { self.finish(Result { try action() }) }
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

    /// Gets the result on a queue, the main queue by default. Where the action failed, `failure` gets the error.
    ///
    /// ```swift
    /// session.async { try session.query(Dog.self).count() }.then({ print($0) }, failure: { print($0) })
    /// ```
    ///
    /// - Parameter failure: what to do with an error; by default it is written to standard error.
    public func then(
        queue: DispatchQueue = .main, _ complete: @escaping @Sendable (sending T) -> Void,
        failure: @escaping @Sendable (any Error) -> Void = { error in
            FileHandle.standardError.write(Data("Amigo: an async action failed: \(error)\n".utf8))
        }
    ) {
        wait { taken in
            queue.async {
                switch taken.result {
                case .success(let value):
                    nonisolated(unsafe) let value = value  // Taken once: nobody else has it.
                    complete(value)
                case .failure(let error): failure(error)
                }
            }
        }
    }

    /// The result, once it is there.
    ///
    /// - Throws: what the action threw.
    public var value: T {
        get async throws {
            let taken = await withCheckedContinuation { continuation in wait { continuation.resume(returning: $0) } }
            return try taken.result.get()
        }
    }
}

/// A result on its way to the one who waits for it.
// Unchecked: handed over once.
struct Taken<T>: @unchecked Sendable {
    let result: Result<T, any Error>
}
