package import ZIMSql

/// A value in a ``PredicateNode``: what is compared.
package enum PredicateOperand: Sendable, Hashable {
    /// `lastName`, `dog.label`: a column, or relationships and a column. A part may hold any character, dots included.
    /// The position is where it stands in the text, for an error about a name that does not exist.
    case path([String], position: Int)
    /// A bound value.
    case value(SQLValue)
    /// `left + right`
    indirect case arithmetic(PredicateOperand, PredicateArithmetic, PredicateOperand)
    /// `lower(a)`: one of ``PredicateFunction/all``, in lower case, with a number of arguments that it takes.
    indirect case function(String, [PredicateOperand], position: Int)

    /// Whether this is the literal NULL, written or interpolated.
    var isNull: Bool {
        if case .value(.null) = self { return true }
        return false
    }
}
