import ZIMDb

/// The order in which models of one class are saved whose unique values move from one to the other.
///
/// `d.label = "y"; n.label = "x"`, where d's row holds "x": d must be written before n, in whatever order they are listed, and so
/// must the row that another refers to from then on. Where such waits lead in a circle, a row that gives up a unique value
/// in it gets a temporary one first.
struct UniqueMoves {
    enum Step {
        case save(Model)
        /// Gives the model's row a value that no other row has in a unique key, which the other model is waiting for.
        case setAside(Model, key: [Int], for: Model)
    }

    private let session: Session
    private let plan: TablePlan
    private let models: [Model]
    /// What each model has to write to a row that is there.
    private let written: [[Int]]
    /// The columns of unique keys and indexes that they change.
    private let changes: [Int: Set<Int>]
    /// What each model waits for.
    private var waits: [[Wait]]

    private struct Wait {
        enum Reason {
            /// The foreign key may lead to that row, as a collation compares keys, or nothing checks it at once.
            case likelyParent
            /// The row there gives up its value in a unique key.
            case value([Int])
            /// The foreign key leads to that row.
            case parent
        }

        let position: Int
        let reason: Reason

        /// In a circle the first of these gives way.
        var rank: Int {
            switch reason {
            case .likelyParent: 0
            case .value: 1
            case .parent: 2
            }
        }
    }

    /// nil if no row gives up a unique value: then any order does.
    init?(_ models: [Model], _ plan: TablePlan, in session: Session) throws {
        let keys = try plan.upsertKeys(in: session)
        let unique = try plan.uniqueColumns(keys, in: session)
        var changes: [Int: Set<Int>] = [:]
        let written = models.map { Self.changes(of: $0, in: session) }
        for (index, columns) in written.enumerated() {
            let changed = unique.intersection(columns)
            if !changed.isEmpty { changes[index] = changed }
        }
        guard !changes.isEmpty, models.count > 1 else { return nil }
        (self.session, self.plan, self.models) = (session, plan, models)
        (self.written, self.changes) = (written, changes)
        waits = models.map { _ in [] }
        for key in keys {
            let movers = Set(changes.keys.filter { changes[$0]?.isDisjoint(with: key) == false })
            if !movers.isEmpty { try note(key, movers) }
        }
        // The order in which they come has parents first.
        if waits.contains(where: { !$0.isEmpty }) { try noteParents() }
    }

    /// Which of some models has the row of a key, as the rows have them: what a model was saved with, a column may hold as
    /// another value.
    private func owners(_ positions: Set<Int>, mustExist: Bool) throws -> [[SQLValue]: [Int]] {
        let mapping = plan.mapping
        let known = positions.sorted().compactMap { position -> (position: Int, key: [SQLValue])? in
            let key = models[position].record?.key(of: models[position]) ?? []
            return key.isEmpty || key.contains(where: \.isNull) ? nil : (position, key)
        }
        var owners: [[SQLValue]: [Int]] = [:]
        for (model, row) in zip(known, try session.rows(plan, with: mapping.key, known.map(\.key))) {
            if let row, let record = row.record {
                owners[record.key(of: row), default: []].append(model.position)
            } else if mustExist {
                throw ModelError(
                    .rowNotFound,
                    "no row of \"\(mapping.table)\" was updated: \(mapping.describe(model.key)) is gone",
                    table: mapping.table, key: model.key)
            }
        }
        return owners
    }

    /// The columns that a model's update would write.
    static func changes(of model: Model, in session: Session) -> [Int] {
        guard model.isLoaded, let record = model.record, record.handle.database === session.database else { return [] }
        return record.written(of: model)
    }

    /// Notes who is to refer to a row that does not have its key yet.
    private mutating func noteParents() throws {
        var parents = models.map { _ in [Wait]() }
        let enforced = try session.foreignKeys(of: plan, to: plan).filter { $0.deferral != .deferred }
            .compactMap { try? plan.mapping.indexes(of: $0.columns) }
        for key in try session.ownReferences(plan) {
            func writes(_ columns: [Int], _ index: Int) -> Bool {
                !models[index].isLoaded || written[index].contains(where: columns.contains)
            }
            let rows = try session.rowReferences(models, key, plan)
            let exact = enforced.contains(key.columns) ? Wait.Reason.parent : .likelyParent
            for (links, reason) in [(rows.exact, exact), (rows.likely, .likelyParent)] {
                for (child, parent) in links where writes(key.columns, child) && writes(key.references, parent) {
                    parents[child].append(Wait(position: parent, reason: reason))
                }
            }
        }
        waits = zip(parents, waits).map { $0 + $1 }
    }

    /// Notes who takes a value that another gives up: the database says whose row has it.
    private mutating func note(_ key: [Int], _ movers: Set<Int>) throws {
        var rows: [[SQLValue]: [Int]] = [:]
        // Whoever takes the key of a row waits for all models of that row: saved later, they would write to the taker's.
        let givers = key == plan.mapping.key ? Set(written.indices.filter { !written[$0].isEmpty }) : movers
        // A model whose row is gone would find that of another one, which has taken its key by then.
        var isLookedUp = key == plan.mapping.key && givers.count > 1
        if isLookedUp {
            rows = try owners(givers, mustExist: true)
        } else {
            for index in givers.sorted() {
                let model = models[index]
                if let record = model.record { rows[record.key(of: model), default: []].append(index) }
            }
        }
        var takers: [(position: Int, values: [SQLValue])] = []
        for (index, model) in models.enumerated() where movers.contains(index) || !model.isLoaded {
            // A value that cannot be had fails when it is written.
            guard let values = try? plan.mapping.values(key, of: model), !values.contains(where: \.isNull) else {
                continue
            }
            takers.append((index, values))
        }
        try takeUnchangedParts(key, &takers)
        let holders = try session.rows(plan, with: key, takers.map(\.values))
        for (taker, row) in zip(takers, holders) {
            guard let row, let record = row.record else { continue }
            if rows[record.key(of: row)] == nil, !isLookedUp {
                isLookedUp = true
                rows.merge(try owners(givers, mustExist: false)) { known, _ in known }
            }
            let holders = rows[record.key(of: row)] ?? []
            // Its own row's value in another spelling.
            if holders.contains(taker.position) { continue }
            waits[taker.position] += holders.map { Wait(position: $0, reason: .value(key)) }
        }
    }

    /// An update leaves what its model did not change, and the row may hold something else there by now.
    private func takeUnchangedParts(_ key: [Int], _ takers: inout [(position: Int, values: [SQLValue])]) throws {
        let partial = takers.indices.filter { changes[takers[$0].position]?.isSuperset(of: key) == false }
        let rowKeys = partial.map { index in
            let model = models[takers[index].position]
            return model.record?.key(of: model) ?? []
        }
        // The key's own parts are known, also those that a foreign key has changed.
        let isKey = key == plan.mapping.key
        let held: [[SQLValue]?] =
            isKey
            ? rowKeys
            : try session.rows(plan, with: plan.mapping.key, rowKeys).map {
                try $0.map { try plan.mapping.values(key, of: $0) }
            }
        for (index, held) in zip(partial, held) {
            guard let held, let changed = changes[takers[index].position] else { continue }
            for (part, column) in key.enumerated() where !changed.contains(column) {
                takers[index].values[part] = held[part]
            }
        }
    }

    /// The steps: what others wait for comes first, else the order is that of the list. That is all that is known for
    /// unique indexes over a part of the rows, over expressions and computed columns.
    func steps() -> [Step] {
        enum State { case waiting, underway, done }
        var states = [State](repeating: .waiting, count: models.count)
        var waits = waits
        var aside: [Int: Set<[Int]>] = [:]
        var next = [Int](repeating: 0, count: models.count)
        var steps: [Step] = []
        for root in models.indices where states[root] == .waiting {
            var way = [root]
            states[root] = .underway
            while let position = way.last {
                guard next[position] < waits[position].count else {
                    steps.append(.save(models[position]))
                    states[position] = .done
                    way.removeLast()
                    continue
                }
                let other = waits[position][next[position]].position
                next[position] += 1
                if states[other] == .done { continue }
                if states[other] == .waiting {
                    states[other] = .underway
                    way.append(other)
                    continue
                }
                // It waits for this one in turn: the weakest wait of the circle is given up, the latest of several.
                let circle = way.indices[(way.lastIndex(of: other) ?? 0)...].reversed()
                func wait(_ place: Int) -> Wait { waits[way[place]][next[way[place]] - 1] }
                guard let place = circle.min(by: { wait($0).rank < wait($1).rank }) else { continue }
                let waiting = way[place]
                next[waiting] -= 1
                let wait = waits[waiting].remove(at: next[waiting])
                for left in way[(place + 1)...] { (states[left], next[left]) = (.waiting, 0) }
                way.removeSubrange((place + 1)...)
                if case .value(let key) = wait.reason, aside[wait.position, default: []].insert(key).inserted {
                    steps.append(.setAside(models[wait.position], key: key, for: models[waiting]))
                }
            }
        }
        return steps
    }
}

extension Session {
    /// Whether the row of one of the models gives up a unique value or its key.
    package func givesUpUniqueValues(_ models: [Model]) throws -> Bool {
        try byClass(models).contains { plan, models in
            let unique = try plan.uniqueColumns(plan.upsertKeys(in: self), in: self)
            return models.contains { !unique.isDisjoint(with: UniqueMoves.changes(of: $0, in: self)) }
        }
    }

    /// Saves models of one class in the order that their unique values demand.
    ///
    /// - Returns: false where any order does; nothing was written then.
    func saveMoves(_ models: [Model], _ plan: TablePlan, _ save: (Model) throws -> Void) throws -> Bool {
        guard let moves = try UniqueMoves(models, plan, in: self) else { return false }
        var aside: [ObjectIdentifier: Set<Int>] = [:]
        // The numbers that rows of the list get, by position.
        var coming: [Int: Set<DecimalNumber>] = [:]
        for step in moves.steps() {
            switch step {
            case .save(let model):
                // Its row holds what stands in for the value, even if a hook now gives the model back what it had.
                if let positions = aside[ObjectIdentifier(model)] {
                    try update(model, writing: positions)
                } else {
                    try save(model)
                }
            case .setAside(let model, let key, let other):
                if let position = try setAside(model, plan, key, for: other, among: models, &coming) {
                    aside[ObjectIdentifier(model), default: []].insert(position)
                }
            }
        }
        return true
    }

    /// Writes a value into a part of a unique key that no other row has there. The model's own update follows.
    ///
    /// The row keeps all else, so what refers to it stays, or goes along by ON UPDATE CASCADE where it is the primary key.
    ///
    /// - Returns: the position of that part.
    private func setAside(
        _ model: Model, _ plan: TablePlan, _ key: [Int], for other: Model, among models: [Model],
        _ coming: inout [Int: Set<DecimalNumber>]
    ) throws -> Int? {
        guard let record = model.record.map({ model.ownRecord($0) }) else { return nil }
        let mapping = plan.mapping
        let row = record.key(of: model)
        // Only what the update writes anyhow: everything else would stay so.
        let changed = Set(record.changes(of: model))
        let standIns = try standIns(plan, key.filter(changed.contains), of: model)
        var reason: String?
        for (index, (position, standIn)) in standIns.enumerated() {
            let rivals = try rivals(of: row, plan, key, at: position)
            let column = mapping.columns[position]
            // Others of the list are saved before the row's own update.
            if case .number = standIn, coming[position] == nil {
                let values = models.compactMap { try? column.value(of: $0) }
                coming[position] = Set(values.compactMap { DecimalNumber(of: $0) })
            }
            let taken = coming[position] ?? []
            guard let value = try freeValue(standIn, column.name, plan, among: rivals, besides: taken) else { continue }
            do {
                // Where a failure ends the transaction, the next one could not be tried.
                if dialect.features.contains(.failureEndsTransaction), index + 1 < standIns.count {
                    try transaction { _ = try $0.write([position], of: model, plan, key: row, standIn: value) }
                } else {
                    try write([position], of: model, plan, key: row, standIn: value)
                }
            } catch let error as DatabaseError where error.code == .constraint || error.code == .value {
                reason = reason ?? error.message
                continue
            }
            guard let part = mapping.key.firstIndex(of: position) else { return position }
            record.moveKey(of: model, [part], to: [value], in: self)
            return position
        }
        throw cannotExchange(
            model, other, plan, key, reason ?? "no column of it can hold another value meanwhile")
    }

    private func cannotExchange(
        _ model: Model, _ other: Model, _ plan: TablePlan, _ key: [Int], _ reason: String
    ) -> ModelError {
        let mapping = plan.mapping
        func row(_ model: Model) -> String { mapping.describe(model.record?.key(of: model) ?? model.keyValues) }
        let names = key.map { mapping.columns[$0].name }.joined(separator: ", ")
        return ModelError(
            .conflict,
            "the row \(row(other)) of \"\(mapping.table)\" takes (\(names)) from the row \(row(model)), which waits for it in turn "
                + "and cannot hold another value meanwhile: \(reason)",
            table: mapping.table, key: model.record?.key(of: model) ?? [],
            hint: "Save one of them with another value first")
    }
}

extension TablePlan {
    /// The columns of some unique keys, and of all unique indexes beside them.
    fileprivate func uniqueColumns(_ keys: [[Int]], in session: Session) throws -> Set<Int> {
        try columnsOfOtherUniqueIndexes(in: session).union(keys.joined())
    }
}

extension LoadBatch {
    /// Notes that parts of the key of a model's row are others now, whatever its properties say.
    func moveKey(of model: Model, _ parts: [Int], to values: [SQLValue], in session: Session) {
        var key = key(of: model)
        noteUndo(model, key: key, in: session)
        for (part, value) in zip(parts, values) { key[part] = value }
        changedKeys[model.slot] = Dictionary(zip(mapping.key, key)) { first, _ in first }
    }
}
