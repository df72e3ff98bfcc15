import ZIMOrm

/// An order of rows that goes on from any row, in both directions, however many rows there are.
struct RowOrder: Sendable {
    /// A column that rows are ordered by.
    struct Term: Sendable, Hashable {
        let column: String
        let alias: String
        let isNullable: Bool

        var expression: SQLExpression { .column(column, of: alias) }
    }

    let terms: [Term]
    let isDescending: Bool
    /// Whether NULL comes before all values in ascending order: so it does in SQLite; in PostgreSQL it comes last.
    let isNullFirst: Bool

    /// Adds the order to a statement; backwards for the page before a row.
    func apply(to statement: SelectStatement, backwards: Bool = false) -> SelectStatement {
        var statement = statement
        for term in terms {
            statement = statement.orderBy(SQLOrdering(term.expression, descending: isDescending != backwards))
        }
        return statement
    }

    /// The rows behind a row whose values in this order are given, or before it.
    func rows(behind values: [ExactValue], backwards: Bool = false) -> SQLExpression {
        let isAscending = isDescending == backwards
        let nullsBehind = isAscending != isNullFirst
        let isNeverNull = !values.contains(where: \.value.isNull)
        if isNeverNull, !nullsBehind || !terms.contains(where: \.isNullable) {
            // One comparison of rows, which an index over the columns answers. NULL on the left is not behind.
            let operation: SQLOperator = isAscending ? .greaterThan : .lessThan
            if terms.count == 1, let term = terms.first, let value = values.first {
                return .binary(term.expression, operation, value.expression)
            }
            return .binary(.row(terms.map(\.expression)), operation, .row(values.map(\.expression)))
        }
        var ways: [SQLExpression] = []
        for (place, term) in terms.enumerated() where place < values.count {
            guard let behind = behind(term, values[place], isAscending, nullsBehind) else { continue }
            let equal = zip(terms, values).prefix(place).map { term, value in
                value.value.isNull ? term.expression.isNull : term.expression == value.expression
            }
            ways.append(.all(equal + [behind]))
        }
        return .any(ways)
    }

    private func behind(
        _ term: Term, _ value: ExactValue, _ isAscending: Bool, _ nullsBehind: Bool
    ) -> SQLExpression? {
        if value.value.isNull { return nullsBehind ? nil : term.expression.isNotNull }
        let beyond: SQLExpression =
            isAscending ? term.expression > value.expression : term.expression < value.expression
        return nullsBehind && term.isNullable ? beyond || term.expression.isNull : beyond
    }
}
