import ZIMDb

extension TablePlan {
    /// Finds out whether the parts of the key that are ordered by can be NULL: a key that a class names may be one that the
    /// database keeps unique only, or not at all.
    func readNullableKey(for orderings: [Ordering], in session: Session) throws {
        guard dialect.features.contains(.nullsAreLargest), neverNullKey == nil else { return }
        let asks = orderings.contains { ordering in
            ordering.position.map { mapping.key.contains($0) && mapping.columns[$0].field.acceptsNull } == true
        }
        guard asks, let schema = try schema(in: session) else { return }
        neverNullKey = Set(mapping.key.filter { schema.column(mapping.columns[$0].name)?.isNotNull == true })
    }

    /// An order with its direction. NULL sorts as the smallest value on every engine, unless its place was asked for.
    func term(_ ordering: Ordering) -> SQLOrdering {
        SQLOrdering(ordering.expression, descending: !ordering.isAscending, nulls: nulls(of: ordering))
    }

    private func nulls(of ordering: Ordering) -> SQLNulls? {
        let isOwnPlace = ordering.isNullFirst == ordering.isAscending
        // An index over the columns has the order without these words, so they stand only where they must.
        if isOwnPlace, !dialect.features.contains(.nullsAreLargest) { return nil }
        if let position = ordering.position,
            neverNullKey?.contains(position) == true || !mapping.columns[position].field.acceptsNull
        {
            return nil
        }
        return ordering.isNullFirst ? .first : .last
    }
}
