import ZIMDb

extension Session {
    /// Reads a model's row again and keeps the changes of the model: use it after an `optimisticLock` error.
    ///
    /// ```swift
    /// do { try session.save(stock) } catch let error as ModelError where error.code == .optimisticLock {
    ///     try session.merge(stock)       // SELECT … FROM "stock" WHERE "warehouse" = ? AND "item" = ?
    ///     try session.save(stock)
    /// }
    /// ```
    ///
    /// Unchanged columns and the version get the values of the row. ``Model/changedColumns()`` then lists what the next save
    /// writes.
    ///
    /// - Throws: ``ModelError`` with code rowNotFound if the row is gone, notLoaded for a new model. The model is unchanged then.
    public func merge(_ model: Model) throws {
        model.restoreAfterRollback()
        let mapping = try plan(of: model).mapping
        guard model.isLoaded, let record = model.record else { return try reload(model) }
        let places = record.changes(of: model).filter { $0 != mapping.versionPlace }
        let mine = mapping.type.init()
        for place in places { mapping.columns[place].field.copy(from: model, to: mine) }
        let changed = try places.map { place in
            let stored = model.mayBeSpelled ? model.spelledValue(place, in: mapping) : nil
            return (place: place, stored: stored, value: try mapping.value(place, of: model))
        }
        try reload(model)
        for change in changed {
            let found = try mapping.value(change.place, of: model)
            if found.isIdentical(to: change.value) { continue }
            if let stored = change.stored {
                try model.assign(stored, spelledAt: change.place, in: mapping)
            } else {
                mapping.columns[change.place].field.copy(from: mine, to: model)
            }
            if mapping.tracksItself { model.noteChange(change.place, was: found) }
        }
    }
}
