import ZIMDb

/// The unique key that an upsert goes by, and the columns that it updates.
struct UpsertTarget: Hashable {
    /// The positions of the unique key's columns.
    let positions: [Int]
    /// The positions of the columns that are updated where the row exists; nil updates all that are no part of a key.
    let updated: [Int]?
    /// The positions of columns that were not read: a row that exists keeps them, unless they are named.
    var unread: Set<Int> = []

    static func key(of mapping: Mapping) -> UpsertTarget { UpsertTarget(positions: mapping.key, updated: nil) }

    /// Whether a row that exists gets the column's new value. Its primary key stays: other rows refer to it.
    func updates(_ position: Int, of mapping: Mapping) -> Bool {
        !positions.contains(position) && !mapping.key.contains(position)
            && updated?.contains(position) ?? !unread.contains(position)
    }

    /// The positions of the columns in which a row that exists may differ from the model afterwards.
    func readBack(of mapping: Mapping) -> [Int] {
        if updated != nil { return Array(mapping.columns.indices) }
        let counted = mapping.versionPosition.map { [$0] } ?? []
        return positions == mapping.key ? counted : Array(Set(mapping.key + positions + counted))
    }
}

extension TablePlan {
    /// The target of an upsert by columns that the caller names.
    ///
    /// - Throws: ``ModelError`` with code unknownColumn, or query where no unique key has these columns.
    func upsertTarget(on names: [String], updating: [String]?, in session: Session) throws -> UpsertTarget {
        let positions = try mapping.indexes(of: names)
        let updated = try updating.map { try mapping.indexes(of: $0) }
        let keys = try upsertKeys(in: session)
        guard let key = keys.first(where: { $0.count == positions.count && Set($0) == Set(positions) }) else {
            throw noUniqueKey(names, but: keys.map { $0.map { mapping.columns[$0].name } })
        }
        if let fixed = updated?.first(where: { key.contains($0) || mapping.key.contains($0) }) {
            throw ModelError(
                .query,
                "an upsert of \"\(mapping.table)\" cannot update \"\(mapping.columns[fixed].name)\", which tells its rows apart",
                table: mapping.table, column: mapping.columns[fixed].name)
        }
        return UpsertTarget(positions: key, updated: updated.map { $0.sorted() })
    }

    /// Throws if a table has no unique key over the class's, where the engine would insert a second row in place of failing.
    func requireUniqueKey(_ positions: [Int], in session: Session) throws {
        guard dialect.features.contains(.onDuplicateKey), positions == mapping.key, try !hasUniqueKey(in: session)
        else { return }
        let schema = try tableSchema(in: session)
        // Of the keys of a view nothing is known. One over what is computed of the class's may keep that unique, and one over
        // more than that, as tables have by whose columns they are partitioned, meets the row that a model was read from.
        let columns = mapping.keyNames.map { schema.column($0)?.name ?? $0 }
        let mayBeKept = schema.uniqueKeys.contains { key in
            key.hasExpression || key.columns.contains { schema.column($0)?.isGenerated == true }
                || Set(columns).isSubset(of: key.columns)
        }
        guard schema.kind == .table, !mayBeKept else { return }
        throw noUniqueKey(mapping.keyNames, but: schema.uniqueKeys.filter { !$0.isPartial }.map(\.columns))
    }

    private func noUniqueKey(_ names: [String], but keys: [[String]]) -> ModelError {
        let known = keys.map { "(" + $0.joined(separator: ", ") + ")" }
        return ModelError(
            .query, "\"\(mapping.table)\" has no unique key (\(names.joined(separator: ", "))) to go by",
            table: mapping.table, column: names.first,
            hint: known.isEmpty
                ? "Make a UNIQUE index over these columns" : "Its unique keys are \(known.joined(separator: ", "))")
    }

    /// Whether an upsert by some columns may insert a row beside one that holds the same in them: by others than the class's key
    /// it goes by a unique key of the table.
    func mayAddTwins(by positions: [Int], in session: Session) throws -> Bool {
        guard dialect.features.contains(.onDuplicateKey) else { return try tableSchema(in: session).isInherited }
        return try positions == mapping.key && !hasUniqueKey(in: session)
    }

    /// The positions of the columns of each unique key that an upsert can go by: the mapping's key first.
    ///
    /// A unique index over a part of the rows, or over an expression, says nothing about a model alone.
    func upsertKeys(in session: Session) throws -> [[Int]] {
        var keys = mapping.key.isEmpty ? [] : [mapping.key]
        for unique in try tableSchema(in: session).uniqueKeys where !unique.isPartial && !unique.hasExpression {
            let positions = unique.columns.compactMap { name in
                mapping.columns.firstIndex { $0.name.isSameName(as: name) }
            }
            guard positions.count == unique.columns.count, !keys.contains(where: { Set($0) == Set(positions) }) else {
                continue
            }
            keys.append(positions)
        }
        return keys
    }
}
