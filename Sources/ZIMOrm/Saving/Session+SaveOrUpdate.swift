import ZIMDb

extension Session {
    /// Updates the row with a model's key, or inserts it where there is none: the `save` of ZIM's `ZIMOrmModel`.
    ///
    /// ```swift
    /// try session.saveOrUpdate(stock)
    /// // SELECT 1 FROM "stock" WHERE "warehouse" = ? AND "item" = ? LIMIT 1
    /// // UPDATE "stock" SET "quantity" = ? WHERE "warehouse" = ? AND "item" = ?        or INSERT INTO "stock" …
    /// ```
    ///
    /// It looks up the model's current key, whatever row the model was loaded from, and writes all other columns. So a
    /// changed key inserts a second row, and a deleted model is inserted again. A loaded model whose key is unchanged
    /// is updated by the columns that changed, without a lookup. Generated keys are left to the database.
    /// ``upsert(_:)-(Model)`` does it in one statement, where the table has a unique constraint over the key.
    ///
    /// - Throws:
    ///   ``ModelError`` with code keyMissing if a part of the key is NULL, notSaveable, rowNotFound; `DatabaseError`
    ///   with code constraint.
    public func saveOrUpdate(_ model: Model) throws {
        model.restoreAfterRollback()
        let plan = try plan(of: model)
        let mapping = plan.mapping
        guard !mapping.key.isEmpty else { throw keyless(plan, "saved") }
        if model.isLoaded, let record = model.record, record.handle.database === database,
            !record.changes(of: model).contains(where: mapping.key.contains)
        {
            return try update(model)
        }
        try prepareSave(model, plan)
        let omitted = try plan.omitted(for: model, in: self)
        if omitted.contains(where: mapping.key.contains) {
            try requireKeyParts(of: model, plan)
            return try insertPrepared(model, plan, omitting: omitted)
        }
        try adoptStoredKey(mapping.key, of: [model], plan)
        let key = try mapping.keyValues(of: model)
        try requireKey(key, plan, to: "saved")
        if try !hasRow(plan, key) { return try insertPrepared(model, plan, omitting: omitted) }
        if mapping.columns.count == mapping.key.count { return try finishInsert(model, plan) }
        try overwrite(model, plan, key: key)
    }

    /// The same for several models, in their order. All are written or none.
    public func saveOrUpdate(_ models: [Model]) throws {
        try transaction { _ in for model in models { try saveOrUpdate(model) } }
    }

    func hasRow(_ plan: TablePlan, _ key: [SQLValue]) throws -> Bool {
        let statement = try compiled(plan.existsByKey, for: plan)
        return try run(statement) { statement in
            try bind(key, to: statement)
            return try statement.step()
        }
    }
}
