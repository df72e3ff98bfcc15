import ZIMDb

extension Session {
    /// Fills a model from the row with its key.
    ///
    /// ```swift
    /// let address = Address(); address.firstName = "Ada"; address.lastName = "Lovelace"
    /// try session.load(address)        // SELECT … FROM "Address" WHERE "firstName" = ? AND "lastName" = ?
    /// ```
    ///
    /// - Throws: ``ModelError`` with code keyMissing if a part of the key is nil, rowNotFound if there is no row; then
    ///   the model is unchanged.
    public func load(_ model: Model) throws {
        model.restoreAfterRollback()
        let plan = try plan(of: model)
        var key = try plan.mapping.keyValues(of: model)
        // What was set by hand may be stored in another spelling.
        if !key.contains(where: \.isNull), try !plan.hasExactKey(in: self), let found = try find(plan, key: key) {
            key = found.record?.key(of: found) ?? key
        }
        try read(model, plan, key: key)
    }

    /// Reads the row that a model was loaded from again; unsaved changes are lost.
    ///
    /// - Throws: ``ModelError`` with code rowNotFound if the row is gone, notLoaded for a new model.
    public func reload(_ model: Model) throws {
        model.restoreAfterRollback()
        let plan = try plan(of: model)
        guard let record = model.record, model.state.contains(.isLoaded) else {
            throw ModelError(
                .notLoaded, "a model of \"\(plan.mapping.table)\" that was not loaded cannot be loaded again",
                table: plan.mapping.table, hint: "Use load()")
        }
        try requireOwn(model, record, plan, to: "loaded")
        try read(model, plan, key: record.key(of: model))
    }

    private func read(_ model: Model, _ plan: TablePlan, key: [SQLValue]) throws {
        let mapping = plan.mapping
        guard !key.isEmpty else { throw keyless(plan, "loaded") }
        try requireKey(key, plan, to: "loaded")
        model.delegate?.modelWillBeginLoadingRecord(model)
        try model.willLoad()
        let statement = try compiled(plan.selectByKey, for: plan)
        try run(statement) { statement in
            try bind(key, to: statement)
            guard try statement.step() else {
                throw ModelError(
                    .rowNotFound, "\"\(mapping.table)\" has no row \(mapping.describe(key))", table: mapping.table,
                    key: key)
            }
            // Read into another model first: a value that does not fit must leave this one as it was.
            let fresh = mapping.type.init()
            try RowLoader(plan: plan, session: self).read(Row(statement), into: fresh, from: 0)
            for column in mapping.columns { column.field.copy(from: fresh, to: model) }
            let group = LoadBatch(mapping: mapping, handle: handle, loading: relationshipLoading)
            try group.takeOver(model, from: Row(statement))
        }
        try model.didLoad()
        model.delegate?.modelDidFinishLoadingRecord(model)
    }
}
