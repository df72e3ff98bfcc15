import ZIMDb

/// What was prefetched for the siblings of the model that asked first.
final class RelationshipBatch {
    let plan: RelationPlan
    let generation: UInt64
    /// Whether it was requested by eager loading: then every call gets the same models, also when the session is over.
    let isKept: Bool

    /// By slot: the position of a sibling's answer, or one of the states below.
    private var positions: ContiguousArray<Int32> = []
    /// The values that the siblings were looked up by, and the rows found.
    private var keys: KeyList
    private var rows = FoundRows()
    /// How many answers nobody has asked for yet.
    private(set) var waiting = 0
    /// Those that asked again while others still had to ask at all, and were loaded alone.
    var repeated: Set<UInt32> = []
    /// Whether a row of one sibling could not be read: from then on each loads its own, and fails by itself.
    var isBroken = false

    private static let open: Int32 = -1
    private static let served: Int32 = -2
    private static let withoutKey: Int32 = -3
    private static let changed: Int32 = -4

    /// How many siblings there are.
    private let members: Int

    init(plan: RelationPlan, generation: UInt64, members: Int, isKept: Bool = false) {
        self.plan = plan
        self.members = members
        self.generation = generation
        self.isKept = isKept
        keys = KeyList(width: plan.sourceKey.count)
    }

    /// Whether it is what a relationship asks for.
    func answers(_ other: RelationPlan) -> Bool { plan === other || plan.request == other.request }

    /// Whether it was, or is being, loaded for a sibling, so that it is not to be loaded again.
    func isServed(_ slot: UInt32) -> Bool { state(slot) != Self.open }

    func isWaiting(_ slot: UInt32) -> Bool { state(slot) >= 0 }

    /// What was loaded for a sibling is not true any more.
    func forget(_ slot: UInt32) { if isServed(slot) { set(Self.changed, slot) } }

    private func state(_ slot: UInt32) -> Int32 {
        let slot = Int(slot)
        return slot < positions.count ? positions[slot] : Self.open
    }

    @inline(__always)
    private func set(_ state: Int32, _ slot: UInt32) {
        let slot = Int(slot)
        if positions.count <= slot {
            positions.append(
                contentsOf: repeatElement(Self.open, count: Swift.max(slot + 1, members) - positions.count))
        }
        positions[slot] = state
    }

    func serve(_ slots: some Collection<UInt32>) {
        for slot in slots { set(Self.served, slot) }
    }

    /// Notes what was found for siblings, in the order of their keys.
    ///
    /// - Parameter first: how many of them have their answer already.
    func note(_ found: consuming FoundRows, for slots: [UInt32], keys new: KeyList, from first: Int = 0) {
        // What everybody has asked for is given back, so that a long list is gone through in constant memory.
        if waiting == 0, !isKept {
            keys.removeAll()
            rows.removeAll()
        }
        let start = keys.count
        keys.append(contentsOf: new)
        rows.append(contentsOf: found)
        for (index, slot) in slots.enumerated().dropFirst(first) {
            set(Int32(truncatingIfNeeded: start + index), slot)
            waiting += 1
        }
    }

    /// Notes siblings whose key has a NULL, so that there is nothing to find.
    func noteWithoutKey(_ slot: UInt32) { set(Self.withoutKey, slot) }

    /// What was loaded for a sibling, which is given once; nil if its values are no longer those that it was looked
    /// up by.
    func take(_ model: Model, in source: Mapping) throws -> RelatedModels? {
        let position = Int(state(model.slot))
        guard position >= 0 else { return nil }
        set(Self.served, model.slot)
        waiting -= 1
        let found = rows.take(position)
        return try plan.matches(model, in: source, keys, position) ? found : nil
    }

    /// What was loaded for a sibling, which is given once; nil if it must be looked up anew.
    func takeUnchanged(_ model: Model, in source: Mapping) throws -> RelatedModels? {
        let position = Int(state(model.slot))
        guard position >= 0, try plan.matches(model, in: source, keys, position) else { return nil }
        set(Self.served, model.slot)
        waiting -= 1
        return rows.take(position)
    }

    /// What was loaded for a sibling and is kept; nil if it was not, or its values are others now.
    func kept(_ model: Model, in source: Mapping) throws -> RelatedModels? {
        switch state(model.slot) {
        case Self.withoutKey:
            var key = KeyList(width: plan.sourceKey.count)
            return try plan.lookup(model, in: source, into: &key) ? nil : RelatedModels()
        case let position where position >= 0:
            return try plan.matches(model, in: source, keys, Int(position)) ? rows.rows(Int(position)) : nil
        default: return nil
        }
    }
}

extension LoadBatch {
    /// How many relationships, with their options, are kept prefetched.
    private static let batchLimit = 32

    /// What was prefetched for a relationship, in the order of loading. What a change has made untrue is dropped.
    func batches(of plan: RelationPlan, generation: UInt64) -> [RelationshipBatch] {
        var isWasted = false
        batches.removeAll { batch in
            guard batch.generation != generation, !batch.isKept else { return false }
            if batch.waiting > 0 { isWasted = true }
            return true
        }
        // A loop that writes would drop all but one answer each time: it begins small again and grows while it only reads.
        if isWasted { window = 1 }
        let answers = batches.filter { !$0.isKept && $0.answers(plan) }
        if answers.isEmpty, batches.count >= Self.batchLimit, let oldest = batches.firstIndex(where: { !$0.isKept }) {
            batches.remove(at: oldest)
        }
        return answers
    }

    /// The batch that holds a model's answer; nil if it must be loaded.
    func batch(of plan: RelationPlan, generation: UInt64, for model: Model) -> RelationshipBatch? {
        for batch in batches
        where !batch.isKept && batch.generation == generation && batch.isWaiting(model.slot) && batch.answers(plan) {
            latest = .passUnretained(batch)
            return batch
        }
        return nil
    }

    /// What was loaded for a model with its query; nil if it was not, or something was written since.
    func kept(_ request: RelationRequest, for model: Model) -> RelatedModels? {
        guard let batch = keptBatch(request), handle.generation == batch.generation else { return nil }
        latest = .passUnretained(batch)
        return loaded(batch, for: model)
    }

    /// The same, also where something was written since.
    func loaded(_ request: RelationRequest, for model: Model) -> RelatedModels? {
        keptBatch(request).flatMap { loaded($0, for: model) }
    }

    /// What was loaded for a model with its query is not true any more, by whatever relationship it leads to the rows that change.
    func forgetLoaded(_ request: RelationRequest, for model: Model) {
        let changed = request.join?.type ?? request.target
        for batch in batches where batch.isKept {
            let loaded = batch.plan.request
            if loaded.join?.type == changed || loaded.target == changed { batch.forget(model.slot) }
        }
    }

    /// Whether it was loaded with a model's query, whatever has become of it.
    func wasLoaded(_ request: RelationRequest, for model: Model) -> Bool {
        keptBatch(request)?.isServed(model.slot) == true
    }

    private func keptBatch(_ request: RelationRequest) -> RelationshipBatch? {
        batches.first { batch in
            batch.isKept
                && (batch.plan.request == request
                    || batch.plan.asked == request && handle.session?.isUnfiltered != true)
        }
    }

    private func loaded(_ batch: RelationshipBatch, for model: Model) -> RelatedModels? {
        // What was read may never have been there.
        if handle.wasRolledBack(batch.generation) { return nil }
        // A foreign key that was changed since asks for other rows.
        return (try? batch.kept(model, in: mapping)) ?? nil
    }
}
