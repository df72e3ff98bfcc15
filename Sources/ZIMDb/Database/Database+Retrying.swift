import Foundation

extension DatabaseError {
    /// Whether the transaction failed because of concurrent ones, so that it may succeed if it runs again.
    ///
    /// A lock wait timeout of a server counts as well: MySQL's do not detect a deadlock that spans several of them, and
    /// PostgreSQL looks for none before its `deadlock_timeout` is over.
    public var isTransient: Bool {
        code == .serialization || code == .deadlock || code == .schemaChanged
            || code == .busy && (engineCode == 1205 || isLockTimeout)
    }

    /// The hint of those.
    package static let runAgain = "Run it again: write(retrying:) does"

    /// The server has rolled the transaction back without an error of its own.
    static func rolledBackByServer(sql: String) -> DatabaseError {
        DatabaseError(.deadlock, "the server has rolled the transaction back", sql: sql, hint: runAgain)
    }
}

extension Database {
    /// Runs a closure in a transaction, and runs it again if the server aborted it because of concurrent transactions.
    ///
    /// ```swift
    /// try database.write(retrying: 5, isolation: .serializable) { session in
    ///     try session.execute("UPDATE stock SET s_quantity = s_quantity - 1 WHERE s_i_id = \(17)")
    /// }
    /// // BEGIN ISOLATION LEVEL SERIALIZABLE; UPDATE …; COMMIT; after a serialization failure all of it again
    /// ```
    ///
    /// The closure may run several times, so its effects outside the database must be repeatable. The pause between two
    /// runs starts at a few milliseconds and doubles. Inside another write the closure runs once, in a savepoint: only
    /// the outermost transaction can be repeated.
    ///
    /// - Parameters:
    ///   - times: the maximum number of further runs after a serialization failure or a deadlock.
    ///   - isolation: the isolation level; nil leaves it to the database. Ignored on SQLite, where every transaction is
    ///     serializable.
    ///   - body: what to run in the transaction.
    /// - Throws: what the closure throws, and ``DatabaseError``; the last error if every run failed.
    ///
    /// Source: <https://www.postgresql.org/docs/15/mvcc-serialization-failure-handling.html>
    @discardableResult
    public func write<T>(
        retrying times: Int, isolation: BeginStatement.Isolation? = nil, _ body: (Session) throws -> T
    ) throws -> T {
        if let session = try outerWriter() { return try session.handle.entering { try session.transaction(body) } }
        var attempt = 0
        while true {
            do {
                return try checkOut(.write) { try $0.inTransaction(self.begin(.write, $0, isolation), body) }
            } catch let error as DatabaseError where error.isTransient && attempt < times {
                Thread.sleep(forTimeInterval: Double(Pause.length(attempt).milliseconds) / 1000)
                attempt += 1
            }
        }
    }

    /// Runs a closure in a transaction with an isolation level.
    ///
    /// ```swift
    /// try database.write(isolation: .repeatableRead) { try $0.execute("UPDATE …") }
    /// ```
    ///
    /// - Throws: as `write(retrying:isolation:_:)`.
    @discardableResult
    public func write<T>(isolation: BeginStatement.Isolation, _ body: (Session) throws -> T) throws -> T {
        try write(retrying: 0, isolation: isolation, body)
    }

    /// Runs a closure in a transaction with an isolation level, on a thread of its own.
    ///
    /// - Throws: as the blocking form; `CancellationError` if the task is cancelled.
    @discardableResult
    public func write<T>(
        isolation: BeginStatement.Isolation, _ body: sending @escaping (Session) throws -> sending T
    ) async throws -> sending T {
        try await run(.write, isolation: isolation, body)
    }

    /// Runs a closure in a transaction on a thread of its own, and again if the server aborted it because of concurrent
    /// ones.
    ///
    /// - Throws: as the blocking form; `CancellationError` if the task is cancelled, also between two runs.
    @discardableResult
    public func write<T>(
        retrying times: Int, isolation: BeginStatement.Isolation? = nil,
        _ body: sending @escaping (Session) throws -> sending T
    ) async throws -> sending T {
        // The closure was sent to us, and runs on one thread at a time while we wait.
        nonisolated(unsafe) let body = body
        var attempt = 0
        while true {
            do {
                return try await run(.write, isolation: isolation) { try body($0) }
            } catch let error as DatabaseError where error.isTransient && attempt < times {
                try await Task.sleep(for: Pause.length(attempt))
                attempt += 1
            }
        }
    }
}

private enum Pause {
    /// By chance a little longer or shorter, so that two that met do not meet again.
    static func length(_ attempt: Int) -> Duration {
        .milliseconds(Int.random(in: 1...2) << min(attempt, 8))
    }
}
