import ZIMDb

/// A relationship to one row that a query loads in its own statement.
struct JoinedLoad {
    let path: String
    /// The relationship before it, by its position in the list; nil for one of the query's own class.
    let source: Int?
    let relationship: Relationship
    let alias: String
    let target: TablePlan
    /// A column of the other end that is NULL only where there is no row, by its position in the mapping.
    let witness: Int
}

extension Query {
    /// Loads relationships to one row in the query's own statement, by a join.
    ///
    /// ```swift
    /// let lines = try session.query(OrderLine.self).with(joined: "order.customer").all()
    /// // SELECT "order_line"."ol_w_id", …, "order"."o_id", …, "order.customer"."c_name", … FROM "order_line"
    /// //   LEFT JOIN "orders" AS "order" ON … LEFT JOIN "customer" AS "order.customer" ON …
    /// ```
    ///
    /// Use it if most rows have a related row of their own: then a join is faster than
    /// ``with(_:options:)-(String,_)``, which sends another statement. If many rows share one, the join reads it again for each of them. Filters and orders over the same path share the join. The models then answer from memory, as after `with`.
    ///
    /// - Parameter path: the name of a declared relationship, or several joined by dots; each must lead to one row at
    ///   most, by a primary key or by columns that the database keeps unique.
    /// - Throws: when the query is sent, ``ModelError`` with code unknownRelationship, or query if a relationship may
    ///   lead to several rows.
    public func with(joined path: String) -> Query {
        adding { query in
            var resolver = PredicateResolver(plan: query.plan, session: query.session, spec: query.spec)
            try resolver.load(path.split(separator: ".").map(String.init))
            query.spec = resolver.spec
        }
    }
}

extension PredicateResolver {
    /// Adds the joins of a path, and what is to be loaded from them.
    fileprivate mutating func load(_ names: [String]) throws {
        guard !names.isEmpty else { throw ModelError(.unknownRelationship, "the name of a relationship is empty") }
        var mapping = plan.mapping
        var alias = mapping.table
        var source: Int?
        var path = ""
        for name in names {
            let relationship = try mapping.relationship(name)
            guard try !session.plan(for: mapping).mayLeadToSeveral(relationship, in: session) else {
                throw ModelError(
                    .query,
                    "\"\(name)\" cannot be joined to the rows of \"\(mapping.table)\": a row may have several",
                    table: mapping.table,
                    hint: "Load it with a statement of its own: .with(\"\(names.joined(separator: "."))\")")
            }
            path += (path.isEmpty ? "" : ".") + name
            (mapping, alias) = try join(relationship, path: path, from: mapping, alias: alias, isRequired: nil)
            if let known = spec.joined.firstIndex(where: { $0.path == path }) {
                source = known
                continue
            }
            let target = try session.plan(for: relationship.target)
            let compared = spec.joins.first { $0.alias == alias }?.pairs.first?.to
            spec.joined.append(
                JoinedLoad(
                    path: path, source: source, relationship: relationship, alias: alias, target: target,
                    witness: try compared.map { try target.mapping.index(of: $0) } ?? 0))
            source = spec.joined.count - 1
        }
    }
}

/// Reads rows that hold the columns of several tables side by side.
struct JoinedRowReader {
    let loads: [JoinedLoad]
    let loader: RowLoader

    /// Where the columns of each relationship begin.
    private var offsets: [Int] {
        var next = loader.plan.mapping.columns.count
        return loads.map { load in
            defer { next += load.target.mapping.columns.count }
            return next
        }
    }

    /// How many columns all tables have.
    var columnCount: Int {
        loads.reduce(loader.plan.mapping.columns.count) { $0 + $1.target.mapping.columns.count }
    }

    /// Reads the rows that are left, at most `limit`, as one group for each table, as the next window.
    ///
    /// - Parameter readOthers: reads what stands behind the columns in each row.
    func load(
        _ statement: Statement, into window: inout WindowRows, limit: Int,
        _ readOthers: (Row) throws -> Void = { _ in }
    ) throws {
        let row = Row(statement)
        let offsets = offsets
        let session = loader.session
        let loaders = loads.map { RowLoader(plan: $0.target, session: session, loading: loader.loading) }
        let groups = loaders.map { $0.makeBatch() }
        let group = loader.makeBatch()
        window.begin(group)
        var found = [[Model?]](repeating: [], count: loads.count)
        // Of the descriptions, what each row needs: a source's position or -1, and the column that tells whether there is a row.
        let sources = loads.map { $0.source ?? -1 }
        let witnesses = loads.indices.map { offsets[$0] + loads[$0].witness }
        while window.models.count < limit, try statement.step() {
            window.models.append(try loader.make(row, in: group))
            for index in sources.indices {
                let source = sources[index]
                let hasSource = source < 0 || found[source].last.flatMap { $0 } != nil
                let isThere = hasSource && !row.isNull(witnesses[index])
                found[index].append(
                    isThere ? try loaders[index].make(row, in: groups[index], from: offsets[index]) : nil)
            }
            try readOthers(row)
        }
        group.originals.trim(loader.plan.mapping.originals)
        for (loader, group) in zip(loaders, groups) { group.originals.trim(loader.plan.mapping.originals) }
        for (index, load) in loads.enumerated() {
            try load.keep(found[index], of: load.source.map { found[$0] } ?? window.models, in: session)
        }
    }
}
