extension SQLExpression {
    /// A column: `"name"`, or `"table"."name"`. Neither name is split at dots.
    public static func column(_ name: String, of table: String? = nil) -> SQLExpression {
        guard let table else { return SQLExpression(.identifier(name)) }
        return SQLExpression(.column(table: table, name: name))
    }

    /// A column by the parts of its name: `"schema"."table"."name"`.
    public static func column(_ identifier: SQLIdentifier) -> SQLExpression { SQLExpression(.path(identifier)) }

    /// A column by a dotted name, as in the statements' methods: `.name("p.age")` is `"p"."age"`.
    public static func name(_ path: String) -> SQLExpression { SQLExpression(name: path) }

    /// The value that a row would have had, in the DO UPDATE of an upsert: `"excluded"."name"`.
    public static func excluded(_ name: String) -> SQLExpression {
        SQLExpression(.column(table: "excluded", name: name))
    }

    /// A bound value: `?`.
    public static func value(_ value: some SQLValueConvertible) -> SQLExpression { value.sqlOperand }

    /// A parameter of a statement that is rendered once and bound for each use. It is not NULL, for which comparisons are
    /// written in another way.
    package static var parameter: SQLExpression { SQLExpression(.value(.integer(0))) }

    /// `TRUE`, for PostgreSQL's boolean columns; `1` on SQLite.
    public static var `true`: SQLExpression { SQLExpression(.truth(true)) }
    /// `FALSE`, for PostgreSQL's boolean columns; `0` on SQLite.
    public static var `false`: SQLExpression { SQLExpression(.truth(false)) }

    /// Raw SQL: `(text)`.
    public static func sql(_ sql: SQL) -> SQLExpression { SQLExpression(.sql(sql)) }

    /// SQL of the library's own, which is written without parentheses: whoever makes it knows where it stands.
    package static func operand(_ sql: SQL) -> SQLExpression { SQLExpression(.operand(sql)) }

    /// A row value: `(a, b)`.
    ///
    /// ```swift
    /// statement.where(.row([.column("region"), .column("number")]), .equalTo, ["north", 7])
    /// // WHERE ("region", "number") = (?, ?)
    /// ```
    public static func row(_ parts: [SQLExpression]) -> SQLExpression { SQLExpression(.list(parts)) }

    /// A subquery as a value: `(SELECT …)`.
    public static func subquery(_ statement: SelectStatement) -> SQLExpression { SQLExpression(.subquery(statement)) }

    /// `EXISTS (SELECT …)`
    public static func exists(_ statement: SelectStatement) -> SQLExpression { SQLExpression(.exists(statement)) }

    /// `NOT (EXISTS (SELECT …))`
    public static func notExists(_ statement: SelectStatement) -> SQLExpression { !.exists(statement) }

    /// All conditions are true; true for an empty list.
    public static func all(_ conditions: [SQLExpression]) -> SQLExpression { connected(.and, conditions) }

    /// At least one condition is true; false for an empty list.
    public static func any(_ conditions: [SQLExpression]) -> SQLExpression { connected(.or, conditions) }

    private static func connected(_ connector: SQLConnector, _ conditions: [SQLExpression]) -> SQLExpression {
        if let only = conditions.first, conditions.count == 1 { return only }
        guard conditions.contains(where: { $0.tree(of: connector) != nil }) else {
            return SQLExpression(.connective(connector, .leaves(conditions)))
        }
        let first = conditions.first ?? SQLExpression(.connective(connector, .leaves([])))
        return conditions.dropFirst().reduce(first) { joined(connector, $0, $1) }
    }

    /// Two conditions with AND or OR between them; those that have it between theirs become one list.
    static func joined(_ connector: SQLConnector, _ left: SQLExpression, _ right: SQLExpression) -> SQLExpression {
        let (leftTree, rightTree) = (left.tree(of: connector), right.tree(of: connector))
        let height = max(
            leftTree == nil ? left.height + 1 : left.height, rightTree == nil ? right.height + 1 : right.height)
        let tree = (leftTree ?? .leaves([left])).joined(with: rightTree ?? .leaves([right]))
        return SQLExpression(.connective(connector, tree), height: height)
    }

    /// The conditions that this expression has AND or OR between.
    private func tree(of connector: SQLConnector) -> ConditionTree<SQLExpression>? {
        guard case .connective(connector, let tree) = node, !tree.isEmpty else { return nil }
        return tree
    }

    /// Two expressions with an operator between them. A comparison with the literal NULL becomes `IS NULL`.
    ///
    /// The right side of IN and BETWEEN is a list: `SQLExpression(list:)`.
    public static func binary(_ left: SQLExpression, _ operation: SQLOperator, _ right: SQLExpression) -> SQLExpression
    {
        SQLExpression(.binary(operation, left, right))
    }
}

extension SQLExpression: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral
{
    public init(integerLiteral value: Int64) { self.init(.value(.integer(value))) }
    public init(floatLiteral value: Double) { self.init(.value(.real(value))) }
    /// A bound text, not a column: a column is `.column("name")`.
    public init(stringLiteral value: String) { self.init(.value(.text(value))) }
    public init(booleanLiteral value: Bool) { self.init(.value(.integer(value ? 1 : 0))) }
    public init(nilLiteral: ()) { self.init(.value(.null)) }
    /// A list, for IN, BETWEEN and row values.
    public init(arrayLiteral elements: SQLExpression...) { self.init(.list(elements)) }
}
