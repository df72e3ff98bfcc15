import ZIMOrm

/// Programs about unique keys that are not the primary one, and rows that exchange what is unique.
extension CaseRun {
    private struct NoRow: Error {}

    /// Gives each of some models the next one's value of a column, and saves them as a list.
    func exchange(_ table: Int, _ column: Int, _ positions: [Int], _ isUpdate: Bool, _ state: ChangeState) throws {
        let candidates = state.models.filter {
            $0.table == table && $0.memory.known != nil && !$0.memory.isDeleted && !$0.memory.isUnsure
        }
        var chosen: [TrackedModel] = []
        for index in positions where !candidates.isEmpty {
            let tracked = candidates[index % candidates.count]
            if !chosen.contains(where: { $0.model.number == tracked.model.number }) { chosen.append(tracked) }
        }
        guard chosen.count > 1 else { return }
        // Two models of one row: what the first writes may meet another row, though the last would not have.
        let key = subject.tables[table].key
        let rows = try chosen.compactMap { try row(table, key, $0.memory.known ?? [], state) }
        guard Set(rows).count == rows.count else { return }
        let property = subject.tables[table].property(column)
        let values = chosen.map { property.value($0.model) }
        for (index, tracked) in chosen.enumerated() {
            let new = values[(index + 1) % values.count]
            guard !new.isExactly(values[index]), (try? property.set(tracked.model, new)) != nil else { continue }
            note(column, was: values[index], tracked)
        }
        try many(isUpdate ? .update : .save, chosen, state)
    }

    /// Upserts a new model by a unique key: that of a row, or one that no row has.
    func upsertOn(
        _ table: Int, _ number: Int, _ given: [SQLValue], row: Int?, keyRow: Int?, _ state: ChangeState
    ) throws {
        let spec = subject.tables[table]
        guard !spec.uniques.isEmpty else { return }
        let unique = spec.uniques[number % spec.uniques.count]
        if isSpelled(table, spec.key + unique) { return }
        // SQLite does not know an index over its own row number by its columns.
        if let key = spec.rowIDColumn(subject.engine), unique.contains(key) { return }
        let all = try cells(table, in: state.twin)
        func values(_ row: Int) -> [SQLValue]? { all.isEmpty ? nil : Array(all[row % all.count].dropFirst()) }
        let model = subject.type(table).init()
        for column in spec.columns.indices {
            var value = given[column]
            if let row, unique.contains(column), let known = values(row) { value = known[column] }
            if let keyRow, spec.key.contains(column), let known = values(keyRow) { value = known[column] }
            try? spec.property(column).set(model, value)
        }
        let written = spec.columns.indices.map { spec.property($0).value(model) }
        guard !spec.key.contains(where: { written[$0].isNull }) else { return }
        let byKey = try self.row(table, spec.key, written, state)
        let byUnique = unique.contains { written[$0].isNull } ? nil : try self.row(table, unique, written, state)
        model.number = byUnique ?? state.nextNumber
        if byUnique == nil { state.nextNumber += 1 }
        for column in spec.columns.indices { state.written.insert([table, model.number, column]) }
        var changed: Int?
        do {
            changed = try twinned(state) { twin in
                try requireExact(written, nil, table)
                if let byUnique {
                    if let byKey, byKey != byUnique { throw NoRow() }
                    let row = RowSpec(number: byUnique, values: written)
                    if try !canBeInserted(subject.insertion(of: row, into: table), twin) { throw NoRow() }
                    let others = written.indices.filter { !spec.key.contains($0) && !unique.contains($0) }
                    return try twin.execute(
                        update(
                            table, others, written, number: byUnique,
                            where: SQL(unsafe: " WHERE number = \(byUnique)"))
                    ).changes
                }
                return try twin.execute(
                    subject.insertion(of: RowSpec(number: model.number, values: written), into: table)
                ).changes
            }
        } catch is NoRow { changed = 0 }
        let names = subject.names(table, unique)
        let call = "upsert(Table\(table)(\(written)), on: \(names)) beside the rows \(all)"
        let error = try attempted { try session.upsert(model, on: names) }
        try judge(error, changed, call)
        guard error == nil,
            let row = try cells(table, in: session).first(where: { $0[0] == .integer(Int64(model.number)) })
        else { return }
        // The model has the row's key.
        for column in spec.key {
            let property = spec.property(column)
            let stored = property.type == .any ? row[column + 1] : try property.canonical(row[column + 1])
            // What SQL takes for the same stays as the model has it.
            if byUnique != nil, byKey != byUnique {
                try expect(property.value(model).description, stored.description, call + ": its key")
            }
        }
    }

    /// Whether an INSERT gets as far as the row that it meets: a value that its column cannot hold fails before.
    private func canBeInserted(_ insertion: SQL, _ twin: Session) throws -> Bool {
        do {
            try twin.transaction {
                try $0.execute(insertion)
                throw NoRow()
            }
        } catch let error as DatabaseError { return error.code == .constraint } catch is NoRow {}
        return true
    }

    /// The number of the row that holds some values.
    private func row(_ table: Int, _ columns: [Int], _ values: [SQLValue], _ state: ChangeState) throws -> Int? {
        let spec = subject.tables[table]
        var sql = SQL(unsafe: "SELECT number FROM \(spec.quotedName)")
        for (index, column) in columns.enumerated() {
            sql +=
                SQL(unsafe: (index == 0 ? " WHERE " : " AND ") + spec.quoted(column) + " = ")
                + "\(spec.columns[column].written(values[column], on: subject.engine))"
        }
        return try state.twin.rows(sql).first.map { try $0.get(0) }
    }
}
