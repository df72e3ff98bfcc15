import TestServer
@_spi(Generated) import ZIMOrm

/// Ends a nested transaction that the program takes back.
private struct Undone: Error {}

extension CaseRun {
    func run(_ change: Change) throws {
        guard let state = changes else { return }
        try run(change, state)
    }

    private func run(_ change: Change, _ state: ChangeState) throws {
        switch change {
        case .load(let table): try load(table, state)
        case .make(let table, let values): try make(table, values, state)
        case .set(let position, let column, let value): try set(position, column, value, state)
        case .save(let position, let way): try tracked(position, state) { try save($0, way, state) }
        case .delete(let position): try tracked(position, state) { try delete($0, state) }
        case .reload(let position): try tracked(position, state) { try reload($0, state) }
        case .saveAll(let table): try saveAll(table, state)
        case .bulkUpdate(let table, let column, let value, let condition):
            try bulkUpdate(table, column, value, condition, state)
        case .bulkDelete(let table, let condition): try bulkDelete(table, condition, state)
        case .deleteKeys(let table, let rows): try deleteKeys(table, rows, state)
        case .many(let way, let models): try many(way, models, state)
        case .follow(let position, let link): try tracked(position, state) { try follow($0, link, state) }
        case .join(let position, let link, let parent):
            try tracked(position, state) { try join($0, link, parent, state) }
        case .exchange(let table, let column, let models, let isUpdate):
            try exchange(table, column, models, isUpdate, state)
        case .upsertOn(let table, let unique, let values, let row, let keyRow):
            try upsertOn(table, unique, values, row: row, keyRow: keyRow, state)
        case .nested(let changes, let isUndone): try nested(changes, isUndone, state)
        }
        try compareTables(state) { "\(change)" }
    }

    private func tracked(_ position: Int, _ state: ChangeState, _ body: (TrackedModel) throws -> Void) throws {
        if !state.models.isEmpty { try body(state.models[position % state.models.count]) }
    }

    private func load(_ table: Int, _ state: ChangeState) throws {
        let models: [OracleRow]
        do { models = try query(table).orderBy("number").all() } catch is ModelError { throw Unjudged() }
        try expect(
            models.map(\.number),
            numbers(SQL(unsafe: "SELECT number FROM \(subject.tables[table].quotedName) ORDER BY number")),
            "query(Table\(table).self).orderBy(\"number\").all()")
        for model in models {
            let tracked = TrackedModel(model, table: table, wasMade: false)
            try noteRow(tracked)
            state.models.append(tracked)
        }
        if state.models.count > 40 { state.models.removeFirst(state.models.count - 40) }
    }

    private func make(_ table: Int, _ values: [SQLValue], _ state: ChangeState) throws {
        let model = subject.type(table).init()
        let spec = subject.tables[table]
        for column in spec.columns.indices { try? spec.property(column).set(model, values[column]) }
        model.number = state.nextNumber
        state.nextNumber += 1
        state.models.append(TrackedModel(model, table: table, wasMade: true))
    }

    private func set(_ position: Int, _ column: Int, _ value: SQLValue, _ state: ChangeState) throws {
        try tracked(position, state) { tracked in
            let spec = subject.tables[tracked.table]
            let column = column % spec.columns.count
            let all = spec.columns[column].values(on: subject.engine)
            var new = value
            if case .integer(let number) = value { new = all[Int(number) % all.count] }
            let property = spec.property(column)
            let old = property.value(tracked.model)
            guard let canonical = property.type == .any ? new : try? property.canonical(new), !canonical.isExactly(old),
                (try? property.set(tracked.model, new)) != nil
            else { return }
            note(column, was: old, tracked)
        }
    }

    // MARK: One model

    /// What plain SQL does in place of saving a model; -1 where there is nothing to do.
    func twinSave(_ tracked: TrackedModel, _ way: Change.SaveWay, _ twin: Session, _ state: ChangeState) throws
        -> Int
    {
        let (spec, values) = (subject.tables[tracked.table], given(tracked))
        let pending = pending(tracked)
        noteWritten(tracked, pending, state)
        guard tracked.memory.known != nil else {
            if way == .update {
                let others = values.indices.filter { !spec.key.contains($0) }
                let condition = keyCondition(tracked.table, try keyByHand(tracked, values, state))
                try requireExact(values, others, tracked.table)
                return try twin.execute(
                    update(tracked.table, others, values, number: tracked.model.number, where: condition)
                ).changes
            }
            let values = withDefaults(values, of: tracked)
            if lacksKey(tracked, values) { return 0 }
            try requireExact(values, nil, tracked.table)
            return try twin.execute(insertion(tracked, values, isUpsert: way == .upsert)).changes
        }
        if way == .upsert {
            var stored = tracked.memory.stored
            for column in pending { stored[column] = values[column] }
            if lacksKey(tracked, stored) { return 0 }
            try requireExact(stored, nil, tracked.table)
            return try twin.execute(insertion(tracked, stored, isUpsert: true)).changes
        }
        if pending.isEmpty { return -1 }
        try requireExact(values, pending, tracked.table)
        return try twin.execute(
            update(tracked.table, pending, values, where: keyCondition(tracked.table, tracked.memory.stored))
        ).changes
    }

    /// What the row holds whose key reads as that of a model filled by hand: in its own spelling, or the only one there is.
    private func keyByHand(_ tracked: TrackedModel, _ values: [SQLValue], _ state: ChangeState) throws -> [SQLValue] {
        let spec = subject.tables[tracked.table]
        guard isSpelled(tracked.table), !spec.key.contains(where: { values[$0].isNull }) else { return values }
        let name = SQL(unsafe: "SELECT * FROM \(spec.quotedName)")
        if try !state.twin.rows(name + keyCondition(tracked.table, values)).isEmpty { return values }
        let found = try rows(tracked.table, key: spec.key.map { values[$0] })
        guard found.count == 1, let number = found.first,
            let row = try state.twin.rows(name + SQL(unsafe: " WHERE number = \(number)")).first
        else { return values }
        return Array(row.values.dropFirst())
    }

    /// Whether a model filled by hand cannot be told the spelling of its key, which nobody declared.
    private func needsForm(_ tracked: TrackedModel, _ error: (any Error)?) -> Bool {
        (error as? ModelError)?.code == .formMissing && tracked.memory.known == nil
            && subject.tables[tracked.table].key.contains { Refusals.mayNeedForm(tracked.table, $0, subject) }
    }

    /// Whether a table's key may hold one value in several spellings.
    func isSpelled(_ table: Int, _ columns: [Int]? = nil) -> Bool {
        (columns ?? subject.tables[table].key).contains { subject.tables[table].property($0).type != .any }
    }

    /// Whether a part of a new row's key is NULL, which is refused unless it is the number that SQLite gives.
    private func lacksKey(_ tracked: TrackedModel, _ values: [SQLValue]) -> Bool {
        let spec = subject.tables[tracked.table]
        return spec.rowIDColumn(subject.engine) == nil && spec.key.contains { values[$0].isNull }
    }

    private func insertion(_ tracked: TrackedModel, _ values: [SQLValue], isUpsert: Bool) -> SQL {
        let spec = subject.tables[tracked.table]
        var sql = subject.insertion(of: RowSpec(number: tracked.model.number, values: values), into: tracked.table)
        guard isUpsert else { return sql }
        // A row that is there keeps what a new one would have by default.
        let kept = tracked.memory.known == nil ? filled(tracked) : []
        let others =
            spec.columns.indices.filter { !spec.key.contains($0) && !kept.contains($0) }.map { spec.quoted($0) }
            + ["number"]
        if subject.engine == .mariaDB {
            // It reacts to each unique key: to another one than this with an error.
            let key = spec.key.map { spec.quoted($0) }
            let same = key.map { "\($0) <=> VALUES(\($0))" }.joined(separator: " AND ")
            let kept = key.prefix(1).map { "\($0) = IF(\(same) OR (SELECT 1 UNION ALL SELECT 1), \($0), \($0))" }
            let set = (kept + others.map { "\($0) = VALUES(\($0))" }).joined(separator: ", ")
            return sql + SQL(unsafe: " ON DUPLICATE KEY UPDATE " + set)
        }
        sql += SQL(
            unsafe: " ON CONFLICT (\(spec.key.map { spec.quoted($0) }.joined(separator: ", "))) DO UPDATE SET "
                + others.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
        return sql
    }

    func call(_ tracked: TrackedModel, _ name: String) -> String {
        "\(name) of the row \(tracked.model.number) of \"\(subject.tables[tracked.table].name)\", pending "
            + "\(pending(tracked).map { subject.tables[tracked.table].columns[$0].name })"
    }

    private func save(_ tracked: TrackedModel, _ given: Change.SaveWay, _ state: ChangeState) throws {
        var way = given
        let isLoaded = tracked.memory.known != nil
        let changesKey = pending(tracked).contains { subject.tables[tracked.table].key.contains($0) }
        // A second row of the same number could not be told from the first.
        if isLoaded, way == .insert { way = .save }
        if isLoaded, way == .upsert, try changesKey || !isOwn(tracked, state) { way = .save }
        if tracked.memory.isDeleted { way = .save }
        // It finds the row that has the key in another spelling, which plain SQL does not.
        if !isLoaded, way == .upsert, isSpelled(tracked.table) { way = .insert }
        if tracked.memory.isUnsure { return try unsure(tracked, state) { try session.save(tracked.model) } }
        let text = call(tracked, "\(way)")
        let written = isLoaded && way != .upsert ? pending(tracked) : nil
        let left = way == .update || tracked.memory.isDeleted ? [] : filled(tracked)
        let changed = tracked.memory.isDeleted ? 0 : try twinned(state) { try twinSave(tracked, way, $0, state) }
        let error = try attempted {
            switch way {
            case .save: try session.save(tracked.model)
            case .insert: try session.insert(tracked.model)
            case .update: try session.update(tracked.model)
            case .upsert: try session.upsert(tracked.model)
            }
        }
        if !isLoaded, way != .update, !tracked.memory.isDeleted, lacksKey(tracked, values(tracked)) {
            let code = (error as? ModelError)?.code
            try expect("\(code.map { "\($0)" } ?? "no error of a model")", "\(ModelError.Code.keyMissing)", text)
        }
        if mayNotBeFound(tracked, error) || needsForm(tracked, error) { return try resynchronize(tracked, state) }
        // A save that has nothing to write may find out that the row is gone.
        if changed == -1, (error as? ModelError)?.code == .rowNotFound, try !isThere(tracked, state) { return }
        try judge(error, changed, text)
        try requireFilled(left, of: tracked, error, text)
        if error == nil { try noteRow(tracked, written: written) }
    }

    /// A call must fail where plain SQL does, or finds no row, and nowhere else.
    func judge(_ error: (any Error)?, _ changed: Int?, _ call: String) throws {
        comparisons += 1
        switch (error, changed) {
        case (nil, nil): throw Disagreement(call: call, expected: "the database refuses it", found: "it is done")
        case (nil, 0?):
            throw Disagreement(call: call, expected: "no row is found, which is an error", found: "it is done")
        case (let error?, let changed?) where changed != 0:
            throw Disagreement(call: call, expected: "\(changed) rows", found: "thrown: \(error)")
        default: break
        }
    }

    func delete(_ tracked: TrackedModel, _ state: ChangeState) throws {
        if tracked.memory.isUnsure { return try unsure(tracked, state) { try session.delete(tracked.model) } }
        let text = call(tracked, "delete")
        let changed = tracked.memory.isDeleted ? 0 : try twinned(state) { try twinDelete(tracked, $0, state) }
        let error = try attempted { try session.delete(tracked.model) }
        if needsForm(tracked, error) { return try resynchronize(tracked, state) }
        if mayNotBeFound(tracked, error) { return try resynchronize(tracked, state) }
        try judge(error, changed, text)
        if error == nil { noteDeletion(tracked) }
    }

    func twinDelete(_ tracked: TrackedModel, _ twin: Session, _ state: ChangeState) throws -> Int {
        let stored =
            try tracked.memory.known == nil ? keyByHand(tracked, values(tracked), state) : tracked.memory.stored
        return try twin.execute(
            SQL(unsafe: "DELETE FROM \(subject.tables[tracked.table].quotedName)") + keyCondition(tracked.table, stored)
        ).changes
    }

    func noteDeletion(_ tracked: TrackedModel) {
        tracked.memory.known = tracked.memory.known ?? values(tracked)
        tracked.memory.isDeleted = true
    }

    /// Notes that a property was assigned, as the observers of generated classes do.
    func note(_ column: Int, was old: SQLValue, _ tracked: TrackedModel) {
        tracked.memory.touched.insert(column)
        tracked.everTouched.insert(column)
        tracked.filled[column] = nil
        guard subject.form == .generated else { return }
        if subject.tables[tracked.table].key.contains(column) {
            tracked.model.noteChange(column + 1, was: old)
        } else {
            tracked.model.columnChanges?.insert(column + 1)
        }
    }

    private func reload(_ tracked: TrackedModel, _ state: ChangeState) throws {
        guard tracked.memory.known != nil, !tracked.memory.isDeleted, !tracked.memory.isUnsure,
            !tracked.memory.stored.isEmpty
        else { return }
        let sql =
            SQL(unsafe: "SELECT * FROM \(subject.tables[tracked.table].quotedName)")
            + keyCondition(tracked.table, tracked.memory.stored)
        let row = try plain(sql).first
        let error = try attempted { try session.reload(tracked.model) }
        if (error as? ModelError)?.code == .value, try isUnreadable(tracked.table) { return }
        if mayNotBeFound(tracked, error) { return }
        try judge(error, row == nil ? 0 : 1, call(tracked, "reload"))
        guard error == nil, let row else { return }
        let spec = subject.tables[tracked.table]
        let read = try spec.columns.indices.map { column in
            spec.property(column).type == .any ? row[column + 1] : try spec.property(column).canonical(row[column + 1])
        }
        try expect(values(tracked).map(\.description), read.map(\.description), call(tracked, "reload"))
        try noteRow(tracked)
        tracked.memory.reads += 1
    }

    /// A model that was read where a rollback has taken it back: it must not touch any row but its own.
    private func unsure(_ tracked: TrackedModel, _ state: ChangeState, _ body: () throws -> Void) throws {
        let table = tracked.table
        // Another row has its key by now, which was its own; or it is new again, and stands for whatever row has its key.
        if try tracked.memory.wasOwn && !isOwn(tracked, state) || !tracked.model.isLoaded {
            state.models.removeAll { $0 === tracked }
            return
        }
        let number = SQLValue.integer(Int64(tracked.model.number))
        let before = try cells(table, in: session).filter { $0[0] != number }
        _ = try attempted(body)
        let after = try cells(table, in: session).filter { $0[0] != number }
        if !before.elementsEqual(after, by: { $0.isExactly($1) }) {
            // What the rows that refer to its own come to is not known here.
            if subject.tables[table].foreignKeys.contains(where: { !$0.actions.isEmpty }) { throw CaseEnded() }
            throw Disagreement(
                call: call(tracked, "save or delete of a model that was read in a savepoint rolled back"),
                expected: "other rows as they were: \(before)", found: "\(after)")
        }
        try copyToTwin(table, state)
        state.models.removeAll { $0 === tracked }
    }

    /// Whether a model cannot know its row's key: the column made another value of what was saved.
    func mayNotBeFound(_ tracked: TrackedModel, _ error: (any Error)?) -> Bool {
        guard (error as? ModelError)?.code == .rowNotFound, let known = tracked.memory.known else { return false }
        let stored = tracked.memory.stored
        return subject.tables[tracked.table].key.contains { index in
            subject.tables[tracked.table].property(index).type == .any && stored.indices.contains(index)
                && !known[index].isExactly(stored[index])
        }
    }

    private func resynchronize(_ tracked: TrackedModel, _ state: ChangeState) throws {
        try copyToTwin(tracked.table, state)
        state.models.removeAll { $0 === tracked }
    }

    func copyToTwin(_ table: Int, _ state: ChangeState) throws {
        // Emptying a table would take the rows with it that refer to its own.
        if subject.tables.contains(where: { !$0.foreignKeys.isEmpty }) { throw CaseEnded() }
        try state.twin.execute(SQL(unsafe: "DELETE FROM \(subject.tables[table].quotedName)"))
        for row in try cells(table, in: session) {
            guard case .integer(let number) = row[0] else { continue }
            try state.twin.execute(
                subject.insertion(of: RowSpec(number: Int(number), values: Array(row.dropFirst())), into: table))
        }
    }

    // MARK: Savepoints

    private func nested(_ changes: [Change], _ isUndone: Bool, _ state: ChangeState) throws {
        let before = state.models.map { ($0, $0.memory) }
        let touched = state.models.map { ($0, $0.everTouched, $0.everSetKeys) }
        for tracked in state.models { (tracked.everTouched, tracked.everSetKeys) = ([], []) }
        defer {
            for (tracked, touched, setKeys) in touched {
                tracked.everTouched.formUnion(touched)
                tracked.everSetKeys.formUnion(setKeys)
            }
        }
        do {
            try state.twin.transaction { _ in
                try session.transaction { _ in
                    for change in changes { try run(change, state) }
                    if isUndone { throw Undone() }
                }
            }
        } catch {
            // Also where a call was refused, which ends the transaction as well.
            try takeBack(before, state)
            guard error is Undone else { throw error }
        }
    }

    private func takeBack(_ before: [(TrackedModel, TrackedModel.Memory)], _ state: ChangeState) throws {
        for tracked in state.models {
            guard var memory = before.first(where: { $0.0 === tracked })?.1 else {
                // Made inside, it is new again; loaded inside, what it knows may be untrue.
                if tracked.wasMade, tracked.memory.reads == 0 {
                    tracked.memory = TrackedModel.Memory()
                } else {
                    tracked.memory.isUnsure = true
                    tracked.memory.wasOwn = try isOwn(tracked, state)
                }
                continue
            }
            if tracked.memory.reads != memory.reads || tracked.memory.isUnsure {
                if !memory.isUnsure { memory.wasOwn = try isOwn(tracked, state) }
                memory.isUnsure = true
            }
            memory.reads = tracked.memory.reads
            if let known = memory.known {
                let now = values(tracked)
                for (column, spelled) in tracked.everSpelled
                where memory.stored.indices.contains(column) && !memory.stored[column].isExactly(spelled)
                    && isHeld(spelled, column, tracked)
                {
                    memory.spelled[column] = spelled
                    memory.touched.insert(column)
                }
                // Assigned there and written, they still count as assigned.
                memory.touched.formUnion(tracked.everTouched)
                memory.setKeys.formUnion(tracked.everSetKeys)
                memory.touched.formUnion(now.indices.filter { !now[$0].isExactly(known[$0]) })
            }
            tracked.memory = memory
        }
    }
}
