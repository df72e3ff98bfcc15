extension SelectStatement {
    /// Orders the rows by a column.
    ///
    /// ```swift
    /// statement.orderBy("p.last_name", descending: true, nulls: .last)      // ORDER BY "p"."last_name" DESC NULLS LAST
    /// ```
    ///
    /// - Parameters:
    ///   - column: the column, or the alias of a result column.
    ///   - descending: the largest first.
    ///   - nulls: the position of NULLs; without it the engines differ. For engines without NULLS FIRST and LAST, a
    ///     CASE before the column does the same.
    public consuming func orderBy(
        _ column: String, descending: Bool = false, nulls: SQLNulls? = nil
    ) -> SelectStatement {
        clauses.ordering.reserveFirst(2)
        clauses.ordering.append(SQLOrdering(SQLExpression(name: column), descending: descending, nulls: nulls))
        return self
    }

    /// Orders the rows by an expression. Inside of it PostgreSQL knows no alias of a result column.
    public consuming func orderBy(
        _ expression: SQLExpression, descending: Bool = false, nulls: SQLNulls? = nil
    ) -> SelectStatement {
        clauses.ordering.reserveFirst(2)
        clauses.ordering.append(SQLOrdering(expression, descending: descending, nulls: nulls))
        return self
    }

    /// Orders the rows by a term.
    public consuming func orderBy(_ term: SQLOrdering) -> SelectStatement {
        clauses.ordering.append(term)
        return self
    }

    /// Removes the order, for example if the rows are only counted.
    public consuming func unordered() -> SelectStatement {
        clauses.ordering = []
        return self
    }
}
