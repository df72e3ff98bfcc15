import ZIMDb

/// Reads the rows of a relationship's statement: all as one group, and one more of the join table's.
struct RelatedRowReader {
    private let target: (loader: RowLoader, group: RecordGroup)
    private let join: (loader: RowLoader, group: RecordGroup)?
    /// How many columns the target has; those of the join table follow, and then the place of the key.
    private let width: Int

    init(_ relation: RelationLoader) {
        let session = relation.session
        let plan = relation.plan
        let loading = session.relationshipLoading
        func part(_ table: TablePlan) -> (RowLoader, RecordGroup) {
            (
                RowLoader(plan: table, session: session),
                RecordGroup(mapping: table.mapping, handle: session.handle, loading: loading)
            )
        }
        target = part(plan.target)
        join = plan.request.join?.isWanted == true ? plan.join.map(part) : nil
        width = plan.target.mapping.columns.count
    }

    /// Reads the rows of one model.
    func read(_ statement: Statement) throws -> Related {
        let row = Row(statement)
        var related = Related()
        while try statement.step() {
            related.models.append(try target.loader.make(row, in: target.group))
            if let join { related.joins.append(try join.loader.make(row, in: join.group, from: width)) }
        }
        return related
    }

    /// Reads the rows of many; the column after the last is the place of the key, counted from `start`.
    func read(
        _ statement: Statement, into found: inout FoundRows.Builder, from start: Int, askers: Askers?
    ) throws {
        let row = Row(statement)
        let last = width + (join?.loader.plan.mapping.columns.count ?? 0)
        while try statement.step() {
            let key = start &+ (try Int.read(from: row, at: last))
            guard let askers else {
                try append(row, to: &found, key)
                continue
            }
            for asker in askers.of(key) { try append(row, to: &found, Int(asker)) }
        }
    }

    @inline(__always)
    private func append(_ row: Row, to found: inout FoundRows.Builder, _ place: Int) throws {
        guard found.isWanted(place) else { return }
        let model = try target.loader.make(row, in: target.group)
        found.append(model, join: try join.map { try $0.loader.make(row, in: $0.group, from: width) }, place: place)
    }
}
