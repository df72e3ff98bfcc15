import ZIMDb

/// Turns the rows of a statement into models.
struct RowLoader {
    let plan: TablePlan
    let session: Session
    /// Where each column stands in the row, where that is not in the mapping's order.
    let sources: [Int]?
    let loading: RelationshipLoading
    /// Whether somebody gets to see the models; what only this library reads has no hooks.
    private let callsHooks: Bool
    /// The class, where it fills itself from a row and tracks its changes: nothing else has to be noted then.
    private let plain: (any RowDecodable.Type)?

    /// - Parameters:
    ///   - loading: nil as the session's database says.
    ///   - callsHooks: whether the hooks of loading are called.
    init(
        plan: TablePlan, session: Session, sources: [Int]? = nil, loading: RelationshipLoading? = nil,
        callsHooks: Bool = true
    ) {
        self.plan = plan
        self.session = session
        self.sources = sources
        self.callsHooks = callsHooks
        self.loading = loading ?? session.relationshipLoading
        let mapping = plan.mapping
        let isPlain = mapping.tracksItself && !mapping.keepsRow && !mapping.keyReader.hasOtherTypes
        plain = sources == nil && isPlain ? mapping.decodable : nil
    }

    /// An empty batch for the rows of one query.
    func makeBatch() -> LoadBatch {
        let batch = LoadBatch(mapping: plan.mapping, handle: session.handle, loading: loading)
        batch.latestStyles = plan.latestStyles
        return batch
    }

    /// Reads the rows that are left, at most `limit`, as the next window, which is one batch. The statement's first columns are
    /// the mapping's.
    ///
    /// - Parameter check: called behind the first step, before a model is made.
    func load(
        _ statement: Statement, into window: inout WindowRows, limit: Int, behindFirst check: (() throws -> Void)? = nil
    ) throws {
        let batch = makeBatch()
        window.begin(batch)
        let row = Row(statement)
        if let check {
            let hasRow = try statement.step()
            try check()
            guard hasRow else { return }
            window.models.append(try make(row, in: batch))
        }
        if let plain {
            while window.models.count < limit, try statement.step() {
                window.models.append(try make(row, in: batch, as: plain))
            }
            return
        }
        while window.models.count < limit, try statement.step() { window.models.append(try make(row, in: batch)) }
        batch.originals.trim(plan.mapping.originals)
    }

    /// Makes a model of the row.
    @inline(__always)
    func make(_ row: Row, in batch: LoadBatch, from first: Int = 0) throws -> Model {
        if first == 0, let plain { return try make(row, in: batch, as: plain) }
        let mapping = plan.mapping
        let model: Model
        if let decodable = mapping.decodable, first == 0, sources == nil {
            model = try decode(row, as: decodable)
            if callsHooks { try model.willLoad() }
        } else {
            model = mapping.type.init()
            if callsHooks { try model.willLoad() }
            try read(row, into: model, from: first)
            if mapping.tracksItself { model.columnChanges = ColumnChanges() }
        }
        try batch.adopt(model, from: row, at: first, sources: sources)
        if callsHooks { try session.finishLoad(of: model) }
        return model
    }

    @inline(__always)
    private func make(_ row: Row, in batch: LoadBatch, as type: any RowDecodable.Type) throws -> Model {
        let model = try decode(row, as: type)
        if callsHooks { try model.willLoad() }
        batch.take(model)
        if row.isSpelled || batch.styles != nil { batch.noteSpellings(of: model, from: row, at: 0, sources: nil) }
        if callsHooks { try session.finishLoad(of: model) }
        return model
    }

    @inline(__always)
    private func decode(_ row: Row, as type: any RowDecodable.Type) throws -> Model {
        do { return try type.init(row: row) } catch let mismatch as ValueMismatch {
            throw explain(mismatch, row: row, column: mismatch.index, from: 0)
        }
    }

    /// Reads the row's columns, from a position on, into the model's properties.
    @inline(__always)
    func read(_ row: Row, into model: Model, from first: Int) throws {
        let mapping = plan.mapping
        let reader = mapping.reader
        let count = mapping.columns.count
        var index = 0
        while index < count {
            var source = first &+ index
            if let sources { source = sources[index] }
            do {
                try reader.read(index, from: row, at: source, into: model)
            } catch let mismatch as ValueMismatch {
                throw explain(mismatch, row: row, column: index, from: first)
            }
            index &+= 1
        }
    }

    /// Says which row holds the value that does not fit.
    private func explain(_ mismatch: ValueMismatch, row: Row, column: Int, from first: Int) -> ModelError {
        let key = plan.mapping.key.map { row.value(at: sources?[$0] ?? first + $0) }
        return plan.mapping.refusal(mismatch, of: column, key: key)
    }
}
