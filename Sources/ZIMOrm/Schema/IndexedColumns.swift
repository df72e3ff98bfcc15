import ZIMDb

extension CatalogReader {
    /// The columns of each index that holds all rows in order; nil for an expression.
    func indexedColumns(of table: String, schema: String?) throws -> [[String?]] {
        let rows = try session.silentRows(catalog.indexes(CatalogScope(table: table, schema: schema)))
        return try CatalogRows.parts(of: rows).map {
            try CatalogRows.index($0.rows, name: $0.name, table: table, schema: schema)
        }.filter { !$0.isPartial && ($0.method ?? "btree") == "btree" }.map { $0.parts.map(\.column) }
    }
}

extension SchemaReader {
    /// The declared types of a table's columns by their names in small letters, and the columns of each index that holds
    /// all rows, in order; nil for an expression. The rows' identifier counts as an index.
    func indexedColumns(of table: String, schema: String?) throws -> (
        types: [String: String], indexes: [[String?]]
    ) {
        let list = try rows(
            """
            SELECT -1, name, type, pk, NULL FROM pragma_table_xinfo(\(table), \(schema)) UNION ALL
            SELECT i.seq, c.name, NULL, c.seqno, i.origin FROM pragma_index_list(\(table), \(schema)) AS i
            CROSS JOIN pragma_index_info(i.name, \(schema)) AS c WHERE NOT i.partial ORDER BY 1, 4
            """)
        var types: [String: String] = [:]
        var key: [String] = []
        var hasKeyIndex = false
        var indexes: [Int: [String?]] = [:]
        for row in list {
            let index = try row.get(0, as: Int.self)
            let name = try row.get(1, as: String?.self)
            if index >= 0 {
                indexes[index, default: []].append(name)
                if try row.get(4, as: String.self) == "pk" { hasKeyIndex = true }
            } else if let name {
                types[name.lowercased()] = try row.get(2, as: String?.self) ?? ""
                if try row.get(3, as: Int.self) > 0 { key.append(name) }
            }
        }
        // The only kind of key that has no index is the rows' identifier itself.
        if key.count == 1, !hasKeyIndex { indexes[-1] = key }
        return (types, Array(indexes.values))
    }
}
