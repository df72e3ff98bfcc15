public import ZIMDb

extension Session {
    /// Updates some columns of a model's row, whether they changed or not; the others stay as the row has them.
    ///
    /// ```swift
    /// try session.update(person, columns: ["firstName", "lastName"])
    /// // UPDATE "person" SET "firstName" = ?, "lastName" = ? WHERE "pk" = ?
    /// ```
    ///
    /// A model that was not loaded updates the row with its key, and counts as loaded afterwards: what was set in other columns
    /// are changes then, which the next save writes. Columns that the database computes are left out. If no column remains, no statement is sent.
    ///
    /// - Parameters:
    ///   - model: the model.
    ///   - names: the columns, by their own names or their properties', which mean all columns that they are held in; they are
    ///     written in the class's order.
    /// - Throws:
    ///   ``ModelError`` with code unknownColumn, rowNotFound if there is no such row, deleted, keyMissing, and for a model that was not loaded formMissing or conflict, as ``update(_:)-(Model)``; `DatabaseError`
    ///   with code constraint.
    public func update(_ model: Model, columns names: [String]) throws {
        model.restoreAfterRollback()
        let plan = try plan(of: model)
        let mapping = plan.mapping
        let named = Set(try mapping.indexes(of: names))
        let record = try prepareUpdate(model, plan)
        let key = try record.map { try rowKey(of: model, $0, plan, to: "updated") } ?? mapping.keyValues(of: model)
        try requireKey(key, plan, to: "updated")
        let generated = try plan.generatedColumns(in: self)
        let positions = named.sorted().filter { !generated.contains($0) }
        guard let record else {
            var version: LoadBatch.GeneratedValue?
            if !positions.isEmpty {
                try changeRow(of: model, plan, key: key) { version = try write(positions, of: model, plan, key: $0) }
            }
            try finishInsert(model, plan, version: version)
            let new = mapping.type.init()
            let unwritten = try mapping.columns.indices.filter { index in
                if positions.contains(index) || mapping.key.contains(index) || generated.contains(index) {
                    return false
                }
                return try index != mapping.versionPosition
                    && !mapping.value(index, of: model).isIdentical(to: mapping.value(index, of: new))
            }
            model.record.map { model.ownRecord($0) }?.forget(model, at: unwritten)
            return
        }
        try updatePrepared(model, plan, record, positions, key: key)
    }
}
