import ZIMDb

extension CatalogReader {
    func index(_ name: String, of table: String, schema: String?) throws -> IndexSchema? {
        if let own = try index(name, CatalogScope(table: table, schema: schema), of: table) { return own }
        guard !session.dialect.features.contains(.indexesByTable) else { return nil }
        return try index(name, CatalogScope(home: schema), of: nil)
    }

    private func index(_ name: String, _ scope: CatalogScope, of table: String?) throws -> IndexSchema? {
        // MySQL takes names that differ in case for one.
        let foldsCase = session.dialect.features.contains(.indexesByTable)
        return try CatalogRows.parts(of: session.silentRows(catalog.indexes(scope))).first {
            foldsCase ? $0.name.lowercased() == name.lowercased() : $0.name.hasSameBytes(as: name)
        }.map { found in
            try CatalogRows.index(
                found.rows, name: found.name, table: try table ?? found.rows[0].get(1), schema: found.rows[0].get(0))
        }
    }
}

extension PragmaReader {
    func index(_ name: String, of table: String, schema: String?) throws -> IndexSchema? {
        // An index is in the schema of its table, whose bare name is first that of a temporary one.
        let temporary: SQL = "SELECT 1 FROM sqlite_temp_schema WHERE type = 'table' AND name = \(table) COLLATE NOCASE"
        let home = try schema ?? (rows(temporary).isEmpty ? "main" : "temp")
        let rows = try rows(
            """
            SELECT CASE WHEN s.tbl_name = \(table) COLLATE NOCASE THEN \(table) ELSE s.tbl_name END,
            s.name, l."unique", l.origin, l.partial, p.cid, p.name, p."desc", p.coll, s.sql
            FROM \(SQLIdentifier(parts: [home, "sqlite_schema"])) AS s
            CROSS JOIN pragma_index_list(s.tbl_name, \(home)) AS l CROSS JOIN pragma_index_xinfo(l.name, \(home)) AS p
            WHERE s.type = 'index' AND s.name = \(name) COLLATE NOCASE AND l.name = s.name AND p.key ORDER BY p.seqno
            """)
        return try rows.first.map { try Self.index(name, $0, rows, IndexText($0.get(9, as: String?.self) ?? "")) }
    }
}

extension IndexSchema {
    /// Whether it is the index that was asked for: which way it is sorted, and by what method, is for whoever made it.
    ///
    /// - Parameter orUnique: whether a unique one is as good.
    func isSame(as other: IndexSchema, _ orUnique: Bool) -> Bool {
        table.hasSameBytes(as: other.table) && (isUnique == other.isUnique || isUnique && orUnique) && !isPartial
            && parts.count == other.parts.count
            && zip(parts, other.parts).allSatisfy { part, other in
                guard let name = other.column else { return false }
                if let column = part.column { return column.isSameName(as: name) }
                // Of a column with values of any length MySQL indexes the beginning.
                return part.expression?.lowercased().hasPrefix(
                    "left(`\(name.lowercased().replacing("`", with: "``"))`, ") == true
            }
    }

    /// `"line" ("label", "amount"), unique`
    var summary: String {
        let names = parts.map { part in part.column.map { "\"\($0)\"" } ?? part.expression ?? "?" }
        return "\"\(table)\" (\(names.joined(separator: ", ")))" + (isUnique ? ", unique" : "")
            + (isPartial ? ", of some rows only" : "")
    }
}
