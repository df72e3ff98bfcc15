import ZIMDb

/// Changes of the row with a key, which may have twins: nothing keeps the keys of a view unique, nor those of a table whose
/// primary key is another than the class's.
extension Session {
    /// Runs a change that ``requireOneRow(_:_:done:)`` looks at afterwards. Where it may have met twins it is undone then.
    @inline(__always)
    func changingOneRow<Result>(of plan: TablePlan, _ body: () throws -> Result) throws -> Result {
        if plan.uniqueKey == true { return try body() }
        return try changingOneOfSeveral(plan, body)
    }

    @inline(never)
    private func changingOneOfSeveral<Result>(_ plan: TablePlan, _ body: () throws -> Result) throws -> Result {
        if try plan.hasUniqueKey(in: self) { return try body() }
        return try transaction { _ in try body() }
    }

    /// Throws unless the statement that was run changed one row.
    func requireOneRow(_ key: [SQLValue], _ plan: TablePlan, done: String) throws {
        let changes = changes
        if changes == 1 { return }
        if changes == 0 {
            if try isUncounted(plan) { return }
            throw noRow(key, plan, done: done)
        }
        try requireNoTwins(changes, key, plan, done: done)
    }

    /// Throws if a change by key met several rows. MySQL counts those that refer to the row, too, where they are of its table.
    func requireNoTwins(_ changes: Int, _ key: [SQLValue], _ plan: TablePlan, done: String) throws {
        guard changes > 1, try !plan.hasUniqueKey(in: self) else { return }
        throw plan.severalRows(key, done: done)
    }

    /// Where changes are not counted, the row must be there before, and alone: afterwards the view may hide it.
    func requireRowOfView(_ key: [SQLValue], _ plan: TablePlan, done: String) throws {
        guard try isUncounted(plan) else { return }
        try requireNoTwins(of: key, plan, done: done) { throw noRow(key, plan, done: done) }
    }

    /// Throws if several rows have a key, where nothing keeps it unique.
    ///
    /// - Parameter missing: what is done where no row has it.
    func requireNoTwins(
        of key: [SQLValue], _ plan: TablePlan, done: String, ifMissing missing: () throws -> Void = {}
    ) throws {
        if try plan.hasUniqueKey(in: self) { return }
        let statement = try compiled(plan.selectByKey, for: plan)
        try run(statement) { statement in
            try bind(key, to: statement)
            guard try statement.step() else { return try missing() }
            if try statement.step() { throw plan.severalRows(key, done: done) }
        }
    }

    /// Runs an upsert that may add rows with keys that others have: these are looked for afterwards, and it is undone then.
    func upsertingOneRow<Result>(
        of models: [Model], _ plan: TablePlan, by positions: [Int], _ body: () throws -> Result
    ) throws -> Result {
        guard try plan.mayAddTwins(by: positions, in: self) else { return try body() }
        return try transaction { _ in
            let result = try body()
            let keys = try models.map { try plan.mapping.values(positions, of: $0) }
            _ = try rows(plan, with: positions, keys, isLocking: true, refusesTwins: true)
            return result
        }
    }

    func noRow(_ key: [SQLValue], _ plan: TablePlan, done: String) -> ModelError {
        ModelError(
            .rowNotFound,
            "no row of \"\(plan.mapping.table)\" was \(done): \(plan.mapping.describe(key)) is gone, "
                + "or the database ignored the change",
            table: plan.mapping.table, key: key)
    }
}

extension TablePlan {
    /// Whether the database keeps the class's key unique, by the comparison that finds a row by it.
    func hasUniqueKey(in session: Session) throws -> Bool {
        if let uniqueKey { return uniqueKey }
        let schema = try tableSchema(in: session)
        let collations = try comparedColumns(mapping.key, in: session).map(\.collation)
        let columns = zip(mapping.keyNames, collations).map { (schema.column($0)?.name ?? $0, $1) }
        let isUnique =
            try schema.kind == .table
            && session.schemaReader.areUnique(columns, of: schema, in: mapping.schema)
        uniqueKey = isUnique
        return isUnique
    }

    func severalRows(_ key: [SQLValue], at positions: [Int]? = nil, done: String) -> ModelError {
        ModelError(
            .conflict,
            "several rows of \"\(mapping.table)\" have the key \(mapping.describe(key, at: positions)): none was \(done)",
            table: mapping.table, key: key,
            hint:
                "Nothing in the database keeps that key unique: name columns in primaryKey that tell the rows apart, or use a "
                + "query with a filter, which is about all of them")
    }
}
