import ZIMDb

extension Session {
    /// What a model's row must hold when some columns of it are written; nil if nothing is asked.
    ///
    /// - Parameter positions: the columns; nil for a deletion, which writes over all of them.
    /// - Throws: ``ModelError`` with code notLoaded if old values are compared and the model has none.
    @inline(__always)
    func expectedRow(of model: Model, _ plan: TablePlan, writing positions: [Int]?) throws -> ExpectedRow? {
        if plan.mapping.lock == .none, scope == nil { return nil }
        return try makeExpectedRow(of: model, plan, writing: positions)
    }

    /// What this call, or else the class, says.
    func locking(of model: Model, _ plan: TablePlan) -> Locking {
        callScope?.locks[ObjectIdentifier(model)] ?? plan.mapping.lock
    }

    /// Whether a change counts up a version that it does not compare, and so does not know.
    func readsVersion(of model: Model, _ plan: TablePlan) -> Bool {
        plan.mapping.versionPosition != nil && locking(of: model, plan) != plan.mapping.lock
    }

    private func makeExpectedRow(of model: Model, _ plan: TablePlan, writing positions: [Int]?) throws -> ExpectedRow? {
        let mapping = plan.mapping
        let lock = locking(of: model, plan)
        let counted = positions == nil ? nil : mapping.versionPosition
        switch lock {
        case .none:
            return counted.map { ExpectedRow(positions: [], expected: [], version: $0) }
        case .version(let name):
            let index = try mapping.versionPosition(name)
            guard mapping.versionPosition ?? index == index else {
                throw ModelError(
                    .query, "rows of \"\(mapping.table)\" are counted by another version than \"\(name)\"",
                    table: mapping.table, column: name)
            }
            if model.isLoaded, model.record?.isVersionUnknown(index, of: model) == true {
                throw try notRead(index, of: model, plan)
            }
            let version = try mapping.value(index, of: model)
            let next = try positions == nil ? nil : self.version(behind: version, at: index, of: model, plan)
            return ExpectedRow(
                positions: [index], expected: [version], version: positions == nil ? nil : index, nextVersion: next)
        case .changedColumns, .allColumns:
            let generated = try plan.generatedColumns(in: self)
            var compared = positions ?? Array(mapping.columns.indices)
            if lock == .allColumns {
                let read = mapping.columns.indices.filter { model.record?.rowValue($0, of: model) != nil }
                compared = Set(compared + read).sorted()
            }
            compared.removeAll { mapping.key.contains($0) || generated.contains($0) }
            let expected = try compared.map { try plan.stored(rowValue($0, of: model, plan), at: $0, in: self) }
            let next: SQLValue? = try counted.flatMap { index in
                guard compared.contains(index) else { return nil }
                return try version(behind: rowValue(index, of: model, plan), at: index, of: model, plan)
            }
            return ExpectedRow(positions: compared, expected: expected, version: counted, nextVersion: next)
        }
    }

    private func rowValue(_ position: Int, of model: Model, _ plan: TablePlan) throws -> SQLValue {
        if model.isLoaded, let value = model.record?.rowValue(position, of: model) { return value }
        throw try notRead(position, of: model, plan)
    }

    private func notRead(_ position: Int, of model: Model, _ plan: TablePlan) throws -> ModelError {
        let mapping = plan.mapping
        let key = try mapping.keyValues(of: model)
        return ModelError(
            .notLoaded,
            "the row \(mapping.describe(key)) of \"\(mapping.table)\" is compared with what was read, and "
                + "\"\(mapping.columns[position].name)\" was not read into this model",
            table: mapping.table, column: mapping.columns[position].name, key: key,
            hint: model.isLoaded && !mapping.keepsRow && position != mapping.versionPosition
                ? "Name the lock in the class's locking" : "Load it, or write it with locking: .none")
    }

    /// The version that follows another.
    ///
    /// - Throws: ``ModelError`` with code value if the property cannot hold it.
    private func version(
        behind version: SQLValue, at position: Int, of model: Model, _ plan: TablePlan
    ) throws -> SQLValue {
        let number: Int64 = try version.isNull ? 0 : plan.mapping.naming(position) { try Int64(column: version) }
        let (next, isTooLarge) = number.addingReportingOverflow(1)
        guard !isTooLarge else {
            throw try plan.mapping.error(
                Self.noNextVersion(version, of: plan.mapping.columns[position].field), column: position,
                key: plan.mapping.keyValues(of: model))
        }
        return try plan.mapping.naming(position, key: plan.mapping.keyValues(of: model)) {
            try plan.mapping.columns[position].field.normalized(.integer(next))
        }
    }

    /// Notes the version that the row has now, in the model and for a rollback.
    @discardableResult
    func countVersion(
        of model: Model, _ plan: TablePlan, _ lock: ExpectedRow, key: [SQLValue]
    ) throws -> LoadBatch.GeneratedValue? {
        guard let position = lock.version else { return nil }
        let mapping = plan.mapping
        let before = try mapping.columns[position].value(of: model)
        let now = try lock.nextVersion ?? storedVersion(position, plan, key: key)
        try model.assignUnnoticed(now, to: position, in: mapping)
        let version = LoadBatch.GeneratedValue(position: position, before: before, value: now)
        if model.state.contains(.isLoaded), let record = model.record {
            try record.noteVersion(version, of: model, in: self)
        }
        return version
    }

    private func storedVersion(_ position: Int, _ plan: TablePlan, key: [SQLValue]) throws -> SQLValue {
        try run(compiled(plan.selectByKey, for: plan)) { statement in
            try bind(key, to: statement)
            return try statement.step() ? Row(statement).value(at: position) : .null
        }
    }
}
