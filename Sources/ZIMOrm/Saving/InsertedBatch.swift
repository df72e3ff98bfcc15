import ZIMDb

/// The load batch of new models that one rollback would undo together: they had the same state before.
final class InsertedBatch {
    private let batch: LoadBatch
    private var undoScope: UInt64

    /// - Parameters:
    ///   - sharing: siblings, where they are inserted as one list.
    ///   - filled: the position of the key that the database counts up, and what it was before.
    init(_ plan: TablePlan, _ session: Session, sharing: LoadBatch.Sharing, filled: LoadBatch.FilledKey? = nil) {
        batch = LoadBatch(mapping: plan.mapping, handle: session.handle, since: session.generation, sharing: sharing)
        batch.snapshot = LoadBatch.Snapshot(ofNewModels: filled)
        undoScope = session.undoScope
    }

    /// Takes a model that was new, and of whose row the database filled nothing else in.
    ///
    /// - Returns: false if the model must have a batch of its own.
    @inline(__always)
    func take(_ model: Model, filled: SQLValue? = nil, _ plan: TablePlan, in session: Session) throws -> Bool {
        guard batch.mapping === plan.mapping, undoScope == session.undoScope, model.record == nil,
            model.state.isSubset(of: [.hasDelegateBit, .hasParentColumns]), !session.handle.wasRolledBack(batch.since),
            batch.snapshot?.filled?.before == filled, batch.loading == session.relationshipLoading
        else { return false }
        if plan.mapping.tracksItself { model.columnChanges = ColumnChanges() }
        try batch.adopt(model)
        return true
    }

    /// Runs a closure in a savepoint, whose changes are those of the transaction around it once it is released.
    func transaction<T>(in session: Session, _ body: (Session) throws -> T) throws -> T {
        let isCurrent = undoScope == session.undoScope
        let result = try session.transaction(body)
        if isCurrent { undoScope = session.undoScope }
        return result
    }
}

extension Mapping {
    /// Whether nothing but the values of its properties is kept of a new row.
    var canShareInsertedBatch: Bool { references.isEmpty && !keepsRow }
}

extension Session {
    /// Puts a model that was new into the batch of those that were inserted before, where the class tracks its changes
    /// itself, so that nothing of the single model is kept.
    ///
    /// - Returns: false if the model must have a batch of its own.
    @inline(__always)
    func adoptInserted(_ model: Model, _ plan: TablePlan) throws -> Bool {
        guard plan.mapping.tracksItself, plan.mapping.canShareInsertedBatch, model.record == nil,
            model.state.isSubset(of: [.hasDelegateBit, .hasParentColumns])
        else { return false }
        if let insertions, try unsafeDowncast(insertions, to: InsertedBatch.self).take(model, plan, in: self) {
            return true
        }
        let batch = InsertedBatch(plan, self, sharing: .shared)
        insertions = batch
        return try batch.take(model, plan, in: self)
    }
}
