/// What is said about a text that is no predicate.
extension PredicateParser {
    func failure(_ what: String, at byte: Int, hint: String? = nil) -> ModelError {
        lexer.source.failure(what, at: byte, hint: hint)
    }

    func tooDeep(at start: Int) -> ModelError {
        failure("The predicate is nested deeper than \(Self.depthLimit) levels", at: start)
    }

    func strayList(at start: Int) -> ModelError {
        failure("A list of values can only stand after IN or BETWEEN", at: start)
    }

    /// A value stands where a condition must.
    func missingOperator(after term: PredicateTerm) -> ModelError {
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
        return failure("An operator is expected", at: token.start, hint: hint)
    }

    /// Something stands behind what was complete.
    func unexpected(after term: PredicateTerm) -> ModelError {
        switch token.kind {
        case .close, .closeBrace:
            failure("There is a closing parenthesis too many", at: token.start)
        case .comparison, .keyword(.in), .keyword(.between), .keyword(.is), .keyword(.matches):
            failure("A condition cannot be compared", at: token.start, hint: "Join conditions with AND or OR")
        default:
            term.isCondition
                ? failure("AND, OR or the end is expected", at: token.start)
                : missingOperator(after: term)
        }
    }

    /// Nothing that can be a value stands where one must.
    func missingOperand() -> ModelError {
        switch token.kind {
        case .comparison(let comparison) where comparison.isTextual: reservedWord(comparison.rawValue)
        case .keyword(let word): reservedWord(word.rawValue.uppercased())
        case .arithmetic(.modulo):
            failure("A value is missing", at: token.start, hint: #"Values are interpolated: "name = \(value)""#)
        default: failure("A value is missing", at: token.start)
        }
    }

    private func reservedWord(_ word: String) -> ModelError {
        failure("A value is missing", at: token.start, hint: "A column of the name \(word) is written #\(word)")
    }

    private static let operators = [
        "AND", "OR", "NOT", "IN", "IS", "LIKE", "BETWEEN", "CONTAINS", "BEGINSWITH", "ENDSWITH",
    ]
}
