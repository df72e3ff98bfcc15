extension SelectStatement {
    /// Compares a column with a value, a list, a range or a subquery, in the last join.
    @inlinable
    public consuming func joinOn(
        _ column: String, _ operation: SQLOperator, _ operand: some SQLOperand, connector: SQLConnector = .and
    ) -> SelectStatement {
        joinOn(SQLCondition(SQLExpression(name: column), operation, operand.sqlOperand, connector: connector))
    }

    /// Compares a column with an expression, in the last join.
    @inlinable
    public consuming func joinOn(
        _ column: String, _ operation: SQLOperator, _ operand: SQLExpression, connector: SQLConnector = .and
    ) -> SelectStatement {
        joinOn(SQLCondition(SQLExpression(name: column), operation, operand, connector: connector))
    }

    /// Compares two columns, in the last join.
    @inlinable
    public consuming func joinOn(
        _ column: String, _ operation: SQLOperator, column other: String, connector: SQLConnector = .and
    ) -> SelectStatement {
        joinOn(SQLCondition(SQLExpression(name: column), operation, SQLExpression(name: other), connector: connector))
    }

    /// Compares an expression with a value, a list, a range or a subquery, in the last join.
    @inlinable
    public consuming func joinOn(
        _ left: SQLExpression, _ operation: SQLOperator, _ operand: some SQLOperand, connector: SQLConnector = .and
    ) -> SelectStatement {
        joinOn(SQLCondition(left, operation, operand.sqlOperand, connector: connector))
    }

    /// Compares two expressions, in the last join.
    @inlinable
    public consuming func joinOn(
        _ left: SQLExpression, _ operation: SQLOperator, _ operand: SQLExpression, connector: SQLConnector = .and
    ) -> SelectStatement {
        joinOn(SQLCondition(left, operation, operand, connector: connector))
    }

    /// Adds an expression as a condition to the last join.
    public consuming func joinOn(_ condition: SQLExpression, connector: SQLConnector = .and) -> SelectStatement {
        joinOn(SQLCondition(condition, connector: connector))
    }

    /// Adds a condition in raw SQL, in which values are bound, to the last join.
    public consuming func joinOn(sql: SQL, connector: SQLConnector = .and) -> SelectStatement {
        joinOn(SQLCondition(.sql(sql), connector: connector))
    }

    /// Adds conditions in parentheses to the last join.
    public consuming func joinOnBlock(
        connector: SQLConnector = .and, _ build: (SQLConditions) -> SQLConditions
    ) -> SelectStatement {
        joinOn(SQLCondition(build(SQLConditions()), connector: connector))
    }
}
