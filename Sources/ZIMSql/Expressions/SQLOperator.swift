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

    /// Whether it makes a number of numbers.
    var isArithmetic: Bool {
        switch self {
        case .add, .subtract, .multiply, .divide, .modulo: true
        default: false
        }
    }

    /// Whether the types of its operands decide what it means; the others take texts.
    var takesAnyType: Bool {
        switch self {
        case .concatenate, .like, .notLike, .glob, .notGlob: false
        default: true
        }
    }

    /// Whether `a inner b self c` means `(a inner b) self c` to every engine. Written without parentheses, a long sum is
    /// as flat to SQLite's parser as it looks, which reads about 45 of them inside one another.
    func goesOn(_ inner: SQLOperator) -> Bool {
        switch (inner, self) {
        case (.add, .add), (.add, .subtract), (.subtract, .add), (.subtract, .subtract): true
        case (.multiply, .multiply), (.multiply, .divide), (.divide, .multiply), (.divide, .divide): true
        case (.concatenate, .concatenate): true
        default: false
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
