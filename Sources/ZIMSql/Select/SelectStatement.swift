/// A SELECT, built call by call; each call returns a new statement and does not change the old one.
///
/// ```swift
/// let calls = SelectStatement()
///     .column("p.last_name").column(.count(), alias: "calls")
///     .from("person", alias: "p")
///     .join("phone call", alias: "c", type: .left).joinOn("c.person_pk", .equalTo, column: "p.pk")
///     .where("p.age", .between, [18, 65])
///     .groupBy("p.pk").having("calls", .greaterThan, 3)
///     .orderBy("p.last_name", descending: true, nulls: .last).limit(10)
/// let rendered = try calls.render(for: .sqlite)
/// // SELECT "p"."last_name", count(*) AS "calls" FROM "person" AS "p" LEFT JOIN "phone call" AS "c"
/// // ON "c"."person_pk" = "p"."pk" WHERE "p"."age" BETWEEN ? AND ? GROUP BY "p"."pk" HAVING "calls" > ?
/// // ORDER BY "p"."last_name" DESC NULLS LAST LIMIT ?
/// ```
///
/// In a string, a dot separates schema, table and column. Quote names that contain dots inside the string
/// (`"\"year.key\".pk"`), or use ``SQLIdentifier`` or `.column(_:of:)`.
///
/// Source: <https://www.sqlite.org/lang_select.html>, <https://www.postgresql.org/docs/15/sql-select.html>
public struct SelectStatement: SQLStatement, SQLFilterable, SQLOperand, SQLTableSource {
    // Arrays share their storage when a statement is copied; a box around them was slower to build.
    var clauses: SelectClauses

    /// A query of all columns: `SELECT *`, until columns are named.
    public init() { clauses = SelectClauses() }

    /// Rows written out: `VALUES (?, ?), (?, ?)`.
    ///
    /// ```swift
    /// SelectStatement().with("pair", columns: ["a", "b"], as: SelectStatement(values: [[1, "x"], [2, "y"]]))
    /// ```
    ///
    /// Such a statement can be ordered, limited and combined, but has no columns, FROM or WHERE. Its columns are called
    /// `column1`, `column2` and so on; MariaDB and MySQL get `SELECT ? AS column1, ? AS column2 UNION ALL SELECT ?, ?`.
    public init(values rows: [[SQLExpression]]) {
        clauses = SelectClauses()
        clauses.changeRare { $0.values = rows }
    }

    /// This query as a value: `(SELECT …)`.
    public var sqlOperand: SQLExpression { SQLExpression(.subquery(self)) }

    /// This query as a source: `(SELECT …)`.
    public var sqlTable: SQLTable { SQLTable(.subquery(self)) }

    /// Removes duplicate rows: `SELECT DISTINCT`.
    public consuming func distinct(_ isDistinct: Bool = true) -> SelectStatement {
        clauses.distinct = isDistinct
        return self
    }

    /// Keeps the first row of each group of equal expressions: `SELECT DISTINCT ON (…)`. PostgreSQL.
    public consuming func distinctOn(_ expressions: SQLExpression...) -> SelectStatement {
        clauses.changeRare { $0.distinctOn += expressions }
        return self
    }

    public consuming func `where`(_ condition: consuming SQLCondition) -> SelectStatement {
        clauses.conditions.append(condition)
        return self
    }

    /// Adds a column to GROUP BY.
    public consuming func groupBy(_ column: String) -> SelectStatement { groupBy(.name(column)) }

    /// Adds an expression to GROUP BY.
    public consuming func groupBy(_ expression: SQLExpression) -> SelectStatement {
        clauses.groups.append(expression)
        return self
    }

    /// Limits the number of rows: `LIMIT ?`.
    ///
    /// - Throws: nothing here; rendering throws ``SQLBuildError`` for a negative number.
    public consuming func limit(_ count: Int) -> SelectStatement {
        var next = consume self
        next.clauses.setLimit(SQLExpression(value: .integer(Int64(count))))
        return next
    }

    /// Limits the number of rows by an expression.
    public consuming func limit(_ count: SQLExpression) -> SelectStatement {
        var next = consume self
        next.clauses.setLimit(count)
        return next
    }

    /// Limits the number of rows and skips some before them: `LIMIT ? OFFSET ?`.
    public consuming func limit(_ count: Int, offset: Int) -> SelectStatement { limit(count).offset(offset) }

    /// Skips rows at the beginning: `OFFSET ?`. It needs no LIMIT.
    public consuming func offset(_ count: Int) -> SelectStatement {
        var next = consume self
        next.clauses.setOffset(SQLExpression(value: .integer(Int64(count))))
        return next
    }

    /// Skips rows at the beginning, by an expression.
    public consuming func offset(_ count: SQLExpression) -> SelectStatement {
        var next = consume self
        next.clauses.setOffset(count)
        return next
    }
}
