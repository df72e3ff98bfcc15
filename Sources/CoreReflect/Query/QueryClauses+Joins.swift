import ZIMOrm

extension QueryClauses {
    /// The tables of the query with the conditions of its joins.
    func resolvedSources(in session: Session) throws -> (sources: QuerySources, conditions: [[SQLCondition]]) {
        if let failure { throw failure }
        var sources = try QuerySources(root: root, in: session)
        for join in joins { try sources.add(QuerySource(join.type, alias: join.alias, in: session)) }
        findHomes(in: &sources)
        let conditions = try joins.enumerated().map { index, join in
            try condition(of: join, sources.sources[index + 1], in: sources.through(index + 1))
        }
        return (sources, conditions)
    }

    private func condition(
        of join: JoinRequest, _ joined: QuerySource, in sources: QuerySources
    ) throws -> [SQLCondition] {
        let comparisons: [Comparison] = [
            .equals, .notEquals, .greaterThan, .greaterThanOrEquals, .lessThan, .lessThanOrEquals,
        ]
        guard comparisons.contains(join.comparison) else {
            throw ModelError(
                .query,
                "a join of \"\(sources.root.alias)\" with \"\(join.alias)\" cannot compare by \(join.comparison)",
                table: sources.root.alias, hint: "Use one of equals to lessThanOrEquals")
        }
        let left = try foreignKey(of: join, joined, in: sources)
        let right = try otherKey(of: join, joined)
        guard left.count == right.count else {
            throw ModelError(
                .keyMismatch,
                "a join of \"\(sources.root.alias)\" with \"\(join.alias)\" compares \(left.count) fields with "
                    + "(\(right.joined(separator: ", ")))",
                table: sources.root.alias, hint: "Name foreignKey and otherKey")
        }
        return zip(left, right).map { SQLCondition($0, join.comparison.sqlOperator, .column($1, of: join.alias)) }
    }

    private func foreignKey(
        of join: JoinRequest, _ joined: QuerySource, in sources: QuerySources
    ) throws -> [SQLExpression] {
        if !join.foreignKey.isEmpty {
            return try join.foreignKey.map { name in
                var column = try sources.column(name)
                column.isQualified = true
                return sources.expression(column)
            }
        }
        guard let home = joined.home else {
            throw ModelError(
                .unknownRelationship,
                "no class of the query of \"\(sources.root.alias)\" has a property of class \(join.type)",
                table: sources.root.alias, hint: "Name the fields: join(\(join.type).self, foreignKey: …, otherKey: …)")
        }
        return home.reference.columns.map { .column($0, of: sources.sources[home.source].alias) }
    }

    func otherKey(of join: JoinRequest, _ joined: QuerySource) throws -> [String] {
        if join.otherKey.isEmpty { return joined.mapping.keyNames }
        return try join.otherKey.map { name in
            let prefixes = [join.alias, join.type.entityName()].filter { name.hasPrefix($0 + ".") }
            let bare = prefixes.first.map { String(name.dropFirst($0.count + 1)) } ?? name
            return joined.mapping.columns[try joined.mapping.index(of: bare)].name
        }
    }
}
