public import ZIMDb

/// A read for one question, said shortly.
extension Database {
    /// The model with a key; nil if there is no such row.
    ///
    /// ```swift
    /// let hers = try database.find(Address.self, "Ada", "Lovelace")
    /// // SELECT "firstName", "lastName", "street" FROM "Address" WHERE "firstName" = ? AND "lastName" = ?
    /// ```
    ///
    /// It opens a `read` and calls the session's `find`. For several related calls, open one `read` yourself: two
    /// separate calls may see two states of the database, and their models are not in one batch.
    ///
    /// - Parameters:
    ///   - type: the class.
    ///   - key: the values in key order.
    /// - Throws: ``ModelError`` with code keyMismatch if the number of values differs from the number of key columns,
    ///   `DatabaseError`.
    public func find<M: Model>(_ type: M.Type, _ key: any SQLValueConvertible...) throws -> sending M? {
        let key = key.map(\.sqlValue)
        return sent(try read { try $0.find(type, key: key) })
    }

    /// The model with a key, read on a thread of its own; nil if there is no such row.
    ///
    /// ```swift
    /// let hers = try await database.find(Address.self, "Ada", "Lovelace")
    /// ```
    ///
    /// - Throws: as the blocking one, and `CancellationError`.
    public func find<M: Model>(_ type: M.Type, _ key: any SQLValueConvertible...) async throws -> sending M? {
        let key = key.map(\.sqlValue)
        return try await read { try $0.find(type, key: key) }
    }
}
