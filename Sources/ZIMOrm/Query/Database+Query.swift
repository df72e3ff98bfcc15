public import ZIMDb

extension Database {
    /// Runs a query for a class's rows in a `read` of its own.
    ///
    /// ```swift
    /// let open = try database.query(Order.self) { try $0.filter(\.carrier == nil).orderBy(\.day).all() }
    /// let count = try database.query(Order.self) { try $0.count() }
    /// ```
    ///
    /// ``Query/update(_:)`` and ``Query/delete()`` are refused in it. Follow relationships inside the closure, or load them with the query's `with`.
    ///
    /// - Throws: what the closure throws, `DatabaseError`.
    public func query<M: Model, T>(_ type: M.Type, _ body: (Query<M>) throws -> T) throws -> T {
        try read { try body($0.query(type)) }
    }

    /// Runs a query for a class's rows in a `read` of its own, on a thread of its own.
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
