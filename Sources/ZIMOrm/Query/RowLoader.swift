import ZIMDb

/// Turns the rows of a statement into models.
struct RowLoader {
    let plan: TablePlan
    let session: Session
    /// Where each column stands in the row, where that is not in the mapping's order.
    var sources: [Int]?
    var loading: RelationshipLoading = .batched

    /// Reads the rows that are left, at most `limit`, as one group. The statement's first columns are the mapping's.
    func load(_ statement: Statement, limit: Int = .max) throws -> [Model] {
        let group = RecordGroup(mapping: plan.mapping, handle: session.handle, loading: loading)
        let row = Row(statement)
        var models: [Model] = []
        while models.count < limit, try statement.step() { models.append(try make(row, in: group)) }
        group.digests.trim()
        return models
    }

    /// Makes a model of the row.
    @inline(__always)
    func make(_ row: Row, in group: RecordGroup, from first: Int = 0) throws -> Model {
        let mapping = plan.mapping
        let model: Model
        if let makeFromRow = mapping.makeFromRow, first == 0, sources == nil {
            do { model = try makeFromRow(row) } catch let mismatch as ValueMismatch {
                throw explain(mismatch, row: row, column: mismatch.index, from: 0)
            }
            try model.willLoad()
            if !mapping.tracksItself {
                let room = group.digests.extend(by: mapping.columns.count)
                for index in room.indices { room[index] = try mapping.columns[index].digest(model) }
            }
        } else {
            model = mapping.type.init()
            try model.willLoad()
            try read(row, into: model, from: first, digests: group)
            if mapping.tracksItself { model.columnChanges = ColumnChanges() }
        }
        try group.adopt(model, from: row, at: first, sources: sources)
        try model.didLoad()
        return model
    }

    /// Reads the row's columns, from a place on, into the model's properties, and notes their digests.
    @inline(__always)
    func read(_ row: Row, into model: Model, from first: Int, digests group: RecordGroup? = nil) throws {
        let mapping = plan.mapping
        let reader = mapping.reader
        let count = mapping.columns.count
        let room = mapping.tracksItself ? nil : group?.digests.extend(by: count)
        var index = 0
        while index < count {
            let source = sources.map { $0[index] } ?? first &+ index
            do {
                let digest = try reader.read(index, from: row, at: source, into: model)
                if let room { room[index] = digest }
            } catch let mismatch as ValueMismatch {
                throw explain(mismatch, row: row, column: index, from: first)
            }
            index &+= 1
        }
    }

    /// Says which row holds the value that does not fit.
    private func explain(_ mismatch: ValueMismatch, row: Row, column: Int, from first: Int) -> ModelError {
        var mismatch = mismatch
        if plan.mapping.columns.indices.contains(column) {
            mismatch.type = plan.mapping.columns[column].field.typeName
        }
        if mismatch.value.isNull, mismatch.reason == "does not fit" { mismatch.reason = "is not allowed" }
        let key = plan.mapping.key.map { row.value(at: sources?[$0] ?? first + $0) }
        return plan.mapping.error(mismatch, column: column, key: key)
    }
}
