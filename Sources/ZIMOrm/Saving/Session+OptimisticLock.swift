import ZIMDb

/// Changes of rows that must hold what their models expect.
extension Session {
    /// Writes some columns of a row that must hold something.
    func write(
        _ positions: [Int], of model: Model, _ plan: TablePlan, key: [SQLValue], standIn: SQLValue?, _ lock: ExpectedRow
    ) throws -> LoadBatch.GeneratedValue? {
        // The library counts, nobody else: what the property was set to is what the row must hold.
        let written = positions.filter { $0 != lock.version }
        guard !written.isEmpty else { return nil }
        let change = RowChange(written: written, compared: lock.positions, version: lock.version)
        let statement = try compiled(plan.statement(of: change, in: self), for: plan)
        try changing(plan, [model]) {
            try run(statement) { statement in
                try bind(written, of: model, plan, standIn: standIn, key: key + lock.expected, to: statement)
                while try statement.step() {}
            }
        }
        try requireHeldRow(key, plan, lock, done: "updated")
        let keyNow = try keyAfter(written, of: model, plan, key: key, standIn: standIn)
        let version = try countVersion(of: model, plan, lock, key: keyNow)
        // The model's own update follows, and compares with what the row holds now.
        if let standIn, let position = written.first, let record = model.record {
            record.noteUndo(model, key: nil, in: self)
            record.notes.rowValues[model.slot, default: [:]][position] = standIn
            try readUpdated(model, plan, record, written: written, key: keyNow)
        }
        return version
    }

    /// The key by which a row is found once it was written.
    private func keyAfter(
        _ written: [Int], of model: Model, _ plan: TablePlan, key: [SQLValue], standIn: SQLValue?
    ) throws -> [SQLValue] {
        try zip(plan.mapping.key, key).map { index, value in
            try written.contains(index) ? standIn ?? plan.mapping.value(index, of: model) : value
        }
    }

    func requireHeldRow(_ key: [SQLValue], _ plan: TablePlan, _ lock: ExpectedRow, done: String) throws {
        let changes = changes
        guard changes == 0 else { return try requireNoTwins(changes, key, plan, done: done) }
        if try isUncounted(plan) {
            throw ModelError(
                .notSaveable,
                "\"\(plan.mapping.table)\" is a view whose triggers do not count rows: what they change cannot be locked",
                table: plan.mapping.table, key: key, hint: "Save with locking: .none")
        }
        if let error = try lockFailure(key, plan, lock, done: done, isSure: true) { throw error }
    }

    /// Why a row was not changed: it is gone, or holds something else.
    ///
    /// - Parameter isSure: whether it is known that it was not changed.
    /// - Returns: nil if it holds what is expected, unless that is known not to have been so.
    func lockFailure(
        _ key: [SQLValue], _ plan: TablePlan, _ lock: ExpectedRow, done: String, isSure: Bool
    ) throws -> ModelError? {
        let mapping = plan.mapping
        var sql: SQL = "SELECT 1"
        for (index, value) in zip(lock.positions, lock.expected) {
            let condition = try plan.holds(index, .value(value), in: self)
            sql += ", \(identifier: mapping.columns[index].name), \(condition)"
        }
        sql += " FROM \(plan.target) WHERE 1 = 1"
        for (name, value) in zip(mapping.keyNames, key) { sql += " AND \(identifier: name) = \(value)" }
        // The transaction's snapshot has the row as it was before the other program changed it.
        let readsSnapshots = dialect.features.contains(.snapshotReads)
        if readsSnapshots { sql += " FOR UPDATE" }
        guard let row = try silentRows(sql).first else {
            if readsSnapshots { lostRaces.append((transactionStart, mapping.table, key)) }
            return ModelError(
                .rowNotFound,
                "no row of \"\(mapping.table)\" was \(done): \(mapping.describe(key)) is gone",
                table: mapping.table, key: key)
        }
        var conflicts: [ColumnConflict] = []
        for (index, (position, value)) in zip(lock.positions, lock.expected).enumerated()
        where try row.get(2 * index + 2, as: Bool?.self) != true {
            conflicts.append(
                ColumnConflict(column: mapping.columns[position].name, expected: value, found: row[2 * index + 1]))
        }
        if conflicts.isEmpty, !isSure { return nil }
        if readsSnapshots { lostRaces.append((transactionStart, mapping.table, key)) }
        let differences = conflicts.map { "\"\($0.column)\" was \($0.expected.shown) and is \($0.found.shown)" }
        var error = ModelError(
            .staleRow,
            "the row \(mapping.describe(key)) of \"\(mapping.table)\" was not \(done): another program changed it"
                + (conflicts.isEmpty ? " meanwhile, or the database ignored the change" : ", ")
                + differences.joined(separator: ", "),
            table: mapping.table, column: conflicts.first?.column, key: key, value: conflicts.first?.found,
            hint: "reload() takes the row as it is now, merge() keeps what was changed here; then save again")
        error.conflicts = conflicts
        return error
    }

    /// The statement that reads a row by its key: as it is now where the transaction was told that it has changed.
    func rowByKey(_ key: [SQLValue], _ plan: TablePlan) throws -> Statement {
        let isLost = lostRaces.contains {
            $0.start == transactionStart && $0.table == plan.mapping.table && $0.key == key
        }
        guard isLost else { return try compiled(plan.selectByKey, for: plan) }
        return try compiled(plan.selectByKey.sql + " FOR UPDATE", for: plan)
    }

    /// What a failure of SQLite means where the version of a row is the last integer, or the last that the property can hold,
    /// and was to be counted up; nil for others.
    func versionOverflow(_ error: DatabaseError, _ plan: TablePlan) -> ModelError? {
        guard let version = plan.mapping.versionPosition, error.message.hasPrefix("integer overflow") else {
            return nil
        }
        let mapping = plan.mapping
        let (name, last) = (mapping.columns[version].name, SQLValue.integer(mapping.lastVersion(version)))
        let columns = ([name] + mapping.keyNames).map { "\(identifier: $0)" as SQL }.joined(separator: ", ")
        let row = try? silentRows("SELECT \(columns) FROM \(plan.target) WHERE \(identifier: name) >= \(last) LIMIT 1")
            .first
        return row.map {
            mapping.error(
                Self.noNextVersion(last, of: mapping.columns[version].field), column: version,
                key: Array($0.values.dropFirst()), sql: error.sql)
        }
    }

    static func noNextVersion(_ version: SQLValue, of field: Field) -> ValueMismatch {
        let type: Any.Type = version == .integer(.max) ? Int64.self : field.valueType ?? Int64.self
        return .binding(version, as: "\(type)", reason: "has no next number")
    }
}
