import ZIMDb

extension TablePlan {
    /// Whether a row may have several at the other end of a relationship, whatever its kind says. There is at most one only if the
    /// database keeps the columns there unique, by the same comparison as that of the two sides.
    func mayLeadToSeveral(_ relationship: Relationship, in session: Session) throws -> Bool {
        if relationship.isToMany { return true }
        if let known = severalRows[relationship.name] { return known }
        let target = try session.plan(for: relationship.target)
        let named = relationship.references
        let (source, matched) =
            relationship.kind == .belongsTo
            ? (
                try mapping.indexes(of: relationship.foreignKey),
                try named.map { try target.mapping.indexes(of: $0) } ?? target.mapping.key
            )
            : (
                try named.map { try mapping.indexes(of: $0) } ?? mapping.key,
                try target.mapping.indexes(of: relationship.foreignKey)
            )
        let here = try comparedColumns(source, in: session)
        let there = try target.comparedColumns(matched, in: session)
        let names = matched.map { target.mapping.columns[$0].name }
        var isUnique = !zip(here, there).contains { $0.takesForOne($1) }
        if isUnique {
            // Texts are compared by the collation of the columns that are pointed to.
            let pointedTo = relationship.kind == .belongsTo ? there : here
            let collations = zip(pointedTo, there).map { $0.collation ?? $1.collation }
            isUnique = try target.isUnique(Array(zip(names, collations)), in: session)
        }
        severalRows[relationship.name] = !isUnique
        return !isUnique
    }

    private func isUnique(_ columns: [(name: String, collation: String?)], in session: Session) throws -> Bool {
        let schema = try tableSchema(in: session)
        func isMatched(_ name: String) -> Bool { columns.contains { $0.name.isSameName(as: name) } }
        if let catalog = session.connection.engine.catalog {
            if let parts = catalog.uniqueParts(CatalogScope(table: mapping.table, schema: mapping.schema)) {
                var indexes: [String: Bool] = [:]
                for part in try session.silentRows(parts) {
                    let isCovered = try part.get(3, as: String?.self).map(isMatched) ?? false
                    indexes[try part.get(2), default: true] = indexes[try part.get(2), default: true] && isCovered
                }
                return indexes.values.contains(true)
            }
            return schema.uniqueKeys.contains { !$0.isPartial && !$0.hasExpression && $0.columns.allSatisfy(isMatched) }
        }
        if columns.contains(where: { schema.isRowID($0.name) }) { return true }
        let parts = try session.silentRows(
            """
            SELECT l.name, x.name, x.coll FROM pragma_index_list(\(mapping.table), \(mapping.schema)) AS l
            CROSS JOIN pragma_index_xinfo(l.name, \(mapping.schema)) AS x WHERE l."unique" AND NOT l.partial AND x.key
            """)
        var indexes: [String: Bool] = [:]
        for part in parts {
            let (name, collation) = (try part.get(1, as: String?.self), try part.get(2, as: String.self))
            // Texts that differ by bytes differ by every collation that the index could have.
            let isCovered = columns.contains { column in
                guard let name, column.name.isSameName(as: name) else { return false }
                return (column.collation ?? "BINARY").isSameName(as: "BINARY")
                    || column.collation?.isSameName(as: collation) == true
            }
            indexes[try part.get(0), default: true] = indexes[try part.get(0), default: true] && isCovered
        }
        return indexes.values.contains(true)
    }
}
