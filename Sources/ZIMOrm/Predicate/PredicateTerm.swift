/// What the parser has read and has not yet found a place for: between parentheses may stand a condition as well as a
/// value, and only what follows tells which one was expected.
struct PredicateTerm {
    enum Kind {
        case operand(PredicateOperand)
        case condition(PredicateNode)
        /// TRUE, FALSE, YES, NO: 1 or 0 in a comparison, a condition by itself.
        case truth(Bool, PredicateKeyword)
        case list([PredicateOperand])
    }

    var kind: Kind
    /// The first byte.
    var start: Int
    /// How many operators and calls are above each other in an operand.
    var height = 0

    /// Whether this can stand alone.
    var isCondition: Bool {
        switch kind {
        case .condition, .truth: true
        case .operand, .list: false
        }
    }
}
