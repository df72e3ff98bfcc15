extension CreateTriggerStatement {
    /// Compares a column, `OLD.name` or `NEW.name`, with a value.
    public consuming func when(
        _ column: String, _ operation: SQLOperator, _ operand: some SQLOperand, connector: SQLConnector = .and
    ) -> CreateTriggerStatement {
        when(SQLCondition(.name(column), operation, operand.sqlOperand, connector: connector))
    }

    /// Compares a column with an expression or nil.
    public consuming func when(
        _ column: String, _ operation: SQLOperator, _ operand: SQLExpression, connector: SQLConnector = .and
    ) -> CreateTriggerStatement {
        when(SQLCondition(.name(column), operation, operand, connector: connector))
    }

    /// Compares two columns.
    public consuming func when(
        _ column: String, _ operation: SQLOperator, column other: String, connector: SQLConnector = .and
    ) -> CreateTriggerStatement {
        when(SQLCondition(.name(column), operation, .name(other), connector: connector))
    }

    /// Adds an expression as a condition.
    public consuming func when(_ condition: SQLExpression, connector: SQLConnector = .and) -> CreateTriggerStatement {
        when(SQLCondition(condition, connector: connector))
    }

    /// Adds conditions in parentheses.
    public consuming func whenBlock(
        connector: SQLConnector = .and, _ build: (SQLConditions) -> SQLConditions
    ) -> CreateTriggerStatement {
        when(SQLCondition(build(SQLConditions()), connector: connector))
    }
}
