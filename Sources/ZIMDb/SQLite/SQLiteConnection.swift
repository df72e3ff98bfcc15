import CSQLite
import Foundation

/// One connection to a SQLite database.
///
/// It is opened without SQLite's own mutexes, since one thread at a time uses it; that is 8 % faster.
final class SQLiteConnection: EngineConnection {
    let dialect: any SQLDialect = SQLiteDialect()
    private let database: OpaquePointer
    private let location: SQLiteLocation
    private let options: DatabaseOptions
    private let authorizer: SQLiteAuthorizer?

    init(location: SQLiteLocation, options: DatabaseOptions, readOnly: Bool) throws {
        self.location = location
        self.options = options
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        switch options.access {
        case .readOnly: flags |= SQLITE_OPEN_READONLY
        case .readWrite: flags |= SQLITE_OPEN_READWRITE
        case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
        if case .memory = location { flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE }
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(location.path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            defer { sqlite3_close_v2(handle) }
            throw SQLiteFailure.opening(
                location, code: handle.map { sqlite3_extended_errcode($0) } ?? code, database: handle)
        }
        database = handle
        authorizer = options.privileges.map { SQLiteAuthorizer(privileges: $0, label: options.label ?? location.name) }
        do {
            try configure()
        } catch {
            sqlite3_close_v2(handle)
            throw error
        }
    }

    private func configure() throws {
        let milliseconds = options.busyTimeout.milliseconds
        sqlite3_busy_timeout(database, Int32(clamping: milliseconds))
        _ = zim_sqlite3_set_dqs_dml(database, 0)
        try run("PRAGMA foreign_keys = \(options.enforcesForeignKeys ? "ON" : "OFF")")
        // The first read tells a database from any other file, and a whole one from a truncated one.
        try run("SELECT count(*) FROM sqlite_schema")
        if let mode = options.journalMode, case .file = location { try run("PRAGMA journal_mode = \(mode.rawValue)") }
        authorizer?.install(on: database)
    }

    private func run(_ sql: String) throws {
        let code = sqlite3_exec(database, sql, nil, nil, nil)
        if code != SQLITE_OK { throw failure(code, sql: sql) }
    }

    func journalMode() throws -> String {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        let code = sqlite3_prepare_v2(database, "PRAGMA journal_mode", -1, &statement, nil)
        guard code == SQLITE_OK, sqlite3_step(statement) == SQLITE_ROW, let text = sqlite3_column_text(statement, 0)
        else {
            throw failure(code, sql: "PRAGMA journal_mode")
        }
        return String(cString: text).lowercased()
    }

    func prepare(_ sql: String, traces: TraceHub) throws -> (statement: Statement, rest: Substring?)? {
        var sql = sql
        var handle: OpaquePointer?
        authorizer?.lastDenial = nil
        let (code, used) = sql.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters -> (Int32, Int) in
                guard let start = characters.baseAddress else { return (SQLITE_OK, 0) }
                var tail: UnsafePointer<CChar>?
                let code = sqlite3_prepare_v3(
                    database, start, Int32(clamping: characters.count), UInt32(SQLITE_PREPARE_PERSISTENT), &handle,
                    &tail)
                return (code, tail.map { $0 - start } ?? characters.count)
            }
        }
        guard code == SQLITE_OK else { throw failure(code, sql: sql) }
        guard let handle else { return nil }
        let end = sql.utf8.index(sql.startIndex, offsetBy: used, limitedBy: sql.endIndex) ?? sql.endIndex
        let rest = sql[end...]
        let own = rest.isEmpty ? sql : String(sql[..<end])
        let statement = Statement(sql: own, handle: handle, traces: traces) { [unowned self] in failure($0, sql: own) }
        return (statement, rest.contains { !$0.isWhitespace && $0 != ";" } ? rest : nil)
    }

    func failure(_ code: Int32, sql: String) -> DatabaseError {
        let extended = sqlite3_extended_errcode(database)
        let message = sqlite3_errmsg(database).map { String(cString: $0) } ?? ""
        var error = SQLiteFailure.error(
            code: extended & 0xFF == code & 0xFF ? extended : code, message: message, sql: sql, location: location,
            options: options)
        if error.code == .privilege, let denial = authorizer?.lastDenial { error.message = denial }
        if error.code == .sql {
            let offset = Int(sqlite3_error_offset(database))
            if offset >= 0 { error.message += " (at byte \(offset))" }
        }
        return error
    }

    var isInTransaction: Bool { sqlite3_get_autocommit(database) == 0 }
    var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(database) }
    var changes: Int { Int(sqlite3_changes64(database)) }

    func beginStatement(readOnly: Bool) -> String { readOnly ? "BEGIN DEFERRED" : "BEGIN IMMEDIATE" }

    func withoutPrivileges<T>(_ body: () throws -> T) rethrows -> T {
        guard let authorizer else { return try body() }
        authorizer.isSuspended += 1
        defer { authorizer.isSuspended -= 1 }
        return try body()
    }

    func interrupt() { sqlite3_interrupt(database) }

    func close() { sqlite3_close_v2(database) }
}

extension Duration {
    /// The whole milliseconds of this duration.
    package var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
