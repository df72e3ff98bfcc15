import ZIMDb

extension CatalogReader {
    func areUnique(
        _ columns: [(name: String, collation: String?)], of table: TableSchema, in schema: String?
    ) throws -> Bool {
        func isMatched(_ name: String) -> Bool { columns.contains { $0.name.isSameName(as: name) } }
        guard let parts = catalog.uniqueParts(CatalogScope(table: table.ownName, schema: schema)) else {
            return table.uniqueKeys.contains { !$0.isPartial && !$0.hasExpression && $0.columns.allSatisfy(isMatched) }
        }
        return try session.silentRows(parts).haveCoveredIndex(nameAt: 2) { part in
            try part.get(3, as: String?.self).map(isMatched) ?? false
        }
    }
}

extension PragmaReader {
    func areUnique(
        _ columns: [(name: String, collation: String?)], of table: TableSchema, in schema: String?
    ) throws -> Bool {
        if columns.contains(where: { table.isRowID($0.name) }) { return true }
        let parts = try rows(
            """
            SELECT l.name, x.name, x.coll FROM pragma_index_list(\(table.name), \(schema)) AS l
            CROSS JOIN pragma_index_xinfo(l.name, \(schema)) AS x WHERE l."unique" AND NOT l.partial AND x.key
            """)
        return try parts.haveCoveredIndex(nameAt: 0) { part in
            let (name, collation) = (try part.get(1, as: String?.self), try part.get(2, as: String.self))
            // Texts that differ by bytes differ by every collation that the index could have.
            return columns.contains { column in
                guard let name, column.name.isSameName(as: name) else { return false }
                return (column.collation ?? "BINARY").isSameName(as: "BINARY")
                    || column.collation?.isSameName(as: collation) == true
            }
        }
    }
}

extension [ResultRow] {
    /// Whether all parts of one index are covered, of a row for each part of some.
    ///
    /// - Parameter column: where the name of the index stands in a row.
    fileprivate func haveCoveredIndex(nameAt column: Int, _ isCovered: (ResultRow) throws -> Bool) throws -> Bool {
        var indexes: [String: Bool] = [:]
        for part in self {
            let (name, isCovered) = (try part.get(column, as: String.self), try isCovered(part))
            indexes[name, default: true] = indexes[name, default: true] && isCovered
        }
        return indexes.values.contains(true)
    }
}
