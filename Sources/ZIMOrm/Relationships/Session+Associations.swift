import ZIMDb

/// Adding and removing rows of a to-many relationship.
extension Session {
    /// Adds models to a to-many relationship of a parent, and saves them.
    ///
    /// ```swift
    /// try session.add([line], to: order, "lines")
    /// // UPDATE "order_line" SET "year" = ?, "number" = ? WHERE "pk" = ?
    /// try session.add([tag], to: note, "tags")
    /// // INSERT INTO "note_tag" ("tenant", "note", "tag") VALUES (?, ?, ?)
    /// ```
    ///
    /// A new parent is saved first. In a relationship through a join table, new models are saved and rows of the join table are
    /// inserted; a row that exists already violates its key. The call is one transaction.
    ///
    /// - Parameters:
    ///   - models: models of the relationship's target class.
    ///   - parent: the model that they will belong to.
    ///   - name: the name of a to-many relationship.
    ///   - fill: gets each new row of the join table and its model, and sets the other columns of the row.
    /// - Throws: ``ModelError`` with code unknownRelationship, sharedColumn if a column of the foreign key must not change, or
    ///   conflict if the key of the parent, or of a model behind a join table, was changed and is not saved; `DatabaseError` with
    ///   code constraint. Nothing is written then; foreign keys that were already set in the models remain.
    public func add(
        _ models: [Model], to parent: Model, _ name: String,
        fill: ((_ link: Model, _ model: Model) throws -> Void)? = nil
    ) throws {
        try add(models, to: parent, plan(of: parent).mapping.relationship(name), fill: fill)
    }

    func add(
        _ models: [Model], to parent: Model, _ relationship: Relationship,
        fill: ((_ link: Model, _ model: Model) throws -> Void)?
    ) throws {
        try transaction { _ in
            let association = try Association(parent, relationship, models, in: self)
            if !parent.isLoaded { try save(parent) }
            association.forgetLoaded()
            guard let join = relationship.join else {
                // A model's row may have lost its parent since it was read, so its key is written in any case.
                let unwritten = try models.filter { model in
                    try !model.set(
                        parent, foreignKey: relationship.foreignKey, references: relationship.references,
                        writesAlways: true)
                }
                try save(models)
                return try association.requireMembers(unwritten, in: self)
            }
            for model in models {
                try association.requireSaved(join.targetReferences, of: model)
            }
            try save(models.filter { !$0.isLoaded })
            try insert(
                models.map { model in
                    let link = join.type.init()
                    try link.set(parent, foreignKey: relationship.foreignKey, references: relationship.references)
                    try link.set(model, foreignKey: join.targetForeignKey, references: join.targetReferences)
                    try fill?(link, model)
                    return link
                })
        }
    }

    /// Removes models from a to-many relationship of a parent.
    ///
    /// ```swift
    /// try session.remove([line], from: order, "lines")
    /// // UPDATE "order_line" SET "year" = ?, "number" = ? WHERE "pk" = ?
    /// try session.remove([tag], from: note, "tags")
    /// // DELETE FROM "note_tag" WHERE …
    /// ```
    ///
    /// In a relationship through a join table, only rows of the join table are deleted, by one statement that reads and one that
    /// deletes; their hooks are not called. A model that does not belong to the parent is ignored; where keys are texts one more
    /// statement asks how its row spells it.
    ///
    /// - Parameters:
    ///   - models: models of the relationship's target class.
    ///   - parent: the model that they belong to.
    ///   - name: the name of a to-many relationship.
    ///   - removal: what happens to rows with the foreign key: `.nullify` sets it to NULL, `.delete` deletes them, `.restrict`
    ///     throws.
    /// - Returns: the number of removed rows; those of the join table where there is one.
    /// - Throws: ``ModelError`` with code sharedColumn if the foreign key cannot be NULL, restricted by `.restrict` or where a row of
    ///   the join table also leads to a model that is not in the list, notSaveable if the join table has no key, keyMissing if it is
    ///   NULL there, conflict if other rows have the same key there, which nothing keeps unique, or if the parent's key was changed
    ///   and is not saved, or staleRow for a row that is not as its model's lock expects.
    @discardableResult
    public func remove(
        _ models: [Model], from parent: Model, _ name: String, dependent removal: Dependent = .nullify
    ) throws -> Int {
        try remove(models, from: parent, plan(of: parent).mapping.relationship(name), dependent: removal)
    }

    func remove(
        _ models: [Model], from parent: Model, _ relationship: Relationship, dependent removal: Dependent = .nullify
    ) throws -> Int {
        try transaction { _ in
            let association = try Association(parent, relationship, models, in: self)
            let all = try association.members(in: self, isUnfiltered: true)
            return try remove(association.members(among: models, of: all, in: self), of: all, association, removal)
        }
    }

    /// Replaces the rows of a to-many relationship: rows that are not in the list are removed, missing ones are added, each
    /// once. A row that a default filter hides, also one of the join table, belongs to the parent all the same: it is neither
    /// removed nor added, and stays hidden.
    ///
    /// - Returns: the number of removed rows.
    /// - Throws: as ``add(_:to:_:fill:)`` and ``remove(_:from:_:dependent:)``.
    @discardableResult
    public func replace(
        _ name: String, of parent: Model, with models: [Model], dependent removal: Dependent = .nullify,
        fill: ((_ link: Model, _ model: Model) throws -> Void)? = nil
    ) throws -> Int {
        try replace(
            plan(of: parent).mapping.relationship(name), of: parent, with: models, dependent: removal, fill: fill)
    }

    func replace(
        _ relationship: Relationship, of parent: Model, with models: [Model], dependent removal: Dependent = .nullify,
        fill: ((_ link: Model, _ model: Model) throws -> Void)?
    ) throws -> Int {
        try transaction { _ in
            let association = try Association(parent, relationship, models, in: self)
            let current = try association.members(in: self, callsHooks: relationship.join == nil)
            let keys = try association.storedKeys(of: models, among: current, in: self)
            let wanted = Set(keys.values)
            let left = current.filter { !wanted.contains($0.key) }
            if relationship.join == nil {
                for member in left { try member.model.leaveOutLoadChanges(except: relationship.foreignKey) }
            }
            // A row that the class's default filter hides belongs to the parent all the same.
            let known = association.isFiltered ? try association.members(in: self, isUnfiltered: true) : current
            let removed = try remove(left, of: known, association, removal)
            var kept = Set(known.map(\.key))
            let added = models.distinct().filter { model in
                keys[ObjectIdentifier(model)].map { kept.insert($0).inserted } ?? true
            }
            if !added.isEmpty { try add(added, to: parent, relationship, fill: fill) }
            return removed
        }
    }

    /// - Throws: ``ModelError`` with code conflict if other rows have the keys, too, which nothing keeps unique.
    private func deleteLinks(_ keys: [[SQLValue]], _ plan: TablePlan) throws -> Int {
        // A row that leads to several models is here once for each.
        let keys = Array(Set(keys))
        guard let first = keys.first else { return 0 }
        let deleted = try query(plan.mapping.type).unfiltered().filter(rawKeys: keys).delete()
        if deleted > keys.count, try !plan.hasUniqueKey(in: self) { throw plan.severalRows(first, done: "removed") }
        return deleted
    }

    /// Deletes the rows of a join table that lead from a parent to anything.
    func deleteLinks(_ links: Relationship, of parent: Model) throws -> Int {
        try transaction { _ in
            let association = try Association(parent, links, [], in: self)
            association.forgetLoaded()
            if association.target.mapping.key.isEmpty { throw keyless(association.target, "removed") }
            let keys = try association.members(in: self).map(\.key)
            for key in keys { try requireKey(key, association.target, to: "removed") }
            return try deleteLinks(keys, association.target)
        }
    }

    /// - Parameter all: these and the others that belong to the parent.
    private func remove(
        _ members: [Association.Member], of all: [Association.Member], _ association: Association, _ removal: Dependent
    ) throws -> Int {
        // Also where there is none: what was loaded may be what another has removed.
        association.forgetLoaded()
        guard let first = members.first else { return 0 }
        let relationship = association.relationship
        if let join = relationship.join {
            let plan = try plan(for: join.type)
            let keys = members.compactMap(\.linkKey)
            // Before NULL is taken for the key of one row.
            for key in keys { try requireKey(key, plan, to: "removed") }
            try association.requireOwnLinks(Set(keys), of: Set(members.map(\.key)), among: all)
            return try deleteLinks(keys, plan)
        }
        let models = members.map(\.model)
        switch removal {
        case .delete: try delete(models)
        case .nullify:
            // A model's row may have got its parent since it was read, so NULL is written in any case.
            for model in models { try model.clear(foreignKey: relationship.foreignKey, writesAlways: true) }
            try save(models)
        case .restrict: throw association.restricted(first.model, "removed from")
        }
        return members.count
    }
}

/// The rows at the other end of a relationship of one model.
private struct Association {
    let parent: Model
    let relationship: Relationship
    let plan: TablePlan
    let target: TablePlan

    /// A model at the other end, with the row of the join table that leads to it.
    struct Member {
        let key: [SQLValue]
        let model: Model
        let link: Model?

        var linkKey: [SQLValue]? { link.flatMap { $0.record?.key(of: $0) } }
    }

    init(_ parent: Model, _ relationship: Relationship, _ models: [Model], in session: Session) throws {
        self.parent = parent
        self.relationship = relationship
        plan = try session.plan(of: parent)
        target = try session.plan(for: relationship.target)
        guard relationship.isToMany else {
            throw ModelError(
                .unknownRelationship,
                "the relationship \"\(relationship.name)\" of \"\(plan.mapping.table)\" leads to one row",
                table: plan.mapping.table, hint: "Use set(_:foreignKey:) of the model that has the foreign key")
        }
        for model in models {
            if !model.isA(relationship.target) {
                throw relationship.leadsElsewhere(than: type(of: model), table: plan.mapping.table)
            }
            if model.isLoaded, let record = model.record {
                try session.requireOwn(model, record, target, to: "added or removed")
            }
        }
        if parent.isLoaded, let record = parent.record { try session.requireOwn(parent, record, plan, to: "changed") }
        try requireSaved(relationship.references, of: parent)
    }

    /// Throws if a column by which other rows refer to a model's row was changed and is not saved: another row may hold that.
    ///
    /// - Parameter references: the columns; the primary key if nil.
    func requireSaved(_ references: [String]?, of model: Model) throws {
        guard model.isLoaded, let record = model.record else { return }
        let changes = record.changes(of: model)
        guard !changes.isEmpty else { return }
        let mapping = record.mapping
        let key = record.key(of: model)
        let changed = try (references.map { try mapping.indexes(of: $0) } ?? mapping.key).first { position in
            guard changes.contains(position) else { return false }
            let part = mapping.key.firstIndex(of: position)
            guard let held = part.map({ key[$0] }) ?? record.rowValue(position, of: model) else { return true }
            return try mapping.value(position, of: model) != held
        }
        guard let changed else { return }
        let name = mapping.columns[changed].name
        throw ModelError(
            .conflict,
            "\"\(relationship.name)\" cannot be changed: \"\(name)\" of the row \(mapping.describe(key)) of \"\(mapping.table)\" "
                + "was changed and is not saved, and other rows refer to it",
            table: mapping.table, column: name, key: key, hint: "Save it first")
    }

    /// What the parent was loaded with is about to be changed.
    func forgetLoaded() { parent.record?.forgetLoaded(RelationRequest(relationship), for: parent) }

    /// The key of a model's row; nil for a new one.
    func key(of model: Model) -> [SQLValue]? {
        guard model.isLoaded, let key = model.record?.key(of: model), !key.isEmpty else { return nil }
        return key
    }

    /// Whether default filters hide some rows.
    var isFiltered: Bool {
        relationship.target.defaultFilter != nil || relationship.join?.type.defaultFilter != nil
    }

    /// All rows that belong to the parent.
    ///
    /// - Parameters:
    ///   - isUnfiltered: whether also those that the classes' default filters hide.
    ///   - callsHooks: whether the hooks of loading are called: some may be saved or deleted, with their other hooks.
    func members(in session: Session, isUnfiltered: Bool = false, callsHooks: Bool = false) throws -> [Member] {
        guard parent.isLoaded else { return [] }
        let request = RelationRequest(relationship, isJoinWanted: true)
        let relation = try plan.relation(
            request, relationship.target, relationship.join?.type, [], isUnfiltered: isUnfiltered, in: session)
        let found = try session.rows(of: parent, relation, callsHooks: callsHooks)
        return found.models.indices.compactMap { index in
            let model = found.models[index]
            return key(of: model).map {
                Member(key: $0, model: model, link: found.joins.indices.contains(index) ? found.joins[index] : nil)
            }
        }
    }

    /// The keys of the models that have rows, as these hold them: what a model was saved with, a column may hold as another
    /// value.
    ///
    /// - Parameter members: rows that were read: what has the key of one is that row.
    func storedKeys(
        of models: [Model], among members: [Member], in session: Session
    ) throws -> [ObjectIdentifier: [SQLValue]] {
        let known = Set(members.map(\.key))
        var keys: [ObjectIdentifier: [SQLValue]] = [:]
        for model in models { keys[ObjectIdentifier(model)] = key(of: model) }
        let columns = target.mapping.columns
        if target.mapping.key.allSatisfy({ columns[$0].field.valueType is any FixedWidthInteger.Type }) { return keys }
        let others = keys.filter { !known.contains($0.value) }
        let rows = try session.rows(target, with: target.mapping.key, others.map(\.value))
        for (other, row) in zip(others, rows) {
            if let row, let stored = key(of: row) { keys[other.key] = stored }
        }
        return keys
    }

    /// Those of some models that belong to the parent, whose members are all read.
    func members(among models: [Model], of all: [Member], in session: Session) throws -> [Member] {
        let keys = try storedKeys(of: models, among: all, in: session)
        let wanted = Dictionary(
            models.compactMap { model in keys[ObjectIdentifier(model)].map { ($0, model) } }
        ) { first, _ in first }
        return all.compactMap { member in
            wanted[member.key].map { Member(key: member.key, model: $0, link: member.link) }
        }
    }

    /// Throws if one of some models, whose keys say that they belong to the parent, has no row any more.
    func requireMembers(_ models: [Model], in session: Session) throws {
        guard !models.isEmpty else { return }
        let all = try members(in: session, isUnfiltered: true)
        let keys = try storedKeys(of: models, among: all, in: session)
        let found = Set(all.map(\.key))
        let missing = models.first { model in keys[ObjectIdentifier(model)].map { !found.contains($0) } ?? true }
        guard let missing else { return }
        let key = missing.record?.key(of: missing) ?? []
        throw ModelError(
            .rowNotFound,
            "no row of \"\(target.mapping.table)\" was added to \"\(relationship.name)\": \(target.mapping.describe(key)) is gone, "
                + "or holds another key than when it was read",
            table: target.mapping.table, key: key, hint: "reload() takes the row as it is now")
    }

    /// Throws if a row of the join table that is to be deleted leads to another row that is to stay.
    func requireOwnLinks(_ links: Set<[SQLValue]>, of going: Set<[SQLValue]>, among all: [Member]) throws {
        let lost = all.first { member in
            !going.contains(member.key) && member.linkKey.map(links.contains) == true
        }
        guard let lost, let join = relationship.join else { return }
        throw ModelError(
            .restricted,
            "the row \(target.mapping.describe(lost.key)) of \"\(target.mapping.table)\" would leave \"\(relationship.name)\", too: "
                + "the same row of \"\(join.type.table)\" leads to it",
            table: target.mapping.table, key: lost.key,
            hint:
                "Change the columns (\((join.targetReferences ?? target.mapping.keyNames).joined(separator: ", "))) of "
                + "the rows that are to leave")
    }

    func restricted(_ model: Model, _ what: String) -> ModelError {
        let key = model.record?.key(of: model) ?? []
        return ModelError(
            .restricted,
            "the row \(target.mapping.describe(key)) of \"\(target.mapping.table)\" may not be \(what) \"\(relationship.name)\"",
            table: target.mapping.table, key: key)
    }
}

extension Session {
    /// The rows behind a relationship of one model, read now.
    ///
    /// - Parameter callsHooks: whether the hooks of loading are called: only where the models get to others of their hooks.
    func rows(of model: Model, _ relation: RelationPlan, callsHooks: Bool) throws -> RelatedModels {
        let source = try plan(of: model).mapping
        var keys = KeyList(width: relation.sourceKey.count)
        guard try relation.lookup(model, in: source, into: &keys) else { return RelatedModels() }
        var found = try RelationLoader(session: self, plan: relation, source: source, callsHooks: callsHooks)
            .many(keys)
        return found.take(0)
    }
}

extension Model {
    /// Whether it is of a class, or of one below it.
    final func isA(_ type: Model.Type) -> Bool { Swift.type(of: self).isA(type) }

    /// Whether it is a class, or one below it.
    static func isA(_ type: Model.Type) -> Bool {
        var current: AnyClass? = self
        while let candidate = current {
            if candidate == type { return true }
            current = Swift._getSuperclass(candidate)
        }
        return false
    }
}
