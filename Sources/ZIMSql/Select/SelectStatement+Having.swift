extension SelectStatement {
    /// Compares a column with a value, a list, a range or a subquery, in HAVING.
    @inlinable
    public consuming func having(
        _ column: String, _ operation: SQLOperator, _ operand: some SQLOperand, connector: SQLConnector = .and
    ) -> SelectStatement {
        having(SQLCondition(SQLExpression(name: column), operation, operand.sqlOperand, connector: connector))
    }

    /// Compares a column with an expression, in HAVING.
    @inlinable
    public consuming func having(
        _ column: String, _ operation: SQLOperator, _ operand: SQLExpression, connector: SQLConnector = .and
    ) -> SelectStatement {
        having(SQLCondition(SQLExpression(name: column), operation, operand, connector: connector))
    }

    /// Compares two columns, in HAVING.
    @inlinable
    public consuming func having(
        _ column: String, _ operation: SQLOperator, column other: String, connector: SQLConnector = .and
    ) -> SelectStatement {
        having(SQLCondition(SQLExpression(name: column), operation, SQLExpression(name: other), connector: connector))
    }

    /// Compares an expression with a value, a list, a range or a subquery, in HAVING.
    @inlinable
    public consuming func having(
        _ left: SQLExpression, _ operation: SQLOperator, _ operand: some SQLOperand, connector: SQLConnector = .and
    ) -> SelectStatement {
        having(SQLCondition(left, operation, operand.sqlOperand, connector: connector))
    }

    /// Compares two expressions, in HAVING.
    @inlinable
    public consuming func having(
        _ left: SQLExpression, _ operation: SQLOperator, _ operand: SQLExpression, connector: SQLConnector = .and
    ) -> SelectStatement {
        having(SQLCondition(left, operation, operand, connector: connector))
    }

    /// Adds an expression as a condition to HAVING.
    public consuming func having(_ condition: SQLExpression, connector: SQLConnector = .and) -> SelectStatement {
        having(SQLCondition(condition, connector: connector))
    }

    /// Adds a condition in raw SQL, in which values are bound, to HAVING.
    public consuming func having(sql: SQL, connector: SQLConnector = .and) -> SelectStatement {
        having(SQLCondition(.sql(sql), connector: connector))
    }

    /// Adds conditions in parentheses to HAVING.
    public consuming func havingBlock(
        connector: SQLConnector = .and, _ build: (SQLConditions) -> SQLConditions
    ) -> SelectStatement {
        having(SQLCondition(build(SQLConditions()), connector: connector))
    }

    /// Adds a condition to HAVING.
    ///
    /// It may use the alias of a result column. For engines without aliases in HAVING, such as PostgreSQL, the column's
    /// expression is written in its place; on SQLite, too, if the expression is over a column of the alias's name. A name in
    /// GROUP BY is that column, and so is a name in an aggregate that an alias hides.
    public consuming func having(_ condition: SQLCondition) -> SelectStatement {
        clauses.having.append(condition)
        return self
    }
}
