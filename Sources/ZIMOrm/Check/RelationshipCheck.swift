import ZIMDb

/// Compares the relationships that a class declares with the database: the classes and columns of both sides, how many they
/// are, and what they hold.
struct RelationshipCheck {
    let mapping: Mapping
    let table: TableSchema
    let session: Session

    /// What is wrong with a relationship; nil if nothing is.
    func problem(of relationship: Relationship) throws -> String? {
        let relation: RelationPlan
        do {
            relation = try session.plan(for: mapping).relation(
                RelationRequest(relationship), relationship.target, relationship.join?.type, [], in: session)
        } catch let error as ModelError {
            return error.message
        }
        for type in [relationship.join?.type, relationship.target] {
            guard let type else { continue }
            let other = try session.plan(for: type).mapping
            guard let table = try session.schemaReader.table(other.table, schema: other.schema) else {
                return "there is no table \"\(other.table)\" (class \(type))"
            }
            let names =
                other === relation.matchedMapping
                ? relation.matchedNames
                : relation.joinPairs.map { other === relation.target.mapping ? $0.target : $0.join }
            for name in names + (other === relation.join?.mapping ? relation.joinPairs.map(\.join) : [])
            where table.column(name) == nil && !table.isRowID(name) {
                return "the table \"\(other.table)\" has no column \"\(name)\""
            }
            if other === relation.target.mapping, let problem = try reach(of: relation) { return problem }
            if other === relation.matchedMapping, let problem = types(of: relation, in: table, relationship) {
                return problem
            }
        }
        return nil
    }

    /// Between the join table and the target, a foreign key of the database that has the same columns of the join table must
    /// have the same ones of the target.
    private func reach(of relation: RelationPlan) throws -> String? {
        guard let join = relation.join else { return nil }
        let target = relation.target
        let (own, others) = (relation.joinPairs.map(\.join), relation.joinPairs.map(\.target))
        let keys =
            try session.foreignKeys(of: join, to: target).map { ($0.columns, $0.references) }
            + session.foreignKeys(of: target, to: join).map { ($0.references, $0.columns) }
        let declared = keys.compactMap { joined, targets -> [String]? in
            let partner = Dictionary(zip(joined.map(\.foldedName), targets)) { first, _ in first }
            let found = own.compactMap { partner[$0.foldedName] }
            return found.count == own.count && joined.count == own.count ? found : nil
        }
        guard let first = declared.first,
            !declared.contains(where: { $0.map(\.foldedName) == others.map(\.foldedName) })
        else { return nil }
        func list(_ plan: TablePlan, _ columns: [String]) -> String {
            "\"\(plan.mapping.table)\" (\(columns.joined(separator: ", ")))"
        }
        return "\(list(join, own)) is compared with \(list(target, others)), a foreign key compares it with "
            + "(\(first.joined(separator: ", "))): see targetReferences"
    }

    /// Columns of two kinds are compared only where the database itself has such a foreign key.
    private func types(of relation: RelationPlan, in other: TableSchema, _ relationship: Relationship) -> String? {
        let own = relation.sourcePositions.map { mapping.columns[$0].name }
        let matched = relation.matchedNames
        let (child, foreignKey) = relationship.kind == .belongsTo ? (table, own) : (other, matched)
        let isDeclared = child.foreignKeys.contains { key in
            Set(key.columns.map(\.foldedName)) == Set(foreignKey.map(\.foldedName))
        }
        if isDeclared { return nil }
        for (name, otherName) in zip(own, matched) {
            guard let here = table.column(name), let there = other.column(otherName),
                let kind = DeclaredType(here).family.kind, let otherKind = DeclaredType(there).family.kind,
                kind != otherKind
            else { continue }
            return "\(table.name).\(name) is \(here.type), \(other.name).\(otherName) is \(there.type)"
        }
        return nil
    }
}

extension DeclaredType.Family {
    /// What can be compared with each other; nil for what says nothing.
    fileprivate var kind: Int? {
        switch self {
        case .integer, .boolean, .real, .decimal: 0
        case .text, .json: 1
        case .blob: 2
        case .date, .time: 3
        case .uuid, .any: nil
        }
    }
}
