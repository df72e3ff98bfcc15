/// A statement with a WHERE: SELECT, UPDATE, DELETE, an upsert's DO UPDATE, a partial index, and a block of conditions.
///
/// Every method returns a new statement. The operator can be chosen at run time; values on its right are bound.
public protocol SQLFilterable {
    /// Adds a condition that is ready.
    consuming func `where`(_ condition: consuming SQLCondition) -> Self
}

extension SQLFilterable {
    /// Compares a column with a value, a list, a range or a subquery.
    ///
    /// ```swift
    /// statement.where("p.age", .between, [18, 65]).where("p.region", .in, ["north", "south"])
    /// // WHERE "p"."age" BETWEEN ? AND ? AND "p"."region" IN (?, ?)
    /// ```
    ///
    /// - Parameters:
    ///   - column: the column's name; a dot separates the table.
    ///   - operation: the operator.
    ///   - operand: what to compare with. With nil, `=` and `<>` become `IS NULL` and `IS NOT NULL`.
    ///   - connector: how this condition joins the one before it.
    @inlinable
    public consuming func `where`(
        _ column: String, _ operation: SQLOperator, _ operand: some SQLOperand, connector: SQLConnector = .and
    ) -> Self {
        self.where(SQLCondition(SQLExpression(name: column), operation, operand.sqlOperand, connector: connector))
    }

    /// Compares a column with an expression: `nil`, `.name("p.pk")`, `.count()`, a list of mixed literals.
    @inlinable
    public consuming func `where`(
        _ column: String, _ operation: SQLOperator, _ operand: SQLExpression, connector: SQLConnector = .and
    ) -> Self {
        self.where(SQLCondition(SQLExpression(name: column), operation, operand, connector: connector))
    }

    /// Compares two columns: `"a"."x" = "b"."y"`.
    @inlinable
    public consuming func `where`(
        _ column: String, _ operation: SQLOperator, column other: String, connector: SQLConnector = .and
    ) -> Self {
        self.where(
            SQLCondition(SQLExpression(name: column), operation, SQLExpression(name: other), connector: connector))
    }

    /// Compares an expression with a value, a list, a range or a subquery.
    @inlinable
    public consuming func `where`(
        _ left: SQLExpression, _ operation: SQLOperator, _ operand: some SQLOperand, connector: SQLConnector = .and
    ) -> Self {
        self.where(SQLCondition(left, operation, operand.sqlOperand, connector: connector))
    }

    /// Compares two expressions.
    @inlinable
    public consuming func `where`(
        _ left: SQLExpression, _ operation: SQLOperator, _ operand: SQLExpression, connector: SQLConnector = .and
    ) -> Self {
        self.where(SQLCondition(left, operation, operand, connector: connector))
    }

    /// Adds an expression as a condition: `.where(.name("age") >= 18 && .name("fax") == nil)`.
    @inlinable
    public consuming func `where`(_ condition: SQLExpression, connector: SQLConnector = .and) -> Self {
        self.where(SQLCondition(condition, connector: connector))
    }

    /// Adds a condition in raw SQL, in which values are bound: `.where(sql: "age > \(18)")`.
    @inlinable
    public consuming func `where`(sql: SQL, connector: SQLConnector = .and) -> Self {
        self.where(SQLCondition(.sql(sql), connector: connector))
    }

    /// Adds conditions in parentheses.
    ///
    /// ```swift
    /// statement.whereBlock(connector: .or) { $0.where("a", .equalTo, 1).where("b", .equalTo, 2) }
    /// // … OR ("a" = ? AND "b" = ?)
    /// ```
    @inlinable
    public consuming func whereBlock(
        connector: SQLConnector = .and, _ build: (SQLConditions) -> SQLConditions
    ) -> Self {
        self.where(SQLCondition(build(SQLConditions()), connector: connector))
    }
}
