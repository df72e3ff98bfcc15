extension SelectStatement {
    /// Adds a column to the result; `p.*` is every column of `p`.
    ///
    /// ```swift
    /// SelectStatement().column("p.first_name").column("p.last_name", alias: "surname").from("person", alias: "p")
    /// // SELECT "p"."first_name", "p"."last_name" AS "surname" FROM "person" AS "p"
    /// ```
    public consuming func column(_ name: String, alias: String? = nil) -> SelectStatement {
        clauses.columns.reserveFirst(8)
        clauses.columns.append(SelectClauses.ResultColumn(expression: SQLExpression(name: name), alias: alias))
        return self
    }

    /// Adds an expression to the result.
    public consuming func column(_ expression: consuming SQLExpression, alias: consuming String? = nil)
        -> SelectStatement
    {
        clauses.columns.reserveFirst(8)
        clauses.columns.append(SelectClauses.ResultColumn(expression: expression, alias: alias))
        return self
    }

    /// Adds several columns to the result.
    public consuming func columns(_ names: [String]) -> SelectStatement {
        clauses.columns += names.map { SelectClauses.ResultColumn(expression: .name($0), alias: nil) }
        return self
    }

    /// Adds every column of a table to the result: `"table".*`; without a table `*`.
    public consuming func all(_ table: String? = nil) -> SelectStatement {
        column(table.map { .name($0 + ".*") } ?? SQLExpression(.star))
    }
}
