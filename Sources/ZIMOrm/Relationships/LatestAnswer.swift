import ZIMDb

/// The fast path to a prefetched answer: a loop asks each model of a batch for the same relationship, and only the first has to
/// find it.
extension Model {
    /// What was prefetched for this model, where it is asked for as the sibling before asked; nil if anything is
    /// different, or was written since, so that the long way must be taken.
    @inline(__always)
    final func latestAnswer(
        _ request: RelationRequest, _ target: Model.Type, _ join: Model.Type?, _ options: [RelationshipOption]
    ) throws -> RelatedModels? {
        guard options.isEmpty, let record, !state.contains(.hasUndoEntry),
            // What was prefetched while a class had no filter is no answer while it has one.
            record.latest != nil, target.defaultFilter == nil, join?.defaultFilter == nil
        else { return nil }
        return try record.latestAnswer(of: self, request)
    }
}

extension LoadBatch {
    fileprivate func latestAnswer(of model: Model, _ request: RelationRequest) throws -> RelatedModels? {
        // It is one of the batches, which forget it when they change.
        guard let latest else { return nil }
        return try latest._withUnsafeGuaranteedRef { batch in
            guard batch.plan.request == request else { return nil }
            if batch.isKept {
                guard handle.generation == batch.generation else { return nil }
                return try batch.kept(model, in: mapping)
            }
            guard handle.isBoundToClosure, let session = handle.session, session.generation == batch.generation,
                session.attachment == nil, session.connection.engine.isInTransaction
            else { return nil }
            return try batch.takeUnchanged(model, in: mapping)
        }
    }
}
