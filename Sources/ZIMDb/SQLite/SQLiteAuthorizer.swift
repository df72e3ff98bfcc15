import CSQLite

/// Lets SQLite ask for every action of a statement that it compiles whether the data source grants it, and whether there
/// is time left.
final class SQLiteAuthorizer {
    /// nil grants everything.
    private let privileges: Set<Privilege>?
    private let label: String
    private let waiter: SQLiteWaiter
    /// Above 0 while the library itself looks at the schema.
    var isSuspended = 0
    /// What was refused last, in words.
    private(set) var lastDenial: String?
    /// What the statement that is compiled right now was granted to change of the schema.
    private var granted: Set<Privilege> = []
    private var dropped: Set<String> = []
    /// The tables of the statement that is compiled right now, where somebody asks for them.
    var tableUse: SQLiteTableUse?

    init(privileges: Set<Privilege>?, label: String, waiter: SQLiteWaiter) {
        self.privileges = privileges
        self.label = label
        self.waiter = waiter
    }

    /// Forgets the statement before.
    func beginStatement() {
        lastDenial = nil
        endStatement()
    }

    func endStatement() {
        granted = []
        dropped = []
    }

    /// The connection keeps this object alive as long as SQLite may call it.
    func install(on database: OpaquePointer) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_set_authorizer(
            database,
            { context, action, first, second, _, _ in
                guard let context else { return SQLITE_DENY }
                let authorizer = Unmanaged<SQLiteAuthorizer>.fromOpaque(context).takeUnretainedValue()
                if authorizer.waiter.mustStop { return SQLITE_DENY }
                authorizer.tableUse?.note(action, first.map { String(cString: $0) } ?? "")
                guard let privileges = authorizer.privileges else { return SQLITE_OK }
                return authorizer.decide(
                    action, first.map { String(cString: $0) } ?? "", second.map { String(cString: $0) } ?? "",
                    privileges)
            }, context)
    }

    private func decide(
        _ action: Int32, _ first: String, _ second: String, _ privileges: Set<Privilege>
    ) -> Int32 {
        guard isSuspended == 0, let needed = Self.privilege(for: action) else { return SQLITE_OK }
        if privileges.contains(needed) {
            if [.create, .alter, .drop].contains(needed) { granted.insert(needed) }
            if needed == .drop { dropped.insert(first) }
            return SQLITE_OK
        }
        if isPartOfGrant(needed, on: first, privileges) { return SQLITE_OK }
        let object = action == SQLITE_ALTER_TABLE ? second : first
        lastDenial = "\(needed)\(object.isEmpty ? "" : " on \"\(object)\"") is not granted to \(label)"
        return SQLITE_DENY
    }

    /// CREATE, ALTER and DROP are made of other actions, for which SQLite asks too: they come with the grant.
    private func isPartOfGrant(_ needed: Privilege, on object: String, _ privileges: Set<Privilege>) -> Bool {
        let isSchema = object.hasPrefix("sqlite_")
        switch needed {
        // The first question of all three is the one for the schema table, before the one for their own name.
        case _ where isSchema && [.insert, .update, .delete].contains(needed):
            return !privileges.isDisjoint(with: [.create, .alter, .drop])
        case .delete: return dropped.contains(object)
        // ALTER looks into the schema and, for NOT NULL and CHECK, through the table.
        case .select: return granted.contains(.alter)
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
