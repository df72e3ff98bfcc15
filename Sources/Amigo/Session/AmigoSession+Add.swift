extension AmigoSession {
    /// Saves models: inserts new ones, updates loaded ones by the columns that changed.
    ///
    /// ```swift
    /// try session.add(lucy, foo)          // INSERT INTO "app_dog" …; INSERT INTO "app_person" …
    /// try session.add(lucy, upsert: true) // INSERT INTO "app_dog" … ON CONFLICT ("id") DO UPDATE SET …
    /// ```
    ///
    /// New models that these refer to are saved first. A model is new if it has no key yet and the database gives one, or if
    /// there is no row with its key. Afterwards the models have their generated values and defaults. Either all are saved or
    /// none.
    ///
    /// - Parameters:
    ///   - models: the models to save.
    ///   - upsert: whether to update an existing row with a model's key.
    /// - Throws: `ModelError` with code notRegistered, cycle, sharedColumn, value, or staleRow where a row does not hold
    ///   what its class's `locking` expects; `DatabaseError` with code constraint.
    public func add(_ models: Model..., upsert: Bool = false) throws { try add(models, upsert: upsert) }

    /// Saves the models of an array, many with each statement.
    public func add(_ models: [Model], upsert: Bool = false) throws {
        guard !models.isEmpty else { return }
        let plan = SavePlan(amigo: amigo, models, upserts: upsert ? models : [])
        for model in models { _ = try amigo.catalog.entry(of: model) }
        do {
            try change { session in try plan.save(in: session) }
        } catch {
            plan.undo()
            throw error
        }
    }

    /// Deletes the rows of models, children before their parents, also in a table that refers to itself. Either all are
    /// deleted or none. The relationships of a class say what becomes of the rows that refer to one. Where rows refer
    /// to each other in a circle, set a reference to nil and save it first.
    ///
    /// ```swift
    /// try session.delete(lucy)            // DELETE FROM "app_dog" WHERE "id" = ?
    /// ```
    ///
    /// - Throws: `ModelError` with code keyMissing for a model without a key, rowNotFound, deleted, staleRow, restricted;
    ///   `DatabaseError` with code constraint if other rows reference one of them.
    public func delete(_ models: Model...) throws { try delete(models) }

    /// Deletes the rows of the models of an array.
    public func delete(_ models: [Model]) throws {
        guard !models.isEmpty else { return }
        // Before the first statement: what has no key has no row.
        for model in models { try amigo.catalog.entry(of: model).requireKey(of: model) }
        try change { session in
            for model in try session.sortedByForeignKeys(models, childrenFirst: true) {
                try amigo.delete(model, amigo.catalog.entry(of: model), in: session)
            }
        }
    }

    /// Selects a model whose relationship to change.
    ///
    /// ```swift
    /// try session.using(parent).relationship("children").add(child)
    /// ```
    public func using(_ model: Model) -> RelationshipSource { RelationshipSource(session: self, model: model) }
}

extension Amigo {
    /// Deletes a model's row with its rows in join tables, and those that its class's relationships say are deleted with it.
    func delete(_ model: Model, _ entry: ModelEntry, in session: Session) throws {
        func unlink(_ model: Model, _ entry: ModelEntry) throws {
            for join in entry.joins where try hasJoinTable(join, in: session) {
                try JoinRows(join: join, catalog: catalog).unlink([model], entry, in: session)
            }
        }
        try unlink(model, entry)
        try session.delete(model) { dependent in
            // A class of another Amigo, or of none, has no join tables here.
            if let entry = try? catalog.entry(of: dependent) { try unlink(dependent, entry) }
        }
    }
}
