package import ZIMDb

/// Conditions and orders over the columns of a class, for a facade that writes its own statements.
extension Session {
    /// The mapping of a class as this database's table needs it.
    package func mapping(of type: Model.Type) throws -> Mapping { try plan(for: type).mapping }

    /// A comparison that holds for every row whose property reads as such a value.
    ///
    /// - Throws: ``ModelError`` with code formMissing if no condition finds them all, value.
    package func condition(
        _ column: SQLExpression, _ operation: SQLOperator, _ value: SQLValue, at position: Int, of type: Model.Type
    ) throws -> SQLExpression {
        try plan(for: type).condition(column, operation, anyNumber: value, at: position, in: self)
    }

    /// Whether a row's property reads as one of some values; a nil among them finds NULL.
    package func isIn(
        _ column: SQLExpression, _ values: [SQLValue], negated: Bool, at position: Int, of type: Model.Type
    ) throws -> SQLExpression {
        try plan(for: type).isIn(column, anyNumbers: values, negated: negated, at: position, in: self)
    }

    /// Whether a row's property is one of two values or between them.
    package func between(
        _ column: SQLExpression, _ low: SQLValue, _ high: SQLValue, at position: Int, of type: Model.Type
    ) throws -> SQLExpression {
        try plan(for: type).between(column, anyNumbers: low, high, at: position, in: self)
    }

    /// What rows are sorted by to have the order of a property, as a query of models sorts them: NULL is the smallest value.
    ///
    /// - Parameter mayBeMissing: whether a join keeps rows that have no row of the class.
    /// - Throws: ``ModelError`` with code formMissing if stored values do not tell it.
    package func sortTerm(
        _ column: SQLExpression, descending: Bool, at position: Int, of type: Model.Type, mayBeMissing: Bool
    ) throws -> SQLOrdering {
        let plan = try plan(for: type)
        let sorted = try plan.sortKey(column, position, in: self)
        let ordering = Ordering(
            expression: sorted.key, isAscending: !descending,
            position: sorted.isColumn && !mayBeMissing ? position : nil)
        try plan.readNullableKey(for: [ordering], in: self)
        return plan.term(ordering)
    }

    /// Checks that rows sorted by a column are sorted by the property.
    package func requireSortable(_ position: Int, of type: Model.Type) throws {
        try plan(for: type).requireSortable(position, in: self)
    }
}
