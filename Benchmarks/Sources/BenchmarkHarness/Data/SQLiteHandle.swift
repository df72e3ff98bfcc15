import CSQLiteRaw

/// An open connection of the C API with the settings of ``ConnectionSettings``; the harness and raw use it.
public final class SQLiteHandle {
    public let pointer: OpaquePointer

    public init(path: String) throws {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw BenchmarkError("cannot open \(path): \(String(cString: sqlite3_errstr(code)))")
        }
        pointer = opened
        for pragma in ConnectionSettings.pragmas { try execute(pragma) }
    }

    deinit {
        sqlite3_close_v2(pointer)
    }

    /// Throws the connection's last error unless the code is the expected one.
    @inline(__always)
    public func check(_ code: CInt, is expected: CInt = SQLITE_OK) throws {
        if code != expected { throw lastError }
    }

    public var lastError: BenchmarkError {
        BenchmarkError("SQLite: \(String(cString: sqlite3_errmsg(pointer)))")
    }

    public func execute(_ sql: String) throws {
        try check(sqlite3_exec(pointer, sql, nil, nil, nil))
    }

    /// A statement that the caller finalizes.
    public func prepare(_ sql: String) throws -> OpaquePointer {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(pointer, sql, -1, &statement, nil))
        guard let statement else { throw BenchmarkError("no statement in: \(sql)") }
        return statement
    }

    public func scalar(_ sql: String) throws -> Int {
        let statement = try prepare(sql)
        defer { sqlite3_finalize(statement) }
        try check(sqlite3_step(statement), is: SQLITE_ROW)
        return Int(sqlite3_column_int64(statement, 0))
    }

    /// Runs the body in a transaction, which a thrown error rolls back.
    public func transaction<T>(_ body: () throws -> T) throws -> T {
        try execute("BEGIN")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            try? execute("ROLLBACK")
            throw error
        }
    }
}
