extension Amigo {
    /// Runs raw SQL in the open session, or in a transaction of its own; interpolated values are bound.
    ///
    /// ```swift
    /// try amigo.execute("UPDATE app_dog SET label = \("Lucy") WHERE id = \(1)")
    /// ```
    ///
    /// - Throws: `DatabaseError`.
    @discardableResult
    public func execute(_ sql: SQL) throws -> ExecutionResult { try write { try $0.execute(sql) } }

    /// Runs a statement with a value for each `?` of its text, and passes its rows to a closure.
    ///
    /// ```swift
    /// let count = try amigo.execute("SELECT count(*) FROM app_dog WHERE label = ?", params: ["Lucy"]) { rows in
    ///     try rows.first?.get(0, as: Int.self) ?? 0
    /// }
    /// ```
    ///
    /// - Throws: `DatabaseError`, `SQLBuildError` if the number of values differs from the number of placeholders, and
    ///   what the closure throws.
    public func execute<Output>(
        _ sql: String, params: [(any SQLValueConvertible)?] = [], mapper: ([ResultRow]) throws -> Output
    ) throws -> Output {
        var statement = PreparedStatement(sql)
        for (index, value) in params.enumerated() {
            statement = statement.setValue(value?.operandValue ?? .null, at: index)
        }
        let prepared = statement
        return try write { try mapper($0.rows(prepared)) }
    }

    /// Runs a statement with a value for each `?` of its text.
    public func execute(_ sql: String, params: [(any SQLValueConvertible)?]) throws {
        try execute(sql, params: params) { _ in }
    }
}
