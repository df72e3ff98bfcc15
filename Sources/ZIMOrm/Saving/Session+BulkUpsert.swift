import ZIMDb

extension Session {
    /// Inserts the rows of several models, or updates those that have their keys, many with each statement.
    ///
    /// ```swift
    /// try session.upsert(lines)
    /// // INSERT INTO "order_line" ("ol_w_id", …) VALUES (?, …), (?, …), … ON CONFLICT ("ol_w_id", …) DO UPDATE SET …
    /// ```
    ///
    /// Either all are written or none. A model that is listed twice is written once. Models whose keys the database
    /// generates are inserted together; reading back defaults or computed columns takes one more statement. Of several
    /// models for one row the last one's values stay there, and the others keep their own.
    ///
    /// - Throws: as ``upsert(_:)-(Model)``.
    ///
    /// Source: <https://www.sqlite.org/lang_upsert.html>
    public func upsert(_ models: [Model]) throws {
        guard models.count > 1 else { return try models.forEach { try upsert($0) } }
        try upsertByKey(models)
    }

    func upsertByKey(_ models: [Model]) throws {
        try upsert(models) { plan in
            guard !plan.mapping.key.isEmpty else { throw keyless(plan, "upserted") }
            return UpsertChoice(keys: [plan.mapping.key], target: .key(of: plan.mapping))
        }
    }

    func upsert(_ models: [Model], _ choose: (TablePlan) throws -> UpsertChoice) throws {
        guard models.count > 1 else { return try upsertInBatches(models, choose) }
        try transaction { _ in try upsertInBatches(models.distinct(), choose) }
    }

    /// A batch ends before a model that has a key of another one in it, or one that a collation may take for that: what the
    /// first wrote must be there to be found.
    private func upsertInBatches(_ models: [Model], _ choose: (TablePlan) throws -> UpsertChoice) throws {
        for model in models { model.restoreAfterRollback() }
        let formerRows = FormerRows(models, in: database)
        var batch = UpsertBatch(formerRows: formerRows)
        for model in models {
            let plan = try plan(of: model)
            if batch.plan !== plan {
                try finish(&batch)
                let choice = try choose(plan)
                let limits = try choice.target.map { try plan.uniqueLimits(of: $0.positions, in: self) } ?? []
                batch = UpsertBatch(plan: plan, choice: choice, limits: limits, formerRows: formerRows)
                batch.folded = try plan.foldedColumns(of: choice.keys, in: self)
            }
            try prepareSave(model, plan)
            try requireKeyParts(of: model, plan)
            for (position, limit) in batch.limits { try plan.requireKept(position, of: model, limit, in: self) }
            let step = try step(model, plan, batch.choice)
            let keys = batch.folded.isEmpty ? step.keys : step.keys.map { $0.folded(batch.folded) }
            if keys.contains(where: { batch.seen.contains($0) }) { try finish(&batch) }
            batch.seen.formUnion(keys)
            batch.steps.append(step)
        }
        try finish(&batch)
    }

    /// What is known of a model before its row is looked for.
    private func step(_ model: Model, _ plan: TablePlan, _ choice: UpsertChoice) throws -> UpsertStep {
        let omitted = try plan.omittedByUpsert(of: model, in: self)
        let unread = model.record?.unread(of: model) ?? []
        // The database computes the rest of a key that is gone by; without a change nothing would tell what, and MariaDB and MySQL
        // take no upsert by it.
        let isTold = !plan.dialect.features.contains(.onDuplicateKey)
        let completed = choice.target.flatMap { target in
            isTold
                && plan.mapping.columns.indices.contains {
                    !omitted.contains($0) && target.updates($0, of: plan.mapping)
                }
                ? target.positions : nil
        }
        let keys = try choice.keys.compactMap { positions -> UpsertStep.Key? in
            guard !positions.isEmpty, !positions.contains(where: { omitted.contains($0) || unread.contains($0) }) else {
                return nil
            }
            // As the properties are written: what a row holds is looked for when all of the batch are known.
            let values = try positions.map { try plan.mapping.columns[$0].value(of: model) }
            let isKnown = try zip(positions, values).allSatisfy { position, value in
                try !value.isNull || positions == completed && plan.generatedColumns(in: self).contains(position)
            }
            return isKnown ? UpsertStep.Key(positions: positions, values: values) : nil
        }
        // By a key that the caller names, or by the only one that the model has.
        var target = keys.count == 1 ? keys.first.map { UpsertTarget(positions: $0.positions, updated: nil) } : nil
        if let named = choice.target { target = keys.contains { $0.positions == named.positions } ? named : nil }
        target?.unread = unread
        return UpsertStep(model: model, omitted: omitted, unread: unread, keys: keys, target: target)
    }

    private func finish(_ batch: inout UpsertBatch) throws {
        defer { (batch.steps, batch.seen) = ([], []) }
        guard let plan = batch.plan else { return }
        let saved = batch.steps.map(\.model).filter(batch.formerRows.wasSaved)
        if !saved.isEmpty { batch.steps.removeAll { [rows = batch.formerRows] in rows.wasSaved($0.model) } }
        try adoptStoredKeys(&batch, plan)
        try findTargets(&batch.steps, plan)
        try withHooksBehind { try write(batch.steps, plan) }
        try saveChanges(of: saved)
    }

    private func write(_ steps: [UpsertStep], _ plan: TablePlan) throws {
        var rest = steps[...]
        while let first = rest.first {
            let run = rest.prefix { $0.target == first.target && $0.omitted == first.omitted }
            rest = rest.dropFirst(run.count)
            guard let target = first.target else {
                try insertPrepared(run.map(\.model), plan, omitting: first.omitted)
                continue
            }
            let written = try plan.insertPlan(omitting: first.omitted, upsert: target, in: self).written.count
            // What is computed of a key is known when its row was written.
            let isIncomplete = run.contains { $0.keys.contains { $0.values.contains(where: \.isNull) } }
            let isAlone = try written == 0 || isIncomplete || plan.mayChangeKeys(in: self)
            let capacity = isAlone ? 1 : max(1, BatchSplit.parametersPerStatement / written)
            for part in BatchSplit.parts(of: run.map(\.model), capacity: capacity) {
                try writeTogether(Array(part), plan, first.omitted, target)
            }
        }
    }

    /// Gives the models the spellings of the keys that rows hold, and the steps with them.
    private func adoptStoredKeys(_ batch: inout UpsertBatch, _ plan: TablePlan) throws {
        for positions in batch.choice.keys where try !plan.haveOneSpelling(positions, in: self) {
            let asked = batch.steps.indices.filter { index in
                batch.steps[index].keys.contains { $0.positions == positions }
            }
            do {
                try adoptStoredKey(positions, of: asked.map { batch.steps[$0].model }, plan)
            } catch let error as ModelError
                where error.code == .formMissing && batch.choice.target?.positions != positions
                && batch.choice.target != nil
            {
                // Not the key that the caller goes by.
                continue
            }
            for index in asked {
                let values = try plan.mapping.values(positions, of: batch.steps[index].model)
                batch.steps[index].keys = batch.steps[index].keys.map { key in
                    key.positions == positions ? UpsertStep.Key(positions: positions, values: values) : key
                }
            }
        }
    }

    /// Writes several models with one statement; a server refuses one in which two have a key that it takes for the same,
    /// 12.5 and 12.50. Then each has its own.
    private func writeTogether(_ models: [Model], _ plan: TablePlan, _ omitted: [Int], _ target: UpsertTarget) throws {
        guard models.count > 1, try plan.mayHoldAlike(target.positions, of: models, in: self) else {
            return try write(models, plan, omitted, target)
        }
        do {
            try transaction { _ in try write(models, plan, omitted, target) }
        } catch let error as DatabaseError where error.sqlState == "21000" {
            for model in models { try write([model], plan, omitted, target) }
        }
    }

    /// Looks for the rows of models that have several keys: they must be one row, and its key is gone by.
    private func findTargets(_ steps: inout [UpsertStep], _ plan: TablePlan) throws {
        let several = steps.indices.filter { steps[$0].keys.count > 1 }
        guard !several.isEmpty else { return }
        var found: [Int: (positions: [Int], key: [SQLValue])] = [:]
        for positions in Set(several.flatMap { steps[$0].keys.map(\.positions) }).sorted(by: {
            $0.lexicographicallyPrecedes($1)
        }) {
            let asked = several.filter { steps[$0].keys.contains { $0.positions == positions } }
            let keys = asked.compactMap { index in steps[index].keys.first { $0.positions == positions }?.values }
            for (index, row) in zip(asked, try rows(plan, with: positions, keys)) {
                guard let row else { continue }
                let key = try plan.mapping.keyValues(of: row)
                if let other = found[index], other.key != key {
                    throw conflict(plan, steps[index], (positions, key), other)
                }
                found[index] = (positions, key)
            }
        }
        for index in several where steps[index].target == nil {
            guard let positions = found[index]?.positions ?? steps[index].keys.first?.positions else { continue }
            steps[index].target = UpsertTarget(positions: positions, updated: nil, unread: steps[index].unread)
        }
    }

    /// The row that holds each of some lists of values in some columns: one statement for all of them. They are for this library
    /// alone, so no hooks of loading are called.
    ///
    /// - Parameter isLocking: whether the rows were just written: then they are read as they are, not as they were when the
    ///   transaction first read.
    func rows(
        _ plan: TablePlan, with positions: [Int], _ keys: [[SQLValue]], isLocking: Bool = false,
        refusesTwins: Bool = false
    ) throws -> [Model?] {
        let mapping = plan.mapping
        let names = positions.map { mapping.columns[$0].name }
        var request = RelationRequest(
            kind: .belongsTo, target: ObjectIdentifier(mapping.type), foreignKey: names, references: names)
        if isLocking, dialect.features.contains(.snapshotReads) { request.isLocking = true }
        let relation = try plan.relation(request, mapping.type, nil, [], isUnfiltered: true, in: self)
        var found = try RelationLoader(session: self, plan: relation, source: mapping, callsHooks: false)
            .many(KeyList(width: positions.count, keys))
        if refusesTwins, let twin = found.surplus {
            throw plan.severalRows(keys[twin], at: positions, done: "upserted")
        }
        return keys.indices.map { found.take($0).models.first }
    }

    private func conflict(
        _ plan: TablePlan, _ step: UpsertStep, _ row: (positions: [Int], key: [SQLValue]),
        _ other: (positions: [Int], key: [SQLValue])
    ) -> ModelError {
        let mapping = plan.mapping
        func describe(_ row: (positions: [Int], key: [SQLValue])) -> String {
            let values = step.keys.first { $0.positions == row.positions }?.values ?? []
            let pairs = zip(row.positions, values).map { "\(mapping.columns[$0].name) = \($1.shown)" }
            return "\(mapping.describe(row.key)) by (\(pairs.joined(separator: ", ")))"
        }
        return ModelError(
            .conflict,
            "the values of a model belong to two rows of \"\(mapping.table)\": \(describe(other)) and \(describe(row))",
            table: mapping.table, key: other.key, hint: "Change the key or the unique values, or delete one of the rows"
        )
    }

    private func write(_ models: [Model], _ plan: TablePlan, _ omitted: [Int], _ target: UpsertTarget) throws {
        let upsert = try plan.insertPlan(omitting: omitted, rows: models.count, upsert: target, in: self)
        let computed = try plan.generatedColumns(in: self)
        let filled = Set(omitted + computed + upsert.changedKey).union(target.readBack(of: plan.mapping)).sorted()
        let before = try models.map { try plan.mapping.values(filled, of: $0) }
        var stored = [[Spelling]](repeating: [], count: models.count)
        if let model = models.first, models.count == 1 {
            stored[0] = try upsertingOneRow(of: models, plan, by: target.positions) { try add(model, plan, upsert) }
            if upsert.doesNothing, changes == 0 { callScope?.found.insert(ObjectIdentifier(model)) }
        } else {
            try upsertingOneRow(of: models, plan, by: target.positions) { _ = try insertTogether(models, plan, upsert) }
        }
        // The key that a trigger gives is told by the one that the row was found by, which no trigger changes.
        let isTold =
            upsert.looksForKey && target.positions != plan.mapping.key
            && !target.positions.contains(where: plan.isTriggered)
        // A row in which there is nothing to change gives nothing back.
        if isTold || models.count > 1 && !filled.isEmpty || upsert.doesNothing && changes == 0
            || !upsert.lookedUp.isEmpty || upsert.counted != nil
        {
            let keys = try models.map { try plan.mapping.values(target.positions, of: $0) }
            stored = try readBack(filled, of: models, plan, by: target.positions, keys, isLocking: true)
        }
        for (index, model) in models.enumerated() {
            if upsert.looksForKey, !isTold { try requireRow(of: model, plan, holding: upsert.updated) }
            try finishInsert(model, plan, omitted: filled, before: before[index], stored: stored[index])
            model.record?.noteUnread(target.unread.subtracting(filled), of: model)
        }
    }
}

/// By which keys the rows of a class's models are looked for.
struct UpsertChoice {
    var keys: [[Int]] = []
    /// The key that the caller names; nil goes by the one that finds a row.
    var target: UpsertTarget?
}

/// A model to be upserted.
private struct UpsertStep {
    /// A unique key that the model has values for.
    struct Key: Hashable {
        let positions: [Int]
        let values: [SQLValue]

        /// The same for all keys that may be one where some columns take several values for one.
        func folded(_ columns: Set<Int>) -> Key {
            guard !columns.isDisjoint(with: positions) else { return self }
            let values = zip(positions, values).map { columns.contains($0) ? $1.folded : $1 }
            return Key(positions: positions, values: values)
        }
    }

    let model: Model
    let omitted: [Int]
    let unread: Set<Int>
    var keys: [Key]
    /// nil if there is nothing to conflict with.
    var target: UpsertTarget?
}

/// Models of one class whose rows are looked for together.
private struct UpsertBatch {
    var plan: TablePlan?
    var choice = UpsertChoice()
    /// What the columns of the key that the caller names keep of values.
    var limits: [(position: Int, limit: ValueLimit)] = []
    var steps: [UpsertStep] = []
    var seen: Set<UpsertStep.Key> = []
    /// The columns by whose folded values keys are seen.
    var folded: Set<Int> = []
    let formerRows: FormerRows
}

extension TablePlan {
    /// The columns of several keys that may take different texts for one. With one key the engine finds the row itself: a
    /// server refuses a statement that would write it twice, and the models are written one by one.
    fileprivate func foldedColumns(of keys: [[Int]], in session: Session) throws -> Set<Int> {
        guard keys.count > 1 else { return [] }
        let positions = Set(keys.joined()).sorted()
        return try Set(
            zip(positions, comparedColumns(positions, in: session))
                .filter { try $1.takesForOne(in: [.text("")]) }.map(\.0))
    }

    /// Whether an engine that writes a row once in a statement may take different values of some models for the same.
    fileprivate func mayHoldAlike(_ positions: [Int], of models: [Model], in session: Session) throws -> Bool {
        guard dialect.features.contains(.unnest) else { return false }
        return try zip(positions, comparedColumns(positions, in: session)).contains { index, column in
            try column.takesForOne(in: models.map { try mapping.value(index, of: $0) })
        }
    }
}
