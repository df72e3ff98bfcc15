import Synchronization

extension Database {
    /// Runs a closure and tells which statements ran meanwhile: for tests that count them.
    ///
    /// ```swift
    /// let (lines, statements) = try database.tracing {
    ///     try database.read { try $0.query(Order.self).with("lines").all() }
    /// }
    /// #expect(statements.map(\.sql).count == 2)
    /// ```
    ///
    /// All statements of this database count, also those of other threads. What only begins or ends a transaction is
    /// left out, unless it is asked for; the library's own look at the schema is never in it.
    ///
    /// - Parameters:
    ///   - includingTransactions: whether BEGIN, COMMIT, SAVEPOINT and the like are wanted too.
    ///   - body: what to watch.
    /// - Throws: what the closure throws.
    public func tracing<T>(
        includingTransactions: Bool = false, _ body: () throws -> T
    ) rethrows -> (result: T, statements: [StatementTrace]) {
        let list = TraceList(includingTransactions)
        let subscription = trace { list.add($0) }
        defer { subscription.cancel() }
        return (try body(), list.traces)
    }

    /// Awaits a closure and tells which statements ran meanwhile.
    ///
    /// ```swift
    /// let (count, statements) = try await database.tracing { try await database.query(Order.self) { try $0.count() } }
    /// ```
    ///
    /// - Throws: what the closure throws.
    public func tracing<T>(
        includingTransactions: Bool = false, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> T
    ) async rethrows -> (result: T, statements: [StatementTrace]) {
        let list = TraceList(includingTransactions)
        let subscription = trace { list.add($0) }
        defer { subscription.cancel() }
        return (try await body(), list.traces)
    }
}

/// The statements that were told of, in their order.
private final class TraceList: Sendable {
    private let list = Mutex<[StatementTrace]>([])
    private let includesTransactions: Bool

    init(_ includesTransactions: Bool) { self.includesTransactions = includesTransactions }

    func add(_ trace: StatementTrace) {
        guard includesTransactions || !trace.isTransactionControl else { return }
        list.withLock { $0.append(trace) }
    }

    var traces: [StatementTrace] { list.withLock { $0 } }
}
