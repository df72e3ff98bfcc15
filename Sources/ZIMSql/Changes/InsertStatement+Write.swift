extension InsertStatement {
    /// - Throws: ``SQLBuildError`` if the table is missing, or a row does not fit the columns.
    public func write(to writer: inout SQLWriter) throws {
        try writeRows(hasConflictClause: false, to: &writer)
        if action == .ignore, writer.features.contains(.onConflict), !writer.features.contains(.conflictAction) {
            writer.put(" ON CONFLICT DO NOTHING")
        }
        try writer.returning(returned)
    }

    /// Writes everything up to ON CONFLICT.
    func writeRows(hasConflictClause: Bool, to writer: inout SQLWriter) throws {
        guard let table else {
            throw SQLBuildError(.incomplete, "an INSERT has no table", hint: "Write InsertStatement(into: \"table\")")
        }
        try writer.changeCommonTables(commonTables)
        writer.put("INSERT")
        try writer.conflictAction(action)
        writer.put(" INTO ")
        try table.write(to: &writer)
        if let alias {
            if writer.features.contains(.onDuplicateKey) {
                throw SQLBuildError(
                    .unsupported, "\(writer.dialect.name) has no alias in an INSERT", hint: "Leave the alias out")
            }
            writer.put(" AS ")
            writer.identifier(alias)
        }
        writer.columnList(columnNames)
        if overridesIdentity { writer.put(" OVERRIDING SYSTEM VALUE") }
        switch source {
        case .rows(let rows): try write(row.isEmpty ? rows : [row] + rows, to: &writer)
        case .several:
            throw SQLBuildError(
                .invalid, "an INSERT has two of values, a query and DEFAULT VALUES", hint: "Use one of them")
        case .select(let statement):
            try refuseRow("a query")
            try write(statement, hasConflictClause: hasConflictClause, to: &writer)
        case .defaults:
            try refuseRow("DEFAULT VALUES")
            guard columnNames.isEmpty else {
                throw SQLBuildError(.invalid, "DEFAULT VALUES takes no columns", hint: "Leave the columns out")
            }
            writer.put(writer.features.contains(.onDuplicateKey) ? " () VALUES ()" : " DEFAULT VALUES")
        }
    }

    private func refuseRow(_ other: String) throws {
        guard row.isEmpty else {
            throw SQLBuildError(.invalid, "an INSERT has both values and \(other)", hint: "Use one of them")
        }
    }

    private func write(_ rows: [[SQLExpression]], to writer: inout SQLWriter) throws {
        guard let width = rows.first?.count, width > 0 else {
            throw SQLBuildError(
                .incomplete, "an INSERT has no values", hint: "Add column(_:value:), values or defaultValues()")
        }
        if !columnNames.isEmpty, columnNames.count != width {
            throw SQLBuildError(.invalid, "an INSERT has \(columnNames.count) columns, but \(width) values")
        }
        var isFirst = true
        for row in rows {
            guard row.count == width else {
                throw SQLBuildError(.invalid, "an INSERT has rows of \(width) and of \(row.count) values")
            }
            writer.put(isFirst ? " VALUES " : ", ")
            isFirst = false
            try writer.row(row)
        }
    }

    private func write(
        _ statement: SelectStatement, hasConflictClause: Bool, to writer: inout SQLWriter
    ) throws {
        writer.put(" ")
        // PostgreSQL has no such doubt, and takes the values of a query in FROM for text.
        let needsQuery = !writer.typesParameters || writer.features.contains(.onDuplicateKey)
        guard hasConflictClause, needsQuery else {
            if statement.feedsColumns { writer.place = .inserted }
            return try statement.write(to: &writer)
        }
        // Without a WHERE before it SQLite takes the ON of ON CONFLICT for that of a join.
        writer.put("SELECT * FROM ")
        let isNamed = writer.features.contains(.onDuplicateKey)
        try writer.parenthesized(isNamed ? statement.namingColumns(writer.madeUpPrefix).keepingOrder : statement)
        writer.put(" AS ")
        writer.identifier(writer.madeUpPrefix + "source")
        writer.put(" WHERE 1 = 1")
    }
}

extension SQLWriter {
    /// Writes the common tables of a change.
    mutating func changeCommonTables(_ tables: [SQLCommonTable]) throws {
        guard !tables.isEmpty else { return }
        try require(.commonTablesInChanges, "WITH before a change", hint: "Write it inside of the query that feeds it")
        try commonTables(tables)
    }
}
