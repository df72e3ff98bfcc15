import ZIMDb

/// Reads the tables of an engine that answers questions about its catalogue.
struct CatalogReader {
    let session: Session
    let catalog: any EngineCatalog

    /// nil for SQLite, which is asked by PRAGMA.
    init?(_ session: Session) {
        guard let catalog = session.connection.engine.catalog else { return nil }
        self.session = session
        self.catalog = catalog
    }

    /// The names of all tables and views of a schema, or of those that the search path shows.
    func names(in schema: String?, kinds: [String]) throws -> [String] {
        try session.silentRows(catalog.tables(nil, schema: schema)).filter { kinds.contains(try $0.get(2)) }
            .map { try $0.get(1) }
    }

    /// The description of one table; nil where there is none of that name.
    func table(_ name: String, schema: String?) throws -> TableSchema? { try tables(name, schema: schema).first }

    /// The descriptions of one table or of all, in four statements.
    func tables(_ name: String? = nil, schema: String? = nil) throws -> [TableSchema] {
        let tables = try session.silentRows(catalog.tables(name, schema: schema))
        guard !tables.isEmpty else { return [] }
        let columns = try grouped(catalog.columns(name, schema: schema))
        let keys = try grouped(catalog.uniqueKeys(name, schema: schema))
        let references = try grouped(catalog.foreignKeys(name, schema: schema))
        return try tables.map { row in
            let place = TableName(schema: try row.get(0), table: try row.get(1))
            let columns = try (columns[place] ?? []).map { try Self.column($0) }
            return TableSchema(
                name: place.table, kind: TableSchema.Kind(rawValue: try row.get(2)) ?? .table,
                // No row has an identifier that could be asked for by one of SQLite's names.
                isWithoutRowID: true, isStrict: true, columns: columns,
                primaryKey: columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }.map(\.name),
                uniqueKeys: try Self.parts(of: keys[place] ?? []).map { try Self.uniqueKey($0) },
                foreignKeys: try Self.parts(of: references[place] ?? []).map { try Self.foreignKey($0) },
                rowIDColumn: nil)
        }
    }

    /// Whether a trigger hears of inserts into a table.
    func hasInsertTriggers(_ table: String, schema: String?) throws -> Bool {
        try !session.silentRows(catalog.insertTriggers(table, schema: schema)).isEmpty
    }

    private struct TableName: Hashable {
        let schema: String
        let table: String
    }

    private func grouped(_ sql: SQL) throws -> [TableName: [ResultRow]] {
        var groups: [TableName: [ResultRow]] = [:]
        for row in try session.silentRows(sql) {
            groups[TableName(schema: try row.get(0), table: try row.get(1)), default: []].append(row)
        }
        return groups
    }

    private static func column(_ row: ResultRow) throws -> TableSchema.Column {
        var column = TableSchema.Column(
            name: try row.get(2), type: try row.get(3), isNotNull: try row.get(4), defaultValue: try row.get(5),
            keyPlace: try row.get(6), isGenerated: try row.get(7), isHidden: false)
        column.listType = try row.get(8)
        return column
    }

    /// The rows of each key, which is named in the third column; they come one after the other.
    private static func parts(of rows: [ResultRow]) throws -> [(name: String, rows: [ResultRow])] {
        var parts: [(name: String, rows: [ResultRow])] = []
        for row in rows {
            let name = try row.get(2, as: String.self)
            if parts.last?.name == name { parts[parts.count - 1].rows.append(row) } else { parts.append((name, [row])) }
        }
        return parts
    }

    private static func uniqueKey(_ key: (name: String, rows: [ResultRow])) throws -> TableSchema.UniqueKey {
        let names = try key.rows.map { try $0.get(5, as: String?.self) }
        return TableSchema.UniqueKey(
            name: key.name, columns: names.compactMap { $0 }, isPartial: try key.rows.contains { try $0.get(4) },
            hasExpression: names.contains(nil), isPrimaryKey: try key.rows.contains { try $0.get(3) })
    }

    private static func foreignKey(_ key: (name: String, rows: [ResultRow])) throws -> TableSchema.ForeignKey {
        guard let first = key.rows.first else {
            return TableSchema.ForeignKey(columns: [], table: "", references: [], onUpdate: "", onDelete: "")
        }
        return TableSchema.ForeignKey(
            columns: try key.rows.map { try $0.get(3) }, table: try first.get(5),
            references: try key.rows.map { try $0.get(6) }, onUpdate: try first.get(7), onDelete: try first.get(8))
    }
}
