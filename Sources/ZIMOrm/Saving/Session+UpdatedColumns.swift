import ZIMDb

/// What the database fills in when a row is updated: computed columns, and those with `ON UPDATE CURRENT_TIMESTAMP`, which are
/// read where the next change compares the row with what it held.
extension Session {
    /// Reads the columns again that an update of a model's row may have changed by itself.
    ///
    /// - Parameters:
    ///   - written: the columns that the update wrote; none if there was nothing to write.
    ///   - key: the row's key, where the model does not know it, since another update of it follows.
    func readUpdated(
        _ model: Model, _ plan: TablePlan, _ record: LoadBatch, written: [Int], key: [SQLValue]? = nil
    ) throws {
        // That other one reads the computed columns.
        var positions = try key == nil ? plan.generatedColumns(in: self) : []
        let isCompared = !written.isEmpty && locking(of: model, plan).comparesRow
        let others = try isCompared ? plan.columnsSetByUpdates(in: self) : []
        if !others.isEmpty {
            // What a property has been set to and is not written yet stays.
            let changed = record.changes(of: model)
            positions += others.filter { !written.contains($0) && !changed.contains($0) }
        }
        guard !positions.isEmpty else { return }
        let before = try written.isEmpty ? nil : plan.mapping.values(positions, of: model)
        var row = key ?? record.key(of: model)
        let isKey = plan.mapping.key.contains(where: positions.contains)
        if isKey, !written.isEmpty { row = try keyOfUpdated(model, plan, from: row, computed: positions, written) }
        let stored = try read(positions, of: model, plan, key: row, isNew: isKey)
        try keep(positions, of: model, plan, record, before: before, stored: stored)
    }

    /// The key of a row after an update that may have changed computed parts of it.
    ///
    /// - Parameter key: with these as they were before.
    private func keyOfUpdated(
        _ model: Model, _ plan: TablePlan, from key: [SQLValue], computed: [Int], _ written: [Int]
    ) throws -> [SQLValue] {
        let mapping = plan.mapping
        let isMoved = mapping.key.contains(where: written.contains)
        // No other row can have come to the key that it had.
        if !isMoved, try hasRow(plan, key) { return key }
        let conditions = try zip(mapping.key, key).filter { !computed.contains($0.0) }.map { position, value in
            try plan.condition(.column(mapping.columns[position].name), .equalTo, value, at: position, in: self)
        }
        let columns = mapping.keyNames.reduce(SelectStatement()) { $0.column(.column($1)) }
        let found = try rows(columns.from(plan.target).where(.all(conditions)).limit(2))
        if found.count == 1 { return found[0].values }
        do {
            try requireRow(of: model, plan, holding: Array(mapping.columns.indices))
            return key
        } catch let error as ModelError where error.code == .notSaveable {
            throw ModelError(
                .notSaveable,
                "the update of a row of \"\(mapping.table)\" changed a computed part of its key "
                    + "(\(mapping.keyNames.joined(separator: ", "))), and the rest of the key does not tell the row",
                table: mapping.table, key: key, hint: "Change such rows with query(…).filter(…).update")
        }
    }

    /// The same of models whose rows one statement has updated, in a table without computed columns.
    func readUpdated(_ models: [Model], _ plan: TablePlan, written: [Int]) throws {
        let models = models.filter { locking(of: $0, plan).comparesRow }
        guard !models.isEmpty else { return }
        let positions = try plan.columnsSetByUpdates(in: self).filter { !written.contains($0) }
        guard !positions.isEmpty else { return }
        let members = models.compactMap { model in model.record.map { (model: model, record: $0) } }
        let before = try members.map { try plan.mapping.values(positions, of: $0.model) }
        let stored = try readBack(
            positions, of: members.map(\.model), plan, by: plan.mapping.key,
            members.map { $0.record.key(of: $0.model) })
        for ((model, record), (before, stored)) in zip(members, zip(before, stored)) {
            try keep(positions, of: model, plan, record, before: before, stored: stored)
        }
    }

    /// - Parameter before: what the properties held; nil where nothing was written, which no rollback takes back.
    private func keep(
        _ positions: [Int], of model: Model, _ plan: TablePlan, _ record: LoadBatch, before: [SQLValue]?,
        stored: [Spelling]
    ) throws {
        // They are the row's now, its key, too.
        try record.refresh(model, positions, written: positions)
        record.replaceSpellings(stored, at: positions, of: model)
        guard let before else { return }
        let now = try plan.mapping.values(positions, of: model)
        let given = zip(positions, zip(before, now)).filter { $0.1.0 != $0.1.1 }.map { position, values in
            LoadBatch.GeneratedValue(position: position, before: values.0, value: values.1)
        }
        record.noteGiven(given, of: model, in: self)
    }
}
