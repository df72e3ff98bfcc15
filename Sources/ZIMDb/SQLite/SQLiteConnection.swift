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
    private var authorizer: SQLiteAuthorizer?
    /// Whether statements are timed.
    private let isTimed: Bool
    private let waiter: SQLiteWaiter
    /// What stands guard while a definition of a catalogue runs.
    private var definitionGuard: SQLiteDefinitionGuard?
    private var isClosed = false
    private var versionStatement: OpaquePointer?
    private var knownVersion: Int64?
    private var dataVersionStatement: OpaquePointer?
    private var knownDataVersion: Int64?

    /// Opens a connection; one that is read-only refuses to write whatever SQL it is given.
    init(
        location: SQLiteLocation, options: DatabaseOptions, readOnly: Bool, interruption: Interruption? = nil
    ) throws {
        self.location = location
        self.options = options
        let access: Int32
        var path = location.path
        if case .file = location { try SQLiteFileKind.requireFile(path, name: location.name) }
        switch (location, options.access) {
        case (.file, .readOnly): access = SQLITE_OPEN_READONLY
        case (.file, .untouched):
            access = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            let file = SQLiteUntouchedFile(path: path)
            let state = file.state
            path = try file.address()
            if path.hasSuffix("?immutable=1") { immutableFile = (file, state) }
        case (.file, .readWrite): access = SQLITE_OPEN_READWRITE
        case (.file, .create):
            access = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            SQLiteNewFile.make(path)
        // What is new and private to this connection must be made before it can be read.
        case (.memory, _), (.temporary, _): access = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
        let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            defer { sqlite3_close_v2(handle) }
            throw SQLiteFailure.opening(
                location, code: handle.map { sqlite3_extended_errcode($0) } ?? code, database: handle,
                isCreating: options.access == .create)
        }
        database = handle
        waiter = SQLiteWaiter(options: options)
        let isAsked = options.privileges != nil || !options.isTrusted || options.limits.statementTimeout != nil
        isTimed = isAsked
        authorizer =
            isAsked
            ? SQLiteAuthorizer(privileges: options.privileges, label: options.label ?? location.name, waiter: waiter)
            : nil
        watch(interruption)
        defer { watch(nil) }
        do {
            try configure(readOnly: readOnly)
        } catch {
            close()
            throw error
        }
    }

    deinit { close() }

    private func configure(readOnly: Bool) throws {
        waiter.install(on: database)
        options.limits.install(on: database)
        if options.readsDamagedCatalog {
            // SQLite calls it so since it is meant for repairs: it goes on behind a line that it cannot read.
            // Source: https://www.sqlite.org/pragma.html#pragma_writable_schema
            _ = zim_sqlite3_switch(database, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1)
        }
        if !options.isTrusted { try distrust() }
        _ = zim_sqlite3_set_dqs_dml(database, 0)
        try run("PRAGMA foreign_keys = \(options.enforcesForeignKeys ? "ON" : "OFF")")
        // The first read tells a database from any other file, and a whole one from a truncated one.
        try run("SELECT count(*) FROM sqlite_schema")
        if !readOnly { try requireWritable() }
        if let mode = options.journalMode, case .file = location {
            // SQLite answers with the mode that it has kept where it cannot have the one that it was asked for.
            let found = try journalMode(setting: mode)
            guard found == mode.rawValue.lowercased() else {
                throw DatabaseError(
                    .cannotOpen, "\(location.name) stays in journal mode \(found), it cannot have \(mode.rawValue)",
                    sql: "PRAGMA journal_mode = \(mode.rawValue)")
            }
        }
        // A database in memory must be made by opening it, whatever may be done with it then. A file was opened for reading, and
        // this would keep VACUUM INTO from writing another one.
        if readOnly || options.access == .readOnly && !location.isFile { try run("PRAGMA query_only = ON") }
        for statement in options.connectionSetup { try run(statement) }
        authorizer?.install(on: database)
    }

    /// What SQLite's own page on defence recommends for files that others have made.
    ///
    /// Source: <https://www.sqlite.org/security.html>
    private func distrust() throws {
        for (which, on) in [
            (SQLITE_DBCONFIG_DEFENSIVE, Int32(1)), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, SchemaTrust.canBeOff ? 0 : 1),
            (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0), (SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0),
        ] { _ = zim_sqlite3_switch(database, which, on) }
        try run("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
    }

    /// SQLite opens a file that it may not write to for reading, and says nothing.
    private func requireWritable() throws {
        guard case .file = location, options.access == .readWrite || options.access == .create,
            sqlite3_db_readonly(database, "main") == 1
        else { return }
        throw DatabaseError(
            .readOnly, "\(location.name) cannot be opened for writing: the file may only be read",
            engineCode: SQLITE_READONLY, hint: "Check its permissions, or open it with access .readOnly")
    }

    private func run(_ sql: String) throws {
        waiter.clock.start()
        let code = sqlite3_exec(database, sql, nil, nil, nil)
        if code != SQLITE_OK { throw failure(code, sql: sql) }
    }

    /// The journal mode in lower case, after setting it where one is given.
    func journalMode(setting mode: DatabaseOptions.JournalMode? = nil) throws -> String {
        let sql = "PRAGMA journal_mode" + (mode.map { " = " + $0.rawValue } ?? "")
        return try withoutPrivileges {
            var statement: OpaquePointer?
            defer { sqlite3_finalize(statement) }
            var code = sqlite3_prepare_v2(database, sql, -1, &statement, nil)
            if code == SQLITE_OK { code = sqlite3_step(statement) }
            guard code == SQLITE_ROW, let text = sqlite3_column_text(statement, 0) else {
                throw failure(code, sql: sql)
            }
            return String(cString: text).lowercased()
        }
    }

    /// Source: <https://www.sqlite.org/pragma.html#pragma_schema_version>
    func schemaVersion() throws -> Int64 {
        let sql = "PRAGMA schema_version"
        guard !isClosed else { throw closedError(sql) }
        if versionStatement == nil {
            let code = withoutPrivileges {
                sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &versionStatement, nil)
            }
            if code != SQLITE_OK { throw failure(code, sql: sql) }
        }
        defer { sqlite3_reset(versionStatement) }
        waiter.clock.start()
        let code = sqlite3_step(versionStatement)
        guard code == SQLITE_ROW else { throw failure(code, sql: sql) }
        let version = sqlite3_column_int64(versionStatement, 0)
        // Only a statement that reads a table looks whether what the connection knows of them is still true.
        if version != knownVersion {
            try withoutPrivileges { try run("SELECT 1 FROM sqlite_schema LIMIT 1") }
            knownVersion = version
        }
        return version
    }

    /// Whether other connections, of this program or of another, have committed since the last call; nil where a lock of
    /// theirs prevents to tell. The first call does not know and says so.
    ///
    /// Source: <https://www.sqlite.org/pragma.html#pragma_data_version>
    func hasOtherCommits() -> Bool? {
        guard !isClosed else { return nil }
        if dataVersionStatement == nil {
            let code = withoutPrivileges {
                sqlite3_prepare_v3(
                    database, "PRAGMA data_version", -1, UInt32(SQLITE_PREPARE_PERSISTENT), &dataVersionStatement, nil)
            }
            guard code == SQLITE_OK else { return nil }
        }
        defer { sqlite3_reset(dataVersionStatement) }
        waiter.clock.start()
        let code = waiter.withoutWaiting { sqlite3_step(dataVersionStatement) }
        guard code == SQLITE_ROW else { return nil }
        let version = sqlite3_column_int64(dataVersionStatement, 0)
        defer { knownDataVersion = version }
        return version != knownDataVersion
    }

    /// The tables that a statement uses: it is compiled for that and thrown away.
    func tableUse(of sql: String) throws -> SQLiteTableUse {
        guard !isClosed else { throw closedError(sql) }
        let authorizer = installedAuthorizer
        authorizer.tableUse = SQLiteTableUse()
        defer { authorizer.tableUse = nil }
        var handle: OpaquePointer?
        waiter.clock.start()
        let code = withoutPrivileges { sqlite3_prepare_v2(database, sql, -1, &handle, nil) }
        sqlite3_finalize(handle)
        guard code == SQLITE_OK, let use = authorizer.tableUse else { throw failure(code, sql: sql) }
        return use
    }

    private var installedAuthorizer: SQLiteAuthorizer {
        if let authorizer { return authorizer }
        // It stays: with each that is installed, SQLite compiles all statements of the connection anew.
        let made = SQLiteAuthorizer(privileges: nil, label: location.name, waiter: waiter)
        authorizer = made
        made.install(on: database)
        return made
    }

    /// Whether a question with one parameter has an answer.
    func hasRow(_ sql: String, binding text: String) throws -> Bool {
        var isFound = false
        try rows(sql, binding: text) { _ in isFound = true }
        return isFound
    }

    /// Runs a question with one parameter that the library asks for itself.
    func rows(_ sql: String, binding text: String, _ body: (OpaquePointer?) -> Void) throws {
        var handle: OpaquePointer?
        defer { sqlite3_finalize(handle) }
        waiter.clock.start()
        var code = withoutPrivileges { sqlite3_prepare_v2(database, sql, -1, &handle, nil) }
        if code == SQLITE_OK {
            code = text.withCString { bytes in
                zim_sqlite3_bind_text(handle, 1, bytes, sqlite3_uint64(text.utf8.count))
            }
        }
        if code == SQLITE_OK { code = sqlite3_step(handle) }
        while code == SQLITE_ROW {
            body(handle)
            code = sqlite3_step(handle)
        }
        if code != SQLITE_DONE { throw failure(code, sql: sql) }
    }

    /// What messages call the database.
    var locationName: String { location.name }

    /// Whether other programs' commits are never seen, since the file was taken for one that nobody changes.
    var isImmutable: Bool { immutableFile != nil }

    /// That file, and what it was then.
    private var immutableFile: (file: SQLiteUntouchedFile, state: SQLiteUntouchedFile.State)?

    func isUsable(after idle: Duration) -> Bool {
        guard let immutableFile else { return true }
        return immutableFile.file.state == immutableFile.state
    }

    func requireUnchanged() throws {
        guard let immutableFile, !immutableFile.file.state.holdsSame(as: immutableFile.state) else { return }
        throw DatabaseError(
            .busy, "\(location.name) was changed by another program while it was read, which nothing kept it from",
            hint: "Read it again: it is opened anew")
    }

    /// Source: <https://www.sqlite.org/c3ref/c_dbstatus_options.html#sqlitedbstatusdeferredfks>
    func requireDeferredConstraints() throws {
        guard !isClosed else { throw closedError("COMMIT") }
        var (isViolated, highest): (Int32, Int32) = (0, 0)
        sqlite3_db_status(database, SQLITE_DBSTATUS_DEFERRED_FKS, &isViolated, &highest, 0)
        guard isViolated != 0 else { return }
        throw DatabaseError(
            .constraint, "FOREIGN KEY constraint failed", engineCode: SQLITE_CONSTRAINT | 3 << 8, sql: "COMMIT")
    }

    func prepare(_ sql: String, from start: Int, traces: TraceHub) throws -> (statement: Statement, next: Int?)? {
        guard !isClosed else { throw closedError(sql) }
        try prepareVacuum(sql, from: start)
        let handle: OpaquePointer?
        let used: Int
        let count = sql.utf8.count
        do { (handle, used) = try compile(sql, from: start) } catch let error as DatabaseError {
            if traces.isActive {
                traces.emit(
                    StatementTrace(sql: error.sql ?? sql, parameters: [], duration: .zero, rows: 0, error: error))
            }
            throw error
        }
        let next: Int?
        do { next = try SQLScript.nextStatement(in: sql, after: min(used, count)) } catch {
            sqlite3_finalize(handle)
            throw error
        }
        guard let handle else {
            guard let next else { return nil }
            // An empty statement, as the second of "a;;b" is.
            return next > start ? try prepare(sql, from: next, traces: traces) : nil
        }
        let own = start == 0 && next == nil ? sql : SQLScript.text(of: sql, from: start, to: used)
        // The statement keeps its connection, since SQLite keeps it as long, with its handlers and its authorizer.
        let statement = Statement(
            sql: own, handle: handle, traces: traces, clock: isTimed ? waiter.clock : nil,
            again: authorizer?.mayNotDelete == true ? { try self.stepAgain($0, $1, sql: own) } : nil
        ) { failure in
            var error = self.failure(failure, sql: own)
            // While it runs, what is wrong may be a parameter, which the text repeats.
            if error.code == .sql, !self.options.valuesInMessages { error.message = error.message.withoutParameters }
            return error
        }
        return (statement, next)
    }

    /// - Returns: the statement, nil for an empty one, and where it ends.
    private func compile(_ sql: String, from start: Int) throws -> (handle: OpaquePointer?, end: Int) {
        var handle: OpaquePointer?
        waiter.clock.start()
        authorizer?.beginStatement()
        defer { authorizer?.endStatement() }
        let count = sql.utf8.count
        let (code, used) = sql.withCString { text in
            var tail: UnsafePointer<CChar>?
            // The terminating zero counts, and saves SQLite a copy of the text.
            let code = sqlite3_prepare_v3(
                database, text + start, Int32(clamping: count - start + 1), UInt32(SQLITE_PREPARE_PERSISTENT), &handle,
                &tail)
            return (code, tail.map { $0 - text } ?? count)
        }
        guard code == SQLITE_OK else { throw compileFailure(code, sql: sql, from: start) }
        if let authorizer, authorizer.mayNotSelect || !authorizer.writes.isEmpty {
            do { try refuseByWords(SQLScript.text(of: sql, from: start, to: used), authorizer) } catch {
                sqlite3_finalize(handle)
                throw error
            }
        }
        return (handle, used)
    }

    private func refuseByWords(_ sql: String, _ authorizer: SQLiteAuthorizer) throws {
        if authorizer.mayNotSelect { try refuseSubquery(sql, authorizer) }
        if !authorizer.writes.isEmpty { try refuseReplace(sql, authorizer) }
    }

    /// Steps a statement again that SQLite was kept from compiling anew, once its text has been looked at with the schema of now.
    private func stepAgain(_ handle: OpaquePointer, _ code: Int32, sql: String) throws -> Int32 {
        guard code & 0xFF == SQLITE_AUTH, let authorizer, authorizer.hasUnseenWrites else { return code }
        sqlite3_finalize(try compile(sql, from: 0).handle)
        sqlite3_reset(handle)
        return authorizer.allowingWrites { sqlite3_step(handle) }
    }

    /// VACUUM INTO writes another file, however this one was opened; the authorizer makes it.
    private func prepareVacuum(_ sql: String, from start: Int) throws {
        guard let first = try SQLScript.nextStatement(in: sql, after: start) else { return }
        let text = SQLScript.text(of: sql, from: first, to: first + 6)
        guard text.uppercased() == "VACUUM" else { return }
        guard options.access == .untouched, !options.writesOtherFiles else {
            _ = installedAuthorizer
            return
        }
        throw DatabaseError(
            .readOnly, "\(location.name) was opened untouched, and VACUUM writes files",
            sql: SQLScript.statement(of: sql, from: first), hint: "Open it with access .readOnly for VACUUM INTO")
    }

    private func compileFailure(_ code: Int32, sql: String, from start: Int) -> DatabaseError {
        let text = SQLScript.statement(of: sql, from: start)
        if sql.utf8.contains(0) { return SQLScript.nulError(text) }
        return failure(code, sql: text)
    }

    func failure(_ code: Int32, sql: String) -> DatabaseError {
        guard !isClosed else { return closedError(sql) }
        if let allowed = waiter.clock.exceeded {
            return DatabaseError(
                .timedOut, "\(location.name): the statement took longer than \(allowed.words)", engineCode: code,
                sql: sql)
        }
        let extended = sqlite3_extended_errcode(database)
        let message = sqlite3_errmsg(database).map { String(cString: $0) } ?? ""
        let offset = Int(sqlite3_error_offset(database))
        var error = SQLiteFailure.error(
            code: extended & 0xFF == code & 0xFF ? extended : code, message: message, sql: sql, location: location,
            waited: waiter.waited, database: database)
        // What a pragma's table or another virtual one compiles while it runs keeps the words alone.
        if error.code == .sql, message == "not authorized", authorizer?.lastDenial != nil { error.code = .privilege }
        switch error.code {
        // The authorizer stops what is compiled, too.
        case .privilege where waiter.isCancelled: error.code = .interrupted
        case .sql where waiter.isCancelled && authorizer?.hasStopped == true: error.code = .interrupted
        case .privilege: error.message = definitionGuard?.denial ?? authorizer?.lastDenial ?? message
        case .constraint: SQLiteConstraint(database: database, connection: self).complete(&error, message: message)
        case .outOfMemory where options.limits.instructions != nil:
            // SQLite's code is that of missing memory.
            error.hint = "The statement may have more instructions than the limits of the database allow"
        case .sql where offset >= 0: error.message += " (at byte \(offset))"
        default: break
        }
        return error
    }

    private func closedError(_ sql: String) -> DatabaseError {
        DatabaseError(.misuse, "the connection to \(location.name) was closed", sql: sql)
    }

    var isInTransaction: Bool { !isClosed && sqlite3_get_autocommit(database) == 0 }
    var lastInsertedRowID: Int64 { isClosed ? 0 : sqlite3_last_insert_rowid(database) }
    var changes: Int { isClosed ? 0 : Int(sqlite3_changes64(database)) }
    var totalChanges: Int { isClosed ? 0 : Int(sqlite3_total_changes64(database)) }

    /// A database that is opened for reading has no lock to take; whatever writes fails by itself.
    func beginStatement(readOnly: Bool) -> String {
        readOnly || options.access == .readOnly ? "BEGIN DEFERRED" : "BEGIN IMMEDIATE"
    }

    /// Source: <https://www.sqlite.org/c3ref/table_column_metadata.html>
    func declaration(of column: String, table: String, schema: String?) -> ColumnDeclaration? {
        guard !isClosed else { return nil }
        var type: UnsafePointer<CChar>?
        var collation: UnsafePointer<CChar>?
        let code = sqlite3_table_column_metadata(database, schema, table, column, &type, &collation, nil, nil, nil)
        guard code == SQLITE_OK, let collation else { return nil }
        return ColumnDeclaration(
            type: type.map { String(cString: $0) } ?? "", collation: String(cString: collation))
    }

    var arePrivilegesSuspended: Bool { (authorizer?.isSuspended ?? 0) > 0 }

    func withoutPrivileges<T>(_ body: () throws -> T) rethrows -> T {
        guard let authorizer else { return try body() }
        authorizer.isSuspended += 1
        defer { authorizer.isSuspended -= 1 }
        return try body()
    }

    func defining<T>(_ definition: CatalogDefinition, _ body: () throws -> T) throws -> T {
        guard !isClosed else { throw closedError(definition.sql) }
        let own = SQLiteDefinitionGuard(definition)
        let attached = sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0)
        own.install(on: database)
        let trust = (SQLITE_DBCONFIG_TRUSTED_SCHEMA, Int32(SchemaTrust.canBeOff ? 0 : 1))
        let switches = [(SQLITE_DBCONFIG_DEFENSIVE, 1), trust].map {
            ($0.0, zim_sqlite3_switch(database, $0.0, $0.1))
        }
        definitionGuard = own
        defer {
            definitionGuard = nil
            for (which, before) in switches { _ = zim_sqlite3_switch(database, which, before) }
            sqlite3_set_authorizer(database, nil, nil)
            authorizer?.install(on: database)
            sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, attached)
        }
        return try body()
    }

    func limiting<T>(to time: Duration?, _ body: () throws -> T) throws -> T {
        guard !isClosed else { throw closedError("") }
        defer { if !isClosed { waiter.update(database) } }
        return try waiter.limiting(to: time, on: database, body)
    }

    func watch(_ interruption: Interruption?) {
        if !isClosed { waiter.watch(interruption, on: database) }
    }

    func interrupt() { sqlite3_interrupt(database) }

    /// Statements that are still in use keep SQLite's connection until they are gone.
    func close() {
        guard !isClosed else { return }
        watch(nil)
        isClosed = true
        sqlite3_finalize(versionStatement)
        sqlite3_finalize(dataVersionStatement)
        sqlite3_close_v2(database)
    }
}

extension Duration {
    /// The whole milliseconds of this duration, the most an Int64 holds where there are more.
    package var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1000)
        return overflows ? (seconds < 0 ? .min : .max) : product + attoseconds / 1_000_000_000_000_000
    }

    /// The same of a limit that a server is told: at least 1, since 0 is none, and at most what all of them take, 24 days.
    package var limitMilliseconds: Int { Int(Int32(clamping: max(1, milliseconds))) }
}
