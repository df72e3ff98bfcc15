/// An UPDATE.
///
/// ```swift
/// UpdateStatement("person").column("first_name", value: "Ada").where("pk", .equalTo, 1)
/// // UPDATE "person" SET "first_name" = ? WHERE "pk" = ?
/// UpdateStatement("person", alias: "p").column("calls", value: .name("c.n")).from("calls", alias: "c")
///     .where("c.person_pk", .equalTo, column: "p.pk")
/// // UPDATE "person" AS "p" SET "calls" = "c"."n" FROM "calls" AS "c" WHERE "c"."person_pk" = "p"."pk"
/// ```
///
/// With an order or a limit, a subquery finds the rows by their identity (`_rowid_`, `ctid`), which every engine has
/// for ordinary tables; SQLite's tables WITHOUT ROWID have none, and a column `_rowid_` hides it.
///
/// Source: <https://www.sqlite.org/lang_update.html>, <https://www.postgresql.org/docs/15/sql-update.html>
public struct UpdateStatement: SQLStatement, SQLReturning, SQLFilterable {
    var target = ChangeTarget()
    var assignments: [SQLAssignment] = []
    var sources: [SQLSource] = []
    var action: SQLConflictAction?
    var returned: [SelectClauses.ResultColumn] = []

    /// Starts an UPDATE; name the table with ``table(_:alias:)``.
    public init() {}

    /// Starts an UPDATE of a table.
    public init(_ table: some SQLTableSource, alias: String? = nil) {
        target.table = table.sqlTable
        target.alias = alias
    }

    /// Names the table.
    public consuming func table(_ table: some SQLTableSource, alias: String? = nil) -> UpdateStatement {
        target.table = table.sqlTable
        target.alias = alias
        return self
    }

    /// Sets a column to a value.
    public consuming func column(_ name: String, value: some SQLOperand) -> UpdateStatement {
        column(name, value: value.sqlOperand)
    }

    /// Sets a column to an expression; nil is NULL.
    public consuming func column(_ name: String, value: SQLExpression) -> UpdateStatement {
        assignments.append(SQLAssignment(columns: [name], value: value))
        return self
    }

    /// Sets several columns to a row value or to the row of a subquery: `("a", "b") = (SELECT …)`.
    public consuming func columns(_ names: [String], value: some SQLOperand) -> UpdateStatement {
        assignments.append(SQLAssignment(columns: names, value: value.sqlOperand))
        return self
    }

    /// Sets what happens if a row violates a constraint: `UPDATE OR IGNORE`. SQLite.
    public consuming func or(_ action: SQLConflictAction) -> UpdateStatement {
        self.action = action
        return self
    }

    /// Reads other tables, whose columns the values and conditions may use.
    public consuming func from(_ table: some SQLTableSource, alias: String? = nil) -> UpdateStatement {
        sources.append(SQLSource(table: table.sqlTable, alias: alias))
        return self
    }

    /// Names a subquery for this statement: `WITH "name" AS (SELECT …) UPDATE …`.
    public consuming func with(
        _ name: String, columns: [String] = [], as statement: SelectStatement
    ) -> UpdateStatement {
        target.commonTables.append(
            SQLCommonTable(
                name: name, columns: columns, isRecursive: false, materialized: nil, body: .select(statement)))
        return self
    }

    public consuming func `where`(_ condition: consuming SQLCondition) -> UpdateStatement {
        target.conditions.append(condition)
        return self
    }

    /// Orders the rows before a limit is applied.
    public consuming func orderBy(
        _ column: String, descending: Bool = false, nulls: SQLNulls? = nil
    ) -> UpdateStatement {
        target.ordering.append(SQLOrdering(.name(column), descending: descending, nulls: nulls))
        return self
    }

    /// Limits the number of updated rows.
    public consuming func limit(_ count: Int) -> UpdateStatement {
        target.limit = SQLExpression(value: .integer(Int64(count)))
        return self
    }

    /// Limits the number of updated rows and skips some before them.
    public consuming func limit(_ count: Int, offset: Int) -> UpdateStatement { limit(count).offset(offset) }

    /// Skips the first rows.
    public consuming func offset(_ count: Int) -> UpdateStatement {
        target.offset = SQLExpression(value: .integer(Int64(count)))
        return self
    }

    public consuming func returning(_ expression: SQLExpression, alias: String?) -> UpdateStatement {
        returned.append(SelectClauses.ResultColumn(expression: expression, alias: alias))
        return self
    }

    /// Changes the table's rows that others lead to, which are read first, where an engine changes joined tables:
    /// ``UPDATE (SELECT …) AS found STRAIGHT_JOIN `t` SET …``.
    package consuming func joined(to rows: some SQLTableSource) -> UpdateStatement {
        target.joinedRows = rows.sqlTable
        return self
    }

    /// - Throws: ``SQLBuildError`` if the table or the values are missing.
    public func write(to writer: inout SQLWriter) throws {
        var target = target
        let table = try target.required("an UPDATE", hint: "Write UpdateStatement(\"table\")")
        guard !assignments.isEmpty else {
            throw SQLBuildError(.incomplete, "an UPDATE sets no column", hint: "Add column(_:value:)")
        }
        try writer.changeCommonTables(target.commonTables)
        writer.put("UPDATE")
        if action != nil, action != .abort {
            try writer.require(.conflictAction, "UPDATE OR", hint: "Only INSERT has it there, as an upsert")
        }
        try writer.conflictAction(action)
        writer.put(" ")
        // What is joined to rows that were read before is read whole before it is changed. Columns that are set to each other's
        // values: behind the rows of another table. Two rows, since one would be known before.
        let ordered =
            try target.isReadFirst
            ? assignments
            : target.isLimited
                ? writer.requireReadingOrder(assignments, of: target) : writer.inReadingOrder(assignments, of: target)
        let one = writer.madeUpPrefix + "one"
        if ordered == nil {
            target.joinedRows = SQLTable(
                .sql("(SELECT 1 AS \(identifier: one) UNION ALL SELECT 2) AS \(identifier: one)"))
        }
        try target.writeJoinedRows(to: &writer)
        try table.write(to: &writer)
        if let alias = target.alias {
            writer.put(" AS ")
            writer.identifier(alias)
        }
        if ordered == nil {
            writer.put(" ON ")
            writer.identifiers([one])
            writer.put(".")
            writer.identifiers([one])
            writer.put(" = 1")
        }
        let namesAll = writer.features.contains(.multipleTableChanges)
        if namesAll, !sources.isEmpty, !target.isLimited {
            if sources[0].join == nil { writer.put(", ") }
            try writer.sources(sources)
        }
        writer.put(" SET ")
        try writer.assignments(
            ordered ?? assignments, of: namesAll && (!sources.isEmpty || target.isReadFirst) ? target : nil
        ) { target.column($0) }
        if !sources.isEmpty, !namesAll || target.isLimited {
            try writer.require(.updateFrom, "UPDATE … FROM", hint: "Set the column to a subquery")
            guard !target.isLimited else {
                throw SQLBuildError(.invalid, "an UPDATE has both FROM and a limit", hint: "Limit a subquery in FROM")
            }
            writer.put(" FROM ")
            try writer.sources(sources)
        }
        try target.writeConditions(using: [], to: &writer)
        try writer.returning(returned, isAfterUpdate: true)
    }
}
