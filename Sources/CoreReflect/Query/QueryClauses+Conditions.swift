import ZIMOrm

extension QueryClauses.Condition {
    /// The condition as the builder has it.
    ///
    /// - Throws: `ModelError` with code unknownColumn, value, or query for a number of values that does not fit.
    func resolved(in sources: QuerySources, connector: SQLConnector = .and) throws -> SQLCondition {
        switch self {
        case .group(let inner, let conditions):
            var block = SQLConditions()
            for condition in conditions { block = block.where(try condition.resolved(in: sources, connector: inner)) }
            return SQLCondition(block, connector: connector)
        case .compare(let field, let comparison, let values):
            return try Filter(field: field, comparison: comparison, values: values, sources: sources)
                .condition(connector)
        }
    }

    /// One comparison and the columns that it may name.
    private struct Filter {
        let field: String
        let comparison: Comparison
        let values: [SQLValue]
        let sources: QuerySources

        func condition(_ connector: SQLConnector) throws -> SQLCondition {
            let column = try sources.column(field)
            let left = sources.expression(column)
            let (session, type) = (sources.session, sources.type(column))
            let operation = comparison.sqlOperator
            switch comparison {
            case .in, .notIn:
                return SQLCondition(
                    try session.isIn(left, values, negated: comparison == .notIn, at: column.position, of: type),
                    connector: connector)
            case .between:
                try require(2)
                try refuseNull("two values")
                return SQLCondition(
                    try session.between(left, values[0], values[1], at: column.position, of: type), connector: connector
                )
            case .like, .notLike:
                try require(1)
                guard case .text(let pattern)? = values.first else {
                    throw refusal("takes a pattern, not \(values.map(\.shown).joined(separator: ", "))")
                }
                return SQLCondition(
                    try session.text(of: left, at: column.position, of: type), operation, .value(pattern),
                    connector: connector)
            case .equals, .notEquals, .is, .isNot:
                try require(1)
            case .greaterThan, .greaterThanOrEquals, .lessThan, .lessThanOrEquals:
                try require(1)
                try refuseNull("a value")
            }
            return SQLCondition(
                try session.condition(left, operation, values.first ?? .null, at: column.position, of: type),
                connector: connector)
        }

        private func require(_ count: Int) throws {
            guard values.count != count else { return }
            throw refusal("takes \(count == 1 ? "one value" : "\(count) values"), not \(values.count)")
        }

        private func refuseNull(_ wanted: String) throws {
            if values.contains(where: \.isNull) { throw refusal("takes \(wanted), not nil") }
        }

        private func refusal(_ message: String) -> ModelError {
            ModelError(
                .query, "the filter \"\(field)\" .\(comparison) of \"\(sources.root.alias)\" \(message)",
                table: sources.root.alias, column: field)
        }
    }
}
