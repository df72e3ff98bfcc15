import ZIMDb

/// Changes of the rows that a query finds.
extension QueryStatement {
    /// `UPDATE "t" SET "a" = ? WHERE …`
    func update(_ assignments: [(position: Int, value: SQLExpression)]) throws -> RenderedSQL {
        var statement = UpdateStatement(plan.target)
        // With FROM all values are computed before the first row is changed.
        if try readsRows(assignments.lazy.map(\.value)) {
            let one = SelectStatement().column(.sql("1"), alias: names("one"))
            statement = statement.from(names.source(one, "one"))
        }
        for assignment in assignments {
            statement = statement.column(plan.mapping.columns[assignment.position].name, value: assignment.value)
        }
        guard try joinsRows() else { return try rendered(restricted(statement, isPlain: isPlain && !choosesFirst)) }
        return try rendered(restricted(statement.joined(to: try foundRows()), isJoined: true))
    }

    /// Whether some expressions read other rows, which SQLite sees as it has changed them by then.
    private func readsRows(_ expressions: some Sequence<SQLExpression>) throws -> Bool {
        guard plan.dialect.features.contains(.liveRows) else { return false }
        return try expressions.contains { try !$0.isValue && rendered($0).sql.uppercased().contains("SELECT") }
    }

    /// `DELETE FROM "t" WHERE …`
    func delete() throws -> RenderedSQL {
        let statement = DeleteStatement(from: plan.target)
        guard try joinsRows() else { return try rendered(restricted(statement, isPlain: isPlain)) }
        return try rendered(restricted(statement.joined(to: try foundRows()), isJoined: true))
    }

    /// Whether the query has conditions only.
    var isPlain: Bool { spec.joins.isEmpty && !needsSubquery && spec.keys == nil && spec.joinTable == nil }

    /// Whether it is about all rows that have one of some keys, whatever else they hold.
    var isOfKeys: Bool {
        spec.keys != nil && spec.keyColumns == nil && conditions.isEmpty && spec.joins.isEmpty && spec.joinTable == nil
            && !spec.hasLimit && spec.groupBy.isEmpty
    }

    /// Whether the rows are chosen before the first is changed.
    private var choosesFirst: Bool {
        guard readsTable else { return false }
        return changedRows == .identified || changedRows != .unidentified && !plan.mapping.key.isEmpty
    }

    /// Whether conditions read other rows, which SQLite sees as it has changed them by then.
    func readsItself() throws -> Bool { try readsRows(conditions) }

    /// Whether the rows to be changed are joined: some engines neither read the table that they change nor cut the rows of an
    /// IN, and run a subquery once for each row of the table.
    private func joinsRows() throws -> Bool {
        guard plan.dialect.features.contains(.multipleTableChanges) else { return false }
        guard isPlain else { return true }
        // By the key alone no other row may be met.
        guard plan.keyIsPrimary, !conditions.isEmpty else { return false }
        return try rendered(SQLExpression.all(conditions)).sql.contains("SELECT ")
    }

    /// The statement for the rows that it is about: by the conditions, or by their keys where the query has more than
    /// conditions.
    private func restricted<Change: SQLFilterable>(
        _ statement: Change, isPlain: Bool = false, isJoined: Bool = false
    ) throws -> Change {
        if isJoined {
            let (row, key) = (names.sql("rows"), names("k"))
            return try keyNames().enumerated().reduce(statement) {
                $0.where(.operand("\(own($1.element)) = \(row).\(unsafe: "\(key)\($1.offset)")"))
            }
        }
        if isPlain { return conditions.isEmpty ? statement : statement.where(.all(conditions)) }
        let isIdentified = changedRows == .identified
        let columns: [SQLExpression] = try isIdentified ? plan.identities : keyNames().map { .column($0) }
        let selected = try isIdentified ? plan.identities : keyNames().map(own)
        var found = rows(selected.reduce(SelectStatement().distinct(spec.isDistinct)) { $0.column($1) })
        // SQLite 3.40 loses rows of an IN with both DISTINCT and OFFSET.
        if spec.isDistinct {
            found = SelectStatement().from(names.source(found, "found"))
        } else if isIdentified, plan.dialect.features.contains(.rowLocksOfTables) {
            // The place of a row changes with it: another transaction's change is waited for, not missed.
            found = found.lock(.forUpdate, of: [plan.mapping.table])
        }
        return statement.where(columns.count == 1 ? columns[0] : .row(columns), .in, .subquery(found))
    }

    /// `(SELECT DISTINCT * FROM (SELECT t.a AS zim_k0 FROM t WHERE …) AS zim_found) AS zim_rows`: the keys are found first,
    /// each is one row, and the primary key leads to it.
    private func foundRows() throws -> SQL {
        let names = names
        let keys = try keyNames().enumerated().reduce(SelectStatement().distinct(spec.isDistinct)) {
            $0.column(.operand("\(own($1.element)) AS \(names.sql("k\($1.offset)"))"))
        }
        return names.source(SelectStatement().distinct().from(names.source(rows(keys), "found")), "rows")
    }

    /// How many rows have the keys of those that are found.
    func countOfKeys() throws -> RenderedSQL {
        let keys = try keyNames()
        let found = rows(keys.reduce(SelectStatement().distinct(spec.isDistinct)) { $0.column(own($1)) })
        let columns = keys.map { SQLExpression.column($0) }
        return try rendered(
            SelectStatement().column(.count()).from(plan.mapping.identifier).where(
                columns.count == 1 ? columns[0] : .row(columns), .in,
                .subquery(spec.hasLimit ? SelectStatement().from(names.source(found, "found")) : found)))
    }

    private func own(_ name: String) -> SQLExpression { .column(name, of: plan.mapping.table) }

    private func keyNames() throws -> [String] {
        let names = plan.mapping.keyNames
        guard !names.isEmpty else {
            throw ModelError(
                .query,
                "\"\(plan.mapping.table)\" has no primary key: rows that a limit or another table picks out cannot be changed",
                table: plan.mapping.table)
        }
        guard changedRows != .unidentified else {
            throw ModelError(
                .query,
                "nothing keeps the key (\(names.joined(separator: ", "))) of \(plan.mapping.type) unique and not NULL in "
                    + "\"\(plan.mapping.table)\": rows that a limit or another table picks out cannot be changed by it",
                table: plan.mapping.table,
                hint: "Filter by the table's own columns, or name columns in primaryKey that tell its rows apart")
        }
        return names
    }
}

/// How the rows are told apart that a change is about, where conditions on the table alone do not say it.
enum ChangedRows {
    /// By the class's key.
    case keyed
    /// By the class's key, which nothing keeps unique in a view.
    case shown
    /// By what the engine identifies rows by.
    case identified
    case unidentified
}

extension TablePlan {
    /// What the engine identifies the rows of the table by.
    fileprivate var identities: [SQLExpression] {
        dialect.rowIdentities.map { .operand("\(mapping.identifier).\(unsafe: $0)") }
    }

    /// What tells the rows of the table apart: what the engine identifies them by, or the primary key; nil for a view.
    func identity(in session: Session) throws -> [SQLExpression]? {
        if try canIdentifyRows(in: session) { return identities }
        let schema = try tableSchema(in: session)
        let key = schema.primaryKey
        guard schema.kind == .table, !key.isEmpty, key.allSatisfy({ schema.column($0)?.isNotNull == true }) else {
            return nil
        }
        return key.map { .column($0, of: mapping.table) }
    }

    /// How rows of the table are told apart. A key with NULL equals none, and one that several rows have is of all of them.
    func changedRows(in session: Session) throws -> ChangedRows {
        let schema = try tableSchema(in: session)
        if schema.kind != .table { return .shown }
        let isComplete = mapping.keyNames.allSatisfy { schema.isRowID($0) || schema.column($0)?.isNotNull == true }
        if try !mapping.key.isEmpty && isComplete && hasUniqueKey(in: session) { return .keyed }
        return try canIdentifyRows(in: session) ? .identified : .unidentified
    }

    /// Whether the engine identifies the rows of the table by columns that no other hides.
    func canIdentifyRows(in session: Session) throws -> Bool {
        let schema = try tableSchema(in: session)
        let identities = dialect.rowIdentities
        if identities.isEmpty || schema.kind != .table { return false }
        // Servers count as having no row identifiers, whatever identifies their rows.
        if dialect.features.contains(.rowidTables), schema.isWithoutRowID { return false }
        return !schema.columns.contains { column in identities.contains { $0.isSameName(as: column.name) } }
    }
}
