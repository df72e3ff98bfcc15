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
        // What was set by hand may be stored in another spelling, or not be there for the class.
        let isFiltered = try defaultFilter(of: plan) != nil
        if !key.isEmpty, !key.contains(where: \.isNull), try isFiltered || !plan.hasExactKey(in: self) {
            let found = try find(plan, key: key, callsHooks: false)
            if isFiltered, found == nil { throw missing(key, plan) }
            if let found, let record = found.record { key = record.key(of: found) }
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
        try requireNoTwins(of: key, plan, done: "loaded")
        model.delegate?.modelWillBeginLoadingRecord(model)
        try model.willLoad()
        let statement = try rowByKey(key, plan)
        try run(statement) { statement in
            try bind(key, to: statement)
            guard try statement.step() else {
                throw missing(key, plan)
            }
            // Read into another model first: a value that does not fit must leave this one as it was.
            let fresh = mapping.type.init()
            let row = Row(statement)
            try RowLoader(plan: plan, session: self).read(row, into: fresh, from: 0)
            for index in mapping.columns.indices {
                try mapping.take(index, from: row, at: index, into: model, as: fresh)
            }
            let batch = LoadBatch(mapping: mapping, handle: handle, loading: model.record?.loading)
            try batch.takeOver(model, from: Row(statement))
        }
        try model.finishReload()
    }

    private func missing(_ key: [SQLValue], _ plan: TablePlan) -> ModelError {
        ModelError(
            .rowNotFound, "\"\(plan.mapping.table)\" has no row \(plan.mapping.describe(key))",
            table: plan.mapping.table,
            key: key)
    }
}

extension Mapping {
    /// Reads a column that another model was just read from. It is not copied from there: a setter of the class's own may
    /// make another value of what its getter gives.
    func take(_ position: Int, from row: Row, at index: Int, into model: Model, as fresh: Model) throws {
        let field = columns[position].field
        // A property that is reached in memory has no setter. A model that one refers to stays as it is: the property gets
        // the row's.
        if field.offset != nil || references.contains(position) { return field.copy(from: fresh, to: model) }
        try columns[position].read(row, index, into: model)
    }
}
