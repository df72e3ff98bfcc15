import CSQLite
import ZIMDb

final class ThirdConnection: EngineConnection {
    let dialect: any SQLDialect = ThirdDialect()
    let catalog: (any SchemaQueries)? = ThirdSchemaQueries()
    let types: (any ServerTypes)? = ThirdTypes()
    private var database: OpaquePointer?

    init(path: String) throws {
        guard sqlite3_open(path, &database) == SQLITE_OK else { throw failure(sql: nil) }
        sqlite3_exec(database, "PRAGMA foreign_keys = ON", nil, nil, nil)
        sqlite3_busy_timeout(database, 1_000)
    }

    deinit { close() }

    var isInTransaction: Bool { sqlite3_get_autocommit(database) == 0 }
    var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(database) }
    var changes: Int { Int(sqlite3_changes(database)) }
    var totalChanges: Int { Int(sqlite3_total_changes(database)) }

    func prepare(_ sql: String, from start: Int, traces: TraceHub) throws -> (statement: Statement, next: Int?)? {
        var handle: OpaquePointer?
        let (code, end) = sql.withCString { text in
            var tail: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v2(database, text + start, -1, &handle, &tail)
            return (code, tail.map { $0 - text } ?? sql.utf8.count)
        }
        guard code == SQLITE_OK else { throw failure(sql: sql) }
        guard let handle else { return nil }
        let next = try SQLScript.nextStatement(in: sql, after: end)
        let cursor = ThirdCursor(handle) { self.failure(sql: sql) }
        let statement = Statement(
            sql: SQLScript.text(of: sql, from: start, to: end), cursor: cursor,
            isReadOnly: sqlite3_stmt_readonly(handle) != 0, parameterCount: Int(sqlite3_bind_parameter_count(handle)),
            traces: traces)
        return (statement, next)
    }

    /// What the library does by the kind of an error: which constraint was violated.
    private func failure(sql: String?) -> DatabaseError {
        let message = String(cString: sqlite3_errmsg(database))
        let code = sqlite3_extended_errcode(database)
        // `UNIQUE constraint failed: line.year, line.number`
        let names = message.split(separator: ": ").dropFirst().first?.split(separator: ", ") ?? []
        let constraint = ThirdConnection.kinds[code].map { kind in
            ConstraintViolation(
                kind: kind, table: names.first?.split(separator: ".").first.map(String.init),
                columns: names.compactMap { $0.split(separator: ".").last.map(String.init) })
        }
        return DatabaseError(
            constraint == nil ? .sql : .constraint, message, engineCode: code, sql: sql, constraint: constraint)
    }

    private static let kinds: [Int32: ConstraintViolation.Kind] = [
        SQLITE_CONSTRAINT | 6 << 8: .primaryKey, SQLITE_CONSTRAINT | 8 << 8: .unique,
        SQLITE_CONSTRAINT | 3 << 8: .foreignKey, SQLITE_CONSTRAINT | 5 << 8: .notNull,
    ]

    func close() {
        // SQLite keeps it until the last statement is finalized.
        sqlite3_close_v2(database)
        database = nil
    }
}
