import ZIMDb

/// A row that a relationship found: the model at the other end, and that of the join table where it is wanted.
struct RelatedRow {
    let model: Model
    let join: Model?
}

/// What was loaded ahead for the siblings of the model that asked first.
final class RelationshipBatch {
    let request: RelationRequest
    let generation: UInt64
    /// The values that each sibling was looked up by, and the rows found, until it asks for them.
    var answers: [UInt32: (key: [SQLValue], rows: [RelatedRow])]
    /// The siblings that this batch is not, or no longer, to be loaded for.
    var served: Set<UInt32> = []
    /// Those that asked again while others still had to ask at all, and were loaded alone.
    var repeated: Set<UInt32> = []
    /// Whether a row of one sibling could not be read: from then on each loads its own, and fails by itself.
    var isBroken = false
    /// Set where it was asked for aloud: then every call gets the same models, also when the session is over.
    let kept: RelationPlan?
    var isKept: Bool { kept != nil }

    init(
        request: RelationRequest, generation: UInt64, answers: [UInt32: (key: [SQLValue], rows: [RelatedRow])],
        kept: RelationPlan? = nil
    ) {
        self.kept = kept
        self.request = request
        self.generation = generation
        self.answers = answers
    }
}

extension RecordGroup {
    /// How many relationships, with their options, are kept loaded ahead.
    private static let batchLimit = 32

    /// What was loaded ahead for a request, in the order of loading. What a change has made untrue is dropped.
    func rounds(of request: RelationRequest, generation: UInt64) -> [RelationshipBatch] {
        var isWasted = false
        batches.removeAll { batch in
            guard batch.generation != generation, !batch.isKept else { return false }
            if !batch.answers.isEmpty { isWasted = true }
            return true
        }
        // A loop that writes would drop all but one answer each time: it begins small again and grows while it only reads.
        if isWasted { window = 1 }
        let rounds = batches.filter { $0.request == request && !$0.isKept }
        if rounds.isEmpty, batches.count >= Self.batchLimit, let oldest = batches.firstIndex(where: { !$0.isKept }) {
            batches.remove(at: oldest)
        }
        return rounds
    }
}

extension RelationPlan {
    /// The values of a model to look up, as the other end's columns hold them.
    func lookup(_ model: Model, in source: Mapping) throws -> [SQLValue] {
        var values = try source.values(sourcePlaces, of: model)
        for (index, place) in matchedPlaces.enumerated() where !values[index].isNull {
            // What the other end's property cannot hold is for SQL to compare: '07' finds 7, and 'n/a' nothing.
            let stored = try? matchedMapping.normalized([values[index]], for: [place])
            values[index] = stored?.first ?? values[index]
        }
        return values
    }
}

/// Follows relationships: for one model, or for all that were loaded with it.
struct RelationLoader {
    let session: Session
    let plan: RelationPlan
    let source: Mapping

    /// The rows that belong to a model. NULL in what is looked up means none, and no statement.
    func rows(of model: Model) throws -> [RelatedRow] {
        let key = try lookup(model)
        guard !key.contains(where: \.isNull) else { return [] }
        guard let group = model.record, group.handle.session === session else { return try single(key) }
        switch group.loading {
        // Outside a transaction somebody else's change may come between two siblings' calls.
        case .batched where group.members.count > 1 && session.connection.engine.isInTransaction: break
        case .batched, .single: return try single(key)
        case .forbidden: throw forbidden()
        }
        return try batched(model, key, in: group)
    }

    /// The values to look up, as the other end's columns hold them.
    func lookup(_ model: Model) throws -> [SQLValue] { try plan.lookup(model, in: source) }

    private func forbidden() -> ModelError {
        let request = plan.request
        return ModelError(
            .query,
            "\(request.kind)(\(plan.target.mapping.type), foreignKey: [\(request.foreignKey.joined(separator: ", "))]) of "
                + "\(source.type) was called, and following relationships is forbidden here",
            table: source.table, hint: "Load it with the query: .with(…)")
    }

    private func single(_ key: [SQLValue]) throws -> [RelatedRow] {
        let statement =
            try plan.single.map { try session.compiled($0, for: plan.target) }
            ?? session.compiled(plan.singleSQL, for: plan.target)
        return try session.run(statement) { statement in
            var index = 0
            for value in key {
                index += 1
                try statement.bind(value, at: index)
            }
            for value in plan.singleTail {
                index += 1
                try statement.bind(value, at: index)
            }
            return try read(statement) { _, _ in }
        }
    }

    /// Answers from what was loaded ahead; loads it for all siblings where it was not. Each answer is given once, so that
    /// two calls give two sets of models, as they would without siblings.
    private func batched(_ model: Model, _ key: [SQLValue], in group: RecordGroup) throws -> [RelatedRow] {
        let slot = model.slot
        let rounds = group.rounds(of: plan.request, generation: session.generation)
        for round in rounds {
            guard let answer = round.answers.removeValue(forKey: slot) else { continue }
            return answer.key == key ? answer.rows : try single(key)
        }
        guard !rounds.contains(where: \.isBroken) else { return try single(key) }
        if let open = rounds.first(where: { !$0.served.contains(slot) }) {
            return try load(open, for: model, key, in: group)
        }
        let round = RelationshipBatch(request: plan.request, generation: session.generation, answers: [:])
        if let last = rounds.last {
            if rounds.contains(where: { !$0.answers.isEmpty }) {
                // The first to ask again gets its own. When a second one does, the others will, too: a round for all.
                if last.repeated.isEmpty || last.repeated.contains(slot) {
                    last.repeated.insert(slot)
                    return try single(key)
                }
                round.served = last.repeated
            } else {
                group.batches.removeAll { batch in rounds.contains { $0 === batch } }
            }
        }
        group.batches.append(round)
        return try load(round, for: model, key, in: group)
    }

    /// Loads a round's rows for a model and those after it that it has not been loaded for, a window of them.
    private func load(
        _ round: RelationshipBatch, for model: Model, _ key: [SQLValue], in group: RecordGroup
    ) throws -> [RelatedRow] {
        var slots = [model.slot]
        var keys = [key]
        let count = group.members.count
        var place = Int(model.slot)
        let window = group.window
        group.window = Swift.min(Window.size, window * 2)
        for _ in 1..<count where slots.count < window {
            place = place + 1 == count ? 0 : place + 1
            let slot = UInt32(place)
            guard let member = group.members[place]?.takeUnretainedValue(), !round.served.contains(slot),
                // A sibling whose value cannot be had is left to fail when it asks itself.
                let other = try? lookup(member), !other.contains(where: \.isNull)
            else { continue }
            slots.append(slot)
            keys.append(other)
        }
        round.served.formUnion(slots)
        guard keys.count > 1 else { return try single(key) }
        let found: [[RelatedRow]]
        do { found = try many(keys) } catch let error where !(error is CancellationError) {
            // Some engines take no other statement then, so this one's reason is the one to tell.
            if session.connection.engine.isTransactionFailed { throw error }
            // It may be another's row that cannot be read: that one must fail, and not this one.
            round.isBroken = true
            return try single(key)
        }
        for (index, slot) in slots.enumerated().dropFirst() { round.answers[slot] = (keys[index], found[index]) }
        return found[0]
    }

    /// The rows for each of many keys, in their order.
    ///
    /// A parent that several ask for is looked for once; each gets a model of its own, as alone it would.
    func many(_ keys: [[SQLValue]]) throws -> [[RelatedRow]] {
        var result = [[RelatedRow]](repeating: [], count: keys.count)
        var start = 0
        let shared = plan.request.kind == .belongsTo ? SharedKeys(keys) : nil
        let types = try (plan.join ?? plan.target).listTypes(of: plan.matchedPlaces, in: session)
        for set in KeySet.sets(of: (shared?.unique ?? keys)[...], types: types) {
            let rendered = try statement(for: set.form)
            let statement = try session.compiled(rendered.sql, for: plan.target)
            try session.run(statement) { statement in
                try session.bind(set.parameters + rendered.parameters, to: statement)
                let isSingle = plan.isToOne
                _ = try read(statement, for: shared?.askers, from: start) { row, place in
                    guard result.indices.contains(place), !isSingle || result[place].isEmpty else { return }
                    result[place].append(row)
                }
            }
            start += set.count
        }
        return result
    }

    private func statement(for form: KeySet.Form) throws -> RenderedSQL {
        if let known = plan.keySets[form] { return known }
        let writer = RelationWriter(
            request: plan.request, target: plan.target, join: plan.join, orderings: plan.orderings)
        let matched = plan.matchedMapping
        let made = try writer.many(
            form, matched: plan.matchedPlaces.map { matched.columns[$0].name }, pairs: plan.joinPairs)
        plan.keySets[form] = made
        return made
    }

    /// Reads all rows as one group, and one more of the join table's; the column after the last is the key's place.
    private func read(
        _ statement: Statement, for askers: [[Int]]? = nil, from start: Int = 0, _ note: (RelatedRow, Int) -> Void
    ) throws -> [RelatedRow] {
        let loading = session.relationshipLoading
        let group = RecordGroup(mapping: plan.target.mapping, handle: session.handle, loading: loading)
        let loader = RowLoader(plan: plan.target, session: session)
        var join: (loader: RowLoader, group: RecordGroup)?
        if let table = plan.join, plan.request.join?.isWanted == true {
            join = (
                RowLoader(plan: table, session: session),
                RecordGroup(mapping: table.mapping, handle: session.handle, loading: loading)
            )
        }
        let width = plan.target.mapping.columns.count
        let place = width + (join?.loader.plan.mapping.columns.count ?? 0)
        let hasPlace = statement.columnCount > place
        let row = Row(statement)
        var rows: [RelatedRow] = []
        func make() throws -> RelatedRow {
            RelatedRow(
                model: try loader.make(row, in: group),
                join: try join.map { try $0.loader.make(row, in: $0.group, from: width) })
        }
        while try statement.step() {
            guard hasPlace else {
                rows.append(try make())
                continue
            }
            let key = start + (try Int.read(from: row, at: place))
            guard let askers else {
                note(try make(), key)
                continue
            }
            guard askers.indices.contains(key) else { continue }
            for asker in askers[key] { note(try make(), asker) }
        }
        return rows
    }
}

/// Keys of which some are equal, and who asked for each.
private struct SharedKeys {
    private(set) var unique: [[SQLValue]] = []
    private(set) var askers: [[Int]] = []

    /// nil where all keys differ.
    init?(_ keys: [[SQLValue]]) {
        var places: [[SQLValue]: Int] = [:]
        for (asker, key) in keys.enumerated() {
            if let place = places[key] {
                askers[place].append(asker)
            } else {
                places[key] = unique.count
                unique.append(key)
                askers.append([asker])
            }
        }
        if unique.count == keys.count { return nil }
    }
}
