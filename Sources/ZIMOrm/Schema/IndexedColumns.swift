import ZIMDb

extension CatalogReader {
    func indexedColumns(of table: String, schema: String?) throws -> [[String?]] {
        let rows = try session.silentRows(catalog.indexes(CatalogScope(table: table, schema: schema)))
        return try CatalogRows.parts(of: rows).map {
            try CatalogRows.index($0.rows, name: $0.name, table: table, schema: schema)
        }.filter { !$0.isPartial && ($0.method ?? "btree") == "btree" }.map { $0.parts.map(\.column) }
    }
}

extension PragmaReader {
    /// The rows' identifier counts as an index.
    func indexedColumns(of table: String, schema: String?) throws -> [[String?]] {
        let list = try rows(
            """
            SELECT -1, name, pk, NULL FROM pragma_table_xinfo(\(table), \(schema)) WHERE pk > 0 UNION ALL
            SELECT i.seq, c.name, c.seqno, i.origin FROM pragma_index_list(\(table), \(schema)) AS i
            CROSS JOIN pragma_index_info(i.name, \(schema)) AS c WHERE NOT i.partial ORDER BY 1, 3
            """)
        var key: [String?] = []
        var hasKeyIndex = false
        var indexes: [Int: [String?]] = [:]
        for row in list {
            let index = try row.get(0, as: Int.self)
            let name = try row.get(1, as: String?.self)
            if index < 0 {
                key.append(name)
                continue
            }
            indexes[index, default: []].append(name)
            if try row.get(3, as: String.self) == "pk" { hasKeyIndex = true }
        }
        // The only kind of key that has no index is the rows' identifier itself.
        if key.count == 1, !hasKeyIndex { indexes[-1] = key }
        return Array(indexes.values)
    }
}
