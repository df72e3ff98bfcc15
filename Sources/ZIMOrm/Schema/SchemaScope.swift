import ZIMDb

/// Whose tables `Session/schema(_:)` tells.
///
/// A SQLite file has one schema, which is told whatever the scope is; attached databases are not.
public struct SchemaScope: Sendable, Hashable {
    let others: CatalogScope.Others

    /// Tables that their bare names find.
    public static let searchPath = SchemaScope(others: .none)
    /// The tables of all schemas but the engine's own.
    public static let all = SchemaScope(others: .all)
    /// The tables of some schemas only.
    public static func schemas(_ names: [String]) -> SchemaScope { SchemaScope(others: .only(names)) }
    /// Tables that their bare names find, and those of some schemas.
    static func searchPath(and names: [String]) -> SchemaScope { SchemaScope(others: .besides(names)) }
}
