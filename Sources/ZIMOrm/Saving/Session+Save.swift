import ZIMDb

extension Session {
    /// Saves a model: inserts a new one, updates a loaded one by the columns that changed.
    ///
    /// ```swift
    /// line.quantity = 7
    /// try session.save(line)
    /// // UPDATE "order_line" SET "ol_quantity" = ? WHERE "ol_w_id" = ? AND "ol_d_id" = ? AND …
    /// ```
    ///
    /// A loaded model whose key was changed updates the row that it was loaded from. Where nothing changed, no statement
    /// is sent.
    ///
    /// - Throws: ``ModelError`` with code rowNotFound where the row is gone, deleted where this model was deleted,
    ///   notSaveable; `DatabaseError` with code constraint.
    public func save(_ model: Model) throws {
        model.settle()
        if model.state.contains(.isLoaded) || model.state.contains(.isDeleted) {
            try update(model)
        } else {
            try insert(model)
        }
    }

    /// Inserts a model's row; what the database fills in, the model has afterwards.
    ///
    /// ```swift
    /// try session.insert(person)       // INSERT INTO "person" ("firstName", "lastName") VALUES (?, ?)
    /// print(person.pk)                 // Optional(1)
    /// ```
    ///
    /// - Throws: `DatabaseError` with code constraint where the key exists already.
    public func insert(_ model: Model) throws {
        let plan = try plan(of: model)
        try prepareSave(model, plan)
        let omitted = try plan.omitted(for: model, in: self)
        let insert = try plan.insertShape(omitting: omitted, in: self)
        let statement = try compiled(insert.shape, for: plan)
        try changing(plan, model) {
            try run(statement) { statement in
                try bind(insert.written, of: model, plan, to: statement)
                if try statement.step() {
                    try take(insert.returned, from: Row(statement), into: model, plan)
                    while try statement.step() {}
                }
            }
        }
        if insert.takesRowID, let place = omitted.first {
            try assign(.integer(lastInsertedRowID), to: place, of: model, plan)
        }
        try finishInsert(model, plan)
    }

    func finishInsert(_ model: Model, _ plan: TablePlan) throws {
        model.record?.leave(model)
        let group = RecordGroup(mapping: plan.mapping, handle: handle)
        group.birth = generation
        model.state = model.state.subtracting(.isDeleted).union([.isLoaded, .hasMark])
        try group.adopt(model)
        try finishSave(model)
    }

    /// Updates the row that a model was loaded from, by the columns that changed.
    ///
    /// - Throws: ``ModelError`` with code notLoaded for a model that is neither loaded nor saved, and as ``save(_:)``.
    public func update(_ model: Model) throws {
        model.settle()
        let plan = try plan(of: model)
        let mapping = plan.mapping
        guard !model.state.contains(.isDeleted) else {
            throw ModelError(
                .deleted,
                "the row \(mapping.describe(try mapping.keyValues(of: model))) of \"\(mapping.table)\" was deleted",
                table: mapping.table, key: try mapping.keyValues(of: model), hint: "insert() makes it anew")
        }
        guard let record = model.record, model.state.contains(.isLoaded) else { return try updateUnloaded(model, plan) }
        try prepareSave(model, plan)
        let key = try rowKey(of: model, record, plan, to: "updated")
        let generated = try Set(plan.generatedColumns(in: self))
        let changed = try record.changes(of: model).filter { !generated.contains($0) }
        guard !changed.isEmpty else { return try finishSave(model) }
        try write(changed, of: model, plan, key: key)
        model.mark(isDeletion: false, in: self, key: key)
        if !generated.isEmpty { try readGenerated(model, plan) }
        try record.refresh(model)
        try finishSave(model)
    }

    /// An update of a model that was filled by hand: all columns of the row that its key names.
    private func updateUnloaded(_ model: Model, _ plan: TablePlan) throws {
        try prepareSave(model, plan)
        let mapping = plan.mapping
        let key = try mapping.keyValues(of: model)
        try requireKey(key, plan, to: "updated")
        let generated = try Set(plan.generatedColumns(in: self))
        let places = mapping.columns.indices.filter { !mapping.key.contains($0) && !generated.contains($0) }
        if places.isEmpty { return try finishSave(model) }
        try write(places, of: model, plan, key: key)
        let group = RecordGroup(mapping: mapping, handle: handle)
        try group.adopt(model)
        model.mark(isDeletion: false, in: self, key: key)
        try finishSave(model)
    }

    private func write(_ places: [Int], of model: Model, _ plan: TablePlan, key: [SQLValue]) throws {
        let statement = try compiled(plan.updateShape(writing: places), for: plan)
        try changing(plan, model) {
            try run(statement) { statement in
                try bind(places, of: model, plan, to: statement)
                var index = places.count
                for value in key {
                    index += 1
                    try statement.bind(value, at: index)
                }
                while try statement.step() {}
            }
        }
        try requireOneRow(key, plan, done: "updated")
    }

    /// Inserts a model's row, or updates the row that has its key.
    ///
    /// ```swift
    /// try session.upsert(address)
    /// // INSERT INTO "Address" ("firstName", "lastName", "street") VALUES (?, ?, ?)
    /// //   ON CONFLICT ("firstName", "lastName") DO UPDATE SET "street" = excluded."street"
    /// ```
    ///
    /// - Throws: `DatabaseError` with code sql where the table has no unique constraint over the key.
    public func upsert(_ model: Model) throws {
        let plan = try plan(of: model)
        guard !plan.mapping.key.isEmpty else { throw keyless(plan, "upserted") }
        model.settle()
        let omitted = try plan.omitted(for: model, in: self)
        // Without a key there is nothing to conflict with.
        if omitted.contains(where: { plan.mapping.key.contains($0) }) { return try insert(model) }
        try prepareSave(model, plan)
        let upsert = try plan.insertShape(omitting: omitted, isUpsert: true, in: self)
        let statement = try compiled(upsert.shape, for: plan)
        try changing(plan, model) {
            try run(statement) { statement in
                try bind(upsert.written, of: model, plan, to: statement)
                if try statement.step() {
                    try take(upsert.returned, from: Row(statement), into: model, plan)
                    while try statement.step() {}
                }
            }
        }
        try finishInsert(model, plan)
    }

    /// Deletes the row that a model was loaded from.
    ///
    /// ```swift
    /// try session.delete(line)     // DELETE FROM "order_line" WHERE "ol_w_id" = ? AND "ol_d_id" = ? AND …
    /// ```
    ///
    /// A model that was not loaded deletes the row with its key.
    ///
    /// - Throws: ``ModelError`` with code rowNotFound where there is no such row, deleted where it was deleted before.
    public func delete(_ model: Model) throws {
        model.settle()
        let plan = try plan(of: model)
        let mapping = plan.mapping
        try requireSaveable(plan)
        guard !model.state.contains(.isDeleted) else {
            throw ModelError(
                .deleted,
                "the row \(mapping.describe(try mapping.keyValues(of: model))) of \"\(mapping.table)\" was deleted before",
                table: mapping.table, key: try mapping.keyValues(of: model))
        }
        model.delegate?.modelWillBeginDeletingRecord(model)
        try model.willDelete()
        let key: [SQLValue]
        if let record = model.record, model.state.contains(.isLoaded) {
            key = try rowKey(of: model, record, plan, to: "deleted")
        } else {
            key = try mapping.keyValues(of: model)
            try requireKey(key, plan, to: "deleted")
        }
        let statement = try compiled(plan.deleteByKey, for: plan)
        try changing(plan, model) {
            try run(statement) { statement in
                try bind(key, to: statement)
                while try statement.step() {}
            }
        }
        try requireOneRow(key, plan, done: "deleted")
        if model.record == nil { try RecordGroup(mapping: mapping, handle: handle).adopt(model) }
        model.state.insert(.isDeleted)
        model.mark(isDeletion: true, in: self, key: key)
        try model.didDelete()
        model.delegate?.modelDidFinishDeletingRecord(model)
    }
}
