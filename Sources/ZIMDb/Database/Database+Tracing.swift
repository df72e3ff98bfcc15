import Synchronization

extension Database {
    /// Calls a closure for every statement that runs, until the subscription ends.
    ///
    /// ```swift
    /// let subscription = database.trace { print($0.sql, $0.parameters, $0.duration, $0.rows) }
    /// ```
    public func trace(_ body: @escaping @Sendable (StatementTrace) -> Void) -> TraceSubscription {
        TraceSubscription(hub: traces, id: traces.add(body))
    }

    /// Runs a closure and returns the statements that ran meanwhile, for tests that count them.
    ///
    /// ```swift
    /// let (lines, statements) = try database.tracing {
    ///     try database.read { try $0.query(Order.self).with("lines").all() }
    /// }
    /// #expect(statements.map(\.sql).count == 2)
    /// ```
    ///
    /// It records all statements of this database, including those of other threads. Statements that begin or end a
    /// transaction are left out by default; queries by which the library reads the schema always are.
    ///
    /// - Parameters:
    ///   - includingTransactions: whether to include BEGIN, COMMIT, SAVEPOINT and the like.
    ///   - body: the closure to run.
    /// - Throws: what the closure throws.
    public func tracing<T>(
        includingTransactions: Bool = false, _ body: () throws -> T
    ) rethrows -> (result: T, statements: [StatementTrace]) {
        let list = TraceList(includingTransactions)
        let subscription = trace { list.add($0) }
        defer { subscription.cancel() }
        return (try body(), list.traces)
    }

    /// Awaits a closure and returns the statements that ran meanwhile.
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
