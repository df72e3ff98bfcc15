/// The rows of a join table: made, and deleted, with the models that they join.
struct JoinRows {
    let join: JoinPlan
    let catalog: ModelCatalog

    private var table: SQLIdentifier { SQLIdentifier(join.table) }
    /// How many parameters one statement may have; SQLite's limit is 32,766, and longer texts gain nothing.
    private static let parametersPerStatement = 1_000

    /// Writes the rows of through models, in place of those that they had.
    ///
    /// - Parameter isNew: whether they cannot have had any.
    func insert(_ models: [Model], _ entry: ModelEntry, isNew: Bool, in session: Session) throws {
        guard !models.isEmpty, let through = join.through, let left = join.left.link, let right = join.right.link else {
            return
        }
        let rows = try models.map { model -> [SQLValue] in
            let purpose = "\"\(join.label)\" cannot join it"
            return try entry.values(left.columns, of: model, for: purpose, in: session)
                + entry.values(right.columns, of: model, for: purpose, in: session)
                + entry.values(through.key, of: model, for: purpose, in: session)
        }
        if !isNew { try unlink(rows.map { Array($0.suffix(through.columns.count)) }, in: session) }
        try insert(rows, into: join.left.columns + join.right.columns + through.columns, in: session)
    }

    /// Inserts the rows for pairs of models, each pair once.
    func insert(_ pairs: [(left: [SQLValue], right: [SQLValue])], in session: Session) throws {
        let columns = join.left.columns + join.right.columns
        var rows = pairs.map { $0.left + $0.right }
        let isUnique = try holdsPairsOnce(columns, in: session)
        if !isUnique {
            // Nothing but a look keeps a pair from standing there twice.
            var seen: Set<[SQLValue]> = []
            rows = try rows.filter { try seen.insert($0).inserted && !isTied($0, by: columns, in: session) }
        }
        try insert(rows, into: columns, isRepeatable: isUnique, in: session)
    }

    /// Whether the table has a unique key over the pair: one that Amigo made has none.
    private func holdsPairsOnce(_ columns: [String], in session: Session) throws -> Bool {
        let key = session.database.location + "\u{0}" + join.table
        if let known = catalog.uniquePairs.withLock({ $0[key] }) { return known }
        let wanted = Set(columns.map { $0.lowercased() })
        let isUnique =
            try session.table(join.table)?.uniqueKeys.contains { key in
                // Another unique key in the way is an error, not a pair that is there.
                !key.isPartial && !key.hasExpression && wanted == Set(key.columns.map { $0.lowercased() })
            } == true
        catalog.uniquePairs.withLock { $0[key] = isUnique }
        return isUnique
    }

    private func isTied(_ row: [SQLValue], by columns: [String], in session: Session) throws -> Bool {
        var statement = SelectStatement().column(.operand("1")).from(table)
        for (column, value) in zip(columns, row) {
            statement = statement.where(.column(column), .equalTo, SQLExpression.value(value))
        }
        return try !session.rows(statement.limit(1)).isEmpty
    }

    private func insert(
        _ rows: [[SQLValue]], into columns: [String], isRepeatable: Bool = false, in session: Session
    ) throws {
        let capacity = max(1, Self.parametersPerStatement / max(1, columns.count))
        var rest = rows[...]
        while !rest.isEmpty {
            let part = rest.prefix(capacity)
            rest = rest.dropFirst(capacity)
            let insert = InsertStatement(into: table).columns(columns)
                .rows(part.map { row in row.map { SQLExpression.value($0) } })
            if isRepeatable {
                try session.execute(UpsertStatement(insert).matching(columns).doNothing())
            } else {
                try session.execute(insert)
            }
        }
    }

    /// Deletes the rows of through models.
    func unlink(_ models: [Model], _ entry: ModelEntry, in session: Session) throws {
        guard let through = join.through else { return }
        try unlink(
            models.map {
                try $0.rowKey ?? entry.values(through.key, of: $0, for: "it cannot be deleted", in: session)
            }, in: session)
    }

    /// Deletes the rows of through models with the given keys.
    func unlink(_ keys: [[SQLValue]], in session: Session) throws {
        guard let through = join.through else { return }
        var rest = keys[...]
        let capacity = max(1, Self.parametersPerStatement / max(1, through.columns.count))
        while !rest.isEmpty {
            try delete(Array(rest.prefix(capacity)), in: through.columns, session)
            rest = rest.dropFirst(capacity)
        }
    }

    private func delete(_ keys: [[SQLValue]], in columns: [String], _ session: Session) throws {
        var statement = DeleteStatement(from: table)
        if columns.count == 1, keys.count > 1 {
            statement = statement.where(
                .column(columns[0]), .in, SQLExpression.row(keys.map { SQLExpression.value($0[0]) }))
        } else {
            // One search for each key: a row value in a list would scan the whole table.
            guard keys.count == 1 else { return try keys.forEach { try delete([$0], in: columns, session) } }
            for (column, value) in zip(columns, keys[0]) {
                statement = statement.where(.column(column), .equalTo, SQLExpression.value(value))
            }
        }
        try session.execute(statement)
    }

    /// Deletes the row of two models.
    func unlink(left: [SQLValue], right: [SQLValue], in session: Session) throws {
        try delete([left + right], in: join.left.columns + join.right.columns, session)
    }
}
