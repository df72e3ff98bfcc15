import Synchronization
public import ZIMDb

extension Database {
    /// Runs a test in a transaction that is always rolled back, so that the next test finds the same rows.
    ///
    /// ```swift
    /// try database.rollingBack { session in
    ///     try order.delete()
    ///     #expect(try session.query(Order.self).count() == 0)
    /// }
    /// // BEGIN IMMEDIATE; DELETE FROM "orders" …; SELECT count(*) …; ROLLBACK
    /// ```
    ///
    /// All calls of the closure on this thread are part of it, including `database.write { … }` and a model's own
    /// `save()`. Other threads and tasks are not: they wait for the transaction. An asynchronous test should use a
    /// database of its own instead: ``inMemory(sql:options:)``.
    ///
    /// - Throws: what the closure throws, `DatabaseError`, with code transactionEnded if a statement of the closure has committed
    ///   what it wrote.
    @discardableResult
    public func rollingBack<T>(
        file: StaticString = #fileID, line: UInt = #line, _ body: (Session) throws -> T
    ) throws -> T {
        var outcome: Result<T, any Error>?
        do {
            try write(file: file, line: line) { session in
                outcome = Result { try session.ending(body) }
                throw RolledBack()
            }
        } catch is RolledBack {
            // As it was meant.
        } catch {
            if case .failure(let first)? = outcome { throw first }
            throw error
        }
        return try result(outcome)
    }

    /// Runs a test in a transaction that is always rolled back, on a thread of its own.
    ///
    /// ```swift
    /// let left = try await database.rollingBack { session in try session.query(Order.self).delete() }
    /// ```
    ///
    /// - Throws: what the closure throws, `DatabaseError`, `CancellationError`.
    @discardableResult
    public func rollingBack<T: Sendable>(
        file: StaticString = #fileID, line: UInt = #line, _ body: sending @escaping (Session) throws -> T
    ) async throws -> T {
        let outcome = Outcome<T>()
        do {
            try await write(file: file, line: line) { session in
                outcome.value.withLock { $0 = nil }
                let result = Result { try session.ending(body) }
                outcome.value.withLock { $0 = result }
                throw RolledBack()
            }
        } catch is RolledBack {
            // As it was meant.
        } catch {
            if case .failure(let first)? = outcome.value.withLock({ $0 }) { throw first }
            throw error
        }
        return try result(outcome.value.withLock { $0 })
    }

    private func result<T>(_ outcome: Result<T, any Error>?) throws -> T {
        guard let outcome else { throw TestSupportError("the test in the transaction did not run") }
        return try outcome.get()
    }
}

private struct RolledBack: Error {}

extension Session {
    /// Runs a closure whose transaction must still be there to be rolled back, whatever errors it passed over.
    fileprivate func ending<T>(_ body: (Session) throws -> T) throws -> T {
        let result = try body(self)
        try requireTransaction()
        return result
    }
}

/// The result of a closure that runs on another thread.
private final class Outcome<T: Sendable>: Sendable {
    let value = Mutex<Result<T, any Error>?>(nil)
}
