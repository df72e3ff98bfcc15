import ZIMOrm

/// Calls that change many rows, or save many models, at once.
extension CaseRun {
    private struct NoRow: Error {}

    func saveAll(_ table: Int, _ state: ChangeState) throws {
        let chosen = state.models.filter { $0.table == table && !$0.memory.isDeleted && !$0.memory.isUnsure }
        try many(.save, chosen, state)
    }

    func many(_ way: Change.ManyWay, _ places: [Int], _ state: ChangeState) throws {
        guard !state.models.isEmpty else { return }
        var chosen: [TrackedModel] = []
        for place in places {
            let tracked = state.models[place % state.models.count]
            guard !chosen.contains(where: { $0 === tracked }), !tracked.memory.isDeleted, !tracked.memory.isUnsure
            else { continue }
            let isLoaded = tracked.memory.known != nil
            let changesKey = pending(tracked).contains { subject.tables[tracked.table].key.contains($0) }
            switch way {
            case .insert where isLoaded: continue
            // Both keys of one statement are there at the same time.
            case .update where !isLoaded || changesKey: continue
            case .upsert where try isLoaded && (changesKey || !isThere(tracked, state)): continue
            default: chosen.append(tracked)
            }
        }
        try many(way, chosen, state)
    }

    private func many(_ way: Change.ManyWay, _ chosen: [TrackedModel], _ state: ChangeState) throws {
        // New ones are inserted first.
        let isSplit = way == .save
        let ordered =
            isSplit ? chosen.filter { $0.memory.known == nil } + chosen.filter { $0.memory.known != nil } : chosen
        let single: Change.SaveWay =
            switch way {
            case .insert, .save, .delete: .save
            case .update: .update
            case .upsert: .upsert
            }
        var changed: Int? = 1
        do {
            changed = try twinned(state) { twin in
                for tracked in ordered {
                    let count =
                        way == .delete ? try twinDelete(tracked, twin) : try twinSave(tracked, single, twin, state)
                    if count == 0 { throw NoRow() }
                }
                return 1
            }
        } catch is NoRow { changed = 0 }
        let written = chosen.map { $0.memory.known == nil || way == .upsert ? nil : pending($0) }
        let text = "\(way)(the models of the rows \(chosen.map(\.model.number)))"
        let error = try attempted {
            let models = chosen.map(\.model)
            switch way {
            case .insert: try session.insert(models)
            case .update: try session.update(models)
            case .upsert: try session.upsert(models)
            case .save: try session.save(models)
            case .delete: try session.delete(models)
            }
        }
        if let lost = chosen.first(where: { mayNotBeFound($0, error) }) {
            // The call was undone as a whole.
            if changed == 1 {
                for table in subject.tables.indices { try copyToTwin(table, state) }
                state.models.removeAll { $0 === lost }
                return
            }
        }
        try judge(error, changed, text)
        guard error == nil else { return }
        for (tracked, written) in zip(chosen, written) {
            if way == .delete { noteDeletion(tracked) } else { try settle(tracked, written: written) }
        }
    }

    func bulkUpdate(
        _ table: Int, _ column: Int, _ given: SQLValue, _ given2: Step.Condition, _ state: ChangeState
    ) throws {
        let spec = subject.tables[table]
        let (property, name) = (spec.property(column), spec.columns[column].name)
        guard let value = property.type == .any ? given : try? property.canonical(given),
            let condition = try usable(given2, table)
        else { return }
        let rows = try matching(table, condition).sorted()
        for row in rows { state.written.insert([table, row, column]) }
        let list = ([-1] + rows).map(String.init).joined(separator: ", ")
        let changed = try twinned(state) { twin in
            try twin.execute(
                SQL(unsafe: "UPDATE \(spec.quotedName) SET \(name.quotedName) = ") + "\(value)"
                    + SQL(unsafe: " WHERE number IN (\(list))")
            ).changes
        }
        var found = 0
        let error = try attempted {
            found = try query(table).filter(predicate(spec.columns[condition.column].name, condition)).update(
                .set(name, value))
        }
        try judgeBulk(error, found, changed, table, condition, state, "update(.set(\"\(name)\", \(value)))")
    }

    func bulkDelete(_ table: Int, _ given: Step.Condition, _ state: ChangeState) throws {
        guard let condition = try usable(given, table) else { return }
        let spec = subject.tables[table]
        let list = try ([-1] + matching(table, condition)).map(String.init).joined(separator: ", ")
        let changed = try twinned(state) { twin in
            try twin.execute(SQL(unsafe: "DELETE FROM \(spec.quotedName) WHERE number IN (\(list))")).changes
        }
        var found = 0
        let error = try attempted {
            found = try query(table).filter(predicate(spec.columns[condition.column].name, condition)).delete()
        }
        try judgeBulk(error, found, changed, table, condition, state, "delete()")
    }

    private func judgeBulk(
        _ error: (any Error)?, _ found: Int, _ changed: Int?, _ table: Int, _ condition: Step.Condition,
        _ state: ChangeState, _ text: String
    ) throws {
        let call = CaseText(subject).filterCall(table, condition, asText: true) + "." + text
        comparisons += 1
        if let error {
            if let model = error as? ModelError, Refusals.mayNeedForm(table, condition.column, subject) {
                try copyToTwin(table, state)
                throw model
            }
            if let changed { throw Disagreement(call: call, expected: "\(changed) rows", found: "thrown: \(error)") }
        } else if changed != found {
            throw Disagreement(call: call, expected: changed.map { "\($0) rows" } ?? "refused", found: "\(found) rows")
        }
    }

    /// A condition as a caller can give it; nil where the column's property cannot hold its values.
    private func usable(_ given: Step.Condition, _ table: Int) throws -> Step.Condition? {
        let property = subject.tables[table].property(given.column)
        if property.type == .any { return given }
        if given.comparison.isOrder { return nil }
        var condition = given
        guard let values = try? given.values.map({ try property.canonical($0) }) else { return nil }
        condition.values = values
        return condition
    }

    func deleteKeys(_ table: Int, _ rows: [Int], _ state: ChangeState) throws {
        let spec = subject.tables[table]
        guard spec.key.allSatisfy({ spec.property($0).type == .any }) else { return }
        let stored = try cells(table, in: session).filter { row in rows.contains { .integer(Int64($0)) == row[0] } }
        let keys = stored.map { row in spec.key.map { row[$0 + 1] } }
        let changed = try twinned(state) { twin in
            try stored.reduce(0) { count, row in
                try count
                    + twin.execute(
                        SQL(unsafe: "DELETE FROM \(spec.quotedName)") + keyCondition(table, Array(row.dropFirst()))
                    ).changes
            }
        }
        var found = 0
        let error = try attempted { found = try session.delete(subject.type(table), keys: keys) }
        if error == nil {
            try expect(found, changed ?? -1, "session.delete(Table\(table).self, keys: \(keys))")
        } else {
            try judge(error, changed == 0 ? nil : changed, "session.delete(Table\(table).self, keys: \(keys))")
        }
    }
}
