import ZIMOrm

/// An order of rows that goes on from any row, in both directions, however many rows there are.
struct RowOrder: Sendable {
    /// A column that rows are ordered by.
    struct Term: Sendable, Hashable {
        let column: String
        let alias: String
        let isNullable: Bool
        /// Where the engine orders the column by the numbers of its labels.
        let labels: LabelOrder?
        /// How much of a value counts where the engine orders long ones by their beginning; nil for all of it.
        var length: Int?

        var expression: SQLExpression {
            let column = SQLExpression.column(column, of: alias)
            return length.map { .function("left", column, .operand("\(unsafe: String($0))")) } ?? column
        }
    }

    let terms: [Term]
    let isDescending: Bool
    /// Whether NULL comes before all values in ascending order: in PostgreSQL it comes last.
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
    ///
    /// - Throws: ``PageProblem`` for a label that the column does not have.
    func rows(behind values: [ExactValue], backwards: Bool = false) throws -> SQLExpression {
        let isAscending = isDescending == backwards
        let nullsBehind = isAscending != isNullFirst
        let isNeverNull = !values.contains(where: \.value.isNull)
        let haveLabels = terms.contains { $0.labels != nil }
        if isNeverNull, !haveLabels, !nullsBehind || !terms.contains(where: \.isNullable) {
            // One comparison of rows, which an index over the columns answers. NULL on the left is not behind.
            let operation: SQLOperator = isAscending ? .greaterThan : .lessThan
            if terms.count == 1, let term = terms.first, let value = values.first {
                return .binary(term.expression, operation, value.expression)
            }
            return .binary(.row(terms.map(\.expression)), operation, .row(values.map(\.expression)))
        }
        var ways: [SQLExpression] = []
        for (index, term) in terms.enumerated() where index < values.count {
            guard let behind = try behind(term, values[index], isAscending, nullsBehind) else { continue }
            let equal = zip(terms, values).prefix(index).map { term, value in
                value.value.isNull ? term.expression.isNull : term.expression == value.expression
            }
            ways.append(.all(equal + [behind]))
        }
        return .any(ways)
    }

    private func behind(
        _ term: Term, _ value: ExactValue, _ isAscending: Bool, _ nullsBehind: Bool
    ) throws -> SQLExpression? {
        if value.value.isNull { return nullsBehind ? nil : term.expression.isNotNull }
        var beyond: SQLExpression =
            isAscending ? term.expression > value.expression : term.expression < value.expression
        if let labels = term.labels {
            guard let behind = labels.rows(term.expression, behind: value.value, isAscending: isAscending) else {
                throw PageProblem(
                    "\(term.column.printable) has no label \(value.value.shown)", .notFound, "Begin with the first page"
                )
            }
            beyond = behind
        }
        return nullsBehind && term.isNullable ? beyond || term.expression.isNull : beyond
    }
}

extension RowOrder {
    /// The order of a selection's rows: the column that was asked for, then what tells rows apart.
    init(of selection: Selection, _ sort: Sort, _ reader: RowReader) {
        let catalog = reader.catalog
        var terms: [Term] = []
        if let column = sort.column {
            terms.append(
                Term(
                    column,
                    isNullable: !column.isNotNull
                        && selection.table.rowIDColumn?.hasSameBytes(as: column.name) != true, in: catalog))
        }
        if reader.key.isComplete {
            terms += reader.key.order(Selection.alias, of: selection.table).filter { term in
                !terms.contains { $0.column.hasSameBytes(as: term.column) }
            }
        } else if !terms.isEmpty || !catalog.isSQLite {
            // Nothing tells rows apart. Those that are equal in an order must not change places from page to page; a
            // server may read them in any order even where none is asked for.
            for column in reader.columns where !sort.isBy(column) && catalog.isComparable(column) {
                // An extension's type may have no order, which nobody has asked for here.
                if !catalog.isSQLite, DeclaredType(column).family == .any { continue }
                terms.append(Term(column, isNullable: true, in: catalog))
            }
        }
        self.init(terms: terms, isDescending: sort.isDescending, isNullFirst: catalog.isNullFirst)
    }
}

extension RowOrder.Term {
    init(_ column: ColumnSchema, isNullable: Bool, in catalog: Catalog) {
        self.init(
            column: column.name, alias: Selection.alias, isNullable: isNullable,
            labels: LabelOrder(column, engine: catalog.schema.engine),
            length: catalog.schema.traits.orderedLength(of: column))
    }
}
