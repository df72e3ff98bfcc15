import ZIMOrm

/// Calls that change many rows, or save many models, at once.
extension CaseRun {
    private struct NoRow: Error {}

    func saveAll(_ table: Int, _ state: ChangeState) throws {
        let chosen = state.models.filter { $0.table == table && !$0.memory.isDeleted && !$0.memory.isUnsure }
        try many(.save, chosen, state)
    }

    func many(_ way: Change.ManyWay, _ positions: [Int], _ state: ChangeState) throws {
        guard !state.models.isEmpty else { return }
        var chosen: [TrackedModel] = []
        for index in positions {
            let tracked = state.models[index % state.models.count]
            guard !chosen.contains(where: { $0 === tracked }), !tracked.memory.isDeleted, !tracked.memory.isUnsure
            else { continue }
            let isLoaded = tracked.memory.known != nil
            let changesKey = pending(tracked).contains { subject.tables[tracked.table].key.contains($0) }
            switch way {
            case .insert where isLoaded: continue
            case .update where !isLoaded: continue
            case .upsert where !isLoaded && isSpelled(tracked.table): continue
            case .upsert where try isLoaded && (changesKey || !isOwn(tracked, state)): continue
            default: chosen.append(tracked)
            }
        }
        try many(way, chosen, state)
    }

    func many(_ way: Change.ManyWay, _ chosen: [TrackedModel], _ state: ChangeState) throws {
        // New ones are inserted first, and children are deleted before their parents.
        let ordered =
            switch way {
            case .save: chosen.filter { $0.memory.known == nil } + chosen.filter { $0.memory.known != nil }
            case .delete: childrenFirst(chosen)
            case .insert, .update, .upsert: chosen
            }
        let single: Change.SaveWay =
            switch way {
            case .insert, .save, .delete: .save
            case .update: .update
            case .upsert: .upsert
            }
        // Asked before anything is written: afterwards another row may have the key, as one may have already.
        let isGone =
            try way != .delete
            && ordered.contains { try $0.memory.known != nil && !isOwn($0, state) }
        let own =
            try way == .save || way == .update
            ? ordered.filter { try $0.memory.known != nil && !pending($0).isEmpty && isOwn($0, state) } : []
        // One that refers to another of the list may go with it.
        let cascades = subject.tables.contains { $0.foreignKeys.contains { $0.actions.contains("DELETE CASCADE") } }
        let isThere = try ordered.map { try way == .delete && cascades && $0.memory.known != nil && isOwn($0, state) }
        var changed: Int? = 1
        do {
            changed = try twinned(state) { twin in
                for (tracked, isThere) in zip(ordered, isThere) {
                    // One before it may have taken the key of its row, which nothing is written to then.
                    if own.contains(where: { $0 === tracked }), try !isOwn(tracked, state) { throw NoRow() }
                    let count =
                        way == .delete
                        ? try twinDelete(tracked, twin, state) : try twinSave(tracked, single, twin, state)
                    if count == 0, !isThere { throw NoRow() }
                }
                return 1
            }
        } catch is NoRow { changed = 0 }
        // Lists are saved in the order that unique values demand, so what counts is what they come to.
        var isExchange = false
        if changed == nil, way == .save || way == .update {
            changed = try finalRows(chosen, state)
            isExchange = changed == 1
        }
        let written = chosen.map { $0.memory.known == nil || way == .upsert ? nil : pending($0) }
        let left = chosen.map { way == .update || way == .delete ? [] : filled($0) }
        let isByHand = way == .delete && chosen.contains { $0.memory.known == nil && isSpelled($0.table) }
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
        if isGone, (error as? ModelError)?.code == .rowNotFound {
            comparisons += 1
            if changed == 1 { for table in Set(chosen.map(\.table)) { try copyToTwin(table, state) } }
            return
        }
        if isByHand, (error as? ModelError)?.code == .formMissing {
            comparisons += 1
            if changed == 1 { for table in subject.tables.indices { try copyToTwin(table, state) } }
            return
        }
        if isExchange, (error as? ModelError)?.code == .conflict {
            // No column can hold another value meanwhile.
            comparisons += 1
            for table in Set(chosen.map(\.table)) { try copyToTwin(table, state) }
            return
        }
        // The rows that hold unique values are read, and one of them may hold what no property reads.
        if (error as? ModelError)?.code == .value,
            try Set(chosen.map(\.table)).contains(where: { try isUnreadable($0) })
        {
            comparisons += 1
            if changed == 1 { for table in Set(chosen.map(\.table)) { try copyToTwin(table, state) } }
            return
        }
        if error == nil, changed == nil, subject.tables.contains(where: { !$0.foreignKeys.isEmpty }) {
            throw CaseEnded()
        }
        try judge(error, changed, text)
        for (tracked, left) in zip(chosen, left) { try requireFilled(left, of: tracked, error, text) }
        guard error == nil else { return }
        for (tracked, written) in zip(chosen, written) {
            if way == .delete { noteDeletion(tracked) } else { try noteRow(tracked, written: written) }
        }
    }

    /// The models in the order of their tables: each table behind those that refer to it; in a circle, as they are listed.
    private func childrenFirst(_ chosen: [TrackedModel]) -> [TrackedModel] {
        var tables: [Int] = []
        for tracked in chosen where !tables.contains(tracked.table) { tables.append(tracked.table) }
        func refers(_ child: Int, to parent: Int) -> Bool {
            subject.links.contains { link in
                switch link.kind {
                case .belongsTo: link.source == child && link.target == parent
                case .hasOne, .hasMany: link.source == parent && link.target == child
                case .hasManyThrough: link.source == parent && link.join == child
                }
            }
        }
        var order: [Int] = []
        var seen: Set<Int> = []
        func visit(_ table: Int) {
            guard seen.insert(table).inserted else { return }
            for parent in tables where parent != table && refers(table, to: parent) { visit(parent) }
            order.append(table)
        }
        tables.forEach(visit)
        return order.reversed().flatMap { table in chosen.filter { $0.table == table } }
    }

    /// Whether a column made of what was saved something that its property cannot read.
    func isUnreadable(_ table: Int) throws -> Bool {
        let spec = subject.tables[table]
        return try cells(table, in: session).contains { row in
            spec.columns.indices.contains {
                spec.property($0).type != .any && (try? spec.property($0).canonical(row[$0 + 1])) == nil
            }
        }
    }

    /// Writes the rows that several models come to, whatever their order; nil where the database refuses them, or where
    /// foreign keys do not let rows go and come.
    private func finalRows(_ chosen: [TrackedModel], _ state: ChangeState) throws -> Int? {
        guard subject.tables.allSatisfy(\.foreignKeys.isEmpty) else { return nil }
        return try twinned(state) { twin in
            var rows: [FinalRow] = []
            for tracked in chosen {
                let values = given(tracked)
                guard tracked.memory.known != nil else {
                    let values = withDefaults(values, of: tracked)
                    try requireExact(values, nil, tracked.table)
                    rows.append(FinalRow(table: tracked.table, number: tracked.model.number, values: values))
                    continue
                }
                let pending = pending(tracked)
                if pending.isEmpty { continue }
                let key = subject.tables[tracked.table].key
                let keyChange = key.filter(pending.contains)
                // Only a new row is given a number in its place.
                if keyChange.contains(where: { values[$0].isNull }) { throw DatabaseError(.sql, "no key") }
                let name = subject.tables[tracked.table].quotedName
                let condition = keyCondition(tracked.table, tracked.memory.stored)
                guard let cells = try twin.rows(SQL(unsafe: "SELECT * FROM \(name)") + condition).first?.values,
                    case .integer(let number) = cells[0]
                else { throw DatabaseError(.sql, "the row is gone") }
                let known = rows.firstIndex { $0.table == tracked.table && $0.number == Int(number) }
                let position = known ?? rows.count
                if known == nil {
                    rows.append(
                        FinalRow(table: tracked.table, number: Int(number), values: Array(cells.dropFirst())))
                }
                // Another model of the row has given it another key.
                if rows[position].hasNewKey { throw DatabaseError(.sql, "the row is gone") }
                try requireExact(values, pending, tracked.table)
                for column in pending { rows[position].values[column] = values[column] }
                // The column may make of it what it holds already.
                rows[position].hasNewKey =
                    try !keyChange.isEmpty
                    && twin.rows(
                        SQL(unsafe: "SELECT 1 FROM \(name)") + keyCondition(tracked.table, rows[position].values)
                            + SQL(unsafe: " AND number = \(number)")
                    ).isEmpty
                noteWritten(tracked, pending, state)
            }
            for row in rows {
                let name = subject.tables[row.table].quotedName
                try twin.execute(SQL(unsafe: "DELETE FROM \(name) WHERE number = \(row.number)"))
            }
            for row in rows {
                try twin.execute(
                    subject.insertion(of: RowSpec(number: row.number, values: row.values), into: row.table))
            }
            return 1
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
            try requireExact(value, column, table)
            return try twin.execute(
                SQL(unsafe: "UPDATE \(spec.quotedName) SET \(name.quotedName) = ")
                    + "\(spec.columns[column].written(value, on: subject.engine))"
                    + SQL(unsafe: " WHERE number IN (\(list))")
            ).changes
        }
        var found = 0
        let error = try attempted {
            found = try query(table).filter(predicate(spec.columns[condition.column].name, asGiven(table, condition)))
                .update(.set(name, property.given(value)))
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
            found = try query(table).filter(
                predicate(spec.columns[condition.column].name, asGiven(table, condition))
            ).delete()
        }
        // MySQL counts some of the rows that go with others, by whether it goes by an index.
        let isCounted =
            subject.engine != .mariaDB || !spec.foreignKeys.contains { $0.actions.contains("ON DELETE CASCADE") }
        try judgeBulk(
            error, found, isCounted ? changed : changed.map { _ in found }, table, condition, state, "delete()")
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
            // A point in time is no day, and is refused before it is sent.
            let type = subject.tables[table].columns[condition.column].type
            if type == "DATE", "\(error)".contains("a DATE does not keep") {
                return try copyToTwin(table, state)
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
        let keys = try rows.compactMap { try key(table, number: $0) }
        let found = try keys.reduce(into: Set<Int>()) { try $0.formUnion(self.rows(table, key: $1)) }
        let list = ([-1] + found.sorted()).map(String.init).joined(separator: ", ")
        let changed = try twinned(state) { twin in
            try twin.execute(SQL(unsafe: "DELETE FROM \(spec.quotedName) WHERE number IN (\(list))")).changes
        }
        var count = 0
        let error = try attempted {
            count = try session.delete(subject.type(table), keys: keys.map { asGiven(table, $0) })
        }
        let call = "session.delete(Table\(table).self, keys: \(keys))"
        if let error = error as? ModelError,
            Refusals.isExpected(error, .findKeys(table: table, rows: [], way: .find), in: subject)
        {
            try copyToTwin(table, state)
            throw error
        }
        if error == nil {
            try expect(count, changed ?? -1, call)
        } else {
            try judge(error, changed == 0 ? nil : changed, call)
        }
    }
}

/// What a row comes to when all models of a list are saved.
private struct FinalRow {
    let table: Int
    let number: Int
    var values: [SQLValue]
    var hasNewKey = false
}
