import ZIMDb

/// The statements of a query.
struct QueryStatement {
    let plan: TablePlan
    var spec: QuerySpec
    /// How rows are told apart that are changed.
    var changedRows = ChangedRows.keyed
    /// Whether conditions of a change read other rows, maybe of its table.
    var readsTable = false
    /// Whether conditions or other clauses name columns without their table, as columns of the key set are called.
    var hidesKeyColumns = false

    /// `SELECT "t"."a", … FROM "t" …`
    func select() throws -> RenderedSQL { try rendered(selection()) }

    /// The same as a statement.
    ///
    /// - Parameter others: what is selected behind the columns.
    func selection(beside others: [SQLExpression] = []) throws -> SelectStatement {
        var statement = wholeRows
        for load in spec.joined {
            for column in load.target.mapping.columns {
                statement = statement.column(.column(column.name, of: load.alias))
            }
        }
        for other in others { statement = statement.column(other) }
        return try locked(narrowed(statement.distinct(spec.isDistinct)))
    }

    /// `WITH "rows" AS MATERIALIZED (SELECT "t"."a", … FROM "t" …) SELECT * FROM "rows"`: all rows are collected before the first
    /// is given.
    func collected() throws -> SelectStatement {
        let rows = names("rows")
        return SelectStatement().with(rows, materialized: true, as: try selection()).from(rows)
    }

    /// `SELECT count(*), sum("t"."a") FROM "t" …`
    func select(_ expressions: [SQLExpression]) throws -> RenderedSQL { try rendered(selection(expressions)) }

    /// The same as a statement.
    func selection(_ expressions: [SQLExpression]) throws -> SelectStatement {
        try requireUnlocked()
        return rows(expressions.reduce(SelectStatement()) { $0.column($1) }.distinct(spec.isDistinct))
    }

    /// One value of all rows: `SELECT count(*) FROM "t" …`, or `SELECT count(*) FROM (SELECT … LIMIT 5) AS "t"` for queries
    /// whose rows an aggregate would not count as they are.
    func aggregate(_ expression: SQLExpression) throws -> SelectStatement {
        guard needsSubquery else { return try selection([expression]) }
        try requireUnlocked()
        return SelectStatement().column(expression)
            .from(narrowed(wholeRows.distinct(spec.isDistinct)), alias: plan.mapping.table)
    }

    /// `SELECT "t"."a", count(*) FROM "t" GROUP BY "t"."a"`
    func groups(_ expressions: [SQLExpression]) throws -> RenderedSQL {
        try requireUnlocked()
        return try rendered(
            rows(expressions.reduce(grouped(SelectStatement())) { $0.column($1) }.distinct(spec.isDistinct)))
    }

    /// `SELECT count(*) FROM (SELECT 1 FROM "t" GROUP BY …)`
    func countOfGroups() throws -> RenderedSQL {
        try requireUnlocked()
        var unordered = self
        if spec.limit == nil, spec.offset == nil { unordered.spec.orderings = [] }
        let one = namesGroups ? grouped(Self.one) { !$0.isColumn } : Self.one
        return try rendered(SelectStatement().column(.count()).from(names.source(unordered.rows(one), "groups")))
    }

    /// Whether a condition over groups may need names for their expressions: on MariaDB and MySQL.
    private var namesGroups: Bool {
        !spec.having.isEmpty && plan.dialect.features.contains(.onDuplicateKey) && !spec.groupBy.allSatisfy(\.isColumn)
    }

    private func grouped(
        _ statement: SelectStatement, where isWanted: (SQLExpression) -> Bool = { _ in true }
    ) -> SelectStatement {
        let names = namesGroups ? names : nil
        return spec.groupBy.enumerated().filter { isWanted($0.element) }.reduce(statement) {
            $0.column($1.element, alias: $1.element.isColumn ? nil : names?("group\($1.offset)"))
        }
    }

    /// Whether rows are cut or merged, so that an aggregate must look at the result and not at the table.
    var needsSubquery: Bool { spec.isDistinct || spec.limit != nil || spec.offset != nil || !spec.groupBy.isEmpty }

    /// `SELECT EXISTS (SELECT 1 FROM "t" …)`
    func exists() throws -> RenderedSQL {
        try requireUnlocked()
        // Whichever row comes first, there is one.
        var unordered = self
        if spec.offset == nil { unordered.spec.orderings = [] }
        var rows = Self.one
        if spec.isDistinct, spec.offset != nil {
            // The offset skips distinct rows, but inside EXISTS itself SQLite takes DISTINCT for needless.
            rows = rows.from(names.source(unordered.narrowed(wholeRows.distinct()), "rows"))
        } else {
            rows = unordered.rows(rows)
        }
        // Inside EXISTS MySQL 5.7 takes LIMIT 0 for needless.
        if spec.limit == 0, plan.dialect.features.contains(.olderMySQL) { rows = rows.where(.any([])) }
        return try rendered(SelectStatement().column(.exists(rows)))
    }

    private static var one: SelectStatement { SelectStatement().column(.operand("1")) }

    /// Names that are none of the query's tables', their columns' or their aliases'.
    var names: MadeUpNames {
        // As nearly all are: queries are put together anew for each call.
        let isUsual = spec.joins.isEmpty && spec.joinTable == nil && plan.mapping.confusableNames.isEmpty
        var names =
            isUsual
            ? .usual
            : MadeUpNames(
                beside: [plan.mapping] + spec.joins.map(\.mapping),
                (spec.joinTable.map { [$0.alias] } ?? []) + spec.joins.map(\.alias))
        names.hidesKeyColumns = hidesKeyColumns
        return names
    }

    func rendered(_ statement: some SQLRenderable) throws -> RenderedSQL {
        try plan.dialect.render(statement, names)
    }

    /// The rows that the query finds, of which some columns are selected.
    func rows(_ columns: SelectStatement) -> SelectStatement { narrowed(from(columns)) }

    private func narrowed(_ statement: consuming SelectStatement) -> SelectStatement {
        for join in spec.joins {
            statement = statement.join(join.mapping.identifier, alias: join.alias, type: .left)
                .joinOn(SQLCondition(.all(join.conditions)))
        }
        let conditions = conditions
        if !conditions.isEmpty { statement = statement.where(.all(conditions)) }
        for group in spec.groupBy { statement = statement.groupBy(group) }
        if !spec.having.isEmpty { statement = statement.having(.all(spec.having)) }
        return limited(ordered(statement, conditions))
    }

    /// All columns of the table, where it stands: begun once for all queries in which nothing stands before it.
    private var wholeRows: SelectStatement {
        spec.joinTable == nil && spec.keys == nil ? plan.qualifiedRows : from(plan.qualifiedColumns)
    }

    private func from(_ columns: SelectStatement) -> SelectStatement {
        let own = plan.mapping.identifier
        var statement = columns
        if let table = spec.joinTable {
            statement = statement.from(table.table, alias: table.alias == table.table.parts.last ? nil : table.alias)
                .join(own, type: .none).joinOn(SQLCondition(.all(table.conditions(plan.mapping))))
        }
        guard let keys = spec.keys else { return spec.joinTable == nil ? statement.from(own) : statement }
        let names = names
        let equal = (spec.keyColumns ?? plan.mapping.keyNames).enumerated().map { index, name in
            SQLExpression.operand("\(SQLExpression.column(name, of: plan.mapping.table)) = \(keys.part(index, names))")
        }
        let source = keys.source(names)
        func joined(_ rows: SQL, _ conditions: [SQLExpression]) -> SelectStatement {
            (spec.joinTable == nil
                ? statement.from(rows).join(own, type: .straight) : statement.join(rows, type: .none))
                .joinOn(SQLCondition(.all(conditions)))
        }
        if !spec.identity.isEmpty {
            // Each row once, however many keys find it.
            let found = spec.identity.enumerated().reduce(SelectStatement().distinct()) {
                $0.column($1.element, alias: names("i\($1.offset)"))
            }
            let rows = found.from(source).join(own, type: .straight).joinOn(SQLCondition(.all(equal)))
            let same = spec.identity.enumerated().map { index, identity in
                identity == .column(names("i\(index)"), of: names("found"))
            }
            return joined(names.source(rows, "found"), same)
        }
        return joined(source, equal)
    }

    var conditions: [SQLExpression] { (spec.defaultFilter.map { [$0] } ?? []) + spec.conditions.all }

    private func ordered(_ statement: consuming SelectStatement, _ conditions: [SQLExpression]) -> SelectStatement {
        guard !spec.orderings.isEmpty else { return statement }
        // Where all rows have the same text, it orders none of them.
        let equated = plan.dialect.features.contains(.sortsEqualTexts) ? conditions.flatMap(\.equatedToTexts) : []
        for ordering in spec.orderings where !equated.contains(ordering.expression) {
            statement = statement.orderBy(plan.term(ordering))
        }
        return statement
    }

    private func limited(_ statement: consuming SelectStatement) -> SelectStatement {
        if let limit = spec.limit { statement = statement.limit(limit) }
        if let offset = spec.offset { statement = statement.offset(offset) }
        return statement
    }
}

extension MadeUpNames {
    /// `(SELECT …) AS zim_rows`
    func source(_ statement: SelectStatement, _ name: String) -> SQL { "(\(statement)) AS \(sql(name))" }
}
