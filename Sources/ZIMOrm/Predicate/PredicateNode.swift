/// A condition as it was read from a ``PredicateText``.
///
/// Only what the language knows can be in it, and every value stands apart from the text, so SQL made of it can
/// neither be tricked nor be anything but a condition. The large cases are indirect, which keeps a node at the size of a
/// pointer and the stack of whatever recurses over nodes small.
package enum PredicateNode: Sendable, Hashable {
    /// `left = right`, `left LIKE right`, …. Neither side of `=` and `<>` is ever the literal NULL: see ``isNull(_:negated:)``.
    indirect case comparison(PredicateOperand, PredicateComparison, PredicateOperand, ignoresCase: Bool)
    /// `operand IS NULL`, `operand IS NOT NULL`
    case isNull(PredicateOperand, negated: Bool)
    /// `operand IN (a, b)`, `operand NOT IN (a, b)`; an empty list is false, negated true. The list never holds the
    /// literal NULL.
    indirect case inList(PredicateOperand, [PredicateOperand], negated: Bool)
    /// `operand BETWEEN low AND high`, `operand NOT BETWEEN low AND high`
    indirect case between(PredicateOperand, PredicateOperand, PredicateOperand, negated: Bool)
    /// `a AND b AND …`, at least two
    case and([PredicateNode])
    /// `a OR b OR …`, at least two
    case or([PredicateNode])
    /// `NOT (a)`
    indirect case not(PredicateNode)
    /// `1 = 1`, `1 = 0`
    case constant(Bool)
}
