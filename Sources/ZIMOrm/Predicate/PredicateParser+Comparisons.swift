internal import ZIMSql

/// Reads what stands between AND and OR.
extension PredicateParser {
    /// A comparison of any kind; or a single value or condition, where nothing compares it.
    mutating func comparison() throws -> PredicateTerm {
        let left: PredicateTerm
        if let carried {
            left = carried
            self.carried = nil
        } else {
            left = try concatenation()
        }
        guard token.beginsComparison, !(left.isTrueCondition && token.kind == .keyword(.not)) else { return left }
        if case .truth(_, let word) = left.kind, word == .yes || word == .no {
            // A table with a column "no" is more likely than a truth value on the left, and 0 = 5 would find nothing.
            throw failure(
                "\(word.rawValue.uppercased()) is a truth value and cannot stand on the left side", at: left.start,
                hint: "A column of that name is written #\(word.rawValue)")
        }
        let node = try comparison(of: try operand(of: left))
        guard hasReadOr || !token.beginsComparison || token.kind == .keyword(.not) else {
            throw failure(
                "Comparisons cannot be chained", at: token.start,
                hint: #"Write "1 < x AND x < 3" or "x BETWEEN 1 AND 3""#)
        }
        return PredicateTerm(kind: .condition(node), start: left.start)
    }

    private mutating func comparison(of left: PredicateOperand) throws -> PredicateNode {
        let isNegated = token.kind == .keyword(.not)
        if isNegated { try advance() }
        let start = token.start
        switch token.kind {
        case .comparison(let comparison) where !isNegated || comparison.isTextual:
            try advance()
            let ignoresCase = try readOptions()
            let right = try rightSide()
            let node = try compared(left, comparison, operand(of: right), ignoresCase: ignoresCase, at: start)
            return isNegated ? .not(node) : node
        case .keyword(.in):
            try advance()
            if try readOptions() { throw failure("IN cannot ignore case", at: start, hint: "Compare lower(name)") }
            return inList(left, try list(), isNegated: isNegated)
        case .keyword(.between):
            try advance()
            let (low, high) = try bounds()
            guard !left.isNull, !low.isNull, !high.isNull else {
                throw failure("NULL is between nothing", at: start, hint: "Use IS NULL")
            }
            return .between(left, low, high, negated: isNegated)
        case .keyword(.is) where !isNegated:
            try advance()
            return try identity(of: left)
        case .keyword(.null) where isNegated, .keyword(.nil) where isNegated:
            try advance()
            return .isNull(left, negated: true)
        case .keyword(.matches):
            throw failure(
                "MATCHES is not supported, since databases have no regular expressions in common", at: start,
                hint: "Use LIKE, CONTAINS, BEGINSWITH or ENDSWITH")
        default:
            throw failure("IN, BETWEEN, LIKE, CONTAINS, BEGINSWITH or ENDSWITH is expected after NOT", at: start)
        }
    }

    /// A comparison with NULL is never true in SQL, so `=` and `<>` ask for NULL and the others are mistakes.
    private func compared(
        _ left: PredicateOperand, _ comparison: PredicateComparison, _ right: PredicateOperand, ignoresCase: Bool,
        at start: Int
    ) throws -> PredicateNode {
        guard left.isNull || right.isNull else {
            return .comparison(left, comparison, right, ignoresCase: ignoresCase)
        }
        switch comparison {
        case .equal: return .isNull(right.isNull ? left : right, negated: false)
        case .notEqual: return .isNull(right.isNull ? left : right, negated: true)
        default:
            throw failure(
                "\(comparison.rawValue) with NULL finds nothing", at: start, hint: "Use IS NULL or IS NOT NULL")
        }
    }

    /// What follows IS: NULL, or a value, which is compared so that NULL counts as one.
    private mutating func identity(of left: PredicateOperand) throws -> PredicateNode {
        let isNegated = token.kind == .keyword(.not)
        if isNegated { try advance() }
        let start = token.start
        let right = try operand(of: try rightSide())
        guard case .value(let value) = right else {
            throw failure("NULL or a value is expected after IS", at: start, hint: "Use = or <>")
        }
        if value.isNull { return .isNull(left, negated: isNegated) }
        guard isNegated else { return .comparison(left, .equal, right, ignoresCase: false) }
        return .or([.comparison(left, .notEqual, right, ignoresCase: false), .isNull(left, negated: false)])
    }

    /// NULL in the list finds NULL, as `= NULL` does; left in it, it would make every NOT IN empty.
    private func inList(_ left: PredicateOperand, _ list: [PredicateOperand], isNegated: Bool) -> PredicateNode {
        guard list.contains(where: \.isNull) else { return .inList(left, list, negated: isNegated) }
        let values = list.filter { !$0.isNull }
        let null = PredicateNode.isNull(left, negated: isNegated)
        if values.isEmpty { return null }
        let others = PredicateNode.inList(left, values, negated: isNegated)
        return isNegated ? .and([others, null]) : .or([others, null])
    }

    /// `[c]` behind an operator, and whether it is there. It is a name in brackets if no value follows it.
    private mutating func readOptions() throws -> Bool {
        guard lexer.source.byte(token.start) == .openingBracket, case .path(let parts, _) = token.kind,
            parts.count == 1, let letters = parts.first?.lowercased(), letters.allSatisfy({ "cdnl".contains($0) })
        else { return false }
        var ahead = lexer
        guard let next = try? ahead.next(), next.beginsOperand else { return false }
        if let other = letters.first(where: { $0 != "c" }) {
            let what = other == "d" ? "ignore accents" : other == "n" ? "normalize" : "follow a locale"
            throw failure(
                "[\(other)] is not supported, since databases do not \(what)", at: token.start, hint: "Use [c] alone")
        }
        try advance()
        return true
    }
}

extension PredicateTerm {
    /// Whether this is a condition and cannot be taken for a value.
    fileprivate var isTrueCondition: Bool {
        if case .condition = kind { return true }
        return false
    }
}
