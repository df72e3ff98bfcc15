import CSQLite

/// Lets SQLite ask for every action of a statement that it compiles whether the data source grants it, and whether there
/// is time left.
final class SQLiteAuthorizer {
    /// nil grants everything.
    private let privileges: Set<Privilege>?
    /// Whether REPLACE must be looked for, by which rows are deleted without a question for DELETE.
    let mayNotDelete: Bool
    private let isKeptFromSelect: Bool
    private let label: String
    private let waiter: SQLiteWaiter
    private var database: OpaquePointer?
    /// Above 0 while the library itself looks at the schema.
    var isSuspended = 0
    /// What was refused last, in words.
    private(set) var lastDenial: String?
    /// Whether it stopped the statement that is compiled right now, which SQLite tells as many things.
    private(set) var hasStopped = false
    /// What the statement that is compiled right now inserts into and updates, where it may not delete.
    private(set) var writes: Set<SQLiteRowWrite> = []
    private var isCompiling = false
    /// Whether SQLite was kept from compiling a statement anew, which nobody had looked at for REPLACE.
    private(set) var hasUnseenWrites = false
    /// Whether somebody has.
    private var isSeen = false
    /// What the statement that is compiled right now was granted to change of the schema.
    private var granted: Set<Privilege> = []
    private var dropped: Set<String> = []
    /// The tables of the statement that is compiled right now, where somebody asks for them.
    var tableUse: SQLiteTableUse?

    init(privileges: Set<Privilege>?, label: String, waiter: SQLiteWaiter) {
        self.privileges = privileges
        mayNotDelete = privileges?.contains(.delete) == false
        isKeptFromSelect = privileges?.contains(.select) == false
        self.label = label
        self.waiter = waiter
    }

    /// Whether subqueries must be looked for, of some of which SQLite does not ask.
    var mayNotSelect: Bool { isKeptFromSelect && isSuspended == 0 }

    /// Forgets the statement before.
    func beginStatement() {
        lastDenial = nil
        hasStopped = false
        endStatement()
        isCompiling = true
        hasUnseenWrites = false
    }

    func endStatement() {
        granted = []
        dropped = []
        writes = []
        isCompiling = false
    }

    /// Runs a statement that SQLite compiles anew, when its text has been looked at for REPLACE.
    func allowingWrites<T>(_ body: () -> T) -> T {
        isSeen = true
        defer { isSeen = false }
        return body()
    }

    func denial(of privilege: Privilege, on object: String) -> String {
        "\(privilege)\(object.isEmpty ? "" : " on \"\(object)\"") is not granted to \(label)"
    }

    /// The connection keeps this object alive as long as SQLite may call it.
    func install(on database: OpaquePointer) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_set_authorizer(
            database,
            { context, action, first, second, schema, trigger in
                guard let context else { return SQLITE_DENY }
                let authorizer = Unmanaged<SQLiteAuthorizer>.fromOpaque(context).takeUnretainedValue()
                if authorizer.waiter.mustStop {
                    authorizer.hasStopped = true
                    return SQLITE_DENY
                }
                authorizer.tableUse?.note(
                    action, first.map { String(cString: $0) } ?? "", second.map { String(cString: $0) } ?? "",
                    schema: schema.map { String(cString: $0) } ?? "")
                guard authorizer.privileges != nil || action == SQLITE_ATTACH else { return SQLITE_OK }
                let object = first.map { String(cString: $0) } ?? ""
                let answer = authorizer.decide(action, object, second.map { String(cString: $0) } ?? "")
                if answer == SQLITE_OK, action == SQLITE_ATTACH { authorizer.makeFile(object) }
                guard answer == SQLITE_OK, action == SQLITE_INSERT || action == SQLITE_UPDATE,
                    authorizer.isSuspended == 0, authorizer.mayNotDelete
                else { return answer }
                return authorizer.note(
                    SQLiteRowWrite(
                        table: object, schema: schema.map { String(cString: $0) } ?? "",
                        trigger: trigger.map { String(cString: $0) } ?? ""))
            }, context)
        self.database = database
    }

    /// Notes what is written. A statement that SQLite compiles anew, since the schema has changed, must be looked at first.
    private func note(_ write: SQLiteRowWrite) -> Int32 {
        if ["sqlite_master", "sqlite_temp_master"].contains(write.table) { return SQLITE_OK }
        if isCompiling {
            writes.insert(write)
            return SQLITE_OK
        }
        // A virtual table compiles statements of its own while one runs that was looked at.
        if isSeen || isWriting { return SQLITE_OK }
        hasUnseenWrites = true
        lastDenial = denial(of: .delete, on: write.table)
        return SQLITE_DENY
    }

    private var isWriting: Bool {
        // COMMIT does not write itself, but has virtual tables write.
        isRunning { sqlite3_stmt_readonly($0) == 0 || sqlite3_column_count($0) == 0 }
    }

    /// Whether ANALYZE, which was granted, reads back what it has written.
    private var isReadingStatistics: Bool { !isCompiling && isRunning("ANALYZE") }

    /// VACUUM INTO attaches its file when it runs: like other new ones, only the owner may read it. A URI may name any file.
    private func makeFile(_ path: String) {
        guard !path.isEmpty, path != ":memory:", !path.hasPrefix("file:"), isRunning("VACUUM"),
            sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, -1) > 0
        else { return }
        SQLiteNewFile.make(path)
    }

    private func isRunning(_ word: String) -> Bool {
        isRunning { sqlite3_sql($0).flatMap { SQLiteWords.of(String(cString: $0)) }?.first == word }
    }

    private func isRunning(_ matches: (OpaquePointer) -> Bool) -> Bool {
        var statement = sqlite3_next_stmt(database, nil)
        while let one = statement {
            if sqlite3_stmt_busy(one) != 0, matches(one) { return true }
            statement = sqlite3_next_stmt(database, one)
        }
        return false
    }

    private func decide(_ action: Int32, _ first: String, _ second: String) -> Int32 {
        guard isSuspended == 0, let privileges, let needed = Self.privilege(for: action) else { return SQLITE_OK }
        if privileges.contains(needed) {
            if [.create, .alter, .drop].contains(needed) { granted.insert(needed) }
            if needed == .drop { dropped.insert(first) }
            return SQLITE_OK
        }
        if isPartOfGrant(needed, on: first, privileges) { return SQLITE_OK }
        let object = action == SQLITE_ALTER_TABLE ? second : first
        lastDenial = denial(of: needed, on: object)
        return SQLITE_DENY
    }

    /// CREATE, ALTER and DROP are made of other actions, for which SQLite asks too: they come with the grant.
    private func isPartOfGrant(_ needed: Privilege, on object: String, _ privileges: Set<Privilege>) -> Bool {
        let isSchema = object.hasPrefix("sqlite_")
        switch needed {
        // The first question of all three is the one for the schema table, before the one for their own name.
        case _ where isSchema && [.insert, .update, .delete].contains(needed):
            return !privileges.isDisjoint(with: [.create, .alter, .drop])
                || privileges.contains(.analyze) && object != "sqlite_sequence"
        // The first ANALYZE makes the tables of statistics, which nobody else can make.
        case .create: return object.hasPrefix("sqlite_stat") && privileges.contains(.analyze)
        case .delete: return dropped.contains(object)
        // ALTER looks into the schema and, for NOT NULL and CHECK, through the table.
        case .select: return granted.contains(.alter) || isReadingStatistics
        // A new index is filled.
        case .reindex: return granted.contains(.create)
        default: return false
        }
    }

    private static func privilege(for action: Int32) -> Privilege? {
        switch action {
        case SQLITE_SELECT: .select
        case SQLITE_INSERT: .insert
        case SQLITE_UPDATE: .update
        case SQLITE_DELETE: .delete
        case SQLITE_CREATE_INDEX, SQLITE_CREATE_TABLE, SQLITE_CREATE_TEMP_INDEX, SQLITE_CREATE_TEMP_TABLE,
            SQLITE_CREATE_TEMP_TRIGGER, SQLITE_CREATE_TEMP_VIEW, SQLITE_CREATE_TRIGGER, SQLITE_CREATE_VIEW,
            SQLITE_CREATE_VTABLE:
            .create
        case SQLITE_DROP_INDEX, SQLITE_DROP_TABLE, SQLITE_DROP_TEMP_INDEX, SQLITE_DROP_TEMP_TABLE,
            SQLITE_DROP_TEMP_TRIGGER, SQLITE_DROP_TEMP_VIEW, SQLITE_DROP_TRIGGER, SQLITE_DROP_VIEW, SQLITE_DROP_VTABLE:
            .drop
        case SQLITE_ALTER_TABLE: .alter
        case SQLITE_PRAGMA: .pragma
        case SQLITE_ATTACH: .attach
        case SQLITE_DETACH: .detach
        case SQLITE_ANALYZE: .analyze
        case SQLITE_REINDEX: .reindex
        default: nil
        }
    }
}
