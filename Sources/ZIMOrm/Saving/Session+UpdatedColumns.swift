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
        let isCompared = !written.isEmpty && optimisticLock(of: model, plan).comparesRow
        let others = try isCompared ? plan.columnsSetByUpdates(in: self) : []
        if !others.isEmpty {
            // What a property has been set to and is not written yet stays.
            let changed = record.changes(of: model)
            positions += others.filter { !written.contains($0) && !changed.contains($0) }
        }
        guard !positions.isEmpty else { return }
        let before = try written.isEmpty ? nil : plan.mapping.values(positions, of: model)
        // A part of the key that is computed anew leads nowhere any more.
        let isKey = plan.mapping.key.contains(where: positions.contains)
        let stored = try read(positions, of: model, plan, key: key ?? record.key(of: model), isNew: isKey)
        try keep(positions, of: model, plan, record, before: before, stored: stored)
    }

    /// The same of models whose rows one statement has updated, in a table without computed columns.
    func readUpdated(_ models: [Model], _ plan: TablePlan, written: [Int]) throws {
        let models = models.filter { optimisticLock(of: $0, plan).comparesRow }
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
        try record.refresh(model, positions, written: [])
        record.replaceSpellings(stored, at: positions, of: model)
        guard let before else { return }
        let now = try plan.mapping.values(positions, of: model)
        let given = zip(positions, zip(before, now)).filter { $0.1.0 != $0.1.1 }.map { position, values in
            LoadBatch.GeneratedValue(position: position, before: values.0, value: values.1)
        }
        record.noteGiven(given, of: model, in: self)
    }
}
