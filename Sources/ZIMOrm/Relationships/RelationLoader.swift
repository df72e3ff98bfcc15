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
    /// Whether it was asked for aloud: then every call gets the same models, also when the session is over.
    let isKept: Bool

    init(
        request: RelationRequest, generation: UInt64, answers: [UInt32: (key: [SQLValue], rows: [RelatedRow])],
        isKept: Bool = false
    ) {
        self.isKept = isKept
        self.request = request
        self.generation = generation
        self.answers = answers
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
        case .batched where group.members.count > 1: break
        case .batched, .single: return try single(key)
        case .forbidden: throw forbidden()
        }
        return try batched(model, key, in: group)
    }

    /// The values to look up, as the other end's columns hold them.
    func lookup(_ model: Model) throws -> [SQLValue] {
        try plan.matchedMapping.normalized(source.values(plan.sourcePlaces, of: model), for: plan.matchedPlaces)
    }

    private func forbidden() -> ModelError {
        let request = plan.request
        return ModelError(
            .query,
            "\(request.kind)(\(plan.target.mapping.type), foreignKey: [\(request.foreignKey.joined(separator: ", "))]) of a "
                + "\(source.type) was called, and following relationships is forbidden here",
            table: source.table, hint: "Load it with the query: .with(…)")
    }

    private func single(_ key: [SQLValue]) throws -> [RelatedRow] {
        let statement = try session.compiled(plan.single, for: plan.target)
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
        let index = group.batches.firstIndex { $0.request == plan.request && !$0.isKept }
        var asked: Set<UInt32>?
        if let index {
            let batch = group.batches[index]
            if batch.generation == session.generation {
                if let answer = batch.answers.removeValue(forKey: model.slot), answer.key == key { return answer.rows }
                asked = Set(batch.answers.keys)
            }
        }
        // Those whose answers still wait need not be loaded again.
        let first = Int(model.slot)
        var slots: [UInt32] = []
        var keys: [[SQLValue]] = []
        for place in group.members.indices.dropFirst(first) + Array(group.members.indices.prefix(first)) {
            guard slots.count < Window.size else { break }
            let slot = UInt32(place)
            guard let member = group.members[place]?.takeUnretainedValue(), asked?.contains(slot) != true else {
                continue
            }
            // A sibling whose value does not fit is left to fail when it asks itself.
            guard let other = place == first ? key : try? lookup(member), !other.contains(where: \.isNull) else {
                continue
            }
            slots.append(slot)
            keys.append(other)
        }
        guard keys.count > 1 else { return try single(key) }
        let generation = session.generation
        let found = try many(keys)
        var answers = asked == nil ? [:] : index.map { group.batches[$0].answers } ?? [:]
        for (place, slot) in slots.enumerated() where place > 0 { answers[slot] = (keys[place], found[place]) }
        let batch = RelationshipBatch(request: plan.request, generation: generation, answers: answers)
        if let index { group.batches[index] = batch } else { group.batches.append(batch) }
        return found[0]
    }

    /// The rows for each of many keys, in their order.
    func many(_ keys: [[SQLValue]]) throws -> [[RelatedRow]] {
        var result = [[RelatedRow]](repeating: [], count: keys.count)
        var start = 0
        for set in KeySet.sets(of: keys[...]) {
            let rendered = try statement(for: set.form)
            let statement = try session.compiled(rendered.sql, for: plan.target)
            try session.run(statement) { statement in
                try session.bind(set.parameters + rendered.parameters, to: statement)
                let isSingle = plan.isToOne
                _ = try read(statement) { row, place in
                    let place = start + place
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
    private func read(_ statement: Statement, _ note: (RelatedRow, Int) -> Void) throws -> [RelatedRow] {
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
        while try statement.step() {
            let model = try loader.make(row, in: group)
            let related = RelatedRow(
                model: model, join: try join.map { try $0.loader.make(row, in: $0.group, from: width) })
            if hasPlace { note(related, try Int.read(from: row, at: place)) } else { rows.append(related) }
        }
        return rows
    }
}
