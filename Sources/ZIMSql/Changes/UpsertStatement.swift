/// An INSERT that updates an existing row: `INSERT … ON CONFLICT (…) DO UPDATE`.
///
/// ```swift
/// UpsertStatement(into: "person").column("pk", value: 1).column("first_name", value: "Ada").matching(["pk"])
/// // INSERT INTO "person" ("pk", "first_name") VALUES (?, ?)
/// // ON CONFLICT ("pk") DO UPDATE SET "first_name" = "excluded"."first_name"
/// UpsertStatement(into: "word").column("text", value: "Ada").column("uses", value: 1).matching(["text"])
///     .set("uses", value: .name("word.uses") + .excluded("uses"))
/// // … ON CONFLICT ("text") DO UPDATE SET "uses" = "word"."uses" + "excluded"."uses"
/// ```
///
/// By default every column that is not matched takes the new row's value; `set(_:value:)`, ``updating(_:)`` and
/// ``doNothing()`` change that. Rendering throws ``SQLBuildError`` if nothing is matched.
///
/// Source: <https://www.sqlite.org/lang_upsert.html>, <https://www.postgresql.org/docs/15/sql-insert.html>
public struct UpsertStatement: SQLStatement, SQLReturning, SQLFilterable {
    enum Reaction: Hashable, Sendable {
        case updateTheRest
        case update([SQLAssignment])
        case nothing
    }

    var insert: InsertStatement
    var target: [SQLExpression] = []
    var targetCondition: SQLExpression?
    var constraint: String?
    var reaction = Reaction.updateTheRest
    var conditions: [SQLCondition] = []

    /// Starts an upsert; name the table with ``into(_:alias:)``.
    public init() { insert = InsertStatement() }

    /// Starts an upsert into a table.
    public init(into table: some SQLTableSource) { insert = InsertStatement(into: table) }

    /// Makes an upsert from an INSERT, with its table, columns and rows.
    public init(_ insert: InsertStatement) { self.insert = insert }

    /// Names the table, and an alias for it that the conditions may use.
    public consuming func into(_ table: some SQLTableSource, alias: String? = nil) -> UpsertStatement {
        changing { $0.into(table, alias: alias) }
    }

    /// Adds a column and its value to the row.
    public consuming func column(_ name: String, value: some SQLOperand) -> UpsertStatement {
        column(name, value: value.sqlOperand)
    }

    /// Adds a column and the expression of its value to the row; nil is NULL.
    public consuming func column(_ name: String, value: SQLExpression) -> UpsertStatement {
        insert.columnNames.append(name)
        insert.row.append(value)
        return self
    }

    /// Names the columns of the rows that `values` or `select` give.
    public consuming func columns(_ names: [String]) -> UpsertStatement { changing { $0.columns(names) } }

    /// Adds a row, with its values in the order of the columns.
    public consuming func values(_ row: (any SQLOperand)?...) -> UpsertStatement {
        values(SQLExpression.row(of: row))
    }

    /// Adds a row of expressions.
    public consuming func values(_ row: [SQLExpression]) -> UpsertStatement { changing { $0.values(row) } }

    /// Inserts the rows of a query.
    public consuming func select(_ statement: SelectStatement) -> UpsertStatement { changing { $0.select(statement) } }

    private consuming func changing(_ change: (consuming InsertStatement) -> InsertStatement) -> UpsertStatement {
        insert = change(insert)
        return self
    }

    /// Names the columns that identify an existing row; they must have a primary key or a unique index.
    public consuming func matching(_ columns: [String]) -> UpsertStatement {
        target += columns.map { .column($0) }
        return self
    }

    /// Identifies an existing row by the expressions of a unique index, and the condition of a partial one. Their values are
    /// written as literals, as those of the index are.
    public consuming func matching(_ expressions: [SQLExpression], where condition: SQLExpression? = nil)
        -> UpsertStatement
    {
        target += expressions
        targetCondition = condition
        return self
    }

    /// Names the constraint that identifies an existing row, in place of its columns. PostgreSQL.
    public consuming func matching(constraint name: String) -> UpsertStatement {
        constraint = name
        return self
    }

    /// Does not change an existing row: `DO NOTHING`. This needs no ``matching(_:)``.
    ///
    /// MariaDB and MySQL count a row that exists as one that was inserted, and MariaDB returns it. So the number of changes
    /// does not tell there whether the row is new; an INSERT that fails with code `constraint` does.
    public consuming func doNothing() -> UpsertStatement {
        reaction = .nothing
        return self
    }

    /// Sets only these columns of an existing row to the new row's values; none of them leaves the row as it is.
    public consuming func updating(_ columns: [String]) -> UpsertStatement {
        var statement = self
        if case .updateTheRest = statement.reaction { statement.reaction = .update([]) }
        for column in columns { statement = statement.set(column, value: .excluded(column)) }
        return statement
    }

    /// Sets a column of an existing row to a value.
    public consuming func set(_ column: String, value: some SQLOperand) -> UpsertStatement {
        set(column, value: value.sqlOperand)
    }

    /// Sets a column of an existing row to an expression, in which `.excluded("name")` is the new row's value.
    public consuming func set(_ column: String, value: SQLExpression) -> UpsertStatement {
        var assignments: [SQLAssignment] = []
        if case .update(let before) = reaction { assignments = before }
        reaction = .update(assignments + [SQLAssignment(columns: [column], value: value)])
        return self
    }

    /// Adds a condition that an existing row must satisfy to be updated.
    public consuming func `where`(_ condition: consuming SQLCondition) -> UpsertStatement {
        conditions.append(condition)
        return self
    }

    public consuming func returning(_ expression: SQLExpression, alias: String?) -> UpsertStatement {
        insert.returned.append(SelectClauses.ResultColumn(expression: expression, alias: alias))
        return self
    }
}
