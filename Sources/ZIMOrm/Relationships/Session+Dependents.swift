import ZIMDb

/// Rows that refer to one that is deleted, by what their classes' relationships say.
extension Session {
    /// The rows that are to be deleted with one, each before those that it refers to. Foreign keys that are to become NULL have
    /// become so.
    ///
    /// Rows may refer to each other in a circle, and in chains of any length: each is looked at once, and none inside another.
    ///
    /// - Throws: ``ModelError`` with code restricted where a row must not lose what it refers to.
    func dependents(of root: Model, _ plan: TablePlan) throws -> [Model] {
        struct Row: Hashable {
            let mapping: ObjectIdentifier
            let key: [SQLValue]
        }
        guard let first = try storedRow(of: root, plan) else { return [] }
        var seen: Set<Row> = [Row(mapping: ObjectIdentifier(plan.mapping), key: first.record?.key(of: first) ?? [])]
        var way = [(model: first, rest: try referring(to: first, plan)[...])]
        var found: [Model] = []
        while let last = way.last {
            guard let next = last.rest.first else {
                way.removeLast()
                if !way.isEmpty { found.append(last.model) }
                continue
            }
            way[way.count - 1].rest.removeFirst()
            let plan = try self.plan(of: next)
            let key = next.record?.key(of: next) ?? []
            guard key.isEmpty || seen.insert(Row(mapping: ObjectIdentifier(plan.mapping), key: key)).inserted else {
                continue
            }
            way.append((next, try referring(to: next, plan)[...]))
        }
        return found
    }

    /// The row of a model as it is now, whatever the model has been changed to; nil where there is none.
    private func storedRow(of model: Model, _ plan: TablePlan) throws -> Model? {
        guard model.isLoaded, let record = model.record else {
            return try unfiltered { try $0.find(plan, key: plan.mapping.keyValues(of: model)) }
        }
        return try rows(plan, with: plan.mapping.key, [record.key(of: model)]).first ?? nil
    }

    /// The rows that refer to one and are to be deleted with it.
    private func referring(to model: Model, _ plan: TablePlan) throws -> [Model] {
        var found: [Model] = []
        for relationship in plan.mapping.relationships {
            guard let dependent = relationship.dependent else { continue }
            // Of two that a join table joins, its rows are what refers to the row.
            let child = relationship.join?.type ?? relationship.target
            let request = RelationRequest(
                kind: .hasMany, target: ObjectIdentifier(child), foreignKey: relationship.foreignKey,
                references: relationship.references)
            let options: [RelationshipOption] = dependent == .restrict ? [.limit(1)] : []
            let relation = try plan.relation(request, child, nil, options, isUnfiltered: true, in: self)
            let rows = try rows(of: model, relation).models
            switch dependent {
            case .restrict:
                if let row = rows.first { throw try restricted(row, relationship, plan, model) }
            case .nullify:
                for row in rows { try row.clear(foreignKey: relationship.foreignKey) }
                try update(rows)
            case .delete: found += rows
            }
        }
        return found
    }

    private func restricted(
        _ child: Model, _ relationship: Relationship, _ plan: TablePlan, _ model: Model
    ) throws -> ModelError {
        let other = try self.plan(of: child).mapping
        let key = child.record?.key(of: child) ?? []
        return ModelError(
            .restricted,
            "the row \(plan.mapping.describe(model.record?.key(of: model) ?? [])) of \"\(plan.mapping.table)\" was not deleted: "
                + "\"\(other.table)\" \(other.describe(key)) refers to it (\"\(relationship.name)\")",
            table: other.table, column: relationship.foreignKey.first, key: key)
    }
}
