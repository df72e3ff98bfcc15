import ZIMDb

extension Session {
    /// Reads a model's row again and keeps the changes of the model: use it after a `staleRow` error.
    ///
    /// ```swift
    /// do { try session.save(stock) } catch let error as ModelError where error.code == .staleRow {
    ///     try session.merge(stock)       // SELECT … FROM "stock" WHERE "warehouse" = ? AND "item" = ?
    ///     try session.save(stock)
    /// }
    /// ```
    ///
    /// Unchanged columns and the version get the values of the row. ``Model/changedColumns()`` then lists what the next save
    /// writes, but for the other columns of a foreign key that was set.
    ///
    /// - Throws: ``ModelError`` with code rowNotFound if the row is gone, notLoaded for a new model. The model is unchanged then.
    public func merge(_ model: Model) throws {
        model.restoreAfterRollback()
        let mapping = try plan(of: model).mapping
        guard model.isLoaded, let record = model.record else { return try reload(model) }
        let positions = record.written(of: model).filter { $0 != mapping.versionPosition }
        let mine = mapping.type.init()
        for index in positions { mapping.columns[index].field.copy(from: model, to: mine) }
        let changed = try positions.map { index in
            let stored = model.mayBeSpelled ? model.spelledValue(index, in: mapping) : nil
            return (position: index, stored: stored, value: try mapping.value(index, of: model))
        }
        let setKeys = record.knownNotes?.setKeys[model.slot]
        try reload(model)
        if let setKeys, let fresh = model.record { model.ownRecord(fresh).notes.setKeys[model.slot] = setKeys }
        for change in changed {
            let found = try mapping.value(change.position, of: model)
            if found.isIdentical(to: change.value) { continue }
            if let stored = change.stored {
                try model.assign(stored, spelledAt: change.position, in: mapping)
            } else {
                mapping.columns[change.position].field.copy(from: mine, to: model)
            }
            if mapping.tracksItself { model.noteChange(change.position, was: found) }
        }
    }
}
