public import ZIMDb

/// An aggregate over the rows at the other end of a relationship, as a value of each row of a query.
///
/// ```swift
/// query.filter(Related.count("lines", \OrderLine.amount > 5) >= 3)
/// // WHERE (SELECT count(*) FROM "order_line" AS "lines" WHERE "lines"."year" = "orders"."year" AND
/// //   "lines"."order" = "orders"."number" AND "lines"."amount" > ?) >= ?
/// query.filter(Related.max("payments", \Payment.day) < date).orderBy(Related.count("lines"), ascending: false)
/// ```
///
/// A relationship is one of any kind that the class declares, or several with dots between their names; a row counts once for
/// each way that leads to it. Where there are no rows, the count is 0 and every other aggregate NULL, which `== nil` finds and no
/// other comparison does. SQLite adds decimal numbers up as real ones: compare their sums by `<` and `>`.
///
/// The relationship is looked up when the query is sent. It throws ``ModelError`` with code unknownRelationship, unknownColumn,
/// formMissing where stored values do not have the order of the property, or query for a condition or a property of another class.
public struct Related<Value> {
    /// The aggregate in a statement.
    struct Resolved {
        let value: SQLExpression
        /// The column whose value it is: that of the smallest and the largest value.
        var column: (plan: TablePlan, position: Int)?
        /// Reads it from a place of a row.
        let read: (Row, Int) throws -> Value?
    }

    let resolve: (FilterResolver) throws -> Resolved

    fileprivate enum Function { case sum, average, minimum, maximum }

    fileprivate init<Other: Model>(counting relationship: String, _ condition: Filter<Other>?)
    where Value == Int {
        resolve = {
            let rows = try $0.related(relationship, where: condition) { _ in .count() }
            return Resolved(value: .subquery(rows)) { row, index in try row.get(index, as: Int.self) }
        }
    }

    /// - Parameter value: the property of which it is a value, read as its column is: a date in its form.
    fileprivate init<Other: Model, Held: ColumnValue>(
        _ function: Function, _ relationship: String, _ path: KeyPath<Other, Held>, _ condition: Filter<Other>?,
        value: ((Other) -> Value?)? = nil
    ) where Value: ColumnValue {
        resolve = { resolver in
            let session = resolver.session
            var source: (plan: TablePlan, position: Int)?
            let rows = try resolver.related(relationship, where: condition, given: "property is one of") { inner in
                let plan = inner.plan
                let position = try inner.mapping.index(of: path)
                source = (plan, position)
                let column = inner.column(position)
                if function == .average { return .mean(of: column, for: plan.dialect) }
                let operand = try plan.aggregated(column, at: position, in: session)
                if function == .sum { return .sum(operand) }
                try plan.requireSortable(position, in: session)
                return function == .minimum ? .minimum(operand) : .maximum(operand)
            }
            let aggregate = SQLExpression.subquery(rows)
            let held = source
            guard let (plan, position) = held, let value else {
                return Resolved(value: aggregate) { row, index in
                    if row.isNull(index) { return nil }
                    return try held.map { held in
                        try held.plan.mapping.naming(held.position) { try Value(column: row.value(at: index)) }
                    }
                }
            }
            // Properties say how their columns are read, so one model takes in each row.
            let other = Other()
            func read(_ row: Row, _ index: Int) throws -> Value? {
                if row.isNull(index) { return nil }
                try plan.mapping.read(position, from: row, at: index, into: other)
                return value(other)
            }
            guard plan.dialect.features.contains(.rowidTables),
                let collation = try plan.comparedColumns([position], in: session).first?.collation,
                collation.uppercased() != "BINARY"
            else { return Resolved(value: aggregate, column: held, read: read) }
            // A subquery of SQLite has no collation, whatever its column has.
            return Resolved(value: aggregate.collate(collation), column: held, read: read)
        }
    }
}

extension Related where Value == Int {
    /// The number of rows at the other end of a relationship: `(SELECT count(*) FROM …)`.
    public static func count(_ relationship: String) -> Related { Related(counting: relationship, Filter<Model>?.none) }

    /// The number of rows at the other end of a relationship that satisfy a condition over their class.
    public static func count<Other: Model>(_ relationship: String, _ condition: Filter<Other>) -> Related {
        Related(counting: relationship, condition)
    }
}

extension Related where Value: ColumnValue & Numeric {
    /// The sum of a property over the rows at the other end of a relationship, or over those that satisfy a condition.
    @_disfavoredOverload
    public static func sum<Other: Model>(
        _ relationship: String, _ path: KeyPath<Other, Value>, _ condition: Filter<Other>? = nil
    ) -> Related { Related(.sum, relationship, path, condition) }

    /// The sum of a property that can be nil.
    @_disfavoredOverload
    public static func sum<Other: Model>(
        _ relationship: String, _ path: KeyPath<Other, Value?>, _ condition: Filter<Other>? = nil
    ) -> Related { Related(.sum, relationship, path, condition) }
}

/// A sum of small whole numbers is no small one.
extension Related where Value == Int {
    /// The sum of a property that holds whole numbers over the rows at the other end of a relationship, or over those that satisfy a
    /// condition.
    public static func sum<Other: Model, Number: ColumnValue & FixedWidthInteger>(
        _ relationship: String, _ path: KeyPath<Other, Number>, _ condition: Filter<Other>? = nil
    ) -> Related { Related(.sum, relationship, path, condition) }

    /// The sum of a property that holds whole numbers and can be nil.
    public static func sum<Other: Model, Number: ColumnValue & FixedWidthInteger>(
        _ relationship: String, _ path: KeyPath<Other, Number?>, _ condition: Filter<Other>? = nil
    ) -> Related { Related(.sum, relationship, path, condition) }
}

extension Related where Value == Double {
    /// The mean of a property over the rows at the other end of a relationship, or over those that satisfy a condition.
    public static func average<Other: Model, Number: ColumnValue & Numeric>(
        _ relationship: String, _ path: KeyPath<Other, Number>, _ condition: Filter<Other>? = nil
    ) -> Related { Related(.average, relationship, path, condition) }

    /// The mean of a property that can be nil, over the rows in which it is not.
    public static func average<Other: Model, Number: ColumnValue & Numeric>(
        _ relationship: String, _ path: KeyPath<Other, Number?>, _ condition: Filter<Other>? = nil
    ) -> Related { Related(.average, relationship, path, condition) }
}

extension Related where Value: ColumnValue {
    /// The smallest value of a property among the rows at the other end of a relationship.
    public static func min<Other: Model>(
        _ relationship: String, _ path: KeyPath<Other, Value>, _ condition: Filter<Other>? = nil
    ) -> Related { Related(.minimum, relationship, path, condition) { $0[keyPath: path] } }

    /// The smallest value of a property that can be nil.
    public static func min<Other: Model>(
        _ relationship: String, _ path: KeyPath<Other, Value?>, _ condition: Filter<Other>? = nil
    ) -> Related { Related(.minimum, relationship, path, condition) { $0[keyPath: path] } }

    /// The largest value of a property among the rows at the other end of a relationship.
    public static func max<Other: Model>(
        _ relationship: String, _ path: KeyPath<Other, Value>, _ condition: Filter<Other>? = nil
    ) -> Related { Related(.maximum, relationship, path, condition) { $0[keyPath: path] } }

    /// The largest value of a property that can be nil.
    public static func max<Other: Model>(
        _ relationship: String, _ path: KeyPath<Other, Value?>, _ condition: Filter<Other>? = nil
    ) -> Related { Related(.maximum, relationship, path, condition) { $0[keyPath: path] } }

    /// `(SELECT …) = ?`; `nil` asks for `IS NULL`.
    public static func == <Condition: RelatedCondition>(left: Related, right: Value?) -> Condition {
        left.compared(.equalTo, right)
    }
    /// `(SELECT …) <> ?`, which rows without others do not satisfy, but for a count; `nil` asks for `IS NOT NULL`.
    public static func != <Condition: RelatedCondition>(left: Related, right: Value?) -> Condition {
        left.compared(.notEqualTo, right)
    }
    /// `(SELECT …) < ?`
    public static func < <Condition: RelatedCondition>(left: Related, right: Value) -> Condition {
        left.compared(.lessThan, right)
    }
    /// `(SELECT …) <= ?`
    public static func <= <Condition: RelatedCondition>(left: Related, right: Value) -> Condition {
        left.compared(.lessThanOrEqualTo, right)
    }
    /// `(SELECT …) > ?`
    public static func > <Condition: RelatedCondition>(left: Related, right: Value) -> Condition {
        left.compared(.greaterThan, right)
    }
    /// `(SELECT …) >= ?`
    public static func >= <Condition: RelatedCondition>(left: Related, right: Value) -> Condition {
        left.compared(.greaterThanOrEqualTo, right)
    }

    private func compared<Condition: RelatedCondition>(_ operation: SQLOperator, _ right: Value?) -> Condition {
        let comparison = RelatedComparison { resolver in
            let resolved = try resolve(resolver)
            var value = resolved.value
            guard let right else { return .binary(value, operation, nil) }
            let session = resolver.session
            guard let (plan, position) = resolved.column else {
                // PostgreSQL would take a decimal number for one of the sum's type, which may be whole.
                let isTyped =
                    resolver.plan.dialect.features.contains(.nullsAreLargest) && right.operandValue.decimalDigits != nil
                return .binary(value, operation, isTyped ? .value(right).cast(as: .numeric) : .value(right))
            }
            let bound = try plan.mapping.encoded(right.sqlValue, at: position)
            if plan.dialect.features.contains(.rowidTables), !bound.isNull,
                let affinity = try plan.comparedColumns([position], in: session).first?.affinity
            {
                // The smallest and the largest value have no affinity in SQLite: the column would make a number of digits, and a
                // text of a number.
                switch try plan.mapping.stored(bound, in: position) {
                case .text(let text) where affinity.isNumeric && Double(text) != nil: value = value.cast(as: .numeric)
                case .integer where affinity == .text, .real where affinity == .text: value = value.cast(as: .text)
                default: break
                }
            }
            return try plan.condition(value, operation, bound, at: position, in: session)
        }
        return Condition(comparison)
    }
}

extension Query {
    /// An aggregate over the rows at the other end of a relationship as an expression of this query: for ``rows(_:)``, for groups,
    /// and for ``Assignment/set(_:to:)``. Of the table that is changed the aggregates are those of its rows before the statement;
    /// MySQL refuses them.
    ///
    /// ```swift
    /// let lines = try query.expression(Related.count("lines"))
    /// for row in try query.rows(.column("number"), lines) { … }
    /// // SELECT "number", (SELECT count(*) FROM "order_line" AS "lines" WHERE …) FROM "orders"
    /// ```
    ///
    /// - Throws: as ``Related`` says.
    public func expression<Value>(_ related: Related<Value>) throws -> SQLExpression {
        if let failure { throw failure }
        return try related.resolve(FilterResolver(plan: plan, session: session)).value
    }

    /// Orders by an aggregate over the rows at the other end of a relationship, after any orders given before:
    /// `ORDER BY (SELECT count(*) FROM …) DESC`.
    ///
    /// - Parameter nulls: where NULL stands, which every aggregate but a count is where there are no rows.
    public func orderBy<Value>(_ related: Related<Value>, ascending: Bool = true, nulls: SQLNulls? = nil) -> Query {
        adding { query in
            query.spec.orderings.append(
                Ordering(expression: try query.expression(related), isAscending: ascending, position: nil, nulls: nulls)
            )
        }
    }
}
