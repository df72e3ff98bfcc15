internal import ZIMSql

/// Reads values, and what is calculated from them.
extension PredicateParser {
    /// A value; between values `||` joins texts.
    mutating func concatenation() throws -> PredicateTerm {
        var left = try arithmetic(1)
        while token.kind == .doubleBar, !left.isCondition {
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
        while token.kind == .doubleBar, !left.isCondition {
            let start = token.start
            try advance()
            if token.kind == .keyword(.not) {
                hasReadOr = true
                return left
            }
            let right = try arithmetic(1)
            if right.isCondition || token.beginsComparison {
                guard !isJoined || right.isCondition else {
                    throw failure(
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
    private func combined(
        _ left: PredicateTerm, _ operation: PredicateArithmetic, _ right: PredicateTerm, at start: Int
    ) throws -> PredicateTerm {
        let height = max(left.height, right.height) + 1
        guard height <= Self.depthLimit else { throw tooDeep(at: start) }
        let operand = PredicateOperand.arithmetic(try operand(of: left), operation, try operand(of: right))
        return PredicateTerm(kind: .operand(operand), start: left.start, height: height)
    }

    /// A value with signs before it. Those of a number are part of it.
    private mutating func signed() throws -> PredicateTerm {
        let start = token.start
        var isNegative: Bool?
        while case .arithmetic(let sign) = token.kind, sign == .subtract || sign == .add {
            isNegative = (isNegative ?? false) != (sign == .subtract)
            try advance()
        }
        switch token.kind {
        case .integer(let magnitude):
            let limit = UInt64(Int64.max) + (isNegative == true ? 1 : 0)
            guard magnitude <= limit else { throw failure("An integer does not fit 64 bits", at: start) }
            try advance()
            let number = isNegative == true ? Int64(truncatingIfNeeded: 0 &- magnitude) : Int64(magnitude)
            return PredicateTerm(kind: .operand(.value(.integer(number))), start: start)
        case .real(let number):
            try advance()
            return PredicateTerm(kind: .operand(.value(.real(isNegative == true ? -number : number))), start: start)
        default:
            let term = try primary()
            guard let isNegative else { return term }
            let value = PredicateTerm(kind: .operand(try operand(of: term)), start: start, height: term.height)
            let zero = PredicateTerm(kind: .operand(.value(.integer(0))), start: start)
            return isNegative ? try combined(zero, .subtract, value, at: start) : value
        }
    }

    /// A value without signs, or anything in parentheses.
    private mutating func primary() throws -> PredicateTerm {
        let start = token.start
        let kind: PredicateTerm.Kind
        switch token.kind {
        case .open: return try parenthesized()
        case .path(let parts, let isBare): return try path(parts, isBare: isBare)
        case .value(let value): kind = .operand(.value(value))
        case .list(let values): kind = .list(values.map { .value($0) })
        case .keyword(.null), .keyword(.nil): kind = .operand(.value(.null))
        case .keyword(.true): kind = .truth(true, .true)
        case .keyword(.yes): kind = .truth(true, .yes)
        case .keyword(.false): kind = .truth(false, .false)
        case .keyword(.no): kind = .truth(false, .no)
        case .keyword(.truepredicate): kind = .condition(.constant(true))
        case .keyword(.falsepredicate): kind = .condition(.constant(false))
        default: throw missingOperand()
        }
        try advance()
        return PredicateTerm(kind: kind, start: start)
    }

    /// A column's name, or the call of a function.
    private mutating func path(_ parts: [String], isBare: Bool) throws -> PredicateTerm {
        let start = token.start
        let position = lexer.source.position(at: start)
        try advance()
        guard token.kind == .open else {
            return PredicateTerm(kind: .operand(.path(parts, position: position)), start: start)
        }
        let name = parts.joined(separator: ".")
        guard isBare, let function = PredicateFunction.named(name) else {
            let known = PredicateFunction.all.map(\.name)
            let near = NearestNames.nearest(to: name, among: known).first.map { "Did you mean \($0)? " } ?? ""
            throw failure(
                "There is no function \"\(name)\"", at: start, hint: near + "Known: " + known.joined(separator: ", "))
        }
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
            throw failure("\(function.name) takes \(function.arity), not \(arguments.count)", at: start)
        }
        guard height < Self.depthLimit else { throw tooDeep(at: start) }
        return PredicateTerm(
            kind: .operand(.function(function.name, arguments, position: position)), start: start, height: height + 1)
    }
}
