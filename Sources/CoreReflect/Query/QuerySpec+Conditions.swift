import ZIMOrm

extension QuerySpec.Condition {
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
            let operation = comparison.sqlOperator
            switch comparison {
            case .in, .notIn:
                let known = try values.filter { !$0.isNull }.map { try value($0, column) }
                let list = SQLCondition(left, operation, SQLExpression(list: known), connector: connector)
                guard known.count < values.count else { return list }
                // `IN (NULL)` finds nothing, and `NOT IN (…, NULL)` nothing at all.
                let null = SQLCondition(
                    left, comparison == .in ? .is : .isNot, nil, connector: comparison == .in ? .or : .and)
                return SQLCondition(SQLConditions().where(list).where(null), connector: connector)
            case .between:
                try require(2)
                try refuseNull("two values")
                return SQLCondition(
                    left, operation, SQLExpression(list: try values.map { try value($0, column) }), connector: connector
                )
            case .like, .notLike:
                try require(1)
                guard case .text(let pattern)? = values.first else {
                    throw refusal("takes a pattern, not \(values.map(\.shown).joined(separator: ", "))")
                }
                return SQLCondition(left, operation, .value(pattern), connector: connector)
            case .equals, .notEquals, .is, .isNot:
                try require(1)
            case .greaterThan, .greaterThanOrEquals, .lessThan, .lessThanOrEquals:
                try require(1)
                try refuseNull("a value")
            }
            return SQLCondition(left, operation, try value(values.first ?? .null, column), connector: connector)
        }

        private func value(_ value: SQLValue, _ column: QueryColumn) throws -> SQLExpression {
            SQLExpression(value: try sources.stored(value, column))
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
