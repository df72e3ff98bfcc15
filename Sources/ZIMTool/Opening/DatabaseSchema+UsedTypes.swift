import ZIMOrm

extension DatabaseSchema {
    /// The same with the types of other schemas, where columns are of such a type: the tables of a schema may use the types of
    /// others.
    ///
    /// - Throws: `DatabaseError`.
    func withUsedTypes(_ session: Session) throws -> DatabaseSchema {
        guard let list = traits.typesWithSchemas else { return self }
        let known = Set((types ?? []).map(\.name))
        let used = Set(tables.flatMap { $0.columns.map(\.type) }).subtracting(known)
        var others: Set<String> = []
        for row in try session.rows(list) where used.contains(try row.get(0)) { others.insert(try row.get(1)) }
        guard !others.isEmpty else { return self }
        let more = try session.schema(.schemas(others.sorted())).types ?? []
        return DatabaseSchema(
            engine: engine, tables: tables, indexes: indexes, definitions: definitions, problems: problems,
            types: (types ?? []) + more)
    }
}
