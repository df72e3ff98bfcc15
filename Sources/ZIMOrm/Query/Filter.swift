public import ZIMDb

/// A condition over the properties of a class, checked by the compiler.
///
/// ```swift
/// query.filter(\.warehouse == 1 && \.delivered == nil)
/// // WHERE "order_line"."ol_w_id" = ? AND "order_line"."ol_delivery_d" IS NULL
/// query.filter(.in(\.region, ["north", "south"]) || .beginsWith(\.lastName, "Mac"))
/// ```
///
/// A value is bound as the column would store it: a date in the column's format, an enum as its raw value.
public struct Filter<M: Model> {
    private let node: FilterNode

    init(_ resolve: @escaping (FilterResolver) throws -> SQLExpression) { node = FilterNode(resolve) }

    private init(_ node: FilterNode) { self.node = node }

    func resolve(_ resolver: FilterResolver) throws -> SQLExpression { try node.resolve(resolver) }

    /// Compares a property with a value.
    static func compare<Value: ColumnValue>(
        _ path: KeyPath<M, Value>, _ operation: SQLOperator, _ value: Value
    ) -> Filter {
        let bound = value.sqlValue
        return Filter { resolver in
            let position = try resolver.mapping.index(of: path)
            return try resolver.condition(position, operation, resolver.mapping.encoded(bound, at: position))
        }
    }

    static func compare<Value: ColumnValue>(
        _ left: KeyPath<M, Value>, _ operation: SQLOperator, _ right: KeyPath<M, Value>
    ) -> Filter {
        Filter { resolver in
            let (left, right) = (try resolver.mapping.index(of: left), try resolver.mapping.index(of: right))
            return try resolver.condition(left, operation, column: right)
        }
    }

    /// The property's value is in a list, of any length. An empty list matches no row; nil in the list matches NULL.
    ///
    /// ```swift
    /// query.filter(.in(\.carrier, [3, 7]))
    /// // WHERE "orders"."carrier" IN (?, ?)
    /// // of more than 500 values, in one parameter: WHERE "orders"."carrier" IN (SELECT … FROM json_each(?) AS zim_keys)
    /// ```
    public static func `in`<Value: ColumnValue>(_ path: KeyPath<M, Value>, _ values: [Value]) -> Filter {
        let bound = values.map(\.sqlValue)
        return Filter { resolver in
            let position = try resolver.mapping.index(of: path)
            let bound = try resolver.mapping.encoded(bound, at: position)
            return try resolver.plan.isIn(
                resolver.column(position), bound, isBehindNot: resolver.isNegated, at: position, in: resolver.session)
        }
    }

    /// The property's value is not in a list.
    public static func notIn<Value: ColumnValue>(_ path: KeyPath<M, Value>, _ values: [Value]) -> Filter {
        !.in(path, values)
    }

    /// The property's value is between two values, both included.
    public static func between<Value: ColumnValue>(_ path: KeyPath<M, Value>, _ low: Value, _ high: Value) -> Filter {
        let (low, high) = (low.sqlValue, high.sqlValue)
        return Filter { resolver in
            let position = try resolver.mapping.index(of: path)
            return try resolver.plan.between(
                resolver.column(position), resolver.mapping.encoded(low, at: position),
                resolver.mapping.encoded(high, at: position), at: position, in: resolver.session)
        }
    }

    /// The text matches an SQL pattern: `%` is any text, `_` is one character. As the others that look for a text, it throws
    /// ``ModelError`` with code formMissing when the query is sent, if the column holds bytes.
    public static func like<Value: ColumnValue>(_ path: KeyPath<M, Value>, _ pattern: String) -> Filter {
        Filter { try $0.text(of: path).like(.value(pattern)) }
    }

    /// The text contains another; `%` and `_` match themselves.
    public static func contains<Value: ColumnValue>(
        _ path: KeyPath<M, Value>, _ text: String, ignoresCase: Bool = false
    ) -> Filter {
        match(path, .contains, text, ignoresCase)
    }

    /// The text begins with another; `%` and `_` match themselves.
    public static func beginsWith<Value: ColumnValue>(
        _ path: KeyPath<M, Value>, _ text: String, ignoresCase: Bool = false
    ) -> Filter {
        match(path, .beginsWith, text, ignoresCase)
    }

    /// The text ends with another; `%` and `_` match themselves.
    public static func endsWith<Value: ColumnValue>(
        _ path: KeyPath<M, Value>, _ text: String, ignoresCase: Bool = false
    ) -> Filter {
        match(path, .endsWith, text, ignoresCase)
    }

    private static func match<Value: ColumnValue>(
        _ path: KeyPath<M, Value>, _ match: TextMatch, _ text: String, _ ignoresCase: Bool
    ) -> Filter {
        Filter { match.condition(try $0.text(of: path), text, ignoresCase: ignoresCase, dialect: $0.plan.dialect) }
    }

    /// A condition of the statement builder, for what the others cannot express.
    public static func expression(_ expression: SQLExpression) -> Filter {
        Filter { resolver in
            guard let alias = resolver.alias else { return expression }
            throw ModelError(
                .query,
                resolver.outerNames.isEmpty
                    ? "the default filter of class \(resolver.mapping.type) holds an expression, whose columns cannot be told "
                        + "from others where \"\(resolver.mapping.table)\" is joined as \"\(alias)\""
                    : "an expression about related rows cannot tell its columns from others: \"\(resolver.mapping.table)\" is called "
                        + "\"\(alias)\" there",
                table: resolver.mapping.table, hint: "Write the condition with key paths")
        }
    }

    /// `left AND right`
    public static func && (left: Filter, right: Filter) -> Filter { Filter(.joined(.and, left.node, right.node)) }
    /// `left OR right`
    public static func || (left: Filter, right: Filter) -> Filter { Filter(.joined(.or, left.node, right.node)) }
    /// `NOT operand`
    public static prefix func ! (operand: Filter) -> Filter { Filter(!operand.node) }
}

/// Rows whose column equals the value; `nil` asks for `IS NULL`.
public func == <M: Model, Value: ColumnValue>(left: KeyPath<M, Value>, right: Value) -> Filter<M> {
    .compare(left, .equalTo, right)
}
/// Rows whose column differs from the value; `nil` asks for `IS NOT NULL`.
public func != <M: Model, Value: ColumnValue>(left: KeyPath<M, Value>, right: Value) -> Filter<M> {
    .compare(left, .notEqualTo, right)
}
/// `"column" < ?`
public func < <M: Model, Value: ColumnValue>(left: KeyPath<M, Value>, right: Value) -> Filter<M> {
    .compare(left, .lessThan, right)
}
/// `"column" <= ?`
public func <= <M: Model, Value: ColumnValue>(left: KeyPath<M, Value>, right: Value) -> Filter<M> {
    .compare(left, .lessThanOrEqualTo, right)
}
/// `"column" > ?`
public func > <M: Model, Value: ColumnValue>(left: KeyPath<M, Value>, right: Value) -> Filter<M> {
    .compare(left, .greaterThan, right)
}
/// `"column" >= ?`
public func >= <M: Model, Value: ColumnValue>(left: KeyPath<M, Value>, right: Value) -> Filter<M> {
    .compare(left, .greaterThanOrEqualTo, right)
}
/// `"column" = "other"`
public func == <M: Model, Value: ColumnValue>(left: KeyPath<M, Value>, right: KeyPath<M, Value>) -> Filter<M> {
    .compare(left, .equalTo, right)
}
/// `"column" <> "other"`
public func != <M: Model, Value: ColumnValue>(left: KeyPath<M, Value>, right: KeyPath<M, Value>) -> Filter<M> {
    .compare(left, .notEqualTo, right)
}
/// `"column" < "other"`
public func < <M: Model, Value: ColumnValue>(left: KeyPath<M, Value>, right: KeyPath<M, Value>) -> Filter<M> {
    .compare(left, .lessThan, right)
}
/// `"column" <= "other"`
public func <= <M: Model, Value: ColumnValue>(left: KeyPath<M, Value>, right: KeyPath<M, Value>) -> Filter<M> {
    .compare(left, .lessThanOrEqualTo, right)
}
/// `"column" > "other"`
public func > <M: Model, Value: ColumnValue>(left: KeyPath<M, Value>, right: KeyPath<M, Value>) -> Filter<M> {
    .compare(left, .greaterThan, right)
}
/// `"column" >= "other"`
public func >= <M: Model, Value: ColumnValue>(left: KeyPath<M, Value>, right: KeyPath<M, Value>) -> Filter<M> {
    .compare(left, .greaterThanOrEqualTo, right)
}

/// Turns key paths and values into columns and parameters.
struct FilterResolver {
    let plan: TablePlan
    let session: Session
    /// What the table is called in the statement, where that is not its name.
    var alias: String?
    /// What tables are called in the statements around this one.
    var outerNames: [String] = []
    /// Whether what is resolved stands behind NOT.
    private(set) var isNegated = false

    var mapping: Mapping { plan.mapping }

    /// The resolver of what stands behind NOT.
    var negated: FilterResolver {
        var resolver = self
        resolver.isNegated.toggle()
        return resolver
    }

    /// Compares a column with a value.
    func condition(_ position: Int, _ operation: SQLOperator, _ value: SQLValue) throws -> SQLExpression {
        try plan.condition(column(position), operation, value, at: position, in: session)
    }

    /// Compares two columns.
    func condition(_ left: Int, _ operation: SQLOperator, column right: Int) throws -> SQLExpression {
        try ComparedPair(left: plan, left, right: plan, right).condition(
            column(left), operation, column(right), in: session)
    }

    func column(_ index: Int) -> SQLExpression { .column(mapping.columns[index].name, of: alias ?? mapping.table) }

    /// The columns of the primary key.
    var key: [SQLExpression] { mapping.key.map(column) }

    func column<Owner: Model, Value: ColumnValue>(of path: KeyPath<Owner, Value>) throws -> SQLExpression {
        column(try mapping.index(of: path))
    }

    /// The value that a statement writes to a column.
    ///
    /// - Throws: ``ModelError`` with code value where the column would hold another value.
    func written(_ value: SQLValue, to position: Int) throws -> SQLExpression {
        let stored = try mapping.stored(mapping.encoded(value, at: position), in: position)
        try mapping.naming(position) { try mapping.columns[position].field.requireTaken(stored) }
        try plan.requireKept([stored], at: position, areProperties: false, in: session)
        return .value(stored)
    }
}

extension Mapping {
    /// `"table"."column"`
    func column(_ position: Int) -> SQLExpression { .column(columns[position].name, of: table) }
}
