import ZIMDb

extension Session {
    /// Saves several models: new ones are inserted together, loaded ones updated together.
    ///
    /// ```swift
    /// try session.save([line, order])      // the order first: "order_line" has a foreign key to it
    /// (a.label, b.label) = (b.label, a.label)
    /// try session.save([a, b])             // in three steps, where "label" is unique
    /// ```
    ///
    /// Either all are saved or none; a list of one is saved as by ``save(_:)-(Model)``. A model that is listed twice is saved
    /// once. Parents are inserted before their children. If a unique value or a key moves from one model to another, the model
    /// that gives it up is written first; where it moves by a unique index over a part of the rows, an expression or a
    /// computed column, the order is that of the list, and so where it moves between models of two classes of one table. If
    /// rows exchange values, or one is to refer to the row that takes its value, one of them temporarily holds another value,
    /// which a trigger can see: NULL, a number above the largest, or a text that no row has; of a key of several columns, among
    /// the rows with the same values before that one.
    ///
    /// - Throws: as ``save(_:)-(Model)``, and ``ModelError`` with code conflict if a row would have to hold another
    ///   value temporarily and cannot.
    public func save(_ models: [Model]) throws {
        guard models.count > 1 else { return try models.forEach { try save($0) } }
        let distinct = models.distinct()
        for model in distinct { model.restoreAfterRollback() }
        try transaction { _ in
            let sorted = try sortedByForeignKeys(distinct)
            // Looked at before the first is saved: from then on none of them is new.
            let known = sorted.filter(\.hasOrHadRow)
            guard !known.isEmpty else { return try insert(sorted, savingKnown: true) }
            let new = Set(sorted.lazy.filter { !$0.hasOrHadRow }.map { ObjectIdentifier($0) })
            var updated: Set<ObjectIdentifier> = []
            let classes = try byClass(sorted)
            var cascaded = CascadedKeys()
            for (index, (plan, models)) in classes.enumerated() {
                let behind = classes[(index + 1)...]
                try cascaded.follow(models, plan, classes, in: self) {
                    if try saveMoves(models, plan, { try save($0) }) {
                        return updated.formUnion(models.map { ObjectIdentifier($0) })
                    }
                    try insert(models.filter { new.contains(ObjectIdentifier($0)) }, savingKnown: true)
                    // The classes behind may refer to the keys that known rows get.
                    let identifying = try identifyingColumns(plan, behind.map(\.plan))
                    let moved = models.filter { model in
                        model.isLoaded && !new.contains(ObjectIdentifier(model))
                            && model.record?.changes(of: model).contains(where: identifying.contains) == true
                    }
                    try update(moved)
                    updated.formUnion(moved.map { ObjectIdentifier($0) })
                }
            }
            try update(known.filter { !updated.contains(ObjectIdentifier($0)) })
        }
    }

    /// The models of each class, in the order in which the classes come first.
    func byClass(_ models: [Model]) throws -> [(plan: TablePlan, models: [Model])] {
        var classes: [(plan: TablePlan, models: [Model])] = []
        for model in models {
            let plan = try plan(of: model)
            if let position = classes.lastIndex(where: { $0.plan === plan }) {
                classes[position].models.append(model)
            } else {
                classes.append((plan, [model]))
            }
        }
        return classes
    }

    /// Deletes the rows of several models; one that is listed twice is deleted once.
    ///
    /// ```swift
    /// try session.delete([order] + lines)      // the lines first: "order_line" has a foreign key to it
    /// ```
    ///
    /// Either all are deleted or none. Children are deleted before their parents, also in a table that refers to itself; the
    /// others of one class in the order of the list. A model whose row goes with another of the list, as the classes'
    /// relationships say, is deleted with it.
    ///
    /// - Throws: as ``delete(_:)-(Model)``.
    public func delete(_ models: [Model]) throws {
        guard models.count > 1 else { return try models.forEach { try delete($0) } }
        let distinct = models.distinct()
        try transaction { _ in
            let sorted = try sortedByForeignKeys(distinct, childrenFirst: true)
            var going = GoingRows()
            if try sorted.contains(where: { try plan(of: $0).mapping.hasDependents }) {
                for model in sorted where !model.isDeleted {
                    model.restoreAfterRollback()
                    guard let row = DeletedRow(model, try plan(of: model).mapping) else { continue }
                    going.models[row] = going.models[row] ?? model
                }
            }
            // Of a circle the first takes the others along.
            var gone: Set<ObjectIdentifier> = []
            for model in sorted where !gone.contains(ObjectIdentifier(model)) {
                gone.formUnion(try delete(model, among: &going).map { ObjectIdentifier($0) })
            }
        }
    }

    /// Inserts the rows of several models, many with each statement.
    ///
    /// ```swift
    /// try session.insert(lines)
    /// // INSERT INTO "order_line" ("ol_w_id", …) VALUES (?, …), (?, …), …
    /// ```
    ///
    /// Either all are inserted or none. A model that is listed twice is inserted once. Models whose keys the database
    /// counts up share statements too, unless the table has an insert trigger. On servers so do those whose defaults or
    /// computed columns must be read back: one more statement reads those of all.
    ///
    /// - Throws: as ``insert(_:)-(Model)``.
    public func insert(_ models: [Model]) throws {
        guard models.count > 1 else { return try models.forEach { try insert($0) } }
        try insert(models.distinct(), savingKnown: false)
    }

    /// - Parameter savingKnown: whether a model that has a row is saved as any other; else it is inserted anew.
    private func insert(_ models: [Model], savingKnown: Bool) throws {
        for model in models { model.restoreAfterRollback() }
        try transaction { _ in
            var run = InsertRun(formerRows: FormerRows(savingKnown ? [] : models, in: database))
            for model in models {
                let plan = try plan(of: model)
                if plan !== run.plan { try insert(&run) }
                if savingKnown ? model.hasOrHadRow : run.formerRows.wasSaved(model) {
                    try insert(&run)
                    try save(model)
                    continue
                }
                try prepareSave(model, plan)
                // Only now: the hook may have given the model its key.
                try requireKeyParts(of: model, plan)
                let omitted = try plan.omitted(for: model, in: self)
                if omitted != run.omitted { try insert(&run) }
                if run.formerRows.wasSaved(model) {
                    try saveChanges(of: [model])
                    continue
                }
                if run.models.isEmpty { try begin(&run, plan, omitted) }
                run.models.append(model)
                if run.models.count >= run.capacity { try insert(&run) }
            }
            try insert(&run)
        }
    }

    /// Inserts models of one class that leave out the same columns, and whose hooks have run.
    func insertPrepared(_ models: [Model], _ plan: TablePlan, omitting omitted: [Int]) throws {
        var run = InsertRun(formerRows: FormerRows(in: database))
        try begin(&run, plan, omitted)
        for model in models {
            run.models.append(model)
            if run.models.count >= run.capacity { try insertModels(of: &run) }
        }
        try insertModels(of: &run)
    }

    private func begin(_ run: inout InsertRun, _ plan: TablePlan, _ omitted: [Int]) throws {
        let single = try plan.listed(omitting: omitted, in: self)
        run = InsertRun(plan: plan, omitted: omitted, lookedUp: single.lookedUp, formerRows: run.formerRows)
        guard try single.lookedUp.isEmpty || plan.canLookUp(single, in: self) else { return }
        // What is found out behind the statement can only be mended where the statement can be undone.
        let isReadBack = single.counted != nil || !single.returned.isEmpty
        if try plan.isNeverRolledBack(in: self), try isReadBack || plan.mayChangeKeys(in: self) { return }
        run.checksKeys =
            try plan.mayChangeKeys(in: self) && !plan.mapping.key.contains(where: omitted.contains)
        run.lists = try plan.listInsert(single, omitting: omitted, in: self).map { ($0, single) }
        if run.lists != nil {
            run.capacity = ListInsert.rows
            return
        }
        run.asksForKeys = try single.counted != nil && plan.countsRowsInOrder(in: self)
        if single.takesRowID || single.returnsCountedKey || run.asksForKeys {
            run.countedKey = single.counted ?? single.returned.first ?? omitted.first
        }
        // The rows that RETURNING gives come in no order that one may rely on, so only rows share a statement that need
        // nothing of it, or just the keys that the engine counts up.
        let canShare =
            run.countedKey != nil
            ? try plan.insertTriggers(in: self) == .none
            : single.returned.isEmpty && single.counted == nil && !single.looksForKey
        let width = single.written.count
        run.hasSets = takesParameterSets && canShare && run.countedKey == nil && width > 0
        let capacity = run.hasSets ? ListInsert.rows : max(1, BatchSplit.parametersPerStatement / max(1, width))
        run.capacity = canShare && width > 0 ? capacity : 1
    }

    /// Inserts the models that were gathered, whose hooks have run.
    ///
    /// Full statements have one size, and what is left over is put into powers of two, the largest first, so that few
    /// texts do for any number of models.
    private func insert(_ run: inout InsertRun) throws {
        if run.models.isEmpty { return }
        let (waiting, saved) = run.formerRows.divide(run.models)
        run.models = waiting
        try withHooksBehind {
            let omitted = run.omitted
            guard let plan = run.plan, !plan.omitsNothing,
                try !run.models.allSatisfy({ try plan.omitted(for: $0, in: self) == omitted })
            else { return try insertModels(of: &run) }
            // The hook of a later one has changed what an earlier one leaves to the database.
            for model in run.models { try insertPrepared(model, plan, omitting: plan.omitted(for: model, in: self)) }
            run.models = []
        }
        try saveChanges(of: saved)
    }

    private func insertModels(of run: inout InsertRun) throws {
        defer { run.models = [] }
        guard let plan = run.plan else { return }
        if run.checksKeys, run.models.count > 1 { return try insertCheckingKeys(run.models, plan, &run) }
        if let lists = run.lists, run.models.count >= run.fewest {
            return try insert(run.models, plan, as: lists.insert, lists.single, &run)
        }
        if run.hasSets, run.models.count >= run.fewest {
            try sendSets(run.models, plan, run)
            return try finishInserts(run.models, plan, &run)
        }
        for part in BatchSplit.parts(of: run.models, capacity: run.capacity) {
            let part = Array(part)
            if part.count < run.fewest {
                for model in part { try insertPrepared(model, plan, omitting: run.omitted) }
            } else if let key = run.countedKey {
                try insertWithKeys(part, plan, &run, key)
            } else {
                _ = try insertTogether(part, plan, omitting: run.omitted)
                try finishInserts(part, plan, &run)
            }
        }
    }

    /// Inserts several models with one statement.
    ///
    /// - Returns: what RETURNING gave, in whatever order.
    func insertTogether(_ models: [Model], _ plan: TablePlan, omitting omitted: [Int]) throws -> [SQLValue] {
        try insertTogether(models, plan, plan.listed(omitting: omitted, rows: models.count, in: self))
    }

    func insertTogether(_ models: [Model], _ plan: TablePlan, _ insert: InsertPlan) throws -> [SQLValue] {
        let statement = try compiled(insert.statement, for: plan)
        var returned: [SQLValue] = []
        try changing(plan, models) {
            try self.run(statement) { statement in
                var index = 1
                for model in models {
                    try bind(insert.written, of: model, plan, to: statement, from: index)
                    index += insert.written.count
                }
                statement.keepsParameters = true
                let row = Row(statement)
                while try statement.step() { returned.append(row.value(at: 0)) }
            }
        }
        try requireChanges(models.count, plan, of: insert)
        return returned
    }

    /// Inserts several models with one statement that takes lists.
    private func insert(
        _ models: [Model], _ plan: TablePlan, as insert: ListInsert, _ single: InsertPlan, _ run: inout InsertRun
    ) throws {
        guard let position = insert.key else {
            _ = try insertRows(of: models, plan, with: insert, single)
            return try finishInserts(models, plan, &run)
        }
        let before = try models.map { try plan.mapping.value(position, of: $0) }
        let keys = try insertRows(of: models, plan, with: insert, single)
        try finishInserts(models, plan, &run, key: position, keys, before: before)
    }

    /// Inserts models whose rows a trigger may give other keys: together if it does not, else each alone, so that its key is
    /// read back.
    private func insertCheckingKeys(_ models: [Model], _ plan: TablePlan, _ run: inout InsertRun) throws {
        struct OtherKeys: Error {}
        let keys = try models.map { try plan.mapping.keyValues(of: $0) }
        do {
            guard !keys.contains(where: { $0.contains(where: \.isNull) }),
                try rows(plan, with: plan.mapping.key, keys).allSatisfy({ $0 == nil })
            else {
                throw OtherKeys()
            }
            try transaction { _ in
                if let lists = run.lists {
                    _ = try insertRows(of: models, plan, with: lists.insert, lists.single)
                } else if run.hasSets {
                    try sendSets(models, plan, run)
                } else {
                    for part in BatchSplit.parts(of: models, capacity: run.capacity) {
                        _ = try insertTogether(Array(part), plan, omitting: run.omitted)
                    }
                }
                guard try areOwn(rows(plan, with: plan.mapping.key, keys), of: models, plan) else { throw OtherKeys() }
            }
            try finishInserts(models, plan, &run)
        } catch is OtherKeys {
            let identifiers = try models.map { model in
                try insertPrepared(model, plan, omitting: run.omitted)
                return lastInsertedRowID
            }
            // Others were each told its key, or it was looked up.
            guard dialect.features.contains(.returningAsWritten) else { return }
            let keys = try models.map { try plan.mapping.keyValues(of: $0) }
            // Each may have moved the ones before.
            switch try plan.insertTriggers(in: self) {
            case .changeKey:
                let found = try self.keys(ofRows: identifiers, plan)
                for (identifier, key) in zip(identifiers, keys) {
                    if let now = found[identifier], now != key { throw otherKey(than: key, plan) }
                }
            case .moveKeys:
                guard try areOwn(rows(plan, with: plan.mapping.key, keys), of: models, plan) else {
                    throw otherKey(than: keys[0], plan)
                }
            case .none, .run, .hideKey: break
            }
        }
    }

    /// Sends the rows of several models with one message to the server.
    private func sendSets(_ models: [Model], _ plan: TablePlan, _ run: InsertRun) throws {
        let insert = try plan.listed(omitting: run.omitted, in: self)
        let statement = try compiled(insert.statement, for: plan)
        var inserted = 0
        try changing(plan, models) {
            inserted = try self.run(statement, sets: models.count) {
                try bind(insert.written, of: models[$0], plan, to: statement)
            }
        }
        try requireChanges(models.count, plan, of: insert, changed: inserted)
    }

    /// The end of an insert of models of a list: they are one load batch, as those of a query.
    private func finishInserts(_ models: [Model], _ plan: TablePlan, _ run: inout InsertRun) throws {
        guard run.lookedUp.isEmpty else { return try finishInserts(models, plan, lookingUp: run.lookedUp) }
        for model in models {
            if try run.batch(plan, self)?.take(model, plan, in: self) == true {
                try finishSave(model)
            } else {
                try finishInsert(model, plan)
            }
        }
    }

    /// The same where the database has filled in a key of each.
    ///
    /// - Parameter before: what the key's property held.
    func finishInserts(
        _ models: [Model], _ plan: TablePlan, _ run: inout InsertRun, key position: Int, _ keys: [Int64],
        before: [SQLValue]
    ) throws {
        guard run.lookedUp.isEmpty else {
            for (key, model) in zip(keys, models) { try plan.mapping.assign(.integer(key), to: position, of: model) }
            return try finishInserts(models, plan, lookingUp: run.lookedUp, key: (position, before))
        }
        for (index, model) in models.enumerated() {
            // A view's triggers may have given fewer.
            if index < keys.count { try plan.mapping.assign(.integer(keys[index]), to: position, of: model) }
            let filled = LoadBatch.FilledKey(position: position, before: before[index])
            if try run.batch(plan, self, filled)?.take(model, filled: filled.before, plan, in: self) == true {
                try finishSave(model)
            } else {
                try finishInsert(model, plan, omitted: [position], before: [before[index]])
            }
        }
    }
}

extension Model {
    /// Whether `save` does not insert it.
    fileprivate var hasOrHadRow: Bool { !state.isDisjoint(with: [.isLoaded, .isDeleted]) }
}
