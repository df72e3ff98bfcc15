/// What narrows or orders a relationship's rows.
///
/// ```swift
/// try customer.orders(options: [.filter("o_carrier_id = NULL"), .orderBy("o_entry_d DESC"), .limit(5), .offset(2)])
/// // … WHERE "o_w_id" = ? AND … AND "o_carrier_id" IS NULL ORDER BY "o_entry_d" DESC, "o_w_id", "o_d_id", "o_id" LIMIT ? OFFSET ?
/// ```
///
/// A limited relationship is ordered by the child's key after the orders that are given, so that its pages fit together.
public struct RelationshipOption: Sendable {
    enum Kind: Sendable {
        case limit(Int)
        case offset(Int)
        case orderBy(String)
        case filter(PredicateText)
    }

    let kind: Kind

    /// At most so many rows for each parent.
    public static func limit(_ count: Int) -> RelationshipOption { RelationshipOption(kind: .limit(count)) }
    /// Leaves out so many rows of each parent.
    public static func offset(_ count: Int) -> RelationshipOption { RelationshipOption(kind: .offset(count)) }
    /// Orders by columns or properties, separated by commas, each with ASC or DESC where wanted.
    public static func orderBy(_ columns: String) -> RelationshipOption { RelationshipOption(kind: .orderBy(columns)) }
    /// Only rows for which a predicate holds.
    public static func filter(_ predicate: PredicateText) -> RelationshipOption {
        RelationshipOption(kind: .filter(predicate))
    }
}
