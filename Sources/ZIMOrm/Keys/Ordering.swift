import ZIMDb

/// One column to order by.
struct Ordering: Hashable {
    let expression: SQLExpression
    let isAscending: Bool
    /// The position of the column in the mapping, where it is a plain column.
    let position: Int?
    /// Where NULL was asked to stand.
    var nulls: SQLNulls?

    /// Whether NULL stands before all values: it is the smallest one, unless its place was asked for.
    var isNullFirst: Bool { nulls.map { $0 == .first } ?? isAscending }

    /// The same order from its end.
    var reversed: Ordering {
        Ordering(
            expression: expression, isAscending: !isAscending, position: position, nulls: isNullFirst ? .last : .first)
    }
}
