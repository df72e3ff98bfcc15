/// How two operands of a predicate are compared; the raw value is how the language spells it.
package enum PredicateComparison: String, Sendable, Hashable, CaseIterable {
    case equal = "="
    case notEqual = "<>"
    case lessThan = "<"
    case lessThanOrEqual = "<="
    case greaterThan = ">"
    case greaterThanOrEqual = ">="
    /// A pattern of SQL: `%` is any text, `_` any character.
    case like = "LIKE"
    case contains = "CONTAINS"
    case beginsWith = "BEGINSWITH"
    case endsWith = "ENDSWITH"

    /// Whether the right side is text to look for.
    package var isTextual: Bool {
        switch self {
        case .like, .contains, .beginsWith, .endsWith: true
        default: false
        }
    }
}
