internal import ZIMSql

/// Reads values, and what is calculated from them.
extension PredicateParser {
    /// A value; between values `||` joins texts.
    mutating func concatenation() throws -> PredicateTerm {
        var left = try arithmetic(1)
        while isAt(.doubleBar), !left.isCondition {
            let start = token.start
            try advance()
            left = try combined(left, .concatenate, try arithmetic(1), at: start)
        }
        return left
    }

    /// The value on the right of a comparison. `||` behind it is OR where a condition follows, which is known only when
    /// the value behind it has been read; then that is carried over to become the left side of the next comparison.
    mutating func rightSide() throws -> PredicateTerm {
        var left = try arithmetic(1)
        var isJoined = false
        while isAt(.doubleBar), !left.isCondition {
            let start = token.start
            try advance()
            if isAt(.keyword(.not)) {
                hasReadOr = true
                return left
            }
            let right = try arithmetic(1)
            if right.isCondition || token.beginsComparison {
                guard !isJoined || right.isCondition else {
                    try fail(
                        "|| can mean OR or join texts here", at: start,
                        hint: "Write OR, or put parentheses around the texts to join")
                }
                hasReadOr = true
                carried = right
                return left
            }
            left = try combined(left, .concatenate, right, at: start)
            isJoined = true
        }
        return left
    }

    /// Values with operators that bind at least as tightly: 1 for `+ -`, 2 for `* / %`.
    private mutating func arithmetic(_ strength: Int) throws -> PredicateTerm {
        var left = try signed()
        while case .arithmetic(let operation) = token.kind {
            let binds = operation == .add || operation == .subtract ? 1 : 2
            guard binds >= strength else { break }
            let start = token.start
            try advance()
            left = try combined(left, operation, try arithmetic(binds + 1), at: start)
        }
        return left
    }

    /// Two values with an operator between them.
    @inline(never)
    private func combined(
        _ left: PredicateTerm, _ operation: PredicateArithmetic, _ right: PredicateTerm, at start: Int
    ) throws -> PredicateTerm {
        let height = max(left.height, right.height) + 1
        guard height <= Self.heightLimit else { try tooHigh(at: start) }
        let operand = PredicateOperand.arithmetic(try operand(of: left), operation, try operand(of: right))
        return PredicateTerm(kind: .operand(operand), start: left.start, height: height)
    }

    /// A value with signs before it. Those of a number are part of it.
    private mutating func signed() throws -> PredicateTerm {
        let start = token.start
        let isNegative = try readSigns()
        if let number = try number(isNegative: isNegative == true, from: start) { return number }
        let term = try primary()
        guard let isNegative else { return term }
        return try signed(term, isNegative: isNegative, from: start)
    }

    /// Whether an odd number of minus signs stands here; nil for no sign.
    @inline(never)
    private mutating func readSigns() throws -> Bool? {
        var isNegative: Bool?
        while case .arithmetic(let sign) = token.kind, sign == .subtract || sign == .add {
            isNegative = (isNegative ?? false) != (sign == .subtract)
            try advance()
        }
        return isNegative
    }

    @inline(never)
    private mutating func number(isNegative: Bool, from start: Int) throws -> PredicateTerm? {
        let value: SQLValue
        switch token.kind {
        case .integer(let magnitude):
            value =
                if magnitude <= UInt64(Int64.max) + (isNegative ? 1 : 0) {
                    .integer(isNegative ? Int64(truncatingIfNeeded: 0 &- magnitude) : Int64(magnitude))
                } else {
                    .decimal((isNegative ? "-" : "") + String(magnitude))
                }
        case .real(let magnitude): value = .real(isNegative ? -magnitude : magnitude)
        case .decimal(let digits): value = .decimal(isNegative ? "-" + digits : digits)
        default: return nil
        }
        try advance()
        return PredicateTerm(kind: .operand(.value(value)), start: start)
    }

    /// A sign before what is no number is a calculation: `0 - a`.
    @inline(never)
    private func signed(_ term: PredicateTerm, isNegative: Bool, from start: Int) throws -> PredicateTerm {
        let value = PredicateTerm(kind: .operand(try operand(of: term)), start: start, height: term.height)
        let zero = PredicateTerm(kind: .operand(.value(.integer(0))), start: start)
        return isNegative ? try combined(zero, .subtract, value, at: start) : value
    }

    /// A value without signs, or anything in parentheses.
    private mutating func primary() throws -> PredicateTerm {
        switch token.kind {
        case .open: return try parenthesized()
        case .path(let parts, let isBare): return try path(parts, isBare: isBare)
        default: return try literal()
        }
    }

    /// A value that is no number.
    @inline(never)
    private mutating func literal() throws -> PredicateTerm {
        let start = token.start
        let kind: PredicateTerm.Kind
        switch token.kind {
        case .value(let value): kind = .operand(.value(value))
        case .list(let values): kind = .list(values.map { .value($0) })
        case .keyword(.null), .keyword(.nil): kind = .operand(.value(.null))
        case .keyword(.true): kind = .truth(true, .true)
        case .keyword(.yes): kind = .truth(true, .yes)
        case .keyword(.false): kind = .truth(false, .false)
        case .keyword(.no): kind = .truth(false, .no)
        case .keyword(.truepredicate): kind = .condition(.constant(true))
        case .keyword(.falsepredicate): kind = .condition(.constant(false))
        default: try missingOperand()
        }
        try advance()
        return PredicateTerm(kind: kind, start: start)
    }

    /// A column's name, or the call of a function.
    private mutating func path(_ parts: [String], isBare: Bool) throws -> PredicateTerm {
        let start = token.start
        let position = lexer.source.position(at: start)
        try advance()
        guard isAt(.open) else {
            return PredicateTerm(kind: .operand(.path(parts, position: position)), start: start)
        }
        return try call(parts, isBare: isBare, from: start)
    }

    @inline(never)
    private mutating func call(_ parts: [String], isBare: Bool, from start: Int) throws -> PredicateTerm {
        let name = parts.joined(separator: ".")
        guard isBare, let function = PredicateFunction.named(name) else { try unknownFunction(name, at: start) }
        var height = 0
        let arguments = try nested(at: start) { parser in
            try parser.advance()
            return try parser.elements(until: .close, openedAt: start) { parser in
                let term = try parser.concatenation()
                height = max(height, term.height)
                return [try parser.operand(of: term)]
            }
        }
        guard function.arguments.contains(arguments.count) else {
            try fail("\(function.name) takes \(function.arity), not \(arguments.count)", at: start)
        }
        guard height < Self.heightLimit else { try tooHigh(at: start) }
        return PredicateTerm(
            kind: .operand(.function(function.name, arguments, position: lexer.source.position(at: start))),
            start: start, height: height + 1)
    }
}
