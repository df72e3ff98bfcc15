/// How two operands of a predicate are calculated with; the raw value is the operator of SQL.
package enum PredicateArithmetic: String, Sendable, Hashable, CaseIterable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case modulo = "%"
    case concatenate = "||"
}
