/// The table that an UPDATE or DELETE changes, and which of its rows.
struct ChangeTarget: Hashable, Sendable {
    var table: SQLTable?
    var alias: String?
    /// Rows that the table is joined to where an engine changes joined tables; they are read first.
    var joinedRows: SQLTable?
    var commonTables: [SQLCommonTable] = []
    var conditions = Chain<SQLCondition>()
    var ordering: [SQLOrdering] = []
    var limit: SQLExpression?
    var offset: SQLExpression?

    /// Whether the table's rows are read before the first is changed, since others lead to them.
    var isReadFirst: Bool { joinedRows != nil }

    /// Whether an order alone decides nothing: then only a limit or an offset count.
    var isLimited: Bool { limit != nil || offset != nil || !ordering.isEmpty }

    /// The table.
    ///
    /// - Throws: ``SQLBuildError`` if it was never named.
    func required(_ statement: String, hint: String) throws -> SQLTable {
        guard let table, !table.isSubquery else {
            throw SQLBuildError(.incomplete, "\(statement) has no table", hint: hint)
        }
        return table
    }

    /// Writes the WHERE: the conditions, or a subquery for the rows where other tables or a limit choose them.
    func writeConditions(using sources: [SQLSource], to writer: inout SQLWriter) throws {
        guard isLimited || !sources.isEmpty else {
            return try writeWhere(to: &writer)
        }
        if writer.features.contains(.limitedChanges) { return try writeLimit(using: sources, to: &writer) }
        let identities = writer.dialect.rowIdentities
        guard !identities.isEmpty else {
            throw SQLBuildError(
                .unsupported, "\(writer.dialect.name) has no ORDER BY, LIMIT or USING in a change",
                hint: "Choose the rows by their key: where(key, .in, SelectStatement()…)")
        }
        let table = try required("a change", hint: "Name its table")
        writer.put(identities.count > 1 ? " WHERE (" : " WHERE ")
        try write(identities, of: table, to: &writer)
        writer.put(identities.count > 1 ? ") IN (SELECT " : " IN (SELECT ")
        try write(identities, of: table, to: &writer)
        writer.put(" FROM ")
        try writer.sources([SQLSource(table: table, alias: alias)] + sources)
        try writeChoice(to: &writer)
        writer.put(")")
    }

    /// Writes the conditions, and behind them the order and the limit, as an engine has them that knows them there.
    private func writeLimit(using sources: [SQLSource], to writer: inout SQLWriter) throws {
        guard offset == nil, sources.isEmpty, alias == nil else {
            let what = offset != nil ? "an offset" : alias != nil ? "an alias" : "several tables"
            throw SQLBuildError(
                .unsupported, "\(writer.dialect.name) has no ORDER BY or LIMIT in a change with \(what)",
                hint: "Choose the rows by their key, from a query inside of another one: "
                    + "where(key, .in, SelectStatement().from(SelectStatement()…, alias: \"chosen\"))")
        }
        try writeChoice(to: &writer)
    }

    private func writeChoice(to writer: inout SQLWriter) throws {
        try writeWhere(to: &writer)
        if !ordering.isEmpty {
            writer.put(" ORDER BY ")
            try writer.ordering(ordering)
        }
        try writer.limit(limit, offset: offset)
    }

    private func writeWhere(to writer: inout SQLWriter) throws {
        guard !conditions.isEmpty else { return }
        writer.put(" WHERE ")
        try writer.conditions(conditions.all)
    }

    /// Writes `(SELECT …) AS found STRAIGHT_JOIN ` where the table is joined to rows.
    ///
    /// - Throws: ``SQLBuildError`` if the dialect does not change joined tables, or not some of their rows.
    func writeJoinedRows(to writer: inout SQLWriter) throws {
        guard let joinedRows else { return }
        try writer.require(.multipleTableChanges, "change of joined tables", hint: "Choose the rows by their key")
        if isLimited { throw SQLBuildError(.invalid, "a change has both joined rows and a limit") }
        try joinedRows.write(to: &writer)
        SQLJoinType.straight.write(to: &writer)
    }

    /// A column of the table, which others may have, too.
    func column(_ name: String) -> SQLExpression {
        (alias ?? table?.lastName).map { .column(name, of: $0) } ?? .column(name)
    }

    /// Writes the table's alias, or its name.
    func writeName(to writer: inout SQLWriter) throws {
        if let alias { writer.identifier(alias) } else { try table?.write(to: &writer) }
    }

    private func write(_ identities: [String], of table: SQLTable, to writer: inout SQLWriter) throws {
        for (index, identity) in identities.enumerated() {
            if index > 0 { writer.put(", ") }
            if let alias { writer.identifier(alias) } else { try table.write(to: &writer) }
            writer.raw("." + identity)
        }
    }
}

extension SQLWriter {
    /// Writes the members of a FROM with commas or joins between them.
    mutating func sources(_ items: [SQLSource]) throws {
        let items = items.span
        for index in items.indices {
            if index > 0, items[index].join == nil { put(", ") }
            try items[index].write(to: &self)
        }
    }
}
