import ZIMDb

extension JoinedLoad {
    /// Keeps with the models that asked what was found for them.
    func keep(_ found: [Model?], of sources: [Model?], in session: Session) throws {
        guard let loadBatch = sources.lazy.compactMap({ $0?.record }).first else { return }
        let plan = try session.plan(for: loadBatch.mapping).relation(
            RelationRequest(relationship), relationship.target, relationship.join?.type, [],
            in: session)
        let batch = RelationshipBatch(
            plan: plan, generation: session.generation, members: loadBatch.members.count, isKept: true)
        var keys = KeyList(width: plan.sourceKey.count, capacity: sources.count)
        var slots: [UInt32] = []
        var answers: [Model?] = []
        for (source, target) in zip(sources, found) {
            guard let source else { continue }
            if try plan.lookup(source, in: loadBatch.mapping, into: &keys) {
                slots.append(source.slot)
                answers.append(target)
            } else {
                batch.noteWithoutKey(source.slot)
            }
        }
        var rows = FoundRows.Builder(keys: keys.count, isSingle: true)
        for (index, model) in answers.enumerated() {
            if let model { rows.append(model, join: nil, position: index) }
        }
        batch.note(rows.finish(), for: slots, keys: keys)
        loadBatch.batches.append(batch)
    }
}
