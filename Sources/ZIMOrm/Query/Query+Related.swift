import ZIMDb

extension Query {
    /// All models that the query finds, each with aggregates over the rows at the other end of a relationship, in one statement.
    ///
    /// ```swift
    /// let orders = try session.query(Order.self).filter(\.year == 2026)
    /// for (order, lines, paid) in try orders.all(with: Related.count("lines"), Related.sum("payments", \Payment.paid)) { … }
    /// // SELECT "orders"."year", …, (SELECT count(*) FROM "order_line" AS "lines" WHERE …), (SELECT sum("payments"."paid") …)
    /// //   FROM "orders" WHERE "orders"."year" = ?
    /// ```
    ///
    /// The models are those of ``all()``: they are saved, and their relationships followed, in the same way.
    ///
    /// - Parameter related: what is computed for each row. An aggregate is nil where there are no rows, a count is 0.
    /// - Throws: as ``all()`` and ``Related`` say.
    ///
    /// Source: <https://www.sqlite.org/lang_expr.html#subq>
    public func all<each Value>(
        with related: repeat Related<each Value>
    ) throws -> sending [(M, repeat (each Value)?)] {
        if let failure { throw failure }
        let resolver = FilterResolver(plan: plan, session: session)
        let resolved = (repeat try (each related).resolve(resolver))
        var expressions: [SQLExpression] = []
        for aggregate in repeat each resolved { expressions.append(aggregate.value) }
        let query = try checked(beside: expressions)
        let reader = JoinedRowReader(loads: spec.joined, loader: loader)
        let first = reader.columnCount
        var values: [(repeat (each Value)?)] = []
        let models = try models(query.selection(beside: expressions), query) { statement, window in
            try reader.load(statement, into: &window, limit: .max) { row in
                var next = first
                func read<One>(_ aggregate: Related<One>.Resolved) throws -> One? {
                    defer { next += 1 }
                    return try aggregate.read(row, next)
                }
                values.append((repeat try read(each resolved)))
            }
        }
        return sent(zip(models, values).map { model, values in (model, repeat each values) })
    }
}
