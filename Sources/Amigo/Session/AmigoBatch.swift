/// Collects models to save and delete in few statements: see ``AmigoSession/batch(_:)``.
public final class AmigoBatch {
    private enum Operation {
        case add(Addition)
        case delete(Model)
    }

    private struct Addition {
        let model: Model
        /// What the model held when it was added, since a program may fill the same object again; nil for a row's model.
        let copy: Model?
        /// What of the copy stands for rows that were not loaded, by their keys.
        let standIns: [Model]
        let isUpsert: Bool
        /// Whether its row is gone by then, though it does not know it.
        let isDeleted: Bool
    }

    private let amigo: Amigo
    private var operations: [Operation] = []
    private var deleted: Set<ObjectIdentifier> = []

    init(_ amigo: Amigo) { self.amigo = amigo }

    /// Adds a model to save.
    ///
    /// - Throws: `ModelError` with code notRegistered.
    public func add(_ model: Model) throws { try add([model]) }

    /// Adds models to save.
    ///
    /// - Parameters:
    ///   - models: the models to save.
    ///   - upsert: whether to update an existing row with a model's key.
    public func add(_ models: Model..., upsert: Bool = false) throws { try add(models, upsert: upsert) }

    /// Adds an array of models to save.
    public func add(_ models: [Model], upsert: Bool = false) throws {
        for model in models {
            let entry = try amigo.catalog.entry(of: model)
            let isDeleted = deleted.contains(ObjectIdentifier(model))
            // A model that is a row must know what was written to it.
            let copy = model.isLoaded && !isDeleted ? nil : try entry.mapping.copy(of: model)
            let standIns = entry.links.compactMap { link in
                link.reference.model(of: model) == nil ? copy.flatMap { link.reference.model(of: $0) } : nil
            }
            operations.append(
                .add(
                    Addition(
                        model: model, copy: copy, standIns: standIns, isUpsert: upsert, isDeleted: isDeleted)))
        }
    }

    /// Adds a model to delete.
    ///
    /// - Throws: `ModelError` with code notRegistered, keyMissing for a model without a key.
    public func delete(_ model: Model) throws { try delete([model]) }

    /// Adds models to delete.
    public func delete(_ models: Model...) throws { try delete(models) }

    /// Adds an array of models to delete.
    public func delete(_ models: [Model]) throws {
        for model in models {
            try amigo.catalog.entry(of: model).requireKey(of: model)
            operations.append(.delete(model))
            deleted.insert(ObjectIdentifier(model))
        }
    }

    /// Sends everything in the order in which it was noted, as far as that matters: what is saved between two deletions is
    /// saved together, and the other way round.
    func run(in session: Session) throws {
        var rest = operations[...]
        while let first = rest.first {
            switch first {
            case .add:
                let adds = rest.prefix { if case .add = $0 { true } else { false } }
                try add(adds.compactMap { if case .add(let added) = $0 { added } else { nil } }, in: session)
                rest = rest.dropFirst(adds.count)
            case .delete:
                let deletions = rest.prefix { if case .delete = $0 { true } else { false } }
                try delete(Array(deletions), in: session)
                rest = rest.dropFirst(deletions.count)
            }
        }
    }

    private func add(_ adds: [Addition], in session: Session) throws {
        // What others refer to must get its key, so it cannot be saved in a copy.
        var referred: Set<ObjectIdentifier> = []
        for added in adds {
            let holder = added.copy ?? added.model
            for link in try amigo.catalog.entry(of: holder).links {
                if let other = link.reference.model(of: holder) { referred.insert(ObjectIdentifier(other)) }
            }
        }
        var models: [Model] = []
        var upserts: [Model] = []
        var standIns: [Model] = []
        for added in adds {
            let model = added.model
            let entry = try amigo.catalog.entry(of: model)
            let needsKey = try !entry.joins.isEmpty && entry.lacksKey(added.copy ?? model)
            let isKept = (referred.contains(ObjectIdentifier(model)) || needsKey) && !added.isDeleted
            let saved = isKept ? model : added.copy ?? model
            models.append(saved)
            if added.isUpsert { upserts.append(saved) }
            if saved !== model { standIns += added.standIns }
        }
        let plan = SavePlan(amigo: amigo, models, upserts: upserts, standIns: standIns)
        do { try plan.save(in: session) } catch {
            plan.undo()
            throw error
        }
    }

    private func delete(_ deletions: [Operation], in session: Session) throws {
        var groups: [Int: (entry: ModelEntry, models: [Model])] = [:]
        for case .delete(let model) in deletions {
            let entry = try amigo.catalog.entry(of: model)
            groups[entry.rank, default: (entry, [])].models.append(model)
        }
        // What refers to others goes before them.
        for (_, (entry, models)) in groups.sorted(by: { $0.key > $1.key }) {
            if entry.mapping.deletesOneByOne {
                try deleteAlone(models, entry, in: session)
            } else if models.count > 1, entry.links.contains(where: { $0.target == entry.type }) {
                try deleteTree(models, entry, in: session)
            } else {
                try deleteTogether(models, entry, in: session)
            }
        }
    }

    /// Deletes rows that may refer to each other: one by one where the engine looks at each row as it goes.
    private func deleteTree(_ models: [Model], _ entry: ModelEntry, in session: Session) throws {
        do {
            try session.transaction { try deleteTogether(models, entry, in: $0) }
        } catch let error as DatabaseError where error.constraint?.kind == .foreignKey {
            for model in try session.sortedByForeignKeys(models, childrenFirst: true) {
                try deleteTogether([model], entry, in: session)
            }
        }
    }

    private func deleteTogether(_ models: [Model], _ entry: ModelEntry, in session: Session) throws {
        // The keys of rows that were read, and those of models that were made by hand.
        var (stored, given): ([[SQLValue]], [[SQLValue]]) = ([], [])
        for model in models {
            if let key = model.rowKey {
                try model.requireRow(of: session.database, to: "be deleted")
                stored.append(key)
            } else {
                given.append(try entry.storedValues(entry.mapping.key, of: model, in: session))
            }
        }
        for join in entry.joins where try amigo.hasJoinTable(join, in: session) {
            try JoinRows(join: join, catalog: amigo.catalog).unlink(stored + given, in: session)
        }
        // A model is deleted by its key, whether its class's default filter hides the row or not.
        try session.unfiltered { _ = try $0.delete(entry.type, keys: given, rawKeys: stored) }
    }

    /// Deletes models whose rows are compared with what was read, or looked after in other tables.
    private func deleteAlone(_ models: [Model], _ entry: ModelEntry, in session: Session) throws {
        for model in models where !model.isDeleted {
            do { try amigo.delete(model, entry, in: session) } catch let error as ModelError
                where error.code == .rowNotFound
            {
                // Another has deleted it: that is what was wanted.
                continue
            }
        }
    }
}

extension AmigoSession {
    /// Saves and deletes many models in few statements.
    ///
    /// ```swift
    /// try session.batch { batch in
    ///     try adds.forEach(batch.add)
    ///     try deletes.forEach(batch.delete)
    ///     try upserts.forEach { try batch.add($0, upsert: true) }
    /// }
    /// // INSERT INTO "app_dog" ("label") VALUES (?), (?), …; DELETE FROM "app_dog" WHERE "id" IN (SELECT …)
    /// ```
    ///
    /// Everything is sent when the closure returns; if something fails, nothing is changed. The models are not touched,
    /// so a new one does not get its key, and what it held when it was added is what is saved: it may be filled and added
    /// again, as another row. What a loaded model holds at the end is saved. Models whose key is needed, by another model of
    /// the batch or by a join table, are saved as ``add(_:upsert:)-(Model...,_)`` does. Deleting a row that is already gone
    /// is not an error, and `willDelete` is not called. Models of a class with `locking`, or with relationships that
    /// say what becomes of dependent rows, are deleted one by one, as ``delete(_:)-(Model...)`` does.
    ///
    /// - Throws: what the closure throws, then as ``add(_:upsert:)-(Model...,_)`` and ``delete(_:)-(Model...)``.
    public func batch(_ body: (AmigoBatch) throws -> Void) throws {
        let batch = AmigoBatch(amigo)
        try body(batch)
        try change { try batch.run(in: $0) }
    }
}
