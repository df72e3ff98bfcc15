/// A filter, an order, a limit or an offset for the rows of a relationship.
///
/// ```swift
/// try customer.orders(options: [.filter("o_carrier_id = NULL"), .orderBy("o_entry_d DESC"), .limit(5), .offset(2)])
/// // … WHERE "orders"."o_w_id" = ? AND … AND "orders"."o_carrier_id" IS NULL ORDER BY "orders"."o_entry_d" DESC, … LIMIT ? OFFSET ?
/// ```
///
/// The child's key completes the order of a limited relationship, so that its pages follow each other without a gap.
public struct RelationshipOption: Sendable {
    enum Kind: Sendable {
        case limit(Int)
        case offset(Int)
        case orderBy(String)
        case filter(PredicateText)
    }

    let kind: Kind

    /// Limits the number of rows for each parent.
    public static func limit(_ count: Int) -> RelationshipOption { RelationshipOption(kind: .limit(count)) }
    /// Skips a number of rows for each parent.
    public static func offset(_ count: Int) -> RelationshipOption { RelationshipOption(kind: .offset(count)) }
    /// Orders by columns or properties of the class, separated by commas, each optionally with ASC or DESC; a path through a
    /// relationship is none.
    public static func orderBy(_ columns: String) -> RelationshipOption { RelationshipOption(kind: .orderBy(columns)) }
    /// Keeps the rows that satisfy a predicate.
    public static func filter(_ predicate: PredicateText) -> RelationshipOption {
        RelationshipOption(kind: .filter(predicate))
    }
}
