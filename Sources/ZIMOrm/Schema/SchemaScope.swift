import ZIMDb

/// Whose tables ``ZIMDb/Session/schema(_:)`` tells.
///
/// A SQLite file has one schema, which is told whatever the scope is; attached databases are not.
public enum SchemaScope: Sendable, Hashable {
    /// Tables that their bare names find.
    case searchPath
    /// These, and those of some schemas besides.
    case schemas([String])
    /// The tables of all schemas but the engine's own.
    case all

    var others: CatalogScope.Others {
        switch self {
        case .searchPath: .none
        case .schemas(let names): .schemas(names)
        case .all: .all
        }
    }
}
