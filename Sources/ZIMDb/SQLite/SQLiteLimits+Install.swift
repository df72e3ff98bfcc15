import CSQLite

extension SQLiteLimits {
    /// Limits the memory of SQLite in this process; a statement that needs more fails with "out of memory".
    ///
    /// ```swift
    /// SQLiteLimits.limitMemoryOfProcess(to: 512 << 20)
    /// ```
    ///
    /// SQLite counts memory for the whole process, so this applies to all databases of the program, trusted ones too,
    /// and is not an option of a single database. ``length`` limits each value; this limits their sum.
    ///
    /// - Parameter bytes: 0 for no limit.
    ///
    /// Source: <https://www.sqlite.org/c3ref/hard_heap_limit64.html>
    public static func limitMemoryOfProcess(to bytes: Int) { sqlite3_hard_heap_limit64(Int64(max(0, bytes))) }

    func install(on database: OpaquePointer) {
        let limits = [
            (SQLITE_LIMIT_LENGTH, length), (SQLITE_LIMIT_SQL_LENGTH, statementLength),
            (SQLITE_LIMIT_EXPR_DEPTH, expressionDepth), (SQLITE_LIMIT_COMPOUND_SELECT, compoundSelects),
            (SQLITE_LIMIT_ATTACHED, attachedDatabases), (SQLITE_LIMIT_VDBE_OP, instructions),
            (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, patternLength), (SQLITE_LIMIT_TRIGGER_DEPTH, triggerDepth),
        ]
        // A negative number would leave the limit as it is.
        for case (let which, let most?) in limits { sqlite3_limit(database, which, Int32(clamping: max(0, most))) }
    }
}
