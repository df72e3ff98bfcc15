/// An SQL expression: a column, a bound value, or an operator over other expressions.
///
/// ```swift
/// let adult: SQLExpression = .column("age") >= 18 && .column("fax") == nil
/// // "age" >= ? AND "fax" IS NULL
/// ```
///
/// Nested expressions get parentheses where SQL needs them, so the meaning is that of the Swift code.
///
/// Source: <https://www.sqlite.org/lang_expr.html>
public struct SQLExpression: SQLRenderable, Hashable {
    // The cases that hold 17 bytes at most are not indirect, so that names, values and lists cost no allocation.
    @usableFromInline
    enum Node: Hashable, Sendable {
        /// `"table"."name"`, written with dots
        case name(String)
        /// `"name"`
        case identifier(String)
        /// `"table"."name"`
        indirect case column(table: String, name: String)
        /// `"schema"."table"."name"`
        case path(SQLIdentifier)
        /// `?`
        case value(SQLValue)
        /// `TRUE`, `FALSE`
        case truth(Bool)
        /// `left OPERATOR right`
        indirect case binary(SQLOperator, SQLExpression, SQLExpression)
        /// `a AND b AND …`; an empty list is true for AND, false for OR
        case connective(SQLConnector, ConditionTree<SQLExpression>)
        /// `NOT (operand)`
        indirect case not(SQLExpression)
        /// `-operand`, `~operand`
        indirect case prefix(Sign, SQLExpression)
        /// `operand LIKE pattern ESCAPE '\'`
        indirect case like(SQLExpression, SQLExpression, escape: String?, negated: Bool, ignoringCase: Bool)
        /// `(a, b)`: what IN and BETWEEN take, and a row
        case list([SQLExpression])
        /// `(SELECT …)`
        indirect case subquery(SelectStatement)
        /// `(a = 1 AND b = 2)`, as the blocks of the statements make it
        case block([SQLCondition])
        /// `EXISTS (SELECT …)`
        indirect case exists(SelectStatement)
        /// `name(DISTINCT arguments) FILTER (WHERE …) OVER (…)`
        indirect case function(SQLFunctionCall)
        /// `CASE WHEN … THEN … ELSE … END`
        indirect case choice(SQLCase)
        /// `CAST(operand AS type)`
        indirect case cast(SQLExpression, SQLDataType)
        /// `operand COLLATE "name"`
        indirect case collate(SQLExpression, String)
        /// `*`
        case star
        /// text of one's own, in parentheses where it stands inside another expression
        case sql(SQL)
        /// text of the library's own, which needs no parentheses where it stands
        case operand(SQL)
        /// nothing: the expression was put together wrongly, and rendering says how
        indirect case mistake(SQLBuildError)
    }

    /// A sign before an operand.
    @usableFromInline
    enum Sign: String, Hashable, Sendable {
        case minus = "-"
        case complement = "~"
    }

    @usableFromInline let node: Node
    /// How many expressions stand inside one another.
    @usableFromInline let height: UInt16

    /// What is put together out of others.
    @usableFromInline
    init(_ node: Node) { self.init(node, height: node.height) }

    /// - Parameter height: where it is too much, the expression becomes a mistake: what recurses over expressions, their
    ///   release included, would leave the stack.
    init(_ node: Node, height: UInt16) {
        let isTooHigh = Int(height) > Self.heightLimit
        self.node = isTooHigh ? .mistake(.tooHigh) : node
        self.height = isTooHigh ? 0 : height
    }

    /// A bound value: `?`.
    @inlinable
    public init(value: SQLValue) {
        node = .value(value)
        height = 0
    }

    /// A column by a dotted name: in `p.first_name` the dot separates table and column.
    @inlinable
    public init(name: String) {
        node = .name(name)
        height = 0
    }

    /// Several expressions in parentheses, for IN, BETWEEN and row values.
    @inlinable
    public init(list: [SQLExpression]) { self.init(.list(list)) }

    public func write(to writer: inout SQLWriter) throws {
        if writer.repeats { return try writer.writeRepeatable(self) { try node.write(to: &$0) } }
        try node.write(to: &writer)
    }
}
