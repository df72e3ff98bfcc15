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
        Filter { .exists(try $0.related(relationship, where: condition)) }
    }

    /// There is a row at the other end of a relationship: `EXISTS (SELECT 1 FROM …)`.
    ///
    /// ```swift
    /// let empty = try session.query(Order.self).filter(!.exists("lines")).all()
    /// ```
    ///
    /// - Throws: as ``exists(_:_:)``.
    public static func exists(_ relationship: String) -> Filter {
        Filter { .exists(try $0.related(relationship, where: Filter<Model>?.none)) }
    }
}

extension FilterResolver {
    /// The rows at the other end of a relationship: `SELECT 1 FROM "order_line" AS "lines" WHERE …`.
    ///
    /// - Parameters:
    ///   - path: the relationship's name, or several with dots between them.
    ///   - condition: over the class that they lead to.
    ///   - given: what is said about that class, for an error.
    ///   - selected: what is read of the rows.
    func related<Other: Model>(
        _ path: String, where condition: Filter<Other>?, given: String = "condition is over",
        selecting selected: (FilterResolver) throws -> SQLExpression = { _ in .sql("1") }
    ) throws -> SelectStatement {
        let own = alias ?? mapping.table
        var paths = PredicateResolver(plan: plan, session: session, spec: QuerySpec())
        paths.outerNames = outerNames + [own]
        let (tables, target, name) = try paths.tables(behind: path, of: own)
        guard target.type is Other.Type else {
            throw ModelError(
                .query,
                "\"\(path)\" of \"\(mapping.table)\" leads to class \(target.type), and the \(given) class \(Other.self)",
                table: mapping.table)
        }
        var inner = FilterResolver(plan: try session.plan(for: target.type), session: session)
        inner.alias = name == target.table ? nil : name
        inner.outerNames = paths.outerNames + tables.map(\.alias)
        return PredicateResolver.rows(of: tables, selecting: try selected(inner), where: try condition?.resolve(inner))
    }
}
