/// A part of a statement that has a value: a column, a bound value, an operator over others.
///
/// ```swift
/// let adult: SQLExpression = .column("age") >= 18 && .column("fax") == nil
/// // "age" >= ? AND "fax" IS NULL
/// ```
///
/// Source: <https://www.sqlite.org/lang_expr.html>
public struct SQLExpression: SQLRenderable, Hashable {
    indirect enum Node: Hashable, Sendable {
        /// `"table"."name"`, `"name"`
        case column(table: String?, name: String)
        /// `?`
        case value(SQLValue)
        /// `left OPERATOR right`
        case binary(SQLOperator, SQLExpression, SQLExpression)
        /// `(a) AND (b) AND …`; an empty list is true for AND, false for OR
        case connective(SQLConnector, [SQLExpression])
        /// `NOT (operand)`
        case not(SQLExpression)
        /// `-operand`, `~operand`
        case prefix(String, SQLExpression)
        /// `operand IS NULL`, `operand IS NOT NULL`
        case isNull(SQLExpression, negated: Bool)
        /// `operand IN (a, b)`; an empty list is false, negated true
        case inList(SQLExpression, [SQLExpression], negated: Bool)
        /// `operand BETWEEN low AND high`
        case between(SQLExpression, SQLExpression, SQLExpression, negated: Bool)
        /// `operand LIKE pattern ESCAPE '\'`
        case like(SQLExpression, SQLExpression, escape: String?, negated: Bool)
        /// `name(DISTINCT arguments)`
        case function(String, [SQLExpression], distinct: Bool)
        /// `*`, `"table".*`
        case star(table: String?)
        /// text of one's own, in parentheses where it stands inside another expression
        case sql(SQL)
    }

    let node: Node

    init(_ node: Node) { self.node = node }

    public func write(to writer: inout SQLWriter) throws { try node.write(to: &writer) }
}
