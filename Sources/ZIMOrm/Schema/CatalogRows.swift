import ZIMDb

/// What the rows of an engine's catalogue say, in the order of columns that `SchemaQueries` gives.
enum CatalogRows {
    /// - Parameter defaults: those that the table's definition shows.
    static func column(_ row: ResultRow, _ defaults: [(column: String, value: String)]) throws -> ColumnSchema {
        let name = try row.get(2, as: String.self)
        let shown = try hidesDefault(row) ? defaults.first { $0.column.hasSameBytes(as: name) } : nil
        var column = ColumnSchema(
            name: name, type: try row.get(3), isNotNull: try row.get(4),
            defaultValue: try shown?.value ?? row.get(5),
            keyPlace: try row.get(6), isGenerated: try row.get(7), isHidden: false)
        column.listType = try row.get(8)
        column.identity = try row.get(9, as: String?.self).flatMap { ColumnSchema.Identity(rawValue: $0) }
        column.expression = try row.get(10)
        column.sequence = try row.get(11)
        column.baseType = try row.get(12)
        column.family = try row.get(13, as: String?.self).flatMap { DeclaredType.Family(rawValue: $0) }
        column.comment = try row.get(14)
        column.collation = try row.get(15)
        column.mergingCollation = try row.get(16)
        column.isUnordered = try row.get(17)
        column.isSetByUpdates = try row.get(18)
        return column
    }

    /// Whether the row of a column may have no more than the beginning of its default.
    static func hidesDefault(_ row: ResultRow) throws -> Bool { try row.get(19, as: Bool?.self) == true }

    /// The rows of each index or constraint; they come one after the other.
    ///
    /// - Parameter column: where its name stands.
    static func parts(of rows: [ResultRow], nameAt column: Int = 2) throws -> [(name: String, rows: [ResultRow])] {
        var parts: [(name: String, rows: [ResultRow])] = []
        for row in rows {
            let name = try row.get(column, as: String.self)
            if parts.last?.name.hasSameBytes(as: name) == true {
                parts[parts.count - 1].rows.append(row)
            } else {
                parts.append((name, [row]))
            }
        }
        return parts
    }

    static func index(_ rows: [ResultRow], name: String, table: String, schema: String?) throws -> IndexSchema {
        let parts = try rows.filter { try !$0.get(11, as: Bool.self) }.map { row in
            IndexSchema.Part(
                column: try row.get(7), expression: try row.get(8), isDescending: try row.get(9),
                collation: try row.get(10))
        }
        let condition = try rows.first?.get(6, as: String?.self)
        var index = IndexSchema(
            name: QualifiedName.text(schema: schema, table: name), table: table, parts: parts,
            isUnique: try rows.contains { try $0.get(4) }, condition: condition, isPartial: condition != nil,
            origin: try rows.first?.get(5, as: String?.self).flatMap { IndexSchema.Origin(rawValue: $0) } ?? .index)
        index.method = try rows.first?.get(12)
        index.included = try rows.filter { try $0.get(11) }.compactMap { try $0.get(7) }
        return index
    }

    /// nil for an index that is not unique.
    static func uniqueKey(_ rows: [ResultRow], name: String) throws -> TableSchema.UniqueKey? {
        guard let first = rows.first, try first.get(4, as: Bool.self) else { return nil }
        let columns = try rows.filter { try !$0.get(11, as: Bool.self) }.map { try $0.get(7, as: String?.self) }
        return TableSchema.UniqueKey(
            name: name, columns: columns.compactMap { $0 }, isPartial: try first.get(6, as: String?.self) != nil,
            hasExpression: columns.contains(nil), isPrimaryKey: try first.get(3))
    }

    /// nil for a condition.
    ///
    /// - Parameters:
    ///   - hidden: what foreign keys do that the rows do not tell.
    ///   - table: the name of a table for its schema and its own name.
    static func foreignKey(
        _ rows: [ResultRow], name: String, hidden: [ForeignKeyActions], table: (String?, String) -> String
    ) throws -> TableSchema.ForeignKey? {
        guard let first = rows.first, let parent = try first.get(6, as: String?.self) else { return nil }
        let actions = hidden.first { $0.name.hasSameBytes(as: name) }
        let schema = try first.get(5, as: String?.self)
        var key = TableSchema.ForeignKey(
            columns: try rows.map { try $0.get(4) }, table: table(schema, parent),
            references: try rows.map { try $0.get(7) }, onUpdate: try first.get(8) ?? actions?.onUpdate ?? "UNKNOWN",
            onDelete: try first.get(9) ?? actions?.onDelete ?? "UNKNOWN")
        key.name = name
        key.schema = schema
        key.deferral = try first.get(10, as: String?.self).flatMap { TableSchema.ForeignKey.Deferral(rawValue: $0) }
        return key
    }

    /// nil for a foreign key.
    static func check(_ rows: [ResultRow], name: String) throws -> TableSchema.Check? {
        try rows.first?.get(3, as: String?.self).map { TableSchema.Check(name: name, condition: $0) }
    }
}
