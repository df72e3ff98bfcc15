public import ZIMDb

extension Database {
    /// What a query for a class's rows answers.
    ///
    /// ```swift
    /// let open = try database.query(Order.self) { try $0.filter(\.carrier == nil).orderBy(\.day).all() }
    /// let count = try database.query(Order.self) { try $0.count() }
    /// ```
    ///
    /// It is `read` around the session's `query`, so ``Query/update(_:)`` and ``Query/delete()`` are refused in it, and
    /// relationships are followed inside of the closure, unless the query loads them by `with`.
    ///
    /// - Throws: what the closure throws, `DatabaseError`.
    public func query<M: Model, T>(_ type: M.Type, _ body: (Query<M>) throws -> T) throws -> T {
        try read { try body($0.query(type)) }
    }

    /// What a query for a class's rows answers, asked on a thread of its own.
    ///
    /// ```swift
    /// let open = try await database.query(Order.self) { try $0.filter(\.carrier == nil).all() }
    /// ```
    ///
    /// - Throws: as the blocking one, and `CancellationError`.
    public func query<M: Model, T>(
        _ type: M.Type, _ body: sending @escaping (Query<M>) throws -> sending T
    ) async throws -> sending T {
        try await read { try body($0.query(type)) }
    }
}
