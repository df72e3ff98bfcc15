import ZIMDb

extension Session {
    /// Updates the rows of several loaded models by the columns that changed, many with each statement.
    ///
    /// ```swift
    /// try session.update(lines)
    /// // WITH "zim_keys" ("k0", "k1", "k2") AS (VALUES (?, ?, ?), …) UPDATE "order_line" SET "ol_amount" = "zim_keys"."k0"
    /// //   FROM "zim_keys" WHERE "order_line"."ol_o_id" = "zim_keys"."k1" AND …
    /// // MariaDB: UPDATE `order_line` SET `ol_amount` = ? WHERE `ol_o_id` = ? AND …, many rows in a message
    /// // MySQL 8: UPDATE JSON_TABLE(?, …) AS zim_keys STRAIGHT_JOIN `order_line` SET `order_line`.`ol_amount` = zim_keys.k0 …
    /// ```
    ///
    /// Models that changed in the same columns share statements; one that is listed twice is updated once. Of two models of
    /// one row the later one is written last. Either all are updated or none. Models with computed columns, keys that the
    /// engine cannot join, or unique values that move from one model to another are updated one by one: see
    /// ``save(_:)-([Model])``.
    ///
    /// - Throws: as ``update(_:)-(Model)``.
    ///
    /// Source: <https://www.sqlite.org/lang_update.html#upfrom>
    public func update(_ models: [Model]) throws {
        guard models.count > 1 else { return try models.forEach { try update($0) } }
        do {
            try transaction { _ in
                let distinct = models.distinct()
                for model in distinct { model.restoreAfterRollback() }
                let classes = try byClass(sortedByForeignKeys(distinct))
                var cascaded = CascadedKeys()
                for (plan, models) in classes {
                    try cascaded.follow(models, plan, classes, in: self) {
                        if try !saveMoves(models, plan, { try update($0) }) { try updateTogether(models, plan) }
                    }
                }
            }
        } catch let lost as LostRows {
            // Nothing is written any more, so the rows that differ are those of others.
            throw try lost.error(in: self)
        }
    }

    private func updateTogether(_ models: [Model], _ plan: TablePlan) throws {
        let generation = generation
        var groups: [UpdateGroup] = []
        var places: [UpdateGroup.Shape: Int] = [:]
        var rows: Set<[SQLValue]> = []
        func finish() throws {
            try write(groups, since: generation)
            (groups, places, rows) = ([], [:], [])
        }
        for model in models {
            guard try canShare(model, plan), let record = try prepareUpdate(model, plan) else {
                // Its row may be that of one that waits here.
                try finish()
                try update(model)
                continue
            }
            let change = try change(of: model, record, plan)
            guard !change.positions.isEmpty else {
                try finishSave(model)
                continue
            }
            guard rows.insert(change.key).inserted else {
                // Two models of one row: what the later one holds is what stays.
                try finish()
                try updateAlone(model, plan)
                continue
            }
            let member = UpdateMember(model: model, key: change.key, lock: change.lock)
            let shape = UpdateGroup.Shape(
                positions: change.positions, compared: change.lock?.positions, version: change.lock?.version)
            if let place = places[shape] {
                groups[place].members.append(member)
            } else {
                places[shape] = groups.count
                groups.append(UpdateGroup(plan: plan, positions: change.positions, members: [member]))
            }
        }
        try finish()
    }

    /// - Parameter generation: that of before the first model was looked at.
    private func write(_ groups: [UpdateGroup], since generation: UInt64) throws {
        var groups = groups
        var others: [Model] = []
        if generation != self.generation {
            for index in groups.indices { others += try removeOthers(from: &groups[index]) }
        }
        try withHooksBehind { for group in groups where !group.members.isEmpty { try write(group) } }
        for model in others { try updateAlone(model, plan(of: model)) }
    }

    /// Takes out the models that a hook has saved since they were looked at, or changed otherwise.
    private func removeOthers(from group: inout UpdateGroup) throws -> [Model] {
        var (same, others): ([UpdateMember], [Model]) = ([], [])
        for member in group.members {
            member.model.restoreAfterRollback()
            let record = try ownRecord(of: member.model, group.plan, to: "updated")
            let now = try record.map { try change(of: member.model, $0, group.plan) }
            if let now, now.positions == group.positions, now.key == member.key,
                now.lock?.expected == member.lock?.expected
            {
                same.append(member)
            } else {
                others.append(member.model)
            }
        }
        group.members = same
        return others
    }

    /// Whether a model's update can share a statement.
    private func canShare(_ model: Model, _ plan: TablePlan) throws -> Bool {
        try model.rowDatabase === database && plan.mapping.isSaveable
            && (takesParameterSets || plan.takesLists || plan.takesTables
                || dialect.features.isSuperset(of: [.updateFrom, .jsonEach]))
            && plan.generatedColumns(in: self).isEmpty && plan.hasUniqueKey(in: self) && !readsVersion(of: model, plan)
    }

    /// What an update of a model writes and compares, and the key of its row, when the hook has run.
    private func change(
        of model: Model, _ record: LoadBatch, _ plan: TablePlan
    ) throws -> (positions: [Int], key: [SQLValue], lock: ExpectedRow?) {
        let positions = record.written(of: model)
        try requireKeyParts(of: model, plan, writing: positions)
        if positions.isEmpty { return ([], [], nil) }
        let key = try rowKey(of: model, record, plan, to: "updated")
        let lock = try expectedRow(of: model, plan, writing: positions)
        return (lock?.version.map { version in positions.filter { $0 != version } } ?? positions, key, lock)
    }

    /// Updates a model alone whose hook has run; that of another one may have changed it since.
    private func updateAlone(_ model: Model, _ plan: TablePlan) throws {
        guard let record = try ownRecord(of: model, plan, to: "updated") else { return try update(model) }
        let now = try change(of: model, record, plan)
        if now.positions.isEmpty { return try finishSave(model) }
        try updatePrepared(model, plan, record, now.positions, key: now.key)
    }

    private func write(_ group: UpdateGroup) throws {
        if takesParameterSets { return try write(group.members, group) }
        if group.plan.takesLists || group.plan.takesTables {
            return try group.members.pieces(of: ListInsert.rows).forEach { try writeList($0, group) }
        }
        let width = group.positions.count + group.plan.mapping.key.count + (group.lock?.positions.count ?? 0)
        let capacity = max(1, BatchSplit.parametersPerStatement / width)
        for part in BatchSplit.parts(of: group.members, capacity: capacity) { try write(Array(part), group) }
    }

    private func writeList(_ members: ArraySlice<UpdateMember>, _ group: UpdateGroup) throws {
        let lists = try group.plan.listUpdate(of: Array(members), writing: group.positions, group.lock, in: self)
        // Without lists the values of a statement would have no types where they are not compared with columns.
        guard let lists else {
            return try members.forEach { try updateAlone($0.model, group.plan) }
        }
        guard members.count > 1, let most = connection.engine.insertSize, lists.size > most else {
            return try write(Array(members), group, lists)
        }
        let half = members.startIndex + members.count / 2
        try writeList(members[..<half], group)
        try writeList(members[half...], group)
    }

    private func write(_ members: [UpdateMember], _ group: UpdateGroup, _ lists: ListUpdate? = nil) throws {
        let plan = group.plan
        guard try changed(members, group, lists) == members.count else {
            // Some rows have been counted up by now, and do not hold what is expected any more.
            if group.lock != nil { throw LostRows(plan: plan, members: members) }
            // One of the rows is gone, and nothing tells which: alone each says so itself.
            return try members.forEach { try updateAlone($0.model, plan) }
        }
        for member in members {
            let model = member.model
            guard let record = try ownRecord(of: model, plan, to: "updated") else { continue }
            record.noteUndo(model, key: member.key, in: self)
            if let lock = member.lock { try countVersion(of: model, plan, lock, key: member.key) }
            try record.refresh(model, group.positions, written: group.positions)
        }
        let models = members.map(\.model)
        try readUpdated(models, plan, written: group.positions)
        for model in models { try finishSave(model) }
    }

    /// - Returns: how many rows there were.
    private func changed(_ members: [UpdateMember], _ group: UpdateGroup, _ lists: ListUpdate?) throws -> Int {
        let plan = group.plan
        let statement = try compiled(statement(members, group, lists), for: plan)
        var changed: Int?
        try changing(plan, members.map(\.model)) {
            if lists == nil, takesParameterSets {
                changed = try run(statement, sets: members.count) {
                    let member = members[$0]
                    try bind(group.positions, of: member.model, plan, standIn: nil, key: member.compared, to: statement)
                }
                return
            }
            try run(statement) { statement in
                if let lists {
                    try bind(lists.parameters, to: statement)
                    while try statement.step() {}
                    return
                }
                var index = 1
                for member in members {
                    try bind(group.positions, of: member.model, plan, to: statement, from: index)
                    index += group.positions.count
                    try bind(member.compared, to: statement, from: index)
                    index += member.compared.count
                }
                while try statement.step() {}
            }
        }
        return changed ?? changes
    }

    private func statement(
        _ members: [UpdateMember], _ group: UpdateGroup, _ lists: ListUpdate?
    ) throws -> CachedSQL {
        if let lists { return lists.statement }
        let change = RowChange(
            written: group.positions, compared: group.lock?.positions ?? [], version: group.lock?.version,
            rows: takesParameterSets ? .one : .values(members.count))
        return try group.plan.statement(of: change, in: self)
    }
}

/// Loaded models of one class whose changes are in the same columns.
private struct UpdateGroup {
    let plan: TablePlan
    let positions: [Int]
    var members: [UpdateMember]

    /// What is compared, which is the same for all members but the values.
    var lock: ExpectedRow? { members.first?.lock }

    /// What the statements of a group write and compare.
    struct Shape: Hashable {
        let positions: [Int]
        let compared: [Int]?
        let version: Int?
    }
}

/// Rows of a list did not all hold what was expected.
// Unchecked: it is caught in the call that throws it.
private struct LostRows: Error, @unchecked Sendable {
    let plan: TablePlan
    let members: [UpdateMember]

    func error(in session: Session) throws -> ModelError {
        for member in members {
            guard let lock = member.lock else { continue }
            let error = try session.lockFailure(member.key, plan, lock, done: "updated", isSure: false)
            if let error { return error }
        }
        return ModelError(
            .staleRow,
            "rows of \"\(plan.mapping.table)\" were not updated: another program changed one meanwhile",
            table: plan.mapping.table, hint: "Save again")
    }
}
