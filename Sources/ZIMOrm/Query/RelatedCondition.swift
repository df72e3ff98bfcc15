import ZIMDb

/// A condition that compares an aggregate over related rows: a ``Filter`` of whichever class the query is of.
///
/// What a ``Related`` is compared with does not say which class it is about, and Swift would take ``Model`` for it before it looks at
/// the query around.
public protocol RelatedCondition {
    /// A condition out of a comparison.
    init(_ comparison: RelatedComparison)
}

/// An aggregate over related rows that is compared with a value.
public struct RelatedComparison {
    fileprivate let resolve: (FilterResolver) throws -> SQLExpression

    init(_ resolve: @escaping (FilterResolver) throws -> SQLExpression) { self.resolve = resolve }
}

extension Filter: RelatedCondition {
    /// The condition that a comparison is: `(SELECT count(*) FROM …) > ?`.
    public init(_ comparison: RelatedComparison) { self.init(comparison.resolve) }
}
