/// Saves models together with the new models that they refer to, in the order of their foreign keys.
final class SavePlan {
    private struct Step {
        let model: Model
        let entry: ModelEntry
        var level: Int
    }

    private let amigo: Amigo
    /// The models that were asked for, apart from those that they refer to.
    private var explicit: Set<ObjectIdentifier> = []
    /// Those of them whose row may be there already.
    private let upserts: Set<ObjectIdentifier>
    /// Models that stand for rows which are known to be there.
    private let standIns: Set<ObjectIdentifier>
    private let models: [Model]
    /// The keys of rows that are known to exist, by class.
    private var found: [ObjectIdentifier: Set<[SQLValue]>] = [:]
    /// The keys that were looked for, by class.
    private var sought: [ObjectIdentifier: Set<[SQLValue]>] = [:]
    /// The models to save, by identity; each once.
    private var levels: [ObjectIdentifier: Int] = [:]
    private var steps: [Step] = []
    /// Those that refer to a model which can only be saved after them.
    private var unfinished: [(model: Model, reference: ModelReference)] = []
    /// New models whose key the program gives, by class and key: another object with the same key is the same row.
    private var planned: [ObjectIdentifier: [[SQLValue]: Model]] = [:]
    /// What properties held before they were given a default or a part of a key.
    private var changes: [(model: Model, entry: ModelEntry, position: Int, before: SQLValue, after: SQLValue)] = []

    /// - Parameters:
    ///   - upserts: those of the models whose row may be there already.
    ///   - standIns: models with only their key, which the others refer to.
    init(amigo: Amigo, _ models: [Model], upserts: [Model], standIns: [Model] = []) {
        self.amigo = amigo
        self.models = models
        explicit = Set(models.map { ObjectIdentifier($0) })
        self.upserts = Set(upserts.map { ObjectIdentifier($0) })
        self.standIns = Set(standIns.map { ObjectIdentifier($0) })
    }

    func save(in session: Session) throws {
        for model in models { try plan(model) }
        try lookFor(referred(), in: session)
        for model in models { try gather(model, in: session) }
        for step in steps { try giveDefaults(to: step) }
        // Those of one class that wait for the same are saved together.
        let groups = Dictionary(grouping: steps) { Group(level: $0.level, rank: $0.entry.rank) }
        for (_, steps) in groups.sorted(by: { $0.key < $1.key }) {
            for step in steps { try agree(step) }
            try write(steps, in: session)
        }
        for (model, reference) in unfinished { model.markChanged(reference) }
        if !unfinished.isEmpty { try session.update(unfinished.map(\.model)) }
    }

    /// The models that have no row yet, each row once.
    func newModels(in session: Session) throws -> [Model] {
        try lookFor(models, in: session)
        for model in models { try plan(model) }
        return try models.filter { try sameRow(as: $0) === $0 && isNew($0, in: session) }
    }

    private struct Group: Hashable, Comparable {
        let level: Int
        let rank: Int
        static func < (left: Group, right: Group) -> Bool { (left.level, left.rank) < (right.level, right.rank) }
    }

    /// Gives properties back what they held: where nothing was saved, nothing was changed.
    func undo() {
        for change in changes.reversed() {
            guard let value = try? change.entry.value(change.position, of: change.model), value == change.after else {
                continue
            }
            try? change.entry.store(change.before, change.position, in: change.model)
        }
        changes = []
    }

    // MARK: - What has to be saved

    private struct Visit {
        let model: Model
        let entry: ModelEntry
        var nextLink = 0
        var level = 0
    }

    /// Notes a model behind those that it refers to. A list of its own keeps track of the way, since a chain of models may
    /// be longer than the stack.
    private func gather(_ root: Model, in session: Session) throws {
        guard levels[ObjectIdentifier(root)] == nil else { return }
        var way = [Visit(model: root, entry: try amigo.catalog.entry(of: root))]
        var underway: Set<ObjectIdentifier> = [ObjectIdentifier(root)]
        while var visit = way.popLast() {
            guard visit.nextLink < visit.entry.links.count else {
                let id = ObjectIdentifier(visit.model)
                underway.remove(id)
                levels[id] = visit.level
                steps.append(Step(model: visit.model, entry: visit.entry, level: visit.level))
                if let last = way.indices.last { way[last].level = max(way[last].level, visit.level + 1) }
                continue
            }
            let link = visit.entry.links[visit.nextLink]
            visit.nextLink += 1
            guard let referred = link.reference.model(of: visit.model) else {
                way.append(visit)
                continue
            }
            try link.reference.requireRow(referred, in: visit.model)
            let other = try sameRow(as: referred)
            try requireOwn(other, link, of: visit.entry, in: session)
            let id = ObjectIdentifier(other)
            if let level = levels[id] {
                visit.level = max(visit.level, level + 1)
                way.append(visit)
            } else if underway.contains(id) {
                try postpone(visit, link, other)
                way.append(visit)
            } else if try explicit.contains(id) || isNew(other, in: session) {
                way.append(visit)
                way.append(Visit(model: other, entry: try amigo.catalog.entry(of: other)))
                underway.insert(id)
                try plan(other)
            } else {
                way.append(visit)
            }
        }
    }

    /// The model refers to one that waits for it: it is saved without that, and updated when both have their keys.
    private func postpone(_ visit: Visit, _ link: ModelLink, _ other: Model) throws {
        let entry = try amigo.catalog.entry(of: other)
        guard try !other.isLoaded && entry.lacksKey(other) else { return }
        guard !link.isRequired else {
            throw ModelError(
                .cycle,
                "models of \"\(visit.entry.table)\" and \"\(entry.table)\" wait for each other's keys, and \"\(link.property)\" of \"\(visit.entry.table)\" cannot be NULL",
                table: visit.entry.table, column: link.property, hint: "Add one of them without the other first")
        }
        unfinished.append((visit.model, link.reference))
    }

    /// The key of a new model, where the program gives it.
    private func ownKey(_ model: Model) throws -> (type: ObjectIdentifier, key: [SQLValue])? {
        guard !model.isLoaded, !model.isDeleted, !standIns.contains(ObjectIdentifier(model)) else { return nil }
        let entry = try amigo.catalog.entry(of: model)
        guard try !entry.lacksKey(model) else { return nil }
        return (ObjectIdentifier(entry.type), try entry.mapping.key.map { try entry.value($0, of: model) })
    }

    private func plan(_ model: Model) throws {
        guard let own = try ownKey(model), planned[own.type]?[own.key] == nil else { return }
        planned[own.type, default: [:]][own.key] = model
    }

    /// The model of the same row that is to be saved already, or the model itself.
    private func sameRow(as model: Model) throws -> Model {
        guard !planned.isEmpty, let own = try ownKey(model) else { return model }
        return planned[own.type]?[own.key] ?? model
    }

    /// A key from another database would be some other row's here.
    private func requireOwn(_ other: Model, _ link: ModelLink, of entry: ModelEntry, in session: Session) throws {
        guard let database = other.rowDatabase, database !== session.database else { return }
        throw ModelError(
            .otherDatabase,
            "\"\(link.property)\" of a model of \"\(entry.table)\" refers to a row of \(database.location), which is not a row of \(session.database.location)",
            table: entry.table, column: link.property, key: other.keyValues, hint: "Load it from this database")
    }

    /// Whether a model that another refers to has no row yet.
    private func isNew(_ model: Model, in session: Session) throws -> Bool {
        guard !model.isLoaded, !model.isDeleted, !standIns.contains(ObjectIdentifier(model)) else { return false }
        let entry = try amigo.catalog.entry(of: model)
        guard let (type, key) = try ownKey(model) else { return true }
        if sought[type]?.contains(key) == true { return found[type]?.contains(key) != true }
        // A row that the class's default filter hides has its key, too.
        let exists = try session.query(entry.type).unfiltered().filter(key: key).exists()
        sought[type, default: []].insert(key)
        if exists { found[type, default: []].insert(key) }
        return !exists
    }

    /// The models that those to save refer to, without those that are to be saved themselves.
    private func referred() throws -> [Model] {
        guard models.count > 1 else { return [] }
        return try models.flatMap { model in
            try amigo.catalog.entry(of: model).links.compactMap { $0.reference.model(of: model) }
        }.filter { try ownKey($0).map { planned[$0.type]?[$0.key] == nil } ?? false }
    }

    /// Looks for the rows of models that may be new: one statement for each class.
    private func lookFor(_ models: [Model], in session: Session) throws {
        var keys: [ObjectIdentifier: (entry: ModelEntry, keys: Set<[SQLValue]>)] = [:]
        for model in models {
            guard let (type, key) = try ownKey(model) else { continue }
            let entry = try amigo.catalog.entry(of: model)
            keys[type, default: (entry, [])].keys.insert(key)
        }
        for (id, (entry, keys)) in keys where keys.count > 1 {
            let rows = try session.unfiltered { try $0.find(entry.type, keys: keys.map { $0 }) }
            found[id] = Set(try rows.map { row in try entry.mapping.key.map { try entry.value($0, of: row) } })
            sought[id] = keys
        }
    }

    // MARK: - What the models lack

    private func giveDefaults(to step: Step) throws {
        guard !step.model.isLoaded else { return }
        for (index, make) in step.entry.defaults {
            guard try step.entry.value(index, of: step.model).isNull, let value = make()?.sqlValue, !value.isNull else {
                continue
            }
            try set(value, index, of: step)
        }
    }

    private func set(_ value: SQLValue, _ position: Int, of step: Step) throws {
        let before = try step.entry.value(position, of: step.model)
        try step.entry.store(value, position, in: step.model)
        let after = try step.entry.value(position, of: step.model)
        changes.append((step.model, step.entry, position, before, after))
    }

    /// Columns that are both a property's own and a part of a foreign key get the key of the model that is referred to.
    private func agree(_ step: Step) throws {
        for link in step.entry.links where !link.shared.isEmpty {
            guard let other = link.reference.model(of: step.model) else { continue }
            let target = try amigo.catalog.entry(of: other)
            for index in link.shared {
                let position = try step.entry.mapping.index(of: link.columns[index])
                let wanted = try target.value(target.mapping.index(of: link.referred[index]), of: other)
                let current = try step.entry.value(position, of: step.model)
                guard current != wanted else { continue }
                let untouched = try step.entry.value(position, of: step.entry.type.init())
                guard !step.model.isLoaded, current.isNull || current == untouched else {
                    throw ModelError(
                        .sharedColumn,
                        "\"\(step.entry.table)\".\"\(link.columns[index])\" is \(current), and \"\(link.property)\" refers to a model with \(wanted)",
                        table: step.entry.table, column: link.columns[index], key: step.model.keyValues, value: wanted,
                        hint: "Let both say the same")
                }
                try set(wanted, position, of: step)
            }
        }
    }

    // MARK: - Saving

    private func write(_ steps: [Step], in session: Session) throws {
        guard let entry = steps.first?.entry else { return }
        let models = steps.map(\.model)
        let joins = try entry.joins.filter { try amigo.hasJoinTable($0, in: session) }
        // Asked before they are saved: afterwards nothing has changed.
        var joined: [Model] = []
        if !joins.isEmpty { joined = try models.filter { try needsJoinRow($0, joins, entry) } }
        let renamed = try joined.filter { try hasNewKey($0, entry) }.compactMap(\.rowKey)
        for join in joins { try JoinRows(join: join, catalog: amigo.catalog).unlink(renamed, in: session) }
        let fresh = Set(
            models.filter { !$0.isLoaded && !upserts.contains(ObjectIdentifier($0)) }.map { ObjectIdentifier($0) })
        try write(models, in: session)
        for join in joins {
            let rows = JoinRows(join: join, catalog: amigo.catalog)
            try rows.insert(joined.filter { fresh.contains(ObjectIdentifier($0)) }, entry, isNew: true, in: session)
            try rows.insert(joined.filter { !fresh.contains(ObjectIdentifier($0)) }, entry, isNew: false, in: session)
        }
    }

    private func write(_ models: [Model], in session: Session) throws {
        let isUpsert = { (model: Model) in self.upserts.contains(ObjectIdentifier(model)) }
        // In few statements, unless an upsert may find the row that gives up what it is looking for.
        guard !upserts.isEmpty, try session.givesUpUniqueValues(models.filter { !isUpsert($0) }) else {
            try session.save(models.filter { !isUpsert($0) })
            return try session.upsertByAnyKey(models.filter(isUpsert))
        }
        var rest = models[...]
        while let first = rest.first {
            let run = rest.prefix { isUpsert($0) == isUpsert(first) }
            rest = rest.dropFirst(run.count)
            if isUpsert(first) { try session.upsertByAnyKey(Array(run)) } else { try session.save(Array(run)) }
        }
    }

    /// Whether a through model's row in the join table is missing or wrong.
    private func needsJoinRow(_ model: Model, _ joins: [JoinPlan], _ entry: ModelEntry) throws -> Bool {
        guard model.isLoaded, !upserts.contains(ObjectIdentifier(model)) else { return true }
        let changed = Set(try model.changedColumns())
        let wanted = joins.flatMap { [$0.left.link, $0.right.link].flatMap { $0?.columns ?? [] } }
        return !changed.isDisjoint(with: wanted + entry.mapping.keyNames)
    }

    /// Whether a model's row is about to get another key.
    private func hasNewKey(_ model: Model, _ entry: ModelEntry) throws -> Bool {
        guard model.isLoaded, !upserts.contains(ObjectIdentifier(model)) else { return false }
        return try !Set(model.changedColumns()).isDisjoint(with: entry.mapping.keyNames)
    }
}
