import ZIMDb

extension Session {
    /// Saves several models: new ones are inserted together, loaded ones updated.
    ///
    /// All are saved or none: a failure undoes those before it. A model that is listed twice is saved once.
    public func save(_ models: [Model]) throws {
        guard models.count > 1 else { return try models.forEach { try save($0) } }
        var seen: Set<ObjectIdentifier> = []
        let distinct = models.filter { seen.insert(ObjectIdentifier($0)).inserted }
        for model in distinct { model.settle() }
        // Looked at before the first is saved: from then on none of them is new.
        let new = distinct.filter { $0.state.isDisjoint(with: [.isLoaded, .isDeleted]) }
        let known = distinct.filter { !$0.state.isDisjoint(with: [.isLoaded, .isDeleted]) }
        try transaction { _ in
            try insert(new)
            for model in known { try update(model) }
        }
    }

    /// Deletes the rows of several models.
    public func delete(_ models: [Model]) throws {
        try transaction { _ in for model in models { try delete(model) } }
    }

    /// Inserts the rows of several models, many with each statement.
    ///
    /// ```swift
    /// try session.insert(lines)
    /// // INSERT INTO "order_line" ("ol_w_id", …) VALUES (?, …), (?, …), …
    /// ```
    ///
    /// All are inserted or none: a failure undoes those before it.
    ///
    /// - Throws: as ``insert(_:)-(Model)``.
    public func insert(_ models: [Model]) throws {
        guard models.count > 1 else { return try models.forEach { try insert($0) } }
        try transaction { _ in
            var run = InsertRun()
            for model in models {
                model.settle()
                let plan = try plan(of: model)
                if plan !== run.plan { try insert(&run) }
                try prepareSave(model, plan)
                // Only now: the hook may have given the model its key.
                let omitted = try plan.omitted(for: model, in: self)
                if omitted != run.omitted { try insert(&run) }
                if run.models.isEmpty { try begin(&run, plan, omitted) }
                run.models.append(model)
                if run.models.count >= run.capacity { try insert(&run) }
            }
            try insert(&run)
        }
    }

    /// How many parameters one statement may have; SQLite's limit is 32,766, and longer texts gain nothing.
    private static let parametersPerStatement = 1_000

    private func begin(_ run: inout InsertRun, _ plan: TablePlan, _ omitted: [Int]) throws {
        run.plan = plan
        run.omitted = omitted
        let single = try plan.insertShape(omitting: omitted, in: self)
        // The rows that RETURNING gives come in no order that one may rely on, so only rows that need nothing read back
        // share a statement.
        let canShare = single.returned.isEmpty && !single.takesRowID
        run.capacity = canShare ? max(1, Self.parametersPerStatement / max(1, single.written.count)) : 1
    }

    /// Inserts the models that were gathered, whose hooks have run.
    private func insert(_ run: inout InsertRun) throws {
        defer { run.models = [] }
        guard let plan = run.plan, !run.models.isEmpty else { return }
        // One text for full runs; the few that are left over are not worth another.
        guard run.models.count == run.capacity, run.capacity > 1 else {
            for model in run.models { try insertPrepared(model, plan, omitting: run.omitted) }
            return
        }
        let insert = try plan.insertShape(omitting: run.omitted, rows: run.models.count, in: self)
        let statement = try compiled(insert.shape, for: plan)
        try changing(plan, run.models) {
            try self.run(statement) { statement in
                var index = 1
                for model in run.models {
                    try bind(insert.written, of: model, plan, to: statement, from: index)
                    index += insert.written.count
                }
                statement.keepsParameters = true
                while try statement.step() {}
            }
        }
        try requireChanges(run.models.count, plan, of: insert)
        for model in run.models { try finishInsert(model, plan) }
    }
}

/// Models of one class that leave out the same columns, to be inserted with one statement.
private struct InsertRun {
    var plan: TablePlan?
    var omitted: [Int] = []
    var capacity = 1
    var models: [Model] = []
}
