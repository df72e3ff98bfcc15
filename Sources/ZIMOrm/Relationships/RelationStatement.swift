import ZIMDb

/// The statements of a relationship.
struct RelationStatement {
    let request: RelationRequest
    let target: TablePlan
    let join: TablePlan?
    let orderings: [Ordering]
    /// How the parts of the key are compared; as they are where nothing is said.
    var comparisons: [KeyComparison] = []
    /// Whether the filter or the order names columns without their table, as columns of the key set are called.
    var hidesKeyColumns = false

    /// For one model: `SELECT "t"."a", … FROM "t" WHERE "t"."fk" = ? …`; the parameters are those after the key's.
    func single(matched: [String], pairs: [(join: String, target: String)]) throws -> RenderedSQL {
        var statement = columns
        if let join {
            statement = statement.from(join.target, alias: alias).join(target.target, type: .none)
                .joinOn(SQLCondition(.all(joined(pairs))))
        } else {
            statement = statement.from(target.target)
        }
        for (index, name) in matched.enumerated() {
            statement = statement.where(comparison(index).condition(.column(name, of: owner), .parameter))
        }
        // The key's values come with each call; what follows them never changes.
        return try rendered(limited(ordered(filtered(statement))), withoutFirst: matched.count)
    }

    /// For many models: the key set joined with the table. The last column is the position of the key in the set; the
    /// parameters are those after the set's.
    ///
    /// - Parameter compared: the columns that the keys are looked up in, where these rows are read one by one and looked up
    ///   among the keys.
    func many(
        _ form: KeySet.Form, matched: [String], pairs: [(join: String, target: String)],
        readingAll compared: [ComparedColumn]? = nil
    ) throws -> RenderedSQL {
        let position = position(of: form, among: matched)
        let table = table(of: form, matched, readingAll: compared)
        let key =
            table == nil ? form.position(matched.map { .column($0, of: owner) }, names) : .operand(names.key("ordinal"))
        var statement = columns
        if position == nil { statement = statement.column(named(key, KeySet.position)) }
        if request.countsRows {
            let window = orderings.reduce(SQLWindow().partitionBy(key)) { $0.orderBy(target.term($1)) }
            statement = statement.column(named(.function("row_number").over(window), "row"))
        }
        statement = source(of: statement, form, table, matched)
        if join != nil {
            // Of numbers between two others the engine knows how many rows have them, and begins with the smaller table.
            var type = SQLJoinType.straight
            if case .runs(_, _, .ranges) = form { type = .none }
            statement = statement.join(target.target, type: type).joinOn(SQLCondition(.all(joined(pairs))))
        }
        statement = filtered(statement)
        if request.countsRows {
            statement = counted(statement)
        } else if !orderings.isEmpty {
            // Parent by parent, so that the rows of one are neighbours among the siblings that they become.
            let first = position.map { .column(target.mapping.columns[$0].name, of: owner) } ?? column(KeySet.position)
            statement = ordered(statement.orderBy(first))
        }
        if request.isLocking {
            let hasTables = target.dialect.features.contains(.rowLocksOfTables)
            statement = statement.lock(.forUpdate, of: hasTables ? [target.mapping.table] : [])
        }
        return try rendered(listing(form, table, in: statement), withoutFirst: form.parameterCount)
    }

    /// A statement that only finds the rows of some keys: its plan says by which index.
    func search(_ form: KeySet.Form, matched: [String], readingAll compared: [ComparedColumn]? = nil) throws -> String {
        let table = table(of: form, matched, readingAll: compared)
        let statement = source(of: SelectStatement().column(.operand("1")), form, table, matched)
        return try rendered(listing(form, table, in: statement), withoutFirst: 0).sql
    }

    private func table(
        of form: KeySet.Form, _ matched: [String], readingAll compared: [ComparedColumn]?
    ) -> KeyTable? {
        compared.map { KeyTable(form: form, matched: $0, comparisons: matched.indices.map { comparison($0) }) }
    }

    /// `WITH …` before a statement, where the keys stand there.
    private func listing(_ form: KeySet.Form, _ table: KeyTable?, in statement: SelectStatement) -> SelectStatement {
        if let table { return table.adding(to: statement, names) }
        guard let rows = form.rows else { return statement }
        let columns = ["ordinal"] + form.columnNames
        return statement.with(names("keys"), columns: columns.map(names.keyColumn), as: rows)
    }

    /// The keys joined with the table that they are looked up in, or the other way round.
    private func source(
        of statement: SelectStatement, _ form: KeySet.Form, _ keys: KeyTable?, _ matched: [String]
    ) -> SelectStatement {
        let columns = matched.map { SQLExpression.column($0, of: owner) }
        let looked = (join ?? target).target
        if let keys {
            let conditions = columns.enumerated().map { keys.condition($0, $1, names) }
            return statement.from(looked, alias: alias).join(names.sql("keys"), type: .straight)
                .joinOn(SQLCondition(.all(conditions)))
        }
        let conditions = columns.enumerated().flatMap { form.conditions($0, $1, comparison($0), names) }
        if form.isIndexed {
            return statement.from(looked, alias: alias).join(form.source(names), type: .straight)
                .joinOn(SQLCondition(.all(conditions)))
        }
        return statement.from(form.source(names)).join(looked, alias: alias, type: .straight)
            .joinOn(SQLCondition(.all(conditions)))
    }

    private func comparison(_ part: Int) -> KeyComparison {
        comparisons.indices.contains(part) ? comparisons[part] : KeyComparison()
    }

    /// The position of the target's column that tells which key a row belongs to, so that nothing has to be read twice;
    /// nil if a column of its own is added for that.
    func position(of form: KeySet.Form, among matched: [String]) -> Int? {
        guard case .runs(let part, _, _) = form, join == nil, !request.countsRows else { return nil }
        return target.mapping.firstIndex(of: matched[part])
    }

    /// Names that are none of the tables' or their columns'.
    private var names: MadeUpNames {
        var names = MadeUpNames(beside: [target.mapping] + (join.map { [$0.mapping] } ?? []))
        names.hidesKeyColumns = hidesKeyColumns
        return names
    }

    private func rendered(_ statement: SelectStatement, withoutFirst count: Int) throws -> RenderedSQL {
        var rendered = try target.dialect.render(statement, names)
        rendered.parameters = Array(rendered.parameters.dropFirst(count))
        return rendered
    }

    /// What the table with the matched columns is called.
    private var owner: String { join.map { $0.mapping.joinName(beside: target.mapping) } ?? target.mapping.table }

    /// The same where that is not its name.
    private var alias: String? { join.flatMap { owner == $0.mapping.table ? nil : owner } }

    private func column(_ name: String) -> SQLExpression { .operand(names.sql(name)) }

    private func named(_ expression: SQLExpression, _ name: String) -> SQLExpression {
        .operand("\(expression) AS \(names.sql(name))")
    }

    /// The join table, where its columns are wanted too.
    private var wantedJoin: TablePlan? { request.join?.isWanted == true ? join : nil }

    /// The columns of the other end, and those of the join table where these are wanted.
    private var columns: SelectStatement {
        let own = target.mapping.columns.reduce(SelectStatement()) {
            $0.column(.column($1.name, of: target.mapping.table))
        }
        return (wantedJoin?.mapping.columns ?? []).enumerated().reduce(own) {
            $0.column(named(.column($1.element.name, of: owner), "join_\($1.offset)"))
        }
    }

    /// `SELECT … FROM (…) AS zim_rows WHERE zim_row > ? AND zim_row <= ? ORDER BY zim_key, zim_row`
    private func counted(_ inner: SelectStatement) -> SelectStatement {
        let own = target.mapping.columns.reduce(SelectStatement()) { $0.column(.column($1.name)) }
        let offset = Int64(request.offset ?? 0)
        let row = column("row")
        var statement = (wantedJoin?.mapping.columns.indices ?? 0..<0).reduce(own) { $0.column(column("join_\($1)")) }
            .column(column(KeySet.position)).from(names.source(inner, "rows")).where(row > .value(offset))
        if let most = request.most {
            let (last, isBeyond) = offset.addingReportingOverflow(Int64(most))
            statement = statement.where(row <= .value(isBeyond ? .max : last))
        }
        return statement.orderBy(column(KeySet.position)).orderBy(row)
    }

    private func joined(_ pairs: [(join: String, target: String)]) -> [SQLExpression] {
        pairs.map { .column($0.target, of: target.mapping.table) == .column($0.join, of: owner) }
    }

    private func filtered(_ statement: SelectStatement) -> SelectStatement {
        request.filter.map { statement.where(.operand("(\($0))")) } ?? statement
    }

    private func ordered(_ statement: SelectStatement) -> SelectStatement {
        orderings.reduce(statement) { $0.orderBy(target.term($1)) }
    }

    private func limited(_ statement: SelectStatement) -> SelectStatement {
        var statement = statement
        if let most = request.most {
            statement = statement.limit(most)
        } else if request.offset == nil, request.kind == .belongsTo, !orderings.isEmpty {
            // The key that is pointed to may not be unique after all.
            statement = statement.limit(.operand("1"))
        }
        if let offset = request.offset { statement = statement.offset(offset) }
        return statement
    }
}
