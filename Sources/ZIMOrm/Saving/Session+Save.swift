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
    /// A loaded model whose key was changed updates the row that it was loaded from. If nothing changed, no statement
    /// is sent.
    ///
    /// - Throws:
    ///   ``ModelError`` with code rowNotFound if the row is gone, staleRow if it does not hold what the class's
    ///   ``Model/locking`` expects, conflict if several rows have the key, which nothing keeps unique (none is changed),
    ///   deleted if this model was deleted, stale if it was read after changes that were rolled back, keyMissing, notSaveable;
    ///   `DatabaseError` with code constraint.
    public func save(_ model: Model) throws {
        model.restoreAfterRollback()
        if model.state.isDisjoint(with: [.isLoaded, .isDeleted]) {
            try insert(model)
        } else {
            try update(model)
        }
    }

    /// Inserts a model's row and reads back what the database generates.
    ///
    /// ```swift
    /// try session.insert(person)       // INSERT INTO "person" ("firstName", "lastName") VALUES (?, ?)
    /// print(person.pk)                 // Optional(1)
    /// ```
    ///
    /// - Throws:
    ///   ``ModelError`` with code keyMissing if a part of the key is nil and the database does not generate it; `DatabaseError`
    ///   with code constraint if the key already exists.
    public func insert(_ model: Model) throws {
        let hadRow = model.rowDatabase === database
        let plan = try plan(of: model)
        try prepareSave(model, plan)
        // The hook has led to another save of the model.
        if !hadRow, model.rowDatabase === database { return try saveChanges(of: [model]) }
        try requireKeyParts(of: model, plan)
        try insertPrepared(model, plan, omitting: plan.omitted(for: model, in: self))
    }

    /// The insert itself, when the hook has run.
    func insertPrepared(_ model: Model, _ plan: TablePlan, omitting omitted: [Int]) throws {
        let insert = try plan.insertPlan(omitting: omitted, in: self)
        if omitted.isEmpty, insert.returned.isEmpty, insert.lookedUp.isEmpty, !insert.looksForKey {
            _ = try add(model, plan, insert)
            return try finishInsert(model, plan)
        }
        guard insert.looksUpKey, !plan.mapping.key.contains(where: omitted.contains) else {
            // What is looked up by a key that another row has, too, may be that row's.
            if insert.lookedUp.isEmpty { return try insertPrepared(model, plan, insert, omitting: omitted) }
            return try changingOneRow(of: plan) { try insertPrepared(model, plan, insert, omitting: omitted) }
        }
        try transaction { _ in
            let key = try plan.mapping.keyValues(of: model)
            let taken = try hasRow(plan, key) ? key : nil
            try insertPrepared(model, plan, insert, omitting: omitted, taken: taken)
        }
    }

    /// - Parameter taken: the model's key, if another row had it before.
    private func insertPrepared(
        _ model: Model, _ plan: TablePlan, _ insert: InsertPlan, omitting omitted: [Int], taken: [SQLValue]? = nil
    ) throws {
        let filled = omitted + insert.changedKey.filter { !omitted.contains($0) }
        let before = try plan.mapping.values(filled, of: model)
        var stored: [Spelling]
        do {
            stored = try add(model, plan, insert)
            if let taken { throw otherKey(than: taken, plan) }
            if insert.takesRowID, let position = omitted.first {
                try plan.mapping.assign(.integer(lastInsertedRowID), to: position, of: model)
            }
            if insert.looksForKey { try adoptChangedKey(of: model, plan) }
            stored += try lookUp(insert, of: model, plan, omitting: omitted)
        } catch {
            // The next row may get the key that the model would keep.
            for (position, value) in zip(filled, before) { try plan.mapping.assign(value, to: position, of: model) }
            throw error
        }
        try finishInsert(model, plan, omitted: filled, before: before, stored: stored)
    }

    /// Runs an INSERT of one row, and reads back what the database filled in.
    ///
    /// - Returns: what of it is spelled in a way of its own.
    func add(_ model: Model, _ plan: TablePlan, _ insert: InsertPlan) throws -> [Spelling] {
        var stored: [Spelling] = []
        let statement = try compiled(insert.statement, for: plan)
        try changing(plan, [model]) {
            try run(statement) { statement in
                try bind(insert.written, of: model, plan, to: statement)
                statement.keepsParameters = true
                if try statement.step() {
                    stored = try take(insert, from: Row(statement), into: model, plan)
                    while try statement.step() {}
                }
            }
        }
        try requireChanges(1, plan, of: insert)
        return stored
    }

    /// Reads what the database filled in, where the engine's INSERT does not give it back: first the key that it counts up,
    /// then the row with it.
    private func lookUp(
        _ insert: InsertPlan, of model: Model, _ plan: TablePlan, omitting omitted: [Int]
    ) throws -> [Spelling] {
        if let position = insert.counted {
            guard lastInsertedRowID != 0 else {
                throw ModelError(
                    .notSaveable,
                    "the server does not tell the \"\(plan.mapping.columns[position].name)\" that it gave a new row of "
                        + "\"\(plan.mapping.table)\"",
                    table: plan.mapping.table, column: plan.mapping.columns[position].name,
                    hint: "A trigger that sets the key keeps it from being told: set it before you insert")
            }
            try plan.mapping.assign(countedKey, to: position, of: model)
        }
        guard !insert.lookedUp.isEmpty else { return [] }
        if let position = insert.lookedUp.first(where: { plan.mapping.key.contains($0) && omitted.contains($0) }) {
            throw ModelError(
                .keyMissing,
                "the server does not tell which \"\(plan.mapping.columns[position].name)\" a new row of \"\(plan.mapping.table)\" "
                    + "got from its default",
                table: plan.mapping.table, column: plan.mapping.columns[position].name,
                hint: "Set the key before you insert")
        }
        return try read(insert.lookedUp, of: model, plan, key: plan.mapping.keyValues(of: model), isNew: true)
    }

    /// The end of an insert that filled nothing in.
    func finishInsert(_ model: Model, _ plan: TablePlan) throws {
        if try !adoptInserted(model, plan) {
            try LoadBatch(mapping: plan.mapping, handle: handle, since: generation, sharing: .alone).takeOver(model)
        }
        try finishSave(model)
    }

    func finishInsert(
        _ model: Model, _ plan: TablePlan, omitted: [Int] = [], before: [SQLValue] = [], stored: [Spelling] = [],
        version: LoadBatch.GeneratedValue? = nil
    ) throws {
        var given =
            omitted.isEmpty
            ? []
            : try zip(omitted, before).map { index, value in
                LoadBatch.GeneratedValue(
                    position: index, before: value, value: try plan.mapping.columns[index].value(of: model))
            }
        if let version { given.append(version) }
        if let position = plan.mapping.versionPosition, given.contains(where: { $0.position == position }) {
            restoreOnRollback(model)
        }
        try LoadBatch(mapping: plan.mapping, handle: handle, since: generation, sharing: .alone)
            .takeOver(model, given: given, stored: stored)
        try finishSave(model)
    }

    /// Updates the row that a model was loaded from, by the columns that changed.
    ///
    /// For a model that was not loaded, it updates all columns of the row with its key, in whatever form the row stores
    /// the key.
    ///
    /// - Throws: as `save(_:)`, and ``ModelError`` with code formMissing if the key could be stored in too many forms
    ///   to look for, conflict if several rows have it.
    public func update(_ model: Model) throws { try update(model, writing: []) }

    /// - Parameter always: the positions of columns that are written whether they changed or not.
    package func update(_ model: Model, writing always: Set<Int>) throws {
        model.restoreAfterRollback()
        let plan = try plan(of: model)
        guard let record = try prepareUpdate(model, plan) else {
            // All columns of the row that its key names.
            return try overwrite(model, plan, key: plan.mapping.keyValues(of: model))
        }
        var changes = record.written(of: model)
        if !always.isEmpty { changes = always.union(changes).sorted() }
        guard !changes.isEmpty else { return try finishSave(model) }
        try updatePrepared(model, plan, record, changes, key: rowKey(of: model, record, plan, to: "updated"))
    }

    /// Writes some columns of the row that a model was loaded from, when the hook has run.
    func updatePrepared(
        _ model: Model, _ plan: TablePlan, _ record: LoadBatch, _ changes: [Int], key: [SQLValue]
    ) throws {
        let mapping = plan.mapping
        let generated = try plan.generatedColumns(in: self)
        let changed = generated.isEmpty ? changes : changes.filter { !generated.contains($0) }
        if !changed.isEmpty {
            let writesKey = changed.contains { mapping.key.contains($0) }
            if writesKey { try requireKeyParts(of: model, plan, writing: changed) }
            try write(changed, of: model, plan, key: key)
            let movesKey = writesKey || mapping.key.contains(where: generated.contains)
            record.noteUndo(model, key: movesKey ? key : nil, in: self)
        }
        try record.refresh(model, changes, written: changed)
        try readUpdated(model, plan, record, written: changed)
        try finishSave(model)
    }

    /// Writes all columns of the row with a key, when the hook has run.
    func overwrite(_ model: Model, _ plan: TablePlan, key: [SQLValue]) throws {
        let mapping = plan.mapping
        try requireKey(key, plan, to: "updated")
        let generated = try plan.generatedColumns(in: self)
        // What was not read stays as it is.
        let unread = model.record?.unread(of: model) ?? []
        let positions = mapping.columns.indices.filter {
            !mapping.key.contains($0) && !generated.contains($0) && !unread.contains($0)
        }
        var version: LoadBatch.GeneratedValue?
        let key = try changeRow(of: model, plan, key: key) { key in
            if positions.isEmpty {
                // A row that is nothing but its key: there is nothing to write, but it must be there.
                if try !hasRow(plan, key) { throw noRow(key, plan, done: "updated") }
            } else {
                version = try write(positions, of: model, plan, key: key)
            }
        }
        if positions.isEmpty { return try finishSave(model) }
        let stored = try generated.isEmpty ? [] : read(generated, of: model, plan, key: key)
        try finishInsert(model, plan, stored: stored, version: version)
        model.record?.noteUnread(unread, of: model)
    }

    /// Writes some columns of the row with a key.
    ///
    /// - Parameter standIn: what the one column gets in place of the property's value.
    /// - Returns: the version that the row has now, where it has one.
    @discardableResult
    func write(
        _ positions: [Int], of model: Model, _ plan: TablePlan, key: [SQLValue], standIn: SQLValue? = nil
    ) throws -> LoadBatch.GeneratedValue? {
        try changingOneRow(of: plan) {
            if let lock = try expectedRow(of: model, plan, writing: positions) {
                return try write(positions, of: model, plan, key: key, standIn: standIn, lock)
            }
            try requireRowOfView(key, plan, done: "updated")
            let statement = try compiled(plan.update(writing: positions, in: self), for: plan)
            try changing(plan, [model]) {
                try run(statement) { statement in
                    try bind(positions, of: model, plan, standIn: standIn, key: key, to: statement)
                    statement.keepsParameters = true
                    while try statement.step() {}
                }
            }
            try requireOneRow(key, plan, done: "updated")
            return nil
        }
    }

    /// Binds the columns that an UPDATE writes, and behind them the values by which it finds the row.
    func bind(
        _ positions: [Int], of model: Model, _ plan: TablePlan, standIn: SQLValue?, key: [SQLValue],
        to statement: Statement
    ) throws {
        if let standIn {
            try bind(standIn, to: statement, at: 1)
        } else {
            try bind(positions, of: model, plan, to: statement)
        }
        try bind(key, to: statement, from: positions.count + 1)
    }

    /// Inserts a model's row, or updates the row that has its key.
    ///
    /// ```swift
    /// try session.upsert(address)
    /// // INSERT INTO "Address" ("firstName", "lastName", "street") VALUES (?, ?, ?)
    /// //   ON CONFLICT ("firstName", "lastName") DO UPDATE SET "street" = "excluded"."street"
    /// ```
    ///
    /// A row that is there keeps its key. Where the key's collation takes other letters for the same, `'Foo'` for `"FOO"`, the
    /// model keeps its own until it is reloaded; ``findOrCreate(_:on:)-(Model,_)`` gives it the row's. The row also
    /// keeps the columns that the model was read without and whose properties were not set since.
    ///
    /// - Throws: `DatabaseError` with code sql if the table has no unique constraint over the key, on MariaDB and MySQL
    ///   ``ModelError`` with code query; conflict if another row of a view, or of a table that inherits from this one, has it.
    public func upsert(_ model: Model) throws {
        let plan = try plan(of: model)
        guard !plan.mapping.key.isEmpty else { throw keyless(plan, "upserted") }
        model.restoreAfterRollback()
        if model.record?.unread(of: model).isEmpty == false { return try upsertByKey([model]) }
        try prepareSave(model, plan)
        try requireKeyParts(of: model, plan)
        let omitted = try plan.omittedByUpsert(of: model, in: self)
        // Without a key there is nothing to conflict with.
        if omitted.contains(where: { plan.mapping.key.contains($0) }) {
            return try insertPrepared(model, plan, omitting: omitted)
        }
        try adoptStoredKey(plan.mapping.key, of: [model], plan)
        let upsert = try plan.insertPlan(omitting: omitted, upsert: .key(of: plan.mapping), in: self)
        let counted = plan.mapping.versionPosition.map { omitted.contains($0) ? [] : [$0] } ?? []
        let filled = omitted + counted + upsert.changedKey
        let before = try plan.mapping.values(filled, of: model)
        var stored = try upsertingOneRow(of: [model], plan, by: plan.mapping.key) { try add(model, plan, upsert) }
        // A row that there is nothing to change in gives nothing back.
        let isThere = upsert.doesNothing && changes == 0
        let unread = (isThere ? upsert.returned : []) + upsert.lookedUp
        if !unread.isEmpty {
            stored += try read(unread, of: model, plan, key: plan.mapping.keyValues(of: model), isNew: true)
        } else if try upsert.looksForKey || isThere && plan.insertTriggers(in: self) != .none {
            try requireRow(of: model, plan, holding: upsert.looksForKey ? upsert.updated : [])
        }
        try finishInsert(model, plan, omitted: filled, before: before, stored: stored)
    }

    /// Deletes the row that a model was loaded from.
    ///
    /// ```swift
    /// try session.delete(line)     // DELETE FROM "order_line" WHERE "ol_w_id" = ? AND "ol_d_id" = ? AND …
    /// ```
    ///
    /// For a model that was not loaded, it deletes the row with its key, in whatever form the row stores the key. The class's
    /// relationships say what becomes of the rows that refer to it: see ``Dependent``.
    ///
    /// - Throws: ``ModelError`` with code rowNotFound if there is no such row, staleRow if it does not hold what is
    ///   expected, restricted if a relationship forbids it, deleted if the model was deleted before, formMissing if the key could be stored in too many forms to look for, conflict if several rows have it.
    public func delete(_ model: Model) throws { try delete(model, willDelete: { _ in }) }

    /// - Parameter willDelete: is called before each row that is deleted with the model's.
    package func delete(_ model: Model, willDelete: (_ dependent: Model) throws -> Void) throws {
        var going = GoingRows()
        _ = try delete(model, among: &going, willDelete)
    }

    /// - Parameters:
    ///   - going: the rows that are deleted by the same call: the model of one stands for it, where that goes with another.
    ///   - willDelete: is called before each row that is deleted with the model's.
    /// - Returns: those whose rows went along.
    func delete(
        _ model: Model, among going: inout GoingRows, _ willDelete: (_ dependent: Model) throws -> Void = { _ in }
    ) throws -> [Model] {
        model.restoreAfterRollback()
        let plan = try plan(of: model)
        var along: [Model] = []
        guard plan.mapping.hasDependents else {
            try deleteAlone(model, plan, isLocked: going.mustCompare(model))
            return along
        }
        try transaction { _ in
            for row in try dependents(of: model, plan, &going) {
                try willDelete(row)
                let known = try DeletedRow(row, self.plan(of: row).mapping).flatMap { going.models[$0] }
                // What was read by this call may have lost another foreign key since.
                let isLocked = known.map { going.mustCompare($0) } ?? false
                try deleteAlone(known ?? row, self.plan(of: known ?? row), isLocked: isLocked)
                if let known { along.append(known) }
            }
            try deleteAlone(model, plan, isLocked: going.mustCompare(model))
        }
        return along
    }

    /// - Parameter isLocked: whether the row must hold what the class's optimistic lock expects.
    private func deleteAlone(_ model: Model, _ plan: TablePlan, isLocked: Bool) throws {
        let mapping = plan.mapping
        try requireSaveable(plan)
        _ = try ownRecord(of: model, plan, to: "deleted")
        model.delegate?.modelWillBeginDeletingRecord(model)
        try model.willDelete()
        model.restoreAfterRollback()
        let record = try ownRecord(of: model, plan, to: "deleted")
        let key: [SQLValue]
        if let record {
            key = try rowKey(of: model, record, plan, to: "deleted")
        } else {
            key = try mapping.keyValues(of: model)
            try requireKey(key, plan, to: "deleted")
        }
        if let record {
            try changingOneRow(of: plan) { try deleteRow(key, of: model, plan, isLocked) }
            record.noteUndo(model, key: key, in: self)
        } else {
            try changeRow(of: model, plan, key: key) { key in
                try changingOneRow(of: plan) { try deleteRow(key, of: model, plan, isLocked) }
            }
            try LoadBatch(mapping: mapping, handle: handle).takeOver(model)
        }
        model.state.insert(.isDeleted)
        try model.didDelete()
        model.delegate?.modelDidFinishDeletingRecord(model)
    }

    private func deleteRow(_ key: [SQLValue], of model: Model, _ plan: TablePlan, _ isLocked: Bool) throws {
        var lock = isLocked ? try expectedRow(of: model, plan, writing: nil) : nil
        if lock?.positions.isEmpty == true { lock = nil }
        if lock == nil { try requireRowOfView(key, plan, done: "deleted") }
        let change = RowChange(written: nil, compared: lock?.positions ?? [])
        let statement = try compiled(plan.statement(of: change, in: self), for: plan)
        let bound = lock.map { key + $0.expected } ?? key
        try changing(plan, [model], isDeletion: true) {
            try run(statement) { statement in
                try bind(bound, to: statement)
                while try statement.step() {}
            }
        }
        if let lock { return try requireHeldRow(key, plan, lock, done: "deleted") }
        try requireOneRow(key, plan, done: "deleted")
    }
}
