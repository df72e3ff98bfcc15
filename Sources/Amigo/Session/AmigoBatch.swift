/// Collects models to save and delete in few statements: see ``AmigoSession/batch(_:)``.
public final class AmigoBatch {
    private enum Operation {
        case add(Model, isUpsert: Bool)
        case delete(Model)
    }

    private let amigo: Amigo
    private var operations: [Operation] = []

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
            _ = try amigo.catalog.entry(of: model)
            operations.append(.add(model, isUpsert: upsert))
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
            let entry = try amigo.catalog.entry(of: model)
            guard try !entry.lacksKey(model) else {
                throw ModelError(
                    .keyMissing, "a model of \"\(entry.table)\" cannot be deleted: it has no key", table: entry.table,
                    column: entry.mapping.keyNames.first, key: model.keyValues,
                    hint: "It was not added yet, or its row is gone")
            }
            operations.append(.delete(model))
        }
    }

    /// Sends everything in the order in which it was noted, as far as that matters: what is saved between two deletions is
    /// saved together, and the other way round.
    func run(in session: Session) throws {
        var rest = operations[...]
        var deleted: Set<ObjectIdentifier> = []
        while let first = rest.first {
            switch first {
            case .add:
                let adds = rest.prefix { if case .add = $0 { true } else { false } }
                try add(Array(adds), behind: deleted, in: session)
                rest = rest.dropFirst(adds.count)
            case .delete:
                let deletions = rest.prefix { if case .delete = $0 { true } else { false } }
                try delete(Array(deletions), in: session)
                for case .delete(let model) in deletions { deleted.insert(ObjectIdentifier(model)) }
                rest = rest.dropFirst(deletions.count)
            }
        }
    }

    /// - Parameter deleted: the models whose rows are gone by now, though they do not know it.
    private func add(_ adds: [Operation], behind deleted: Set<ObjectIdentifier>, in session: Session) throws {
        // What others refer to must get its key, so it cannot be saved in a copy.
        var referred: Set<ObjectIdentifier> = []
        for case .add(let model, _) in adds {
            for link in try amigo.catalog.entry(of: model).links {
                if let other = link.reference.model(of: model) { referred.insert(ObjectIdentifier(other)) }
            }
        }
        var models: [Model] = []
        var upserts: [Model] = []
        var standIns: [Model] = []
        for case .add(let model, let isUpsert) in adds {
            let entry = try amigo.catalog.entry(of: model)
            let needsKey = try !entry.joins.isEmpty && entry.lacksKey(model)
            // A copy would write its values in the form of their properties, beside the row that holds them in another.
            let isKept =
                (referred.contains(ObjectIdentifier(model)) || needsKey
                    || model.isLoaded && (!isUpsert || model.isSpelled)) && !deleted.contains(ObjectIdentifier(model))
            let saved = try isKept ? model : entry.mapping.copy(of: model)
            models.append(saved)
            if isUpsert { upserts.append(saved) }
            guard saved !== model else { continue }
            // What was not loaded into a property is in the copy by its key.
            for link in entry.links where link.reference.model(of: model) == nil {
                if let standIn = link.reference.model(of: saved) { standIns.append(standIn) }
            }
        }
        let plan = SavePlan(amigo: amigo, models, upserts: upserts, standIns: standIns)
        do { try plan.save(in: session) } catch {
            plan.undo()
            throw error
        }
    }

    private func delete(_ deletions: [Operation], in session: Session) throws {
        // The keys of rows that were read, and those of models that were made by hand.
        var groups: [Int: (entry: ModelEntry, stored: [[SQLValue]], given: [[SQLValue]])] = [:]
        for case .delete(let model) in deletions {
            let entry = try amigo.catalog.entry(of: model)
            let key = try entry.storedValues(entry.mapping.key, of: model, in: session)
            if model.isLoaded {
                groups[entry.rank, default: (entry, [], [])].stored.append(key)
            } else {
                groups[entry.rank, default: (entry, [], [])].given.append(key)
            }
        }
        // What refers to others goes before them.
        for (_, (entry, stored, given)) in groups.sorted(by: { $0.key > $1.key }) {
            for join in entry.joins where try amigo.hasJoinTable(join, in: session) {
                try JoinRows(join, catalog: amigo.catalog).unlink(stored + given, in: session)
            }
            try session.delete(entry.type, keys: given, rawKeys: stored)
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
    /// so a new one does not get its key. Models whose key is needed, by another model of the batch or by a join table,
    /// are saved as ``add(_:upsert:)-(Model...,_)`` does. Deleting a row that is already gone is not an error, and
    /// `willDelete` is not called.
    ///
    /// - Throws: what the closure throws, then as ``add(_:upsert:)-(Model...,_)`` and ``delete(_:)-(Model...)``.
    public func batch(_ body: (AmigoBatch) throws -> Void) throws {
        let batch = AmigoBatch(amigo)
        try body(batch)
        try change { try batch.run(in: $0) }
    }
}
