internal import ZIMSql

/// Reads conditions from tokens by recursive descent: OR, AND, NOT and what holds the whole together.
///
/// From loose to tight: OR, AND, NOT, comparisons, `||`, `+ -`, `* / %`, signs.
///
/// What does not recurse is kept out of the frames of what does by `@inline(never)`: it halves the stack that a level of
/// nesting takes for a tenth of the time.
struct PredicateParser {
    /// How deep parentheses and calls may nest. A level takes up to 14 KiB of stack in a debug build, and a thread on
    /// Darwin has 512. SQLite itself reads about 45 levels.
    static let nestingLimit = 32

    /// How many operators and calls may stand above each other in a value, `a + b + c + …` included: the tree is as high.
    /// SQLite's own limit is 1,000.
    static let heightLimit = 200

    private(set) var lexer: PredicateLexer
    /// The token that is looked at.
    private(set) var token: PredicateToken
    private var depth = 0
    /// Whether `||` has turned out to be OR, and is behind us.
    var hasReadOr = false
    /// The left side of the comparison behind that OR, where it had to be read to find out.
    var carried: PredicateTerm?

    init(_ source: PredicateSource) {
        lexer = PredicateLexer(source)
        token = PredicateToken(kind: .end, start: 0)
    }

    /// The whole text.
    mutating func predicate() throws -> PredicateNode {
        try advance()
        guard token.kind != .end else {
            throw ModelError(.predicate, "the predicate is empty", position: 0, hint: "TRUEPREDICATE finds all rows")
        }
        let term = try disjunction()
        let node = try condition(term)
        guard token.kind == .end else { try unexpected(after: term) }
        return node
    }

    /// Conditions with AND, OR and NOT; or a single value, where parentheses were around one.
    mutating func disjunction() throws -> PredicateTerm {
        let start = token.start
        var alternatives: [PredicateNode] = []
        var factors: [PredicateNode] = []
        while true {
            let isNegated = try readNegations()
            let term = try comparison()
            if isNegated == nil, factors.isEmpty, alternatives.isEmpty, !hasReadOr, !isConnective { return term }
            let node = try condition(term)
            factors.append(isNegated == true ? .not(node) : node)
            if !hasReadOr, isAt(.keyword(.and)) {
                try advance()
                continue
            }
            alternatives.append(joined(factors, PredicateNode.and))
            factors.removeAll()
            if hasReadOr {
                hasReadOr = false
            } else if isConnective {
                try advance()
            } else {
                break
            }
        }
        let whole = joined(alternatives, PredicateNode.or)
        return PredicateTerm(kind: .condition(whole), start: start)
    }

    /// One condition stays itself.
    @inline(never)
    private func joined(_ nodes: [PredicateNode], _ connective: ([PredicateNode]) -> PredicateNode) -> PredicateNode {
        if nodes.count == 1, let only = nodes.first { return only }
        return connective(nodes)
    }

    private var isConnective: Bool {
        switch token.kind {
        case .keyword(.and), .keyword(.or), .doubleBar: true
        default: false
        }
    }

    /// Whether an odd number of NOT stands here; nil for none. Two of them are none, also for NULL.
    @inline(never)
    private mutating func readNegations() throws -> Bool? {
        guard carried == nil else { return nil }
        var isNegated: Bool?
        while token.kind == .keyword(.not) {
            isNegated = !(isNegated ?? false)
            try advance()
        }
        return isNegated
    }

    /// The term as a condition.
    @inline(never)
    private func condition(_ term: PredicateTerm) throws -> PredicateNode {
        switch term.kind {
        case .condition(let node): return node
        case .truth(let value, _): return .constant(value)
        case .operand: try missingOperator(after: term)
        case .list: try strayList(at: term.start)
        }
    }

    /// The term as a value.
    @inline(never)
    func operand(of term: PredicateTerm) throws -> PredicateOperand {
        switch term.kind {
        case .operand(let operand): return operand
        case .truth(let value, _): return .value(.integer(value ? 1 : 0))
        case .list: try strayList(at: term.start)
        case .condition: try fail("a value is expected, this is a condition", at: term.start)
        }
    }

    /// Whether this is the token that is looked at.
    @inline(never)
    func isAt(_ kind: PredicateToken.Kind) -> Bool { token.kind == kind }

    /// Looks at the next token.
    @inline(never)
    mutating func advance() throws { token = try lexer.next() }

    /// Reads something one level deeper.
    mutating func nested<Result>(at start: Int, _ body: (inout PredicateParser) throws -> Result) throws -> Result {
        guard depth < Self.nestingLimit else {
            try fail("parentheses are nested deeper than \(Self.nestingLimit) levels", at: start)
        }
        depth += 1
        defer { depth -= 1 }
        return try body(&self)
    }
}
