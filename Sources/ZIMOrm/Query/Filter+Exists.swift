import ZIMDb

extension Filter {
    /// There is a row at the other end of a relationship that satisfies a condition over its class.
    ///
    /// ```swift
    /// query.filter(.exists("lines", \OrderLine.amount > 5 && \OrderLine.delivered == nil))
    /// // WHERE EXISTS (SELECT 1 FROM "order_line" AS "lines" WHERE "lines"."year" = "orders"."year" AND
    /// //   "lines"."order" = "orders"."number" AND "lines"."amount" > ? AND "lines"."delivered" IS NULL)
    /// ```
    ///
    /// `!` before it makes `NOT EXISTS`: for none of the rows the condition is true. All of the condition holds for one row, where
    /// each comparison of a predicate text may hold for another. Conditions may contain `exists` again.
    ///
    /// - Parameters:
    ///   - relationship: the name of a relationship of any kind that the class declares, or several with dots between them.
    ///   - condition: over the class that they lead to.
    /// - Throws: when the query is sent, ``ModelError`` with code unknownRelationship, or query for a condition over another class.
    public static func exists<Other: Model>(_ relationship: String, _ condition: Filter<Other>) -> Filter {
        Filter { resolver in
            try resolver.exists(relationship) { inner in
                guard inner.mapping.type is Other.Type else {
                    throw ModelError(
                        .query,
                        "\"\(relationship)\" of \"\(resolver.mapping.table)\" leads to class \(inner.mapping.type), and the "
                            + "condition is over class \(Other.self)", table: resolver.mapping.table)
                }
                return try condition.resolve(inner)
            }
        }
    }

    /// There is a row at the other end of a relationship: `EXISTS (SELECT 1 FROM …)`.
    ///
    /// ```swift
    /// let empty = try session.query(Order.self).filter(!.exists("lines")).all()
    /// ```
    ///
    /// - Throws: as ``exists(_:_:)``.
    public static func exists(_ relationship: String) -> Filter {
        Filter { try $0.exists(relationship) { _ in nil } }
    }
}

extension FilterResolver {
    /// - Parameter condition: over the last of the tables.
    fileprivate func exists(
        _ path: String, _ condition: (FilterResolver) throws -> SQLExpression?
    ) throws -> SQLExpression {
        guard let (plan, session) = compared else { throw Self.misused }
        let own = alias ?? mapping.table
        var paths = PredicateResolver(plan: plan, session: session, spec: QuerySpec())
        paths.outerNames = outerNames + [own]
        let (tables, target, name) = try paths.tables(behind: path, of: own)
        var inner = FilterResolver(plan: try session.plan(for: target.type), session: session)
        inner.alias = name == target.table ? nil : name
        inner.outerNames = paths.outerNames + tables.map(\.join.alias)
        return .exists(PredicateResolver.rows(of: tables, where: try condition(inner)))
    }
}
