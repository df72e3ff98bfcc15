import ZIMDb

/// One column to order by.
struct Ordering: Hashable {
    let expression: SQLExpression
    let isAscending: Bool
    /// The position of the column in the mapping, where it is a plain column.
    let position: Int?
}
