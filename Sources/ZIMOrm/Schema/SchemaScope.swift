import ZIMDb

/// Which schemas `Session.schema(_:)` reads.
///
/// A SQLite file has one schema, which is always read; attached databases are not.
public struct SchemaScope: Sendable, Hashable {
    let others: CatalogScope.Others

    /// The tables that unqualified names find.
    public static let searchPath = SchemaScope(others: .none)
    /// The tables of all schemas except the engine's own.
    public static let all = SchemaScope(others: .all)
    /// The tables of the given schemas only.
    public static func schemas(_ names: [String]) -> SchemaScope { SchemaScope(others: .only(names)) }
    /// Tables that their bare names find, and those of some schemas.
    static func searchPath(and names: [String]) -> SchemaScope { SchemaScope(others: .besides(names)) }
}
