import ZIMDb

extension Relationship {
    /// Whether a row can have several at the other end.
    var isToMany: Bool { kind == .hasMany || kind == .hasManyThrough }
}

/// Comparisons whose path leads to several rows.
extension PredicateResolver {
    /// Reads one comparison. Where its paths lead through a to-many relationship, it holds if it does for any of the rows
    /// there: `EXISTS (SELECT 1 FROM "order_line" AS "lines" WHERE "lines"."ol_o_id" = "orders"."o_id" AND …)`.
    ///
    /// A join would find a row as often as there are others that match; DISTINCT would take equal rows of a table
    /// without a key for one, and sort all that the query finds.
    mutating func ofAny(_ comparison: (inout Self) throws -> SQLExpression) throws -> SQLExpression {
        // Nothing nests comparisons, but what is read outside again is an order.
        defer { related = nil }
        related = []
        let condition = try comparison(&self)
        guard let tables = related, !tables.isEmpty else { return condition }
        return .exists(Self.rows(of: tables, where: condition))
    }

    /// Reads a comparison that may be turned into its contrary: that of "any is" is "none is", as with NOT before it.
    ///
    /// - Parameter comparison: reads it, turned or not.
    mutating func ofAny(
        negated: Bool, _ comparison: (inout Self, Bool) throws -> SQLExpression
    ) throws -> SQLExpression {
        guard negated else { return try ofAny { try comparison(&$0, false) } }
        let before = spec
        var isRelated = false
        let contrary = try ofAny {
            let contrary = try comparison(&$0, true)
            isRelated = $0.related?.isEmpty == false
            return contrary
        }
        guard isRelated else { return contrary }
        spec = before
        return !(try ofAny { try comparison(&$0, false) })
    }

    /// The tables behind a path of relationships, each row of which must be there.
    ///
    /// - Parameter alias: what the path's first table is called in the statement.
    mutating func tables(
        behind path: String, of alias: String
    ) throws -> (tables: [QueryJoin], target: Mapping, alias: String) {
        related = []
        var (mapping, alias, walked) = (plan.mapping, alias, "")
        let isName = mapping.relationships.contains { $0.name == path }
        for name in isName ? [path] : path.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
            let relationship = try mapping.relationship(name)
            walked += (walked.isEmpty ? "" : ".") + name
            (mapping, alias) = try join(relationship, path: walked, from: mapping, alias: alias, isRequired: true)
        }
        return (related ?? [], mapping, alias)
    }

    /// A subquery of the rows of some tables.
    static func rows(
        of tables: [QueryJoin], selecting selected: SQLExpression = .sql("1"), where condition: SQLExpression?
    ) -> SelectStatement {
        var statement = SelectStatement().column(selected)
        var conditions: [SQLExpression] = []
        for (index, join) in tables.enumerated() {
            let names = join.mapping.identifier
            if index == 0 {
                statement = statement.from(names, alias: join.alias)
                conditions += join.conditions
            } else {
                statement = statement.join(names, alias: join.alias, type: join.isRequired ? .inner : .left)
                    .joinOn(.all(join.conditions))
            }
        }
        return statement.where(.all(conditions + [condition].compactMap { $0 }))
    }
}
