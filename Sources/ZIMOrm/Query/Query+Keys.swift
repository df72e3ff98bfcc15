import ZIMDb

extension Query {
    /// Keeps the rows whose key is in a list of any length; the list is one bound parameter, joined as a table.
    ///
    /// A second list of the same query is compared by `IN`. For keys that rows must not have, and between other conditions, there
    /// is ``Filter/key(in:)``.
    ///
    /// ```swift
    /// query.filter(keys: [[1, 2, 3001], [1, 2, 3002]])
    /// // … FROM json_each(?) AS zim_keys CROSS JOIN "orders" ON "orders"."o_w_id" = ? AND … AND "orders"."o_id" = +zim_keys.value
    /// ```
    ///
    /// - Parameter keys: the values of each key in key order; each is converted by its column's type.
    public func filter(keys: [[any SQLValueConvertible]]) -> Query {
        filter { plan, session in
            let keys = try keys.map { try plan.givenKey($0.map(\.sqlValue), in: session) }
            if try plan.hasExactKey(in: session) { return (keys, []) }
            return (
                try keys.flatMap { try plan.spellings(of: $0, at: plan.mapping.key, in: session) },
                try plan.conditions(
                    beside: keys, at: plan.mapping.key, of: plan.mapping.key.map(plan.mapping.column), in: session)
            )
        }
    }

    /// Keeps the rows whose stored key is exactly one of a list.
    ///
    /// ```swift
    /// query.filter(rawKeys: [[1, "2024-01-01"], [1, "2024-01-02"]])
    /// ```
    public func filter(rawKeys keys: [[SQLValue]]) -> Query {
        filter { plan, session in
            for key in keys where key.count != plan.mapping.key.count { _ = try plan.mapping.normalizedKey(key) }
            return (try keys.filter { try plan.canHold(raw: $0, in: session) }, [])
        }
    }

    private func filter(
        _ keys: (TablePlan, Session) throws -> (keys: [[SQLValue]], conditions: [SQLExpression])
    ) -> Query {
        adding { query in
            let mapping = query.plan.mapping
            guard !mapping.key.isEmpty else {
                throw ModelError(.query, "\"\(mapping.table)\" has no primary key to filter by", table: mapping.table)
            }
            let (given, conditions) = try keys(query.plan, query.session)
            for condition in conditions { query.spec.conditions.append(condition) }
            try query.join(given, at: mapping.key)
        }
    }

    /// Only rows that have one of some lists of values in some columns, as they are stored.
    mutating func join(_ given: [[SQLValue]], at positions: [Int]) throws {
        var seen: Set<[SQLValue]> = []
        let normalized = given.filter { !$0.contains(where: \.isNull) && seen.insert($0).inserted }
        let types = try plan.listTypes(of: positions, in: session)
        let table = try plan.listColumns(of: positions, in: session)
        let list = KeyList(width: positions.count, normalized)
        let sets = try KeySet.sets(of: list, types: types, table: table, valuesRows: Int.max)
        guard spec.keys == nil, sets.count < 2 else {
            // A second list is no table that rows are joined to, and neither are values that are compared in several ways.
            return try compare(normalized, at: positions)
        }
        let columns = try plan.comparedColumns(positions, in: session)
        if normalized.count > 1,
            try columns.enumerated().contains(where: { part, column in
                try column.takesForOne(in: normalized.lazy.map { $0[part] })
            })
        {
            // A list that is a condition leads PostgreSQL to the rows as a joined one does, and locks them where they are.
            guard types == nil, let identity = try plan.identity(in: session) else {
                return try compare(normalized, at: positions)
            }
            spec.identity = identity
        }
        if positions != plan.mapping.key { spec.keyColumns = positions.map { plan.mapping.columns[$0].name } }
        let set = sets.first
        if let set, case .values = set.form, set.parameters.count > PackedKeys.leastParameters {
            spec.keys = .packed(list)
        } else {
            spec.keys = set ?? .none(columns: positions.count, types: types, table: table)
        }
    }

    /// The list as a condition, which a row meets once, however many of the list it equals.
    private mutating func compare(_ values: [[SQLValue]], at positions: [Int]) throws {
        let columns = positions.map(plan.mapping.column)
        spec.conditions.append(try plan.holds(columns, values, at: positions, in: session))
    }
}
