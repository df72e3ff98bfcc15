internal import ZIMSql

/// The smallest part of a predicate's text that means something.
struct PredicateToken {
    enum Kind: Hashable {
        case end
        case keyword(PredicateKeyword)
        /// `=`, `<`, `LIKE`, …
        case comparison(PredicateComparison)
        /// `+ - * / %`, but not `||`: that may be OR
        case arithmetic(PredicateArithmetic)
        case doubleBar
        case open, close, openBrace, closeBrace, comma
        /// A name or names with dots between them; bare if it is one unquoted word, as the name of a function is.
        case path([String], isBare: Bool)
        /// An integer without its sign, since `-9223372036854775808` fits only with it.
        case integer(UInt64)
        case real(Double)
        /// The digits of a number that has more of them than a Double.
        case decimal(String)
        case value(SQLValue)
        case list([SQLValue])
    }

    var kind: Kind
    /// The first byte.
    var start: Int

    /// Whether a value can begin here.
    var beginsOperand: Bool {
        switch kind {
        case .path, .integer, .real, .decimal, .value, .list, .open: true
        case .keyword(let word): word.isValue
        default: false
        }
    }

    /// Whether this can stand between two values to make a condition of them.
    var beginsComparison: Bool {
        switch kind {
        case .comparison, .keyword(.in), .keyword(.between), .keyword(.is), .keyword(.not), .keyword(.matches): true
        default: false
        }
    }
}
