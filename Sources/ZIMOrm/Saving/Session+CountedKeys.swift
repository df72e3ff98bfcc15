import ZIMDb

extension Session {
    /// Inserts several models whose key the engine counts up.
    ///
    /// SQLite takes the rows of VALUES in their order and gives each the number behind the largest, but RETURNING may
    /// hand them over in any. So the numbers are sorted, and trusted only where they follow one another: they do not when
    /// the largest possible number is taken and SQLite looks for free ones by chance, or when something else inserts in
    /// between. Then nothing of it has happened, and the models are inserted one by one.
    ///
    /// MySQL tells the first number, from which InnoDB goes on by `auto_increment_increment`.
    ///
    /// Source: <https://www.sqlite.org/autoinc.html>, <https://www.sqlite.org/lang_returning.html>,
    /// <https://dev.mysql.com/doc/refman/8.0/en/innodb-auto-increment-handling.html>
    func insertWithKeys(_ models: [Model], _ plan: TablePlan, _ run: inout InsertRun, _ position: Int) throws {
        let (omitted, asksForKeys) = (run.omitted, run.asksForKeys)
        let before = try models.map { try plan.mapping.value(position, of: $0) }
        let keys: [Int64]
        func insert(_ session: Session) throws -> [Int64] {
            let returned = try insertTogether(models, plan, omitting: omitted)
            guard asksForKeys else { return try RowIDs.inOrder(returned, count: models.count) }
            guard let keys = try connection.engine.insertedRowIDs(count: models.count) else { throw RowIDs.Unordered() }
            return keys
        }
        do {
            keys = try run.batch?.transaction(in: self, insert) ?? transaction(insert)
        } catch is RowIDs.Unordered {
            for model in models { try insertPrepared(model, plan, omitting: omitted) }
            return
        }
        try finishInserts(models, plan, &run, key: position, keys, before: before)
    }

    /// The key that the last INSERT of one row was counted up to. No server counts below zero: such a number is one of a
    /// BIGINT UNSIGNED beyond what 64 bits with a sign hold.
    var countedKey: SQLValue {
        let key = lastInsertedRowID
        guard key < 0 else { return .integer(key) }
        return .typed(SQLTypedText(String(UInt64(bitPattern: key)), type: "bigint unsigned"))
    }
}

extension TablePlan {
    /// Whether the numbers of the rows of one INSERT follow one another in the order of the rows. MyISAM may count by a
    /// group of rows; TiDB, which has no JSON_TABLE, does not promise it.
    func countsRowsInOrder(in session: Session) throws -> Bool {
        guard !dialect.features.isDisjoint(with: [.jsonTable, .olderMySQL]) else { return false }
        return try tableSchema(in: session).storageEngine?.lowercased() == "innodb"
    }

    /// Whether the table keeps what a transaction that is rolled back has written, as those of MyISAM, Aria and MEMORY do.
    func isNeverRolledBack(in session: Session) throws -> Bool {
        guard let engine = try tableSchema(in: session).storageEngine?.lowercased() else { return false }
        return !["innodb", "rocksdb", "tokudb", "ndbcluster", "spider"].contains(engine)
    }
}

/// The keys that one statement gave to several rows.
private enum RowIDs {
    /// It cannot be told which row got which.
    struct Unordered: Error {}

    static func inOrder(_ values: [SQLValue], count: Int) throws -> [Int64] {
        let keys = values.compactMap { if case .integer(let key) = $0 { key } else { nil } }.sorted()
        guard keys.count == count, let first = keys.first, let last = keys.last,
            case (let span, false) = last.subtractingReportingOverflow(first), span == Int64(count - 1),
            zip(keys, keys.dropFirst()).allSatisfy({ $0 < $1 })
        else { throw Unordered() }
        return keys
    }
}
