/// Reads what stands between parentheses and braces.
extension PredicateParser {
    /// The list after IN.
    mutating func list() throws -> [PredicateOperand] {
        let start = token.start
        let close: PredicateToken.Kind
        switch token.kind {
        case .list(let values):
            try advance()
            return values.map { .value($0) }
        case .open: close = .close
        case .openBrace: close = .closeBrace
        default:
            try fail("a list is expected after IN", at: start, hint: #"Write (1, 2), {1, 2} or \([1, 2])"#)
        }
        try advance()
        return try elements(until: close, openedAt: start) { parser in
            // An interpolated array between parentheses is the list, not a list in a list.
            if case .list(let values) = parser.token.kind {
                try parser.advance()
                return values.map { .value($0) }
            }
            let term = try parser.concatenation()
            return [try parser.operand(of: term)]
        }
    }

    /// The two values after BETWEEN.
    mutating func bounds() throws -> (PredicateOperand, PredicateOperand) {
        let start = token.start
        let pair: [PredicateOperand]
        if token.kind == .openBrace {
            pair = try list()
        } else {
            let low = try concatenation()
            if case .list(let values) = low.kind {
                pair = values
            } else {
                guard token.kind == .keyword(.and) else {
                    try fail("AND is expected between the two values of BETWEEN", at: token.start)
                }
                try advance()
                pair = [try operand(of: low), try operand(of: try rightSide())]
            }
        }
        guard pair.count == 2, let low = pair.first, let high = pair.last else {
            try fail("BETWEEN takes two values, not \(pair.count)", at: start)
        }
        return (low, high)
    }

    /// A condition, a value or a list between parentheses.
    mutating func parenthesized() throws -> PredicateTerm {
        let start = token.start
        return try nested(at: start) { parser in
            try parser.advance()
            if parser.token.kind == .close {
                try parser.advance()
                return PredicateTerm(kind: .list([]), start: start)
            }
            var term = try parser.disjunction()
            term.start = start
            guard parser.token.kind == .comma else {
                try parser.close(.close, openedAt: start, after: term)
                return term
            }
            let first = try parser.operand(of: term)
            try parser.advance()
            let others = try parser.elements(until: .close, openedAt: start) { parser in
                let term = try parser.concatenation()
                return [try parser.operand(of: term)]
            }
            return PredicateTerm(kind: .list([first] + others), start: start)
        }
    }

    /// Values with commas between them, and the closing mark behind them.
    mutating func elements(
        until close: PredicateToken.Kind, openedAt start: Int,
        _ element: (inout PredicateParser) throws -> [PredicateOperand]
    ) throws -> [PredicateOperand] {
        var elements: [PredicateOperand] = []
        guard token.kind != close else {
            try advance()
            return elements
        }
        while true {
            elements += try element(&self)
            guard token.kind == .comma else { break }
            try advance()
        }
        try self.close(close, openedAt: start, after: nil)
        return elements
    }

    /// Goes behind a closing mark.
    @inline(never)
    private mutating func close(
        _ close: PredicateToken.Kind, openedAt start: Int, after term: PredicateTerm?
    ) throws {
        guard token.kind == close else {
            if let term, !term.isCondition, token.beginsOperand { try missingOperator(after: term) }
            let mark = close == .close ? ")" : "}"
            try fail(
                "what opens at character \(lexer.source.position(at: start)) is not closed, a \(mark) is expected",
                at: token.start)
        }
        try advance()
    }
}
