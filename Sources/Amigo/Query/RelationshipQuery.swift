/// Narrows a query to the rows behind a relationship of one model.
struct RelationshipQuery {
    let amigo: Amigo
    let session: Session

    /// What a join table is called in the statement.
    private static let alias = "amigo_join"

    func restrict<M: Model>(_ query: Query<M>, to model: Model, _ name: String) throws -> Query<M> {
        let entry = try amigo.catalog.entry(of: model)
        let purpose = "its relationship \"\(name)\" cannot be followed"
        switch try entry.relationship(name) {
        case .toOne(let link):
            try require(M.self, among: [link.target], entry, name)
            let positions = try entry.mapping.indexes(of: link.columns)
            return query.filter(
                link.referred, stored: try entry.storedValues(positions, of: model, in: session))
        case .oneToMany(let type, let link):
            try require(M.self, among: [type], entry, name)
            return query.filter(
                link.columns, stored: try entry.values(link.referred, of: model, for: purpose, in: session))
        case .manyToMany(let side):
            try require(M.self, among: [side.join.through?.type, side.other.type].compactMap { $0 }, entry, name)
            let isSeparate = try amigo.hasJoinTable(side.join, in: session)
            if let through = side.join.through, !isSeparate {
                return try inThrough(query, through, side, entry, model, purpose)
            }
            let values = try entry.values(side.own.key, of: model, for: purpose, in: session)
            let through = side.join.through.flatMap { $0.type == M.self ? $0 : nil }
            return joined(
                query, SQLIdentifier(side.join.table), through?.columns ?? side.other.columns,
                through?.key ?? side.other.key, side.own.columns, values)
        }
    }

    /// The through model's own table is the join table.
    private func inThrough<M: Model>(
        _ query: Query<M>, _ through: JoinPlan.Through, _ side: ManyToManySide, _ entry: ModelEntry, _ model: Model,
        _ purpose: String
    ) throws -> Query<M> {
        guard let own = side.own.link, let other = side.other.link else { return query }
        let values = try entry.values(own.referred, of: model, for: purpose, in: session)
        if through.type == M.self { return query.filter(own.columns, stored: values) }
        let table = try amigo.catalog.entry(for: through.type).mapping.identifier
        return joined(query, table, other.columns, other.referred, own.columns, values)
    }

    private func joined<M: Model>(
        _ query: Query<M>, _ table: SQLIdentifier, _ ends: [String], _ keys: [String], _ columns: [String],
        _ values: [SQLValue]
    ) -> Query<M> {
        var query = query.joined(
            with: QueryJoinTable(table, alias: Self.alias, pairs: zip(ends, keys).map { (join: $0, own: $1) }))
        for (column, value) in zip(columns, values) {
            query = query.filter(.column(column, of: Self.alias) == SQLExpression.value(value))
        }
        return query
    }

    private func require(
        _ type: Model.Type, among types: [Model.Type], _ entry: ModelEntry, _ name: String
    ) throws {
        guard !types.contains(where: { $0 == type }) else { return }
        throw ModelError(
            .query,
            "the relationship \"\(name)\" of \"\(entry.table)\" leads to class "
                + types.map { "\($0)" }.joined(separator: " or ") + ", not to \(type)",
            table: entry.table, hint: "Begin the query with query(\(types.last.map { "\($0)" } ?? "…").self)")
    }
}
