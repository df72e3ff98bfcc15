import ZIMDb

/// Follows the dotted paths of predicates and orders.
extension PredicateResolver {
    /// The column at the end of a path: `lastName`, `dog.label`, `person.lastName` with the table's own name.
    mutating func path(_ names: [String], position: Int?) throws -> Target {
        do { return try walk(names) } catch var error as ModelError {
            error.position = position
            throw error
        }
    }

    private mutating func walk(_ names: [String]) throws -> Target {
        guard !names.isEmpty else { throw ModelError(.predicate, "a path is empty") }
        var mapping = plan.mapping
        var alias = mapping.table
        var rest = names[...]
        if let found = column(rest, of: mapping, alias) ?? joinColumn(rest) { return found }
        if rest.count > 1, rest.first == mapping.table,
            !mapping.relationships.contains(where: { $0.name == mapping.table })
        {
            rest = rest.dropFirst()
        }
        let route = try route(&rest, from: mapping)
        // Up to here a row must exist for the path to lead anywhere; what follows may be missing, as it may be in a path
        // that leads to one row.
        var before = mapping
        let last = try route.indices.filter { index in
            defer { before = (try? session.plan(for: route[index].target).mapping) ?? before }
            return try session.plan(for: before).mayLeadToSeveral(route[index], in: session)
        }.last
        if related == nil, let last {
            throw ModelError(
                .query,
                "\"\(mapping.table)\" cannot be ordered by \"\(names.joined(separator: "."))\": a row may have several "
                    + "\"\(route[last].name)\"",
                table: mapping.table,
                hint: "Order by a column, or by one behind relationships to columns that the database keeps unique")
        }
        var path = ""
        for (index, relationship) in route.enumerated() {
            path += (path.isEmpty ? "" : ".") + relationship.name
            let isRequired = last.map { index <= $0 }
            (mapping, alias) = try join(relationship, path: path, from: mapping, alias: alias, isRequired: isRequired)
        }
        let position = try mapping.index(of: rest.joined(separator: "."))
        return Target(
            expression: .column(mapping.columns[position].name, of: alias), mapping: mapping, position: position)
    }

    /// The column that all names together name: a column's own name may hold dots.
    private func column(_ names: ArraySlice<String>, of mapping: Mapping, _ alias: String) -> Target? {
        mapping.firstIndex(of: names.joined(separator: ".")).map {
            Target(expression: .column(mapping.columns[$0].name, of: alias), mapping: mapping, position: $0)
        }
    }

    /// The join table's column, by its name or with the table's name before it.
    private func joinColumn(_ names: ArraySlice<String>) -> Target? {
        guard let join else { return nil }
        let alias = join.joinName(beside: plan.mapping)
        if let found = column(names, of: join, alias) { return found }
        return names.count > 1 && names.first == join.table ? column(names.dropFirst(), of: join, alias) : nil
    }

    /// The relationships of a path's names; what is left of the names is a column's.
    private func route(_ names: inout ArraySlice<String>, from start: Mapping) throws -> [Relationship] {
        var mapping = start
        var route: [Relationship] = []
        while names.count > 1, let step = names.first {
            if mapping.firstIndex(of: names.joined(separator: ".")) != nil { break }
            names = names.dropFirst()
            guard let relationship = mapping.relationships.first(where: { $0.name == step }) else {
                throw ModelError(
                    .unknownRelationship,
                    "\"\(mapping.table)\" (class \(mapping.type)) has no relationship \"\(step)\"",
                    table: mapping.table, column: step,
                    hint: NearestNames.hint(for: step, among: mapping.relationships.map(\.name))
                        ?? "Name it in the class's relationships")
            }
            mapping = try session.plan(for: relationship.target).mapping
            route.append(relationship)
        }
        return route
    }

    /// The table behind a relationship, joined once for each path.
    ///
    /// - Parameter isRequired: whether a row must be there; nil for a path that leads to one row, whose tables are
    ///   joined to the query itself.
    mutating func join(
        _ relationship: Relationship, path: String, from mapping: Mapping, alias: String, isRequired: Bool?
    ) throws -> (Mapping, String) {
        let targetPlan = try session.plan(for: relationship.target)
        let target = targetPlan.mapping
        let known = isRequired == nil ? spec.joins : related ?? []
        if let known = known.first(where: { $0.path == path }) { return (target, known.alias) }
        let references = try relationship.references.map {
            try (relationship.kind == .belongsTo ? target : mapping).indexes(of: $0)
        }
        let (source, columns): (String, [(from: String, to: String)])
        var isReversed = false
        if let through = relationship.join {
            let middlePlan = try session.plan(for: through.type)
            let middle = middlePlan.mapping
            let (here, there) = (references ?? mapping.key, try middle.indexes(of: relationship.foreignKey))
            let linkAlias = free(path + ".link")
            let link = QueryJoin(
                path: path + "\u{0}", alias: linkAlias, mapping: middle, source: alias,
                pairs: try pairs(mapping, here, middle, there),
                isReversed: try collationsDiffer(mapping, here, middlePlan, there),
                filter: try session.defaultFilter(of: middlePlan, alias: linkAlias), isRequired: isRequired ?? true)
            if isRequired == nil { spec.joins.append(link) } else { related?.append(link) }
            let targetPositions = try through.targetReferences.map { try target.indexes(of: $0) } ?? target.key
            source = linkAlias
            columns = try pairs(middle, middle.indexes(of: through.targetForeignKey), target, targetPositions)
        } else if relationship.kind == .belongsTo {
            source = alias
            columns = try pairs(
                mapping, mapping.indexes(of: relationship.foreignKey), target, references ?? target.key)
        } else {
            let (here, there) = (references ?? mapping.key, try target.indexes(of: relationship.foreignKey))
            source = alias
            columns = try pairs(mapping, here, target, there)
            isReversed = try collationsDiffer(mapping, here, targetPlan, there)
        }
        let joinedAlias = free(path)
        let joined = QueryJoin(
            path: path, alias: joinedAlias, mapping: target, source: source, pairs: columns, isReversed: isReversed,
            filter: try session.defaultFilter(of: targetPlan, alias: joinedAlias), isRequired: isRequired ?? true)
        if isRequired == nil { spec.joins.append(joined) } else { related?.append(joined) }
        return (target, joinedAlias)
    }

    /// Whether texts are compared otherwise when a table's columns come first than when those of the other do.
    private func collationsDiffer(_ mapping: Mapping, _ here: [Int], _ other: TablePlan, _ there: [Int]) throws -> Bool
    {
        let columns = try session.plan(for: mapping).comparedColumns(here, in: session)
        return try zip(columns, other.comparedColumns(there, in: session)).contains { $0.differsInCollation(from: $1) }
    }

    private func pairs(_ left: Mapping, _ here: [Int], _ right: Mapping, _ there: [Int]) throws -> [(
        from: String, to: String
    )] {
        guard here.count == there.count, !here.isEmpty else {
            throw ModelError(
                .keyMismatch,
                "a relationship of \"\(left.table)\" has \(here.count) columns where \"\(right.table)\" has \(there.count)",
                table: left.table)
        }
        return zip(here, there).map { (left.columns[$0].name, right.columns[$1].name) }
    }

    /// An alias that is no table's name in this query: a path, or its end where the engine takes no name of that length.
    private func free(_ path: String) -> String {
        let longest =
            session.dialect.longestIdentifier ?? (session.dialect.features.contains(.indexesByTable) ? 256 : .max)
        var wanted = path
        // There is room for a number behind it.
        while wanted.utf8.count > longest - 8 { wanted.removeFirst() }
        let joins = spec.joins + (related ?? [])
        var taken = Set(([plan.mapping.table] + joins.map(\.alias) + outerNames).map { $0.lowercased() })
        if let join { taken.insert(join.joinName(beside: plan.mapping).lowercased()) }
        var alias = wanted
        var number = 2
        while taken.contains(alias.lowercased()) {
            alias = "\(wanted)_\(number)"
            number += 1
        }
        return alias
    }
}
