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
        guard token.beginsComparison else { return left }
        if case .condition = left.kind, token.kind == .keyword(.not) { return left }
        let node = try comparison(of: try leftSide(left))
        try refuseChain()
        return PredicateTerm(kind: .condition(node), start: left.start)
    }

    @inline(never)
    private func leftSide(_ left: PredicateTerm) throws -> PredicateOperand {
        if case .truth(_, let word) = left.kind, word == .yes || word == .no {
            // A table with a column "no" is more likely than a truth value on the left, and 0 = 5 would find nothing.
            try fail(
                "\(word.rawValue.uppercased()) is a truth value and cannot stand on the left side", at: left.start,
                hint: "A column of that name is written #\(word.rawValue)")
        }
        return try operand(of: left)
    }

    /// `1 < x < 3` compares a truth value with 3 in SQL, which nobody means.
    @inline(never)
    private func refuseChain() throws {
        guard hasReadOr || !token.beginsComparison || token.kind == .keyword(.not) else {
            try fail(
                "comparisons cannot be chained", at: token.start,
                hint: #"Write "1 < x AND x < 3" or "x BETWEEN 1 AND 3""#)
        }
    }

    private mutating func comparison(of left: PredicateOperand) throws -> PredicateNode {
        let isNegated = isAt(.keyword(.not))
        if isNegated { try advance() }
        switch token.kind {
        case .comparison(let comparison) where !isNegated || comparison.isTextual:
            return try valueComparison(left, comparison, isNegated: isNegated)
        case .keyword(.in): return try membership(of: left, isNegated: isNegated)
        case .keyword(.between): return try range(of: left, isNegated: isNegated)
        case .keyword(.is) where !isNegated:
            try advance()
            return try identity(of: left)
        case .keyword(.null) where isNegated, .keyword(.nil) where isNegated:
            try advance()
            return .isNull(left, negated: true)
        default: try missingComparison()
        }
    }

    @inline(never)
    private func missingComparison() throws -> Never {
        if isAt(.keyword(.matches)) {
            try fail(
                "MATCHES is not supported, since databases have no regular expressions in common", at: token.start,
                hint: "Use LIKE, CONTAINS, BEGINSWITH or ENDSWITH")
        }
        try fail("IN, BETWEEN, LIKE, CONTAINS, BEGINSWITH or ENDSWITH is expected after NOT", at: token.start)
    }

    /// `= value`, `LIKE[c] value`
    @inline(never)
    private mutating func valueComparison(
        _ left: PredicateOperand, _ comparison: PredicateComparison, isNegated: Bool
    ) throws -> PredicateNode {
        let start = token.start
        try advance()
        let ignoresCase = try readOptions()
        let right = try rightSide()
        let node = try compared(left, comparison, operand(of: right), ignoresCase: ignoresCase, at: start)
        return isNegated ? .not(node) : node
    }

    /// `IN (a, b)`
    @inline(never)
    private mutating func membership(of left: PredicateOperand, isNegated: Bool) throws -> PredicateNode {
        try advance()
        let start = token.start
        if try readOptions() { try fail("IN cannot ignore case", at: start, hint: "Compare lower(name)") }
        return inList(left, try list(), isNegated: isNegated)
    }

    /// `BETWEEN low AND high`
    @inline(never)
    private mutating func range(of left: PredicateOperand, isNegated: Bool) throws -> PredicateNode {
        let start = token.start
        try advance()
        let (low, high) = try bounds()
        guard !left.isNull, !low.isNull, !high.isNull else {
            try fail("NULL is between nothing", at: start, hint: "Use IS NULL")
        }
        return .between(left, low, high, negated: isNegated)
    }

    /// A comparison with NULL is never true in SQL, so `=` and `<>` ask for NULL and the others are mistakes.
    @inline(never)
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
            try fail(
                "\(comparison.rawValue) with NULL finds nothing", at: start, hint: "Use IS NULL or IS NOT NULL")
        }
    }

    /// What follows IS: NULL, or a value, which is compared so that NULL counts as one.
    @inline(never)
    private mutating func identity(of left: PredicateOperand) throws -> PredicateNode {
        let isNegated = token.kind == .keyword(.not)
        if isNegated { try advance() }
        let start = token.start
        let right = try operand(of: try rightSide())
        guard case .value(let value) = right else {
            try fail("NULL or a value is expected after IS", at: start, hint: "Use = or <>")
        }
        if value.isNull { return .isNull(left, negated: isNegated) }
        guard isNegated else {
            // NULL is no such value, also under a NOT.
            let equal = try compared(left, .equal, right, ignoresCase: false, at: start)
            return left.isNull ? equal : .and([equal, .isNull(left, negated: true)])
        }
        let differs = try compared(left, .notEqual, right, ignoresCase: false, at: start)
        return .or([differs, .isNull(left, negated: false)])
    }

    /// NULL in the list finds NULL, as `= NULL` does; left in it, it would make every NOT IN empty.
    ///
    /// The whole is negated: of several rows that a path leads to, none may be in the list and none may be NULL.
    @inline(never)
    private func inList(_ left: PredicateOperand, _ list: [PredicateOperand], isNegated: Bool) -> PredicateNode {
        guard list.contains(where: \.isNull) else { return .inList(left, list, negated: isNegated) }
        let values = list.filter { !$0.isNull }
        let null = PredicateNode.isNull(left, negated: false)
        let found = values.isEmpty ? null : .or([.inList(left, values, negated: false), null])
        return isNegated ? .not(found) : found
    }

    /// `[c]` behind an operator, and whether it is there. It is a name in brackets if no value follows it.
    @inline(never)
    private mutating func readOptions() throws -> Bool {
        guard lexer.source.byte(token.start) == UInt8(ascii: "["), case .path(let parts, _) = token.kind,
            parts.count == 1, let letters = parts.first?.lowercased(), letters.allSatisfy({ "cdnl".contains($0) })
        else { return false }
        var ahead = lexer
        guard let next = try? ahead.next(), next.beginsOperand else { return false }
        if let other = letters.first(where: { $0 != "c" }) {
            let what = other == "d" ? "ignore accents" : other == "n" ? "normalize" : "follow a locale"
            try fail(
                "[\(other)] is not supported, since databases do not \(what)", at: token.start, hint: "Use [c] alone")
        }
        try advance()
        return true
    }
}
