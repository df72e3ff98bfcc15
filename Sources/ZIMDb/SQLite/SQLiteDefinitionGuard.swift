import CSQLite

/// While one definition of a catalogue is compiled and run, refuses every action that is no part of making that object.
final class SQLiteDefinitionGuard {
    private let definition: CatalogDefinition
    /// Whether it turned out to be a virtual table, whose module runs statements of its own.
    private var isVirtual = false
    /// What was refused first, in words.
    private(set) var denial: String?

    init(_ definition: CatalogDefinition) { self.definition = definition }

    /// The caller keeps this object alive as long as SQLite may call it.
    func install(on database: OpaquePointer) {
        sqlite3_set_authorizer(
            database,
            { context, action, first, second, schema, _ in
                guard let context else { return SQLITE_DENY }
                let own = Unmanaged<SQLiteDefinitionGuard>.fromOpaque(context).takeUnretainedValue()
                return own.decide(
                    action, first.map { String(cString: $0) } ?? "", second.map { String(cString: $0) } ?? "",
                    schema.map { String(cString: $0) } ?? "")
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func decide(_ action: Int32, _ first: String, _ second: String, _ schema: String) -> Int32 {
        if schema.isEmpty || schema == "main", isPart(action, first, second) { return SQLITE_OK }
        if denial == nil {
            let object = [first, second].filter { !$0.isEmpty }.map { "\"\($0)\"" }.joined(separator: " ")
            let what = Self.words(for: action) + (object.isEmpty ? "" : " of \(object)")
            denial = "\(definition.words) does something else, which was refused: \(what)"
        }
        return SQLITE_DENY
    }

    private func isPart(_ action: Int32, _ first: String, _ second: String) -> Bool {
        switch action {
        case SQLITE_CREATE_TABLE:
            // AUTOINCREMENT makes the table in which SQLite counts.
            return (definition.kind == .table && (isName(first) || first == "sqlite_sequence")) || isShadow(first)
        case SQLITE_CREATE_VTABLE:
            guard definition.kind == .table, isName(first) else { return false }
            isVirtual = true
            return true
        case SQLITE_CREATE_VIEW: return definition.kind == .view && isName(first)
        case SQLITE_CREATE_TRIGGER: return definition.kind == .trigger && isName(first) && isTable(second)
        case SQLITE_CREATE_INDEX:
            if definition.kind == .index { return isName(first) && isTable(second) }
            return isShadow(second) || (isTable(second) && first.hasPrefix("sqlite_autoindex_"))
        case SQLITE_REINDEX: return definition.kind == .index && isName(first) || isVirtual
        // The schema's own rows; writing them by a statement's own words is forbidden by the connection being defensive.
        case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE: return Self.catalog.contains(first) || isShadow(first)
        case SQLITE_PRAGMA: return isVirtual && ["page_size", "data_version"].contains(first) && second.isEmpty
        // CREATE TABLE … AS SELECT would take rows of other tables along.
        case SQLITE_SELECT, SQLITE_RECURSIVE: return isVirtual
        case SQLITE_READ, SQLITE_FUNCTION: return true
        default: return false
        }
    }

    private static let catalog: Set<String> = ["sqlite_master", "sqlite_schema", "sqlite_sequence"]

    private func isName(_ name: String) -> Bool { name.isSameName(as: definition.name) }
    private func isTable(_ name: String) -> Bool { name.isSameName(as: definition.table) }

    /// Whether it is a table that this virtual table keeps its rows in.
    private func isShadow(_ name: String) -> Bool {
        isVirtual && name.foldedName.starts(with: "\(definition.name)_".foldedName)
    }

    private static func words(for action: Int32) -> String {
        switch action {
        case SQLITE_ATTACH: "ATTACH"
        case SQLITE_DETACH: "DETACH"
        case SQLITE_PRAGMA: "PRAGMA"
        case SQLITE_SELECT: "SELECT"
        case SQLITE_INSERT: "INSERT"
        case SQLITE_UPDATE: "UPDATE"
        case SQLITE_DELETE: "DELETE"
        case SQLITE_CREATE_TABLE, SQLITE_CREATE_VTABLE: "CREATE TABLE"
        case SQLITE_CREATE_INDEX: "CREATE INDEX"
        case SQLITE_CREATE_VIEW: "CREATE VIEW"
        case SQLITE_CREATE_TRIGGER: "CREATE TRIGGER"
        case SQLITE_CREATE_TEMP_INDEX, SQLITE_CREATE_TEMP_TABLE, SQLITE_CREATE_TEMP_TRIGGER, SQLITE_CREATE_TEMP_VIEW:
            "CREATE TEMP"
        case SQLITE_ALTER_TABLE: "ALTER TABLE"
        case SQLITE_TRANSACTION, SQLITE_SAVEPOINT: "a transaction"
        default: "an action \(action)"
        }
    }
}
