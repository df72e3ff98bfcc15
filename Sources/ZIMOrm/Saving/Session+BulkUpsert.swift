import ZIMDb

extension Session {
    /// Inserts the rows of several models, or updates those that have their keys, many with each statement.
    ///
    /// ```swift
    /// try session.upsert(lines)
    /// // INSERT INTO "order_line" ("ol_w_id", …) VALUES (?, …), (?, …), … ON CONFLICT ("ol_w_id", …) DO UPDATE SET …
    /// ```
    ///
    /// All are written or none: a failure undoes those before it. Models to which the database gives the key are
    /// inserted together; those for which a default or a computed column is read back have a statement each.
    ///
    /// - Throws: as ``upsert(_:)-(Model)``.
    ///
    /// Source: <https://www.sqlite.org/lang_upsert.html>
    public func upsert(_ models: [Model]) throws {
        guard models.count > 1 else { return try models.forEach { try upsert($0) } }
        try transaction { _ in
            var run = UpsertRun()
            for model in models {
                model.settle()
                let plan = try plan(of: model)
                guard !plan.mapping.key.isEmpty else { throw keyless(plan, "upserted") }
                let omitted = try plan.omitted(for: model, in: self)
                let isNew = omitted.contains { plan.mapping.key.contains($0) }
                if plan !== run.plan || omitted != run.omitted { try finish(&run) }
                if run.models.isEmpty { try begin(&run, plan, omitted, isNew) }
                // One statement must not touch a row twice: PostgreSQL refuses that.
                if !isNew, !run.keys.insert(try plan.mapping.keyValues(of: model)).inserted {
                    try finish(&run)
                    try begin(&run, plan, omitted, isNew)
                    run.keys.insert(try plan.mapping.keyValues(of: model))
                }
                run.models.append(model)
            }
            try finish(&run)
        }
    }

    private func begin(_ run: inout UpsertRun, _ plan: TablePlan, _ omitted: [Int], _ isNew: Bool) throws {
        run.plan = plan
        run.omitted = omitted
        run.isNew = isNew
        let single = try plan.insertShape(omitting: omitted, isUpsert: !isNew, in: self)
        let canShare = single.returned.isEmpty && !single.takesRowID && !single.written.isEmpty
        run.capacity = canShare ? max(1, InsertShape.parametersPerStatement / single.written.count) : 1
    }

    private func finish(_ run: inout UpsertRun) throws {
        defer {
            run.models = []
            run.keys = []
        }
        guard let plan = run.plan else { return }
        if run.isNew { return try insert(run.models) }
        for part in InsertShape.parts(of: run.models, capacity: run.capacity) {
            if part.count == 1 {
                try part.forEach { try upsert($0) }
            } else {
                try write(Array(part), plan, run.omitted)
            }
        }
    }

    private func write(_ models: [Model], _ plan: TablePlan, _ omitted: [Int]) throws {
        for model in models { try prepareSave(model, plan) }
        let upsert = try plan.insertShape(omitting: omitted, rows: models.count, isUpsert: true, in: self)
        let statement = try compiled(upsert.shape, for: plan)
        try changing(plan, models) {
            try run(statement) { statement in
                var index = 1
                for model in models {
                    try bind(upsert.written, of: model, plan, to: statement, from: index)
                    index += upsert.written.count
                }
                statement.keepsParameters = true
                while try statement.step() {}
            }
        }
        try requireChanges(models.count, plan, of: upsert)
        for model in models { try finishInsert(model, plan) }
    }
}

/// Models of one class that leave out the same columns, to be upserted with one statement.
private struct UpsertRun {
    var plan: TablePlan?
    var omitted: [Int] = []
    var isNew = false
    var capacity = 1
    var models: [Model] = []
    var keys: Set<[SQLValue]> = []
}

extension InsertShape {
    /// How many parameters one statement may have; SQLite's limit is 32,766, and longer texts gain nothing.
    static let parametersPerStatement = 1_000

    /// Full statements have one size, and what is left over is put into powers of two, the largest first, so that few
    /// texts do for any number of models.
    static func parts<Item>(of items: [Item], capacity: Int) -> [ArraySlice<Item>] {
        var parts: [ArraySlice<Item>] = []
        var rest = items[...]
        while !rest.isEmpty {
            let left = rest.count
            let size = left >= capacity ? capacity : 1 << (Int.bitWidth - 1 - left.leadingZeroBitCount)
            parts.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return parts
    }
}
