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
            let known = keys.map { "(" + $0.map { mapping.columns[$0].name }.joined(separator: ", ") + ")" }
            throw ModelError(
                .query, "\"\(mapping.table)\" has no unique key (\(names.joined(separator: ", "))) to go by",
                table: mapping.table, column: names.first,
                hint: known.isEmpty
                    ? "Make a UNIQUE index over these columns" : "Its unique keys are \(known.joined(separator: ", "))")
        }
        if let fixed = updated?.first(where: { key.contains($0) || mapping.key.contains($0) }) {
            throw ModelError(
                .query,
                "an upsert of \"\(mapping.table)\" cannot update \"\(mapping.columns[fixed].name)\", which tells its rows apart",
                table: mapping.table, column: mapping.columns[fixed].name)
        }
        return UpsertTarget(positions: key, updated: updated.map { $0.sorted() })
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
