import ZIMDb

extension Query {
    /// Only rows whose key is one of a list, however long: the list is joined as a table, not spelt out.
    ///
    /// ```swift
    /// query.filter(keys: [[1, 2, 3001], [1, 2, 3002]])
    /// // … FROM json_each(?) AS zim_keys CROSS JOIN "orders" ON "orders"."o_w_id" = zim_keys.value ->> 0 AND …
    /// ```
    ///
    /// - Parameter keys: the values of each key in key order; each is converted by its column's type.
    public func filter(keys: [[any SQLValueConvertible]]) -> Query {
        filter { plan, session in
            let keys = try keys.map { try plan.mapping.normalizedKey($0.map(\.sqlValue)) }
            if try plan.hasExactKey(in: session) { return (keys, []) }
            return (
                try keys.flatMap { try plan.spellings(ofKey: $0, in: session) },
                try plan.conditions(beside: keys, in: session)
            )
        }
    }

    /// Only rows whose key is stored as one of a list says, spelling and all.
    ///
    /// ```swift
    /// query.filter(rawKeys: [[1, "2024-01-01"], [1, "2024-01-02"]])
    /// ```
    public func filter(rawKeys keys: [[SQLValue]]) -> Query {
        filter { plan, _ in
            for key in keys where key.count != plan.mapping.key.count { _ = try plan.mapping.normalizedKey(key) }
            return (keys, [])
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
            var seen: Set<[SQLValue]> = []
            let (given, conditions) = try keys(query.plan, query.session)
            for condition in conditions { query.spec.conditions.append(condition) }
            let normalized = given.filter { !$0.contains(where: \.isNull) && seen.insert($0).inserted }
            guard query.spec.keys == nil else {
                throw ModelError(.query, "a query can have one list of keys", table: mapping.table)
            }
            let types = try query.plan.listTypes(of: mapping.key, in: query.session)
            // Keys that differ may be one to a column that ignores case, or to which '7' is 7. Lists have the column's type.
            if types == nil, normalized.count > 1, !normalized.allSatisfy({ $0.allSatisfy(\.isInteger) }) {
                query.spec.isDistinct = true
            }
            let list = KeyList(width: mapping.key.count, normalized)
            let set = KeySet.sets(of: list, types: types, valuesRows: Int.max).first
            if let set, case .values = set.form, set.parameters.count > PackedKeys.leastParameters {
                query.spec.keys = .packed(list)
            } else {
                query.spec.keys = set ?? .none(columns: mapping.key.count, types: types)
            }
        }
    }
}

extension Session {
    /// The models with the given keys, in the order of the keys; keys without a row are left out.
    ///
    /// ```swift
    /// let orders = try session.find(Order.self, keys: [[1, 2, 3001], [1, 2, 3002]])
    /// ```
    ///
    /// One statement, however many keys there are; some of them for keys that hold bytes or real numbers.
    ///
    /// - Throws: ``ModelError`` with code keyMismatch for a key with another number of values than the primary key.
    public func find<M: Model>(_ type: M.Type, keys: [[any SQLValueConvertible]]) throws -> sending [M] {
        // Made here, and known to nobody else.
        nonisolated(unsafe) let found: [M] = try models(plan(for: type), keys: keys).cast()
        return found
    }

    private func models(_ plan: TablePlan, keys: [[any SQLValueConvertible]]) throws -> [Model] {
        let mapping = plan.mapping
        var list = try mapping.keyList(keys)
        guard !mapping.key.isEmpty else { return [] }
        let isExact = try plan.hasExactKey(in: self)
        let given = isExact ? [] : Set((0..<list.count).map { Array(list[$0]) })
        if !isExact {
            // A text without letters has one spelling only.
            var seen: Set<[SQLValue]> = []
            list = KeyList(
                width: list.width,
                try (0..<list.count).flatMap { try plan.spellings(ofKey: Array(list[$0]), in: self) }
                    .filter { seen.insert($0).inserted })
        }
        let request = RelationRequest(
            kind: .belongsTo, target: ObjectIdentifier(mapping.type), foreignKey: mapping.keyNames, references: nil)
        let relation = try plan.relation(request, mapping.type, nil, [], in: self)
        let found = try RelationLoader(session: self, plan: relation, source: mapping).many(list).allModels
        // SQL takes 7 and 7.0 for one, which a column without a type keeps as what two texts are read from.
        if isExact { return found }
        return try found.filter { model in
            given.contains(try mapping.key.map { try mapping.columns[$0].value(of: model) })
        }
    }

    /// Deletes the rows with the given keys.
    ///
    /// ```swift
    /// try session.delete(NewOrder.self, keys: [[1, 2, 3001], [1, 2, 3002]])
    /// // DELETE FROM "new_order" WHERE ("no_w_id", "no_d_id", "no_o_id") IN (SELECT … FROM json_each(?) … )
    /// ```
    ///
    /// - Returns: how many rows were deleted.
    /// - Throws: `DatabaseError` with code constraint where a row is still referred to: it names both, as
    ///   ``delete(_:)-(Model)`` does.
    @discardableResult
    public func delete<M: Model>(_ type: M.Type, keys: [[any SQLValueConvertible]]) throws -> Int {
        guard !keys.isEmpty else { return 0 }
        do { return try query(type).filter(keys: keys).delete() } catch let error as DatabaseError {
            guard let violation = error.constraint, violation.kind == .foreignKey, violation.columns.isEmpty,
                let plan = try? plan(for: type)
            else { throw error }
            let rows = keys.compactMap { try? plan.mapping.normalizedKey($0.map(\.sqlValue)) }
            throw ForeignKeyDiagnosis(session: self, plan: plan, models: [], keys: rows, isDeletion: true).explain(
                error)
        }
    }
}

extension Mapping {
    /// The keys that were given, each part converted by its column's type; those with a NULL, which no row has, are left
    /// out.
    fileprivate func keyList(_ keys: [[any SQLValueConvertible]]) throws -> KeyList {
        let reader = KeyReader(columns, key)
        var list = KeyList(width: key.count, capacity: keys.count)
        for values in keys {
            guard values.count == key.count else {
                _ = try normalizedKey(values.map(\.sqlValue))
                continue
            }
            _ = try list.append { part in
                let value = values[part].sqlValue
                if reader.isPlain(value, for: part) { return value }
                // An error names the whole key.
                return try normalizedKey(values.map(\.sqlValue))[part]
            }
        }
        return list
    }
}

extension SQLValue {
    fileprivate var isInteger: Bool {
        if case .integer = self { return true }
        return false
    }
}
