import ZIMDb

/// Follows relationships: for one model, or for all that were loaded with it.
struct RelationLoader {
    let session: Session
    let plan: RelationPlan
    let source: Mapping
    /// How the models that are read load theirs.
    let loading: RelationshipLoading
    /// Whether the hooks of loading are called: not of models that nobody gets to see.
    let callsHooks: Bool

    /// - Parameter loading: nil as the session's database says.
    init(
        session: Session, plan: RelationPlan, source: Mapping, loading: RelationshipLoading? = nil,
        callsHooks: Bool = true
    ) {
        self.session = session
        self.plan = plan
        self.source = source
        self.loading = loading ?? session.relationshipLoading
        self.callsHooks = callsHooks
    }

    /// The rows that belong to a model. NULL in what is looked up means none, and no statement.
    func rows(of model: Model) throws -> RelatedModels {
        guard let loadBatch = model.record, loadBatch.handle.session === session else {
            // It is new, or its session has ended.
            return try loading == .forbidden ? refused(model) : single(model)
        }
        switch loadBatch.loading {
        // Outside a transaction another program may write between the calls of two models.
        case .batched where loadBatch.members.count > 1 && session.connection.engine.isInTransaction:
            return try batched(model, in: loadBatch)
        case .batched, .single: return try single(model)
        case .forbidden: return try refused(model)
        }
    }

    /// The values to look up, as the other end's columns hold them; no key where one is NULL.
    private func key(of model: Model) throws -> KeyList {
        var key = KeyList(width: plan.sourceKey.count)
        _ = try plan.lookup(model, in: source, into: &key)
        return key
    }

    /// Whether the rows of the first model that has a key are found by reading all rows of their table.
    func readsAll(for models: [Model]) throws -> Bool {
        for model in models {
            // A value that cannot be had fails when it is looked up.
            if let key = try? key(of: model), key.count > 0 { return try plan.readsAll(for: key, in: session) }
        }
        return false
    }

    private func refused(_ model: Model) throws -> RelatedModels {
        if try key(of: model).count == 0 { return RelatedModels() }
        let request = plan.request
        let isOutdated = model.record?.wasLoaded(request, for: model) == true
        throw ModelError(
            .query,
            "\(request.kind)(\(plan.target.mapping.type), foreignKey: [\(request.foreignKey.joined(separator: ", "))]) of "
                + "\(source.type) was called, and following relationships is forbidden here"
                + (isOutdated ? ": what the query has loaded was read before the last change of the session" : ""),
            table: source.table,
            hint: isOutdated ? "Query again behind the change" : "Load it with the query: .with(…)")
    }

    private func single(_ model: Model) throws -> RelatedModels {
        let key = try key(of: model)
        return key.count == 0 ? RelatedModels() : try single(key)
    }

    /// - Parameter reader: one for the rows of several models; nil for one of its own.
    private func single(_ key: KeyList, _ reader: RelatedRowReader? = nil) throws -> RelatedModels {
        let single = try plan.single(plan.comparisons.numbers(in: key, at: 0))
        let statement =
            try single.shape.map { try session.compiled($0, for: plan.target) }
            ?? session.compiled(single.sql, for: plan.target)
        return try session.withLoadHooksBehind {
            try session.run(statement) { statement in
                for part in 0..<key.width { try session.bind(key.part(part, of: 0), to: statement, at: part + 1) }
                try session.bind(plan.singleTail, to: statement, from: key.width + 1)
                return try (reader ?? RelatedRowReader(self)).read(statement)
            }
        }
    }

    /// Answers from what was prefetched; loads it for all siblings where it was not. Each answer is given once, so that
    /// two calls give two sets of models, as they would without siblings.
    private func batched(_ model: Model, in loadBatch: LoadBatch) throws -> RelatedModels {
        if let batch = loadBatch.batch(of: plan, generation: session.generation, for: model) {
            return try batch.take(model, in: source) ?? single(model)
        }
        let key = try key(of: model)
        if key.count == 0 { return RelatedModels() }
        if plan.asksAlone { return try single(key) }
        let batches = loadBatch.batches(of: plan, generation: session.generation)
        guard !batches.contains(where: \.isBroken) else { return try single(key) }
        if let open = batches.first(where: { !$0.isServed(model.slot) }) {
            return try load(open, for: model, key, in: loadBatch)
        }
        let batch = RelationshipBatch(
            plan: plan, generation: session.generation, members: loadBatch.members.count)
        if let last = batches.last {
            if batches.contains(where: { $0.waiting > 0 }) {
                // The first to ask again gets its own. When a second one does, the others will, too: a batch for all.
                if last.repeated.isEmpty || last.repeated.contains(model.slot) {
                    last.repeated.insert(model.slot)
                    return try single(key)
                }
                batch.serve(last.repeated)
            } else {
                loadBatch.batches.removeAll { old in batches.contains { $0 === old } }
            }
        }
        loadBatch.batches.append(batch)
        return try load(batch, for: model, key, in: loadBatch)
    }

    /// Loads a batch's rows for a model and those after it that it has not been loaded for, a window of them.
    private func load(
        _ batch: RelationshipBatch, for model: Model, _ key: KeyList, in loadBatch: LoadBatch
    ) throws -> RelatedModels {
        var slots = [model.slot]
        var keys = key
        let count = loadBatch.members.count
        var position = Int(model.slot)
        var window = loadBatch.window
        loadBatch.window = Swift.min(Window.size, window * 2)
        if window == Window.size, try plan.readsAll(for: keys, in: session) { window = count }
        for _ in 1..<count where slots.count < window {
            position = position + 1 == count ? 0 : position + 1
            let slot = UInt32(truncatingIfNeeded: position)
            guard let member = loadBatch.members[position]?.takeUnretainedValue(), !batch.isServed(slot),
                // A sibling whose value cannot be had is left to fail when it asks itself.
                (try? plan.lookup(member, in: source, into: &keys)) == true
            else { continue }
            slots.append(slot)
        }
        batch.serve(slots)
        guard keys.count > 1 else { return try single(key) }
        var found: FoundRows
        do { found = try many(keys) } catch {
            // Some engines take no other statement then, so this one's reason is the one to tell.
            if error.isOfSession || session.connection.engine.isTransactionFailed { throw error }
            // It may be another's row that cannot be read: that one must fail, and not this one.
            batch.isBroken = true
            return try single(key)
        }
        let own = found.take(0)
        batch.note(found, for: slots, keys: keys, from: 1)
        return own
    }

    /// The rows for each of many keys, in their order.
    ///
    /// A parent that several ask for is looked for once; each gets a model of its own, as alone it would.
    ///
    /// - Parameter mayRepeat: whether it is worth looking whether several ask for one.
    func many(_ keys: KeyList, mayRepeat: Bool = true) throws -> FoundRows {
        try session.withLoadHooksBehind { try read(keys, mayRepeat: mayRepeat) }
    }

    private func read(_ keys: KeyList, mayRepeat: Bool) throws -> FoundRows {
        if plan.asksAlone { return try oneByOne(keys) }
        var found = FoundRows.Builder(keys: keys.count, isSingle: plan.isToOne)
        let shared = plan.request.kind == .belongsTo && mayRepeat ? keys.distinct() : nil
        var list = shared?.keys ?? keys
        var positions = shared?.positions
        var pieces = [0..<list.count]
        if let divided = plan.comparisons.divide(list) {
            positions = positions.map { ContiguousArray($0.map { divided.positions[Int($0)] }) } ?? divided.positions
            (list, pieces) = (divided.keys, divided.pieces)
        }
        let requesters = positions.map { Requesters($0, of: list.count) }
        for piece in pieces where !piece.isEmpty {
            let keys = pieces.count == 1 ? list : list[piece]
            try read(keys, from: piece.lowerBound, into: &found, requesters)
        }
        return found.finish()
    }

    /// The first rows of each key, where no window function counts them for all keys at once.
    private func oneByOne(_ keys: KeyList) throws -> FoundRows {
        var found = FoundRows.Builder(keys: keys.count, isSingle: plan.isToOne)
        let reader = RelatedRowReader(self)
        for position in 0..<keys.count {
            let related = try single(keys[position..<(position + 1)], reader)
            for (index, model) in related.models.enumerated() {
                let join = related.joins.indices.contains(index) ? related.joins[index] : nil
                found.append(model, join: join, position: position)
            }
        }
        return found.finish()
    }

    /// Reads the rows of keys whose parts are compared in one way.
    private func read(
        _ keys: KeyList, from first: Int, into found: inout FoundRows.Builder, _ requesters: Requesters?
    ) throws {
        let numbers = plan.comparisons.numbers(in: keys, at: 0)
        let matched = plan.join ?? plan.target
        let types = try plan.comparisons.listTypes(matched.listTypes(of: plan.matchedPositions, in: session), numbers)
        let table = try matched.listColumns(
            of: plan.matchedPositions, sources: plan.comparisons.textTypes, in: session)
        let sets = try KeySet.sets(of: keys, types: types, table: table) { part in
            try plan.comparisons.arePlain && !plan.comparisons.hasLimits
                && matched.isOrdered(plan.matchedPositions, by: plan.matchedPositions[part], in: session)
        }
        // Asked only where a form can have an index.
        let isIndexed =
            try sets.contains { $0.form.indexed(for: KeyList(width: keys.width)).isIndexed }
            && plan.indexesKeys(keys, in: session)
        var start = first
        for set in sets {
            let form =
                isIndexed ? set.form.indexed(for: keys[(start - first)..<(start - first + set.count)]) : set.form
            let (rendered, position) = try statement(for: form, numbers)
            let statement = try session.compiled(rendered.sql, for: plan.target)
            try session.run(statement) { statement in
                try session.bind(set.parameters + rendered.parameters, to: statement)
                try RelatedRowReader(self).read(
                    statement, into: &found, from: start, runs: set.runs, at: position, requesters: requesters)
            }
            start += set.count
        }
    }

    private func statement(for form: KeySet.Form, _ numbers: KeyParts) throws -> (sql: RenderedSQL, position: Int?) {
        let kind = RelationPlan.SetKind(form: form, numbers: numbers)
        if let known = plan.keySets[kind] { return known }
        let statement = plan.statement(numbers)
        let matched = plan.matchedNames
        let made = (
            try statement.many(
                form, matched: matched, pairs: plan.joinPairs,
                readingAll: plan.readsAll(form, numbers, in: session) ? plan.comparisons.matched : nil),
            statement.position(of: form, among: matched)
        )
        plan.keySets[kind] = made
        return made
    }
}

extension Error {
    /// Whether it tells of the session, and not of a row.
    fileprivate var isOfSession: Bool {
        guard let error = self as? DatabaseError else { return self is CancellationError }
        return error.isTransient
            || [.connection, .interrupted, .timedOut, .busy, .transactionEnded].contains(error.code)
    }
}

/// Who asked for each of some keys that several asked for.
struct Requesters {
    /// The requesters' positions, key by key, and where those of each key end.
    private var positions: ContiguousArray<Int32>
    private var ends: ContiguousArray<Int32>

    init(_ keyOfRequester: ContiguousArray<Int32>, of count: Int) {
        ends = ContiguousArray(repeating: 0, count: count)
        for key in keyOfRequester { ends[Int(key)] += 1 }
        var sum: Int32 = 0
        for key in ends.indices {
            sum += ends[key]
            ends[key] = sum
        }
        positions = ContiguousArray(repeating: 0, count: keyOfRequester.count)
        var next = ContiguousArray(ends.indices.map { $0 == 0 ? 0 : ends[$0 - 1] })
        for (requester, key) in keyOfRequester.enumerated() {
            positions[Int(next[Int(key)])] = Int32(truncatingIfNeeded: requester)
            next[Int(key)] += 1
        }
    }

    func of(_ key: Int) -> ArraySlice<Int32> {
        guard ends.indices.contains(key) else { return [] }
        return ArraySlice(positions[(key == 0 ? 0 : Int(ends[key - 1]))..<Int(ends[key])])
    }
}
