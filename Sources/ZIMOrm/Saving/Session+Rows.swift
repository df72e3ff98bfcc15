import ZIMDb

/// The steps that inserts, updates and deletions share.
extension Session {
    func prepareSave(_ model: Model, _ plan: TablePlan) throws {
        try requireSaveable(plan)
        model.delegate?.modelWillBeginSavingRecord(model)
        try model.willSave()
        // What a hook did to the model may have been rolled back.
        model.restoreAfterRollback()
    }

    /// Runs the hook of a model that is to be updated.
    ///
    /// - Returns: as ``ownRecord(of:_:to:)``, when the hook has run.
    func prepareUpdate(_ model: Model, _ plan: TablePlan) throws -> LoadBatch? {
        // The hook does not run for a model that is refused.
        _ = try ownRecord(of: model, plan, to: "updated")
        try prepareSave(model, plan)
        return try ownRecord(of: model, plan, to: "updated")
    }

    /// The batch of the row that a model was loaded from; nil if it was filled by hand. To be asked again behind a hook, which
    /// may save, delete or read the model.
    func ownRecord(of model: Model, _ plan: TablePlan, to what: String) throws -> LoadBatch? {
        guard !model.state.contains(.isDeleted) else { throw try deleted(model, plan.mapping) }
        guard let shared = model.record, model.state.contains(.isLoaded) else { return nil }
        try requireOwn(model, shared, plan, to: what)
        return model.ownRecord(shared)
    }

    private func deleted(_ model: Model, _ mapping: Mapping) throws -> ModelError {
        let key = try mapping.keyValues(of: model)
        return ModelError(
            .deleted, "the row \(mapping.describe(key)) of \"\(mapping.table)\" was deleted", table: mapping.table,
            key: key, hint: "insert() makes it anew")
    }

    func finishSave(_ model: Model) throws {
        if waitingHooks != nil {
            waitingHooks?.append(model)
            return
        }
        try model.didSave()
        model.delegate?.modelDidFinishSavingRecord(model)
    }

    func requireSaveable(_ plan: TablePlan) throws {
        guard plan.mapping.isSaveable else {
            throw ModelError(
                .notSaveable, "class \(plan.mapping.type) says that it is not saveable", table: plan.mapping.table,
                hint: "Override isSaveable")
        }
    }

    func keyless(_ plan: TablePlan, _ what: String) -> ModelError {
        ModelError(
            .notSaveable,
            "a row of \"\(plan.mapping.table)\" cannot be \(what): class \(plan.mapping.type) has no primary key",
            table: plan.mapping.table, hint: "Name the key in primaryKey, or change rows with query(…).filter(…).update"
        )
    }

    func requireKey(_ key: [SQLValue], _ plan: TablePlan, to what: String) throws {
        guard !key.isEmpty else { throw keyless(plan, what) }
        guard let missing = key.firstIndex(where: \.isNull) else { return }
        throw ModelError(
            .keyMissing,
            "a row of \"\(plan.mapping.table)\" cannot be \(what): \"\(plan.mapping.keyNames[missing])\" is NULL in its key "
                + plan.mapping.describe(key),
            table: plan.mapping.table, column: plan.mapping.keyNames[missing], key: key)
    }

    /// The key of the row that a model was loaded from, which the model may have changed since.
    ///
    /// - Throws: ``ModelError`` with code stale if a rollback undid what the row was read among.
    func rowKey(of model: Model, _ record: LoadBatch, _ plan: TablePlan, to what: String) throws -> [SQLValue] {
        let key = record.key(of: model)
        guard !model.state.contains(.isStale) else {
            throw ModelError(
                .stale,
                "the row \(plan.mapping.describe(key)) of \"\(plan.mapping.table)\" cannot be \(what): it was read among changes "
                    + "that were rolled back, and its key may be another row's now",
                table: plan.mapping.table, key: key, hint: "Find it again, or reload() it to take what that row holds")
        }
        try requireKey(key, plan, to: what)
        return key
    }

    /// A model that another database's row was read into: its changes there say nothing about a row here.
    func requireOwn(_ model: Model, _ record: LoadBatch, _ plan: TablePlan, to what: String) throws {
        guard record.handle.database !== database else { return }
        throw plan.mapping.belongsElsewhere(
            record.key(of: model), of: record.handle.database, cannot: "be \(what)", in: database,
            hint: "insert() or upsert() copies it")
    }

    /// A trigger that ignores an INSERT lets it end as if all were well.
    func requireChanges(_ count: Int, _ plan: TablePlan, of insert: InsertPlan, changed: Int? = nil) throws {
        let changes = changed ?? changes
        guard changes < count, !insert.doesNothing, try !isUncounted(plan) else { return }
        throw ModelError(
            .notSaveable,
            "\"\(plan.mapping.table)\" took \(changes) of \(count) new rows: the database ignored the rest",
            table: plan.mapping.table, sql: insert.statement.sql,
            hint: "A trigger, a rule, row level security or ON CONFLICT IGNORE of the table may do that")
    }

    /// Whether the engine does not count the rows that a change is about: those of a view whose triggers change others.
    func isUncounted(_ plan: TablePlan) throws -> Bool {
        if let known = plan.isUncounted { return known }
        let isUncounted = try dialect.features.contains(.uncountedViews) && plan.tableSchema(in: self).kind == .view
        plan.isUncounted = isUncounted
        return isUncounted
    }

    func bind(_ positions: [Int], of model: Model, _ plan: TablePlan, to statement: Statement, from first: Int = 1)
        throws
    {
        if !plan.keepsValues { try plan.requireKept(positions, of: model, in: self) }
        let binder = plan.mapping.binder
        let mayBeSpelled = model.mayBeSpelled
        var index = first
        for position in positions {
            do {
                if mayBeSpelled, let stored = model.spelledValue(position, in: plan.mapping) {
                    try statement.bind(stored, at: index)
                } else {
                    try binder.bind(position, of: model, to: statement, at: index)
                }
            } catch var mismatch as ValueMismatch {
                // Of bytes it is the column's type that matters.
                if case .blob = mismatch.value {} else { mismatch.type = plan.mapping.columns[position].field.typeName }
                throw plan.mapping.error(mismatch, column: position, key: [])
            }
            index &+= 1
        }
    }

    /// Reads back what the database filled in.
    ///
    /// - Returns: what of it is spelled otherwise than the properties would be written.
    func take(_ insert: InsertPlan, from row: Row, into model: Model, _ plan: TablePlan) throws -> [Spelling] {
        try insert.returned.enumerated().compactMap { index, position in
            var value = row.value(at: index, for: plan.mapping.columns[position].field)
            if case .integer(let number) = value, insert.reals.contains(position) { value = .real(Double(number)) }
            try plan.mapping.assign(value, to: position, of: model)
            return plan.mapping.spelling(value, at: position, of: model)
        }
    }

    /// Reads some columns of the row with a key into a model.
    ///
    /// - Parameter isNew: whether it was just inserted, or met by an upsert: then it must be there.
    /// - Returns: what of them is spelled otherwise than the properties would be written.
    @discardableResult
    func read(
        _ positions: [Int], of model: Model, _ plan: TablePlan, key: [SQLValue], isNew: Bool = false
    ) throws -> [Spelling] {
        let statement = try compiled(plan.selectByKey, for: plan)
        return try run(statement) { statement in
            try bind(key, to: statement)
            guard try statement.step() else {
                if isNew { throw missing(key, plan.mapping.key, plan) }
                return []
            }
            let row = Row(statement)
            let values = positions.map { row.value(at: $0, for: plan.mapping.columns[$0].field) }
            if plan.uniqueKey != true, try statement.step() { throw plan.severalRows(key, done: "read") }
            return try zip(positions, values).compactMap { index, value in
                try plan.mapping.assign(value, to: index, of: model)
                return plan.mapping.spelling(value, at: index, of: model)
            }
        }
    }

    /// Runs a change; where a constraint forbids it, the error says which.
    @inline(__always)
    func changing(
        _ plan: TablePlan, _ models: @autoclosure () -> [Model], isDeletion: Bool = false, _ body: () throws -> Void
    ) throws {
        do { try body() } catch let error as DatabaseError {
            if let overflow = versionOverflow(error, plan) { throw overflow }
            let models = models()
            let diagnosis = ForeignKeyDiagnosis(session: self, plan: plan, models: models, isDeletion: isDeletion)
            let taken = TakenKeyDiagnosis(session: self, plan: plan, models: models)
            throw explain(taken.explain(diagnosis.explain(error)), plan)
        }
    }
}

extension TablePlan {
    /// The positions of the columns that the database computes.
    func generatedColumns(in session: Session) throws -> [Int] {
        if let generated { return generated }
        let schema = try tableSchema(in: session)
        let found = mapping.columns.indices.filter { schema.column(mapping.columns[$0].name)?.isGenerated == true }
        generated = found
        return found
    }

    /// The positions of the columns that the database sets in every update which leaves them out.
    func columnsSetByUpdates(in session: Session) throws -> [Int] {
        if let setByUpdates { return setByUpdates }
        let schema = try tableSchema(in: session)
        let found = mapping.columns.indices.filter { schema.column(mapping.columns[$0].name)?.isSetByUpdates == true }
        setByUpdates = found
        return found
    }
}
