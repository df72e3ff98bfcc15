import CSQLite

/// Lets SQLite ask for every action of a statement that it compiles whether the data source grants it.
final class SQLiteAuthorizer {
    private let privileges: Set<Privilege>
    private let label: String
    /// Above 0 while the library itself looks at the schema.
    var isSuspended = 0
    /// What was refused last, in words.
    var lastDenial: String?

    init(privileges: Set<Privilege>, label: String) {
        self.privileges = privileges
        self.label = label
    }

    /// The connection keeps this object alive as long as SQLite may call it.
    func install(on database: OpaquePointer) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_set_authorizer(
            database,
            { context, action, first, second, _, _ in
                guard let context else { return SQLITE_DENY }
                let authorizer = Unmanaged<SQLiteAuthorizer>.fromOpaque(context).takeUnretainedValue()
                return authorizer.decide(
                    action, first.map { String(cString: $0) } ?? "", second.map { String(cString: $0) } ?? "")
            }, context)
    }

    private func decide(_ action: Int32, _ first: String, _ second: String) -> Int32 {
        guard isSuspended == 0, let needed = Self.privilege(for: action, object: first) else { return SQLITE_OK }
        if privileges.contains(needed) { return SQLITE_OK }
        // CREATE, ALTER and DROP change the schema table; they were asked for under their own name.
        if first.hasPrefix("sqlite_"), [.insert, .update, .delete].contains(needed),
            !privileges.isDisjoint(with: [.create, .alter, .drop])
        {
            return SQLITE_OK
        }
        let object = action == SQLITE_ALTER_TABLE ? second : first
        lastDenial = "\(needed)\(object.isEmpty ? "" : " on \"\(object)\"") is not granted to \(label)"
        return SQLITE_DENY
    }

    private static func privilege(for action: Int32, object: String) -> Privilege? {
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
