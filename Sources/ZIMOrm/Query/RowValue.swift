public import ZIMDb

/// Some columns of a class that are compared at once: a row value of SQL.
///
/// ```swift
/// query.filter(RowValue(\.year, \.number) > (1998, 3))
/// // WHERE ("Invoice"."year", "Invoice"."number") > (?, ?)
/// query.filter(RowValue(\.year, \.customer).notIn([(1998, "Ada"), (1999, "Bob")]))
/// // WHERE NOT (("Invoice"."year", "Invoice"."customer") IN (SELECT … FROM json_each(?) AS zim_keys))
/// ```
///
/// Rows are ordered by their first columns; where these are equal, by the second, and so on. The compiler checks the number and
/// the types of the values. A column whose property has another order or other spellings than its stored values is compared
/// by itself: `"day" > ? OR "day" = ? AND "number" > ?`.
///
/// Source: <https://www.sqlite.org/rowvalue.html>,
/// <https://www.postgresql.org/docs/15/functions-comparisons.html#ROW-WISE-COMPARISON>
public struct RowValue<M: Model, Values> {
    private let positions: [(Mapping) throws -> Int]
    private let sqlValues: (Values) -> [SQLValue]

    // Of these two Swift finds out the class where nothing around the call says it: `RowValue(\Invoice.year, \Invoice.number)`.

    /// The columns of two properties.
    public init<First: ColumnValue, Second: ColumnValue>(
        _ first: KeyPath<M, First>, _ second: KeyPath<M, Second>
    ) where Values == (First, Second) {
        positions = [{ try $0.index(of: first) }, { try $0.index(of: second) }]
        sqlValues = { [$0.0.sqlValue, $0.1.sqlValue] }
    }

    /// The columns of three properties.
    public init<First: ColumnValue, Second: ColumnValue, Third: ColumnValue>(
        _ first: KeyPath<M, First>, _ second: KeyPath<M, Second>, _ third: KeyPath<M, Third>
    ) where Values == (First, Second, Third) {
        positions = [{ try $0.index(of: first) }, { try $0.index(of: second) }, { try $0.index(of: third) }]
        sqlValues = { [$0.0.sqlValue, $0.1.sqlValue, $0.2.sqlValue] }
    }

    /// The columns of any number of properties.
    public init<each Value: ColumnValue>(_ paths: repeat KeyPath<M, each Value>) where Values == (repeat each Value) {
        var positions: [(Mapping) throws -> Int] = []
        for path in repeat each paths { positions.append { try $0.index(of: path) } }
        self.positions = positions
        sqlValues = { row in
            var values: [SQLValue] = []
            for value in repeat each row { values.append(value.sqlValue) }
            return values
        }
    }

    /// The columns equal one of a list of rows of values. The list is one bound parameter, of any length.
    ///
    /// ```swift
    /// query.filter(RowValue(\.year, \.customer).in([(1998, "Ada"), (1999, "Bob")]))
    /// // WHERE ("Invoice"."year", "Invoice"."customer") IN (SELECT … FROM json_each(?) AS zim_keys)
    /// ```
    ///
    /// A row with nil is none that columns hold.
    ///
    /// - Throws: when the query is sent, ``ModelError`` with code formMissing.
    public func `in`(_ rows: [Values]) -> Filter<M> {
        let rows = rows.map(sqlValues)
        return filter { plan, session, positions, resolver in
            try plan.isIn(
                positions.map(resolver.column), plan.mapping.encoded(rows, at: positions), at: positions,
                negated: resolver.isNegated, in: session)
        }
    }

    /// The columns hold none of some rows of values.
    ///
    /// As with `NOT IN` of SQL, a row is not found if NULL in one of the columns leaves open whether it is in the list.
    ///
    /// - Throws: as ``in(_:)``, and with code query if a row holds nil: SQL's `NOT IN` would find no row then.
    public func notIn(_ rows: [Values]) -> Filter<M> { !self.in(rows) }

    private func compare(_ operation: SQLOperator, _ row: Values) -> Filter<M> {
        let values = sqlValues(row)
        return filter { plan, session, positions, resolver in
            let values = try plan.mapping.encoded([values], at: positions)[0]
            return try plan.condition(
                positions.map(resolver.column), operation, values, at: positions, in: session)
        }
    }

    /// The positions of the columns.
    func positions(in mapping: Mapping) throws -> [Int] {
        guard !positions.isEmpty else {
            throw ModelError(.query, "a row value of \"\(mapping.table)\" names no property", table: mapping.table)
        }
        return try positions.map { try $0(mapping) }
    }

    func filter(
        _ condition: @escaping (TablePlan, Session, [Int], FilterResolver) throws -> SQLExpression
    ) -> Filter<M> {
        Filter { try condition($0.plan, $0.session, positions(in: $0.mapping), $0) }
    }

    // Disfavored, so that Swift says of a single property that is compared with a wrong type what it would without these.

    /// `("a", "b") = (?, ?)`
    @_disfavoredOverload
    public static func == (left: RowValue, right: Values) -> Filter<M> { left.compare(.equalTo, right) }
    /// `("a", "b") <> (?, ?)`
    @_disfavoredOverload
    public static func != (left: RowValue, right: Values) -> Filter<M> { left.compare(.notEqualTo, right) }
    /// `("a", "b") < (?, ?)`
    @_disfavoredOverload
    public static func < (left: RowValue, right: Values) -> Filter<M> { left.compare(.lessThan, right) }
    /// `("a", "b") <= (?, ?)`
    @_disfavoredOverload
    public static func <= (left: RowValue, right: Values) -> Filter<M> { left.compare(.lessThanOrEqualTo, right) }
    /// `("a", "b") > (?, ?)`
    @_disfavoredOverload
    public static func > (left: RowValue, right: Values) -> Filter<M> { left.compare(.greaterThan, right) }
    /// `("a", "b") >= (?, ?)`
    @_disfavoredOverload
    public static func >= (left: RowValue, right: Values) -> Filter<M> { left.compare(.greaterThanOrEqualTo, right) }
}
