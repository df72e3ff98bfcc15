import ZIMDb

/// Changes of the rows that a query finds.
extension QueryStatement {
    /// `UPDATE "t" SET "a" = ? WHERE …`
    func update(_ assignments: [(position: Int, value: SQLExpression)]) throws -> RenderedSQL {
        var statement = UpdateStatement(plan.target)
        for assignment in assignments {
            statement = statement.column(plan.mapping.columns[assignment.position].name, value: assignment.value)
        }
        guard try joinsRows() else { return try rendered(restricted(statement, isJoined: false)) }
        return try rendered(restricted(statement.joined(to: try foundRows()), isJoined: true))
    }

    /// `DELETE FROM "t" WHERE …`
    func delete() throws -> RenderedSQL {
        let statement = DeleteStatement(from: plan.target)
        guard try joinsRows() else { return try rendered(restricted(statement, isJoined: false)) }
        return try rendered(restricted(statement.joined(to: try foundRows()), isJoined: true))
    }

    /// Whether the query has conditions only.
    private var isPlain: Bool { spec.joins.isEmpty && !needsSubquery && spec.keys == nil && spec.joinTable == nil }

    /// Whether the rows to be changed are joined: some engines neither read the table that they change nor cut the rows of an
    /// IN, and run a subquery once for each row of the table.
    private func joinsRows() throws -> Bool {
        guard plan.dialect.features.contains(.multipleTableChanges) else { return false }
        guard isPlain else { return true }
        // By the key alone no other row may be met.
        guard plan.keyIsPrimary, !conditions.isEmpty else { return false }
        return try rendered(SQLExpression.all(conditions)).sql.contains("SELECT ")
    }

    /// The statement for the rows that it is about: by the conditions, or by their keys where the query has more than
    /// conditions.
    private func restricted<Change: SQLFilterable>(_ statement: Change, isJoined: Bool) throws -> Change {
        if isJoined {
            let (row, key) = (names.sql("rows"), names("k"))
            return try keyNames().enumerated().reduce(statement) {
                $0.where(.operand("\(own($1.element)) = \(row).\(unsafe: "\(key)\($1.offset)")"))
            }
        }
        if isPlain { return conditions.isEmpty ? statement : statement.where(.all(conditions)) }
        let key = try keyNames()
        let found = rows(key.reduce(SelectStatement().distinct(spec.isDistinct)) { $0.column(own($1)) })
        let columns = key.map { SQLExpression.column($0) }
        return statement.where(columns.count == 1 ? columns[0] : .row(columns), .in, .subquery(found))
    }

    /// `(SELECT DISTINCT * FROM (SELECT t.a AS zim_k0 FROM t WHERE …) AS zim_found) AS zim_rows`: the keys are found first,
    /// each is one row, and the primary key leads to it.
    private func foundRows() throws -> SQL {
        let names = names
        let keys = try keyNames().enumerated().reduce(SelectStatement().distinct(spec.isDistinct)) {
            $0.column(.operand("\(own($1.element)) AS \(names.sql("k\($1.offset)"))"))
        }
        return names.source(SelectStatement().distinct().from(names.source(rows(keys), "found")), "rows")
    }

    private func own(_ name: String) -> SQLExpression { .column(name, of: plan.mapping.table) }

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
