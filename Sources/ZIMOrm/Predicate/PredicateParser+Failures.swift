/// What is said about a text that is no predicate.
extension PredicateParser {
    /// Throws instead of returning the error: room for an error in the frame of every function that recurses would
    /// multiply the stack that nesting takes.
    @inline(never)
    func fail(_ what: String, at byte: Int, hint: String? = nil) throws -> Never {
        throw lexer.source.failure(what, at: byte, hint: hint)
    }

    @inline(never)
    func tooHigh(at start: Int) throws -> Never {
        try fail("a value is calculated with more than \(Self.heightLimit) operators", at: start)
    }

    @inline(never)
    func strayList(at start: Int) throws -> Never {
        try fail("a list of values can only stand after IN or BETWEEN", at: start)
    }

    /// A value stands where a condition must.
    @inline(never)
    func missingOperator(after term: PredicateTerm) throws -> Never {
        var hint: String? = #"A condition compares, for example "active = TRUE""#
        if case .path(let parts, isBare: true) = token.kind, let word = parts.first {
            let near = NearestNames.nearest(to: word, among: Self.operators)
            if let first = near.first { hint = "Did you mean \(first)?" }
        }
        if case .operand(.path(let parts, _)) = term.kind, parts.count == 1, let word = parts.first,
            ["ANY", "ALL", "SOME", "NONE", "EXISTS"].contains(word.uppercased())
        {
            hint = "ANY, ALL, SOME, NONE and EXISTS are not part of predicate text"
        }
        try fail("an operator is expected", at: token.start, hint: hint)
    }

    /// Something stands behind what was complete.
    func unexpected(after term: PredicateTerm) throws -> Never {
        switch token.kind {
        case .close, .closeBrace:
            try fail("there is a closing parenthesis too many", at: token.start)
        case .comparison, .keyword(.in), .keyword(.between), .keyword(.is), .keyword(.matches):
            try fail("a condition cannot be compared", at: token.start, hint: "Join conditions with AND or OR")
        default:
            guard term.isCondition else { try missingOperator(after: term) }
            try fail("AND, OR or the end is expected", at: token.start)
        }
    }

    /// Nothing that can be a value stands where one must.
    @inline(never)
    func missingOperand() throws -> Never {
        switch token.kind {
        case .comparison(let comparison) where comparison.isTextual: try reservedWord(comparison.rawValue)
        case .keyword(let word): try reservedWord(word.rawValue.uppercased())
        case .arithmetic(.modulo):
            try fail("a value is missing", at: token.start, hint: #"Values are interpolated: "name = \(value)""#)
        default: try fail("a value is missing", at: token.start)
        }
    }

    @inline(never)
    func unknownFunction(_ name: String, at start: Int) throws -> Never {
        let known = PredicateFunction.all.map(\.name)
        let near = NearestNames.nearest(to: name, among: known).first.map { "Did you mean \($0)? " } ?? ""
        try fail("there is no function \"\(name)\"", at: start, hint: near + "Known: " + known.joined(separator: ", "))
    }

    private func reservedWord(_ word: String) throws -> Never {
        try fail("a value is missing", at: token.start, hint: "A column of the name \(word) is written #\(word)")
    }

    private static let operators = [
        "AND", "OR", "NOT", "IN", "IS", "LIKE", "BETWEEN", "CONTAINS", "BEGINSWITH", "ENDSWITH",
    ]
}
