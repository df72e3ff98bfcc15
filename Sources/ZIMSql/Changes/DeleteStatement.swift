/// A DELETE.
///
/// ```swift
/// DeleteStatement(from: "person").where("pk", .equalTo, 1)
/// // DELETE FROM "person" WHERE "pk" = ?
/// DeleteStatement(from: "phone", alias: "f").using("person", alias: "p")
///     .where("p.pk", .equalTo, column: "f.person_pk").where("p.age", .lessThan, 18)
/// // PostgreSQL: DELETE FROM "phone" AS "f" USING "person" AS "p" WHERE …
/// // SQLite:     DELETE FROM "phone" AS "f" WHERE "f"._rowid_ IN (SELECT "f"._rowid_ FROM "phone" AS "f", "person" …)
/// ```
///
/// Without a condition every row is deleted. With an order or a limit, a subquery finds the rows by their identity, as
/// in ``UpdateStatement``.
///
/// Source: <https://www.sqlite.org/lang_delete.html>, <https://www.postgresql.org/docs/15/sql-delete.html>
public struct DeleteStatement: SQLStatement, SQLReturning, SQLFilterable {
    var target = ChangeTarget()
    var sources: [SQLSource] = []
    var returned: [SelectClauses.ResultColumn] = []

    /// Starts a DELETE; name the table with ``table(_:alias:)``.
    public init() {}

    /// Starts a DELETE from a table.
    public init(from table: some SQLTableSource, alias: String? = nil) {
        target.table = table.sqlTable
        target.alias = alias
    }

    /// Names the table.
    public consuming func table(_ table: some SQLTableSource, alias: String? = nil) -> DeleteStatement {
        target.table = table.sqlTable
        target.alias = alias
        return self
    }

    /// Reads another table, whose columns the conditions may use.
    public consuming func using(_ table: some SQLTableSource, alias: String? = nil) -> DeleteStatement {
        sources.append(SQLSource(table: table.sqlTable, alias: alias))
        return self
    }

    /// Names a subquery for this statement: `WITH "name" AS (SELECT …) DELETE …`.
    public consuming func with(
        _ name: String, columns: [String] = [], as statement: SelectStatement
    ) -> DeleteStatement {
        target.commonTables.append(
            SQLCommonTable(
                name: name, columns: columns, isRecursive: false, materialized: nil, body: .select(statement)))
        return self
    }

    public consuming func `where`(_ condition: consuming SQLCondition) -> DeleteStatement {
        target.conditions.append(condition)
        return self
    }

    /// Orders the rows before a limit is applied.
    public consuming func orderBy(
        _ column: String, descending: Bool = false, nulls: SQLNulls? = nil
    ) -> DeleteStatement {
        target.ordering.append(SQLOrdering(.name(column), descending: descending, nulls: nulls))
        return self
    }

    /// Limits the number of deleted rows.
    public consuming func limit(_ count: Int) -> DeleteStatement {
        target.limit = SQLExpression(value: .integer(Int64(count)))
        return self
    }

    /// Limits the number of deleted rows and skips some before them.
    public consuming func limit(_ count: Int, offset: Int) -> DeleteStatement { limit(count).offset(offset) }

    /// Skips the first rows.
    public consuming func offset(_ count: Int) -> DeleteStatement {
        target.offset = SQLExpression(value: .integer(Int64(count)))
        return self
    }

    public consuming func returning(_ expression: SQLExpression, alias: String?) -> DeleteStatement {
        returned.append(SelectClauses.ResultColumn(expression: expression, alias: alias))
        return self
    }

    /// Deletes the table's rows that others lead to, which are read first, where an engine changes joined tables:
    /// ``DELETE `t` FROM (SELECT …) AS found STRAIGHT_JOIN `t` …``.
    package consuming func joined(to rows: some SQLTableSource) -> DeleteStatement {
        target.joinedRows = rows.sqlTable
        return self
    }

    /// - Throws: ``SQLBuildError`` if the table is missing.
    public func write(to writer: inout SQLWriter) throws {
        let table = try target.required("a DELETE", hint: "Write DeleteStatement(from: \"table\")")
        try writer.changeCommonTables(target.commonTables)
        // An alias stands in the list of several tables only.
        let hasTables = writer.features.contains(.multipleTableChanges) && (!sources.isEmpty || target.alias != nil)
        if target.joinedRows != nil || hasTables && !target.isLimited {
            writer.put("DELETE ")
            try target.writeName(to: &writer)
            writer.put(" FROM ")
            try target.writeJoinedRows(to: &writer)
            try writer.sources([SQLSource(table: table, alias: target.alias)] + sources)
            try target.writeConditions(using: [], to: &writer)
            return try writer.returning(returned, isAfterUpdate: true)
        }
        writer.put("DELETE FROM ")
        try table.write(to: &writer)
        if let alias = target.alias {
            writer.put(" AS ")
            writer.identifier(alias)
        }
        if !sources.isEmpty, writer.features.contains(.deleteUsing), !target.isLimited {
            writer.put(" USING ")
            try writer.sources(sources)
            try target.writeConditions(using: [], to: &writer)
        } else {
            try target.writeConditions(using: sources, to: &writer)
        }
        try writer.returning(returned)
    }
}
