import ZIMDb

/// Reads the rows of a relationship's statement: all as one batch, and one more of the join table's.
struct RelatedRowReader {
    private let target: (loader: RowLoader, batch: LoadBatch)
    private let join: (loader: RowLoader, batch: LoadBatch)?
    /// How many columns the target has; those of the join table follow, and then the position of the key.
    private let width: Int
    /// Whether the first row is all that is wanted: a key that a class names need not be unique.
    private let isToOne: Bool

    init(_ relation: RelationLoader) {
        let session = relation.session
        let plan = relation.plan
        let loading = relation.loading
        func part(_ table: TablePlan) -> (RowLoader, LoadBatch) {
            let loader = RowLoader(
                plan: table, session: session, loading: loading, callsHooks: relation.callsHooks)
            return (loader, loader.makeBatch())
        }
        target = part(plan.target)
        join = plan.request.join?.isWanted == true ? plan.join.map(part) : nil
        width = plan.target.mapping.columns.count
        isToOne = plan.isToOne
    }

    /// Reads the rows of one model.
    func read(_ statement: Statement) throws -> RelatedModels {
        let row = Row(statement)
        var related = RelatedModels()
        while try statement.step() {
            related.models.append(try target.loader.make(row, in: target.batch))
            if let join { related.joins.append(try join.loader.make(row, in: join.batch, from: width)) }
            if isToOne { break }
        }
        return related
    }

    /// Reads the rows of many.
    ///
    /// - Parameters:
    ///   - start: the position of the statement's first key.
    ///   - runs: the numbers that stand for the keys; nil if the rows tell their positions.
    ///   - column: which column tells the key; by default the one after the last.
    func read(
        _ statement: Statement, into found: inout FoundRows.Builder, from start: Int, runs: KeyRuns?, at column: Int?,
        requesters: Requesters?
    ) throws {
        let column = column ?? width + (join?.loader.plan.mapping.columns.count ?? 0)
        if var runs {
            try read(statement, into: &found, requesters) { row in
                // What is no whole number lies between two keys.
                (try? Int64.read(from: row, at: column)).flatMap { runs.position(of: $0) }.map { start &+ $0 }
            }
        } else {
            try read(statement, into: &found, requesters) { start &+ (try Int.read(from: $0, at: column)) }
        }
    }

    @inline(__always)
    private func read(
        _ statement: Statement, into found: inout FoundRows.Builder, _ requesters: Requesters?,
        position: (Row) throws -> Int?
    ) throws {
        let row = Row(statement)
        while try statement.step() {
            guard let key = try position(row) else { continue }
            guard let requesters else {
                try append(row, to: &found, key)
                continue
            }
            for requester in requesters.of(key) { try append(row, to: &found, Int(requester)) }
        }
    }

    @inline(__always)
    private func append(_ row: Row, to found: inout FoundRows.Builder, _ position: Int) throws {
        guard found.isWanted(position) else { return found.leaveOut(position) }
        let model = try target.loader.make(row, in: target.batch)
        found.append(
            model, join: try join.map { try $0.loader.make(row, in: $0.batch, from: width) }, position: position)
    }
}
