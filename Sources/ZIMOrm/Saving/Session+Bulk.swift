import ZIMDb

extension Session {
    /// Saves several models: new ones are inserted together, loaded ones updated.
    public func save(_ models: [Model]) throws {
        let isNew: (Model) -> Bool = { model in
            model.settle()
            return model.state.intersection([.isLoaded, .isDeleted]).isEmpty
        }
        try insert(models.filter(isNew))
        for model in models where !isNew(model) { try update(model) }
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
            var start = models.startIndex
            while start < models.endIndex {
                let plan = try plan(of: models[start])
                let omitted = try plan.omitted(for: models[start], in: self)
                var end = start + 1
                while end < models.endIndex, try self.plan(of: models[end]) === plan,
                    try plan.omitted(for: models[end], in: self) == omitted
                {
                    end += 1
                }
                try insert(models[start..<end], plan, omitting: omitted)
                start = end
            }
        }
    }

    /// How many parameters one statement may have; SQLite's limit is 32,766, and longer texts gain nothing.
    private static let parametersPerStatement = 1_000

    /// Inserts models of one class that leave out the same columns.
    private func insert(_ models: ArraySlice<Model>, _ plan: TablePlan, omitting omitted: [Int]) throws {
        let single = try plan.insertShape(omitting: omitted, in: self)
        let rows = Self.parametersPerStatement / max(1, single.written.count)
        // The rows that RETURNING gives come in no order that one may rely on, so only rows that need nothing read back
        // share a statement.
        guard single.returned.isEmpty, !single.takesRowID, rows > 1 else {
            return try models.forEach { try insert($0) }
        }
        var rest = models
        while !rest.isEmpty {
            let chunk = rest.prefix(rest.count >= rows ? rows : 1)
            rest = rest.dropFirst(chunk.count)
            if chunk.count == 1 {
                try chunk.forEach { try insert($0) }
            } else {
                try insertTogether(chunk, plan, omitting: omitted)
            }
        }
    }

    private func insertTogether(_ models: ArraySlice<Model>, _ plan: TablePlan, omitting omitted: [Int]) throws {
        for model in models { try prepareSave(model, plan) }
        let insert = try plan.insertShape(omitting: omitted, rows: models.count, in: self)
        let statement = try compiled(insert.shape, for: plan)
        try changing(plan, nil) {
            try run(statement) { statement in
                var index = 1
                for model in models {
                    try bind(insert.written, of: model, plan, to: statement, from: index)
                    index += insert.written.count
                }
                while try statement.step() {}
            }
        }
        for model in models { try finishInsert(model, plan) }
    }
}
