public import ZIMDb

extension Session {
    /// Updates some columns of a model's row, whether they changed or not; the others stay as the row has them.
    ///
    /// ```swift
    /// try session.update(person, columns: ["firstName", "lastName"])
    /// // UPDATE "person" SET "firstName" = ?, "lastName" = ? WHERE "pk" = ?
    /// ```
    ///
    /// A model that was not loaded updates the row with its key, and counts as loaded afterwards. Columns that the
    /// database computes are left out. If no column remains, no statement is sent.
    ///
    /// - Parameters:
    ///   - model: the model.
    ///   - names: the columns, by their own names or their properties'; they are written in the class's order.
    /// - Throws:
    ///   ``ModelError`` with code unknownColumn, rowNotFound if there is no such row, deleted, keyMissing, and for a model that was not loaded formMissing or conflict, as ``update(_:)-(Model)``; `DatabaseError`
    ///   with code constraint.
    public func update(_ model: Model, columns names: [String]) throws {
        model.restoreAfterRollback()
        let plan = try plan(of: model)
        let mapping = plan.mapping
        let named = Set(try mapping.indexes(of: names))
        guard !model.state.contains(.isDeleted) else {
            let key = try mapping.keyValues(of: model)
            throw ModelError(
                .deleted, "the row \(mapping.describe(key)) of \"\(mapping.table)\" was deleted", table: mapping.table,
                key: key, hint: "insert() makes it anew")
        }
        let shared = model.state.contains(.isLoaded) ? model.record : nil
        if let shared { try requireOwn(model, shared, plan, to: "updated") }
        let record = shared.map { model.ownRecord($0) }
        try prepareSave(model, plan)
        let key = try record.map { try rowKey(of: model, $0, plan, to: "updated") } ?? mapping.keyValues(of: model)
        try requireKey(key, plan, to: "updated")
        let generated = try plan.generatedColumns(in: self)
        let positions = named.sorted().filter { !generated.contains($0) }
        guard let record else {
            var version: LoadBatch.GeneratedValue?
            if !positions.isEmpty {
                try changeRow(of: model, plan, key: key) { version = try write(positions, of: model, plan, key: $0) }
            }
            return try finishInsert(model, plan, version: version)
        }
        if !positions.isEmpty {
            try write(positions, of: model, plan, key: key)
            record.noteUndo(model, key: key, in: self)
        }
        try refresh(model, record, written: positions)
        if !generated.isEmpty { try readGenerated(model, plan, record) }
        try finishSave(model)
    }

    /// Notes what was written; a class that tracks its changes itself keeps what was not.
    private func refresh(_ model: Model, _ record: LoadBatch, written positions: [Int]) throws {
        guard record.mapping.tracksItself else { return try record.refresh(model, positions, written: positions) }
        let left = record.changes(of: model).filter { !positions.contains($0) }
        let keys = record.changedKeys[model.slot]?.filter { left.contains($0.key) }
        try record.refresh(model, positions, written: positions)
        var changes = ColumnChanges()
        for index in left { changes.insert(index) }
        model.columnChanges = changes
        if let keys, !keys.isEmpty { record.changedKeys[model.slot] = keys }
    }
}
