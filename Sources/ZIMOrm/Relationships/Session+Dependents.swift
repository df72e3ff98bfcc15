import ZIMDb

/// A row that is deleted, whatever class has read it.
struct DeletedRow: Hashable {
    let table: SQLIdentifier
    let key: [SQLValue]

    /// nil for a model without a key.
    init?(_ model: Model, _ mapping: Mapping) {
        let known = model.isLoaded ? model.record?.key(of: model) : nil
        guard let key = known ?? (try? mapping.keyValues(of: model)), !key.isEmpty else { return nil }
        (table, self.key) = (mapping.identifier, key)
    }
}

/// The rows that one call deletes.
struct GoingRows {
    /// The models by which its caller names rows.
    var models: [DeletedRow: Model] = [:]
    /// The rows found so far that go with the model at hand, and its own.
    fileprivate var found: Set<DeletedRow> = []
    /// The models whose row was found to hold what is expected, and has been changed by this call since.
    private var compared: Set<ObjectIdentifier> = []

    func contains(_ row: DeletedRow) -> Bool { found.contains(row) || models[row] != nil }

    /// Whether a model's row must still be compared with what is expected.
    func mustCompare(_ model: Model) -> Bool { !compared.contains(ObjectIdentifier(model)) }

    mutating func noteCompared(_ model: Model) { compared.insert(ObjectIdentifier(model)) }
}

/// Rows that refer to one that is deleted, by what their classes' relationships say.
extension Session {
    /// The rows that are to be deleted with one, each before those that it refers to. Foreign keys that are to become NULL have
    /// become so.
    ///
    /// Rows may refer to each other in a circle, and in chains of any length: each is looked at once, and none inside another.
    ///
    /// - Throws: ``ModelError`` with code restricted where a row must not lose what it refers to.
    func dependents(of root: Model, _ plan: TablePlan, _ going: inout GoingRows) throws -> [Model] {
        guard let first = try storedRow(of: root, plan) else { return [] }
        let row = DeletedRow(first, plan.mapping)
        if let row { going.models[row] = root }
        going.found = Set([row].compactMap(\.self))
        var onWay = going.found
        var way = [(model: first, row: row, rest: try referring(to: first, plan, &going)[...])]
        var found: [Model] = []
        while let last = way.last {
            guard let next = last.rest.first else {
                way.removeLast()
                if let row = last.row { onWay.remove(row) }
                if !way.isEmpty { found.append(last.model) }
                continue
            }
            way[way.count - 1].rest.removeFirst()
            let (child, relationship) = next
            let plan = try self.plan(of: child)
            let row = DeletedRow(child, plan.mapping)
            if let row, !going.found.insert(row).inserted {
                if row != last.row, onWay.contains(row) {
                    try open(plan, row, relationship.foreignKey, &going)
                }
                continue
            }
            // What `didLoad()` has set is not what other rows refer to.
            let isReread = try row != nil && hasOtherReferences(child, plan.mapping)
            let stored = try isReread ? storedRow(of: child, plan) ?? child : child
            way.append((child, row, try referring(to: stored, plan, &going)[...]))
            if let row { onWay.insert(row) }
        }
        return found
    }

    /// Whether a hook has changed a column of a model's row by which other rows refer to it, so that they go along or lose it.
    private func hasOtherReferences(_ model: Model, _ mapping: Mapping) throws -> Bool {
        let changes = Set(model.record?.changes(of: model) ?? [])
        guard !changes.isEmpty else { return false }
        return try mapping.relationships.contains { relationship in
            guard relationship.dependent != nil else { return false }
            let referred = try relationship.references.map { try mapping.indexes(of: $0) } ?? mapping.key
            return !changes.isDisjoint(with: referred)
        }
    }

    /// The row of a model as it is now, whatever the model has been changed to; nil where there is none.
    private func storedRow(of model: Model, _ plan: TablePlan) throws -> Model? {
        guard model.isLoaded, let record = model.record else {
            return try unfiltered { try $0.find(plan, key: plan.mapping.keyValues(of: model), callsHooks: false) }
        }
        return try rows(plan, with: plan.mapping.key, [record.key(of: model)]).first ?? nil
    }

    /// Opens a circle of foreign keys: a row of it that refers to one that is deleted before it refers to none until then.
    ///
    /// - Throws: as its deletion, if the row does not hold what that expects.
    private func open(
        _ plan: TablePlan, _ row: DeletedRow, _ foreignKey: [String], _ going: inout GoingRows
    ) throws {
        let mapping = plan.mapping
        guard let schema = try plan.schema(in: self) else { return }
        let names = try mapping.indexes(of: foreignKey).map { mapping.columns[$0].name }
        let isEnforced = schema.foreignKeys.contains { declared in
            declared.columns.count == names.count
                && declared.columns.allSatisfy { column in names.contains { $0.isSameName(as: column) } }
        }
        let nullable = names.filter { name in
            !mapping.keyNames.contains(name) && schema.column(name).map { !$0.isNotNull && !$0.isGenerated } == true
        }
        guard isEnforced, !nullable.isEmpty else { return }
        var conditions = zip(mapping.keyNames, row.key).map { SQLExpression.column($0) == .value($1) }
        // Compared now: a lock would later take this change for another program's.
        var compared: (plan: TablePlan, lock: ExpectedRow)?
        if let model = going.models[row], going.mustCompare(model) {
            let own = try self.plan(of: model)
            if let lock = try expectedRow(of: model, own, writing: nil) {
                conditions += try zip(lock.positions, lock.expected).map { try own.holds($0, .value($1), in: self) }
                compared = (own, lock)
            }
            going.noteCompared(model)
        }
        let statement = nullable.reduce(UpdateStatement(plan.target)) { $0.column($1, value: SQLValue.null) }
            .where(SQLExpression.all(conditions))
        try execute(statement)
        if let (plan, lock) = compared { try requireHeldRow(row.key, plan, lock, done: "deleted") }
    }

    /// The rows that refer to one and are to be deleted with it, and by which relationship they do.
    private func referring(
        to model: Model, _ plan: TablePlan, _ going: inout GoingRows
    ) throws -> [(model: Model, relationship: Relationship)] {
        var found: [(Model, Relationship)] = []
        for relationship in plan.mapping.relationships {
            guard let dependent = relationship.dependent else { continue }
            // Of two that a join table joins, its rows are what refers to the row.
            let child = relationship.join?.type ?? relationship.target
            let request = RelationRequest(
                kind: .hasMany, target: ObjectIdentifier(child), foreignKey: relationship.foreignKey,
                references: relationship.references)
            let options: [RelationshipOption] = dependent == .restrict ? [.limit(1)] : []
            let relation = try plan.relation(request, child, nil, options, isUnfiltered: true, in: self)
            let rows = try rows(of: model, relation, callsHooks: dependent != .restrict).models
            switch dependent {
            case .restrict:
                if let row = rows.first { throw try restricted(row, relationship, plan, model) }
            case .nullify:
                var staying: [Model] = []
                for row in rows {
                    let plan = try self.plan(of: row)
                    if let goes = DeletedRow(row, plan.mapping), going.contains(goes) {
                        try open(plan, goes, relationship.foreignKey, &going)
                    } else {
                        try row.leaveOutLoadChanges(except: relationship.foreignKey)
                        try row.clear(foreignKey: relationship.foreignKey)
                        staying.append(row)
                    }
                }
                try update(staying)
            case .delete: found += rows.map { ($0, relationship) }
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
