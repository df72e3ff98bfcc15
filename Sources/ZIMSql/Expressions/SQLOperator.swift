/// An operator between two expressions, chosen at run time.
///
/// ```swift
/// let chosen = SQLOperator(rawValue: ">=") ?? .equalTo
/// let statement = SelectStatement().from("person").where("age", chosen, 18)     // … WHERE "age" >= ?
/// ```
///
/// Source: <https://www.sqlite.org/lang_expr.html#operators_and_parse_affecting_attributes>
public enum SQLOperator: String, Sendable, Hashable, CaseIterable {
    /// `=`
    case equalTo = "="
    /// `<>`
    case notEqualTo = "<>"
    /// `<`
    case lessThan = "<"
    /// `<=`
    case lessThanOrEqualTo = "<="
    /// `>`
    case greaterThan = ">"
    /// `>=`
    case greaterThanOrEqualTo = ">="
    /// `IS`
    case `is` = "IS"
    /// `IS NOT`
    case isNot = "IS NOT"
    /// `IN`
    case `in` = "IN"
    /// `NOT IN`
    case notIn = "NOT IN"
    /// `BETWEEN`
    case between = "BETWEEN"
    /// `NOT BETWEEN`
    case notBetween = "NOT BETWEEN"
    /// `LIKE`
    case like = "LIKE"
    /// `NOT LIKE`
    case notLike = "NOT LIKE"
    /// `GLOB`
    case glob = "GLOB"
    /// `NOT GLOB`
    case notGlob = "NOT GLOB"
    /// `+`
    case add = "+"
    /// `-`
    case subtract = "-"
    /// `*`
    case multiply = "*"
    /// `/`
    case divide = "/"
    /// `%`
    case modulo = "%"
    /// `||`
    case concatenate = "||"
    /// `&`
    case bitwiseAnd = "&"
    /// `|`
    case bitwiseOr = "|"
    /// `<<`
    case shiftLeft = "<<"
    /// `>>`
    case shiftRight = ">>"

    /// Whether the result is a truth value.
    var isComparison: Bool {
        switch self {
        case .add, .subtract, .multiply, .divide, .modulo, .concatenate, .bitwiseAnd, .bitwiseOr, .shiftLeft,
            .shiftRight:
            false
        default: true
        }
    }
}

/// How one condition joins the one before it.
public enum SQLConnector: String, Sendable, Hashable {
    /// `AND`
    case and = "AND"
    /// `OR`
    case or = "OR"
}
