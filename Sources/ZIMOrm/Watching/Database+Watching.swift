public import ZIMDb

extension Database {
    /// The result of a query for a class's rows, and again each time that a commit has changed it.
    ///
    /// ```swift
    /// for try await open in database.observe(Order.self, { try $0.filter(\.carrier == nil).with("lines").all() }) {
    ///     print(open.count)
    /// }
    /// ```
    ///
    /// It is what `query(_:_:)` gives, whatever that is: models, the first of them, a count. Commits of this program
    /// and of others are seen, and changes of all tables that the query reads: those of relationships that are loaded
    /// by `with`, too. Each value consists of new models, which are yours. See `observe(startsWithCurrent:_:)` for what
    /// is not repeated and how it ends.
    ///
    /// - Parameters:
    ///   - type: the class.
    ///   - startsWithCurrent: whether the first value is what is there now; false waits for the first change of it.
    ///   - read: the query; it runs in a `read` of its own each time.
    /// - Throws: while iterating, what the closure throws, ``ModelError``, `DatabaseError`.
    public func observe<M: Model, Value>(
        _ type: M.Type, startsWithCurrent: Bool = true,
        _ read: @escaping @Sendable (Query<M>) throws -> sending Value
    ) -> DatabaseObservation<Value> {
        observe(startsWithCurrent: startsWithCurrent) { try read($0.query(type)) }
    }

    /// The commits that change the tables of some classes, from now on.
    ///
    /// ```swift
    /// for try await change in try await database.changes(in: [Order.self, OrderLine.self]) {
    ///     if change.includes(Order.self) { print("orders") }
    /// }
    /// ```
    ///
    /// An event names the table of a class that names its schema with it: `sales.orders`.
    ///
    /// - Parameter types: the classes.
    /// - Throws: ``ModelError`` for a class that cannot be mapped, `DatabaseError` for a table that does not exist.
    public func changes(in types: [Model.Type]) async throws -> DatabaseChanges {
        var changes = try await changes(
            in: types.map { type in
                (
                    type.watchedName,
                    { session in
                        let query = try session.query(type)
                        _ = try query.unfiltered().limit(0).models()
                    }
                )
            })
        changes.areNames = false
        return changes
    }
}

extension DatabaseChange {
    /// Whether a class's table is among those that have changed.
    public func includes(_ type: Model.Type) -> Bool { tables.contains(areNames ? type.table : type.watchedName) }
}

extension Model {
    /// The name of the table in events: several schemas may have one of the same name.
    fileprivate static var watchedName: String { QualifiedName.text(schema: schema, table: table) }
}
