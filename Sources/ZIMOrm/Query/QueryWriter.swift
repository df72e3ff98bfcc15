import ZIMDb

/// The clauses of a query, without its session.
struct QuerySpec {
    var conditions = Chain<SQLExpression>()
    /// The class's default filter, until `unfiltered()` removes it.
    var defaultFilter: SQLExpression?
    var orderings: [Ordering] = []
    var joins: [QueryJoin] = []
    var groupBy: [SQLExpression] = []
    var having: [SQLExpression] = []
    var limit: Int?
    var offset: Int?
    var isDistinct = false
    /// Whether it is only because two keys of a list may find the same row.
    var isDistinctByKeys = false
    /// Whether it does not matter which rows a limit takes.
    var takesAnyRow = false
    /// How many orders there were when the query was told where to continue.
    var continuedOrder: Int?
    /// The join table that joins the rows to another; joined before the table.
    var joinTable: QueryJoinTable?
    /// The keys that the rows must have; joined before the table.
    var keys: KeySet?
    /// The columns that have them; nil is the primary key.
    var keyColumns: [String]?
    /// What is loaded in the same statement.
    var joined: [JoinedLoad] = []
    /// What is loaded together with the rows.
    var eager: [EagerLoad] = []
    /// How the rows are locked; nil leaves them to others.
    var lock: QueryLock?
    /// How the models' relationships are loaded; nil leaves it to the database.
    var loading: RelationshipLoading?
}

/// A table that a dotted path leads to, under an alias of its own.
struct QueryJoin {
    let path: String
    let alias: String
    let mapping: Mapping
    /// The alias before it and its columns, and the columns here, pair by pair.
    let source: String
    let pairs: [(from: String, to: String)]
    /// Whether the columns before it come first where they are compared, so that their collation counts: those that
    /// are pointed to, where the two sides' differ.
    var isReversed = false
    /// The default filter of the class behind the alias.
    var filter: SQLExpression?

    /// `"alias"."to" = "source"."from"`, pair by pair, and the default filter.
    var conditions: [SQLExpression] {
        pairs.map { pair in
            let here = SQLExpression.column(pair.from, of: source)
            let there = SQLExpression.column(pair.to, of: alias)
            return isReversed ? here == there : there == here
        } + (filter.map { [$0] } ?? [])
    }
}

/// Writes the SQL of queries.
struct QueryWriter {
    let plan: TablePlan
    var spec: QuerySpec

    /// `SELECT "t"."a", … FROM "t" …`
    func select() throws -> RenderedSQL {
        var writer = newWriter()
        writer.raw(spec.isDistinct ? "SELECT DISTINCT " : "SELECT ")
        columns(&writer)
        for load in spec.joined {
            for column in load.target.mapping.columns {
                writer.raw(", ")
                writer.identifier(load.alias)
                writer.raw(".")
                writer.identifier(column.name)
            }
        }
        try tail(&writer)
        try lock(&writer)
        return writer.rendered
    }

    /// `SELECT count(*), sum("t"."a") FROM "t" …`
    func select(_ expressions: [SQLExpression]) throws -> RenderedSQL {
        try requireUnlocked()
        var writer = newWriter()
        writer.raw(spec.isDistinct ? "SELECT DISTINCT " : "SELECT ")
        try list(expressions, &writer)
        try tail(&writer)
        return writer.rendered
    }

    /// `SELECT count(*) FROM (SELECT … LIMIT 5)`, for queries whose rows an aggregate would not count as they are.
    func aggregateOverRows(_ expression: SQLExpression) throws -> RenderedSQL {
        try requireUnlocked()
        var writer = newWriter()
        writer.raw("SELECT ")
        try expression.write(to: &writer)
        writer.raw(" FROM (")
        writer.raw(spec.isDistinct ? "SELECT DISTINCT " : "SELECT ")
        columns(&writer)
        try tail(&writer)
        writer.raw(") AS ")
        writer.identifier(plan.mapping.table)
        return writer.rendered
    }

    /// `SELECT count(*) FROM (SELECT 1 FROM "t" GROUP BY …)`
    func count(ofGroupsBy groups: [SQLExpression]) throws -> RenderedSQL {
        try requireUnlocked()
        var writer = newWriter()
        writer.raw("SELECT count(*) FROM (SELECT 1")
        var unordered = self
        if spec.limit == nil, spec.offset == nil { unordered.spec.orderings = [] }
        try unordered.tail(&writer)
        writer.raw(") AS ")
        writer.madeUp("groups")
        return writer.rendered
    }

    /// Whether rows are cut or merged, so that an aggregate must look at the result and not at the table.
    var needsSubquery: Bool { spec.isDistinct || spec.limit != nil || spec.offset != nil || !spec.groupBy.isEmpty }

    func exists() throws -> RenderedSQL {
        try requireUnlocked()
        var writer = newWriter()
        writer.raw("SELECT EXISTS (SELECT 1")
        // Whichever row comes first, there is one.
        var unordered = self
        if spec.offset == nil { unordered.spec.orderings = [] }
        if spec.isDistinct, spec.offset != nil {
            // The offset skips distinct rows, but inside EXISTS itself SQLite takes DISTINCT for needless.
            writer.raw(" FROM (SELECT DISTINCT ")
            unordered.columns(&writer)
            try unordered.tail(&writer)
            writer.raw(") AS ")
            writer.madeUp("rows")
        } else {
            try unordered.tail(&writer)
        }
        writer.raw(")")
        return writer.rendered
    }

    func newWriter() -> SQLWriter {
        var writer = SQLWriter(for: plan.dialect)
        if spec.joins.isEmpty, spec.joinTable == nil, plan.mapping.confusableNames.isEmpty { return writer }
        writer.avoidNames(
            of: [plan.mapping] + spec.joins.map(\.mapping),
            (spec.joinTable.map { [$0.alias] } ?? []) + spec.joins.map(\.alias))
        return writer
    }

    private func columns(_ writer: inout SQLWriter) {
        writer.raw(plan.qualifiedColumnList)
    }

    func tail(_ writer: inout SQLWriter) throws {
        writer.raw(" FROM ")
        if let keys = spec.keys {
            try keys.writeSource(&writer)
            writer.joinKeys()
        }
        try spec.joinTable?.writeSource(&writer)
        writer.table(plan.mapping)
        try spec.joinTable?.writeCondition(&writer, plan.mapping)
        if let keys = spec.keys {
            for (index, name) in (spec.keyColumns ?? plan.mapping.keyNames).enumerated() {
                writer.raw(index == 0 ? " ON " : " AND ")
                try SQLExpression.column(name, of: plan.mapping.table).write(to: &writer)
                writer.raw(" = ")
                try keys.writePart(index, &writer)
            }
        }
        for join in spec.joins {
            writer.raw(" LEFT JOIN ")
            writer.table(join.mapping)
            writer.raw(" AS ")
            writer.identifier(join.alias)
            writer.raw(" ON ")
            try SQLExpression.all(join.conditions).write(to: &writer)
        }
        try clause(" WHERE ", conditions, &writer)
        if !spec.groupBy.isEmpty {
            writer.raw(" GROUP BY ")
            try list(spec.groupBy, &writer)
        }
        try clause(" HAVING ", spec.having, &writer)
        try order(&writer)
        try limit(&writer)
    }

    var conditions: [SQLExpression] { (spec.defaultFilter.map { [$0] } ?? []) + spec.conditions.all }

    func clause(_ word: String, _ conditions: [SQLExpression], _ writer: inout SQLWriter) throws {
        guard !conditions.isEmpty else { return }
        writer.raw(word)
        try SQLExpression.all(conditions).write(to: &writer)
    }

    private func order(_ writer: inout SQLWriter) throws {
        // Where all rows have the same text, it orders none of them.
        let equated = plan.dialect.features.contains(.sortsEqualTexts) ? conditions.flatMap(\.equatedToTexts) : []
        for (index, ordering) in spec.orderings.filter({ !equated.contains($0.expression) }).enumerated() {
            writer.raw(index == 0 ? " ORDER BY " : ", ")
            try ordering.expression.write(to: &writer)
            writer.direction(of: ordering, in: plan)
        }
    }

    private func limit(_ writer: inout SQLWriter) throws {
        if let limit = spec.limit {
            writer.raw(" LIMIT ")
            try writer.bind(.integer(Int64(limit)))
        } else if spec.offset != nil, plan.dialect.features.contains(.offsetNeedsLimit) {
            writer.unlimited()
        }
        if let offset = spec.offset {
            writer.raw(" OFFSET ")
            try writer.bind(.integer(Int64(offset)))
        }
    }

    private func list(_ expressions: [SQLExpression], _ writer: inout SQLWriter) throws {
        for (index, expression) in expressions.enumerated() {
            if index > 0 { writer.raw(", ") }
            try expression.write(to: &writer)
        }
    }
}
