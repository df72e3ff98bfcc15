import ZIMDb

extension Query {
    /// The last model in the query's order, which the primary key completes.
    ///
    /// ```swift
    /// let newest = try session.query(Order.self).orderBy(\.day).last()
    /// // SELECT … FROM "orders" ORDER BY "orders"."o_day" DESC, "orders"."o_w_id" DESC, … LIMIT ?
    /// ```
    ///
    /// Without an order it is the one with the largest key. With a limit or an offset it is the last model of that
    /// page, and the whole page is read.
    ///
    /// - Throws: ``ModelError`` with code query if there is neither an order nor a primary key.
    public func last() throws -> sending M? {
        if spec.isCut { return sent(try models().last) }
        var reversed = self
        reversed.spec.completeOrder(with: plan.mapping)
        guard !reversed.spec.orderings.isEmpty else {
            throw ModelError(
                .query, "the rows of \"\(plan.mapping.table)\" have no order, so none is the last",
                table: plan.mapping.table, hint: "Call orderBy: the class has no primary key to order by")
        }
        reversed.spec.orderings = reversed.spec.orderings.map(\.reversed)
        if reversed.spec.continuedOrder != nil { reversed.spec.continuedOrder = reversed.spec.orderings.count }
        return sent(try reversed.limit(1).models().first)
    }
}
