import ZIMDb

/// Changes of the rows that a query finds.
extension QueryWriter {
    /// `UPDATE "t" SET "a" = ? WHERE …`
    func update(_ assignments: [(position: Int, value: SQLExpression)]) throws -> RenderedSQL {
        var writer = newWriter()
        let joins = try joinsRows()
        writer.raw("UPDATE ")
        if joins { try joinedRows(&writer) } else { writer.table(plan.mapping) }
        writer.raw(" SET ")
        for (index, assignment) in assignments.enumerated() {
            if index > 0 { writer.raw(", ") }
            let name = plan.mapping.columns[assignment.position].name
            if joins {
                writer.table(plan.mapping)
                writer.raw(".")
            }
            writer.identifier(name)
            writer.raw(" = ")
            try assignment.value.write(to: &writer)
        }
        if !joins { try restriction(&writer) }
        return writer.rendered
    }

    /// `DELETE FROM "t" WHERE …`
    func delete() throws -> RenderedSQL {
        var writer = newWriter()
        let joins = try joinsRows()
        writer.raw("DELETE ")
        if joins {
            writer.table(plan.mapping)
            writer.raw(" ")
        }
        writer.raw("FROM ")
        if joins { try joinedRows(&writer) } else { writer.table(plan.mapping) }
        if !joins { try restriction(&writer) }
        return writer.rendered
    }

    /// Whether the query has conditions only.
    private var isPlain: Bool { spec.joins.isEmpty && !needsSubquery && spec.keys == nil && spec.joinTable == nil }

    /// Whether the rows to be changed are joined: some engines neither read the table that they change nor cut the rows of an
    /// IN, and run a subquery once for each row of the table.
    private func joinsRows() throws -> Bool {
        guard plan.dialect.features.contains(.multipleTableChanges) else { return false }
        guard isPlain else { return true }
        // By the key alone no other row may be met.
        guard plan.keyIsPrimary else { return false }
        var writer = newWriter()
        try clause("", conditions, &writer)
        return writer.sql.contains("SELECT ")
    }

    /// The rows that a change is about: by the conditions, or by their keys where the query has more than conditions.
    private func restriction(_ writer: inout SQLWriter) throws {
        if isPlain { return try clause(" WHERE ", conditions, &writer) }
        let names = try keyNames()
        let list = TablePlan.list(names, plan.dialect)
        writer.raw(names.count == 1 ? " WHERE \(list) IN (SELECT " : " WHERE (\(list)) IN (SELECT ")
        if spec.isDistinct { writer.raw("DISTINCT ") }
        for (index, name) in names.enumerated() {
            if index > 0 { writer.raw(", ") }
            try SQLExpression.column(name, of: plan.mapping.table).write(to: &writer)
        }
        try tail(&writer)
        writer.raw(")")
    }

    /// `(SELECT DISTINCT * FROM (SELECT t.a AS zim_k0 FROM t WHERE …) AS zim_found) AS zim_rows STRAIGHT_JOIN t ON
    /// t.a = zim_rows.zim_k0`: the keys are found first, each is one row, and the primary key leads to it.
    private func joinedRows(_ writer: inout SQLWriter) throws {
        let names = try keyNames()
        writer.raw("(SELECT DISTINCT * FROM (SELECT ")
        if spec.isDistinct { writer.raw("DISTINCT ") }
        for (index, name) in names.enumerated() {
            if index > 0 { writer.raw(", ") }
            try SQLExpression.column(name, of: plan.mapping.table).write(to: &writer)
            writer.raw(" AS ")
            writer.madeUp("k\(index)")
        }
        try tail(&writer)
        writer.raw(") AS ")
        writer.madeUp("found")
        writer.raw(") AS ")
        writer.madeUp("rows")
        writer.joinKeys()
        writer.table(plan.mapping)
        for (index, name) in names.enumerated() {
            writer.raw(index == 0 ? " ON " : " AND ")
            try SQLExpression.column(name, of: plan.mapping.table).write(to: &writer)
            writer.raw(" = ")
            writer.madeUp("rows.")
            writer.madeUp("k\(index)")
        }
    }

    private func keyNames() throws -> [String] {
        let names = plan.mapping.keyNames
        guard !names.isEmpty else {
            throw ModelError(
                .query,
                "\"\(plan.mapping.table)\" has no primary key: rows that a limit or another table picks out cannot be changed",
                table: plan.mapping.table)
        }
        return names
    }
}
