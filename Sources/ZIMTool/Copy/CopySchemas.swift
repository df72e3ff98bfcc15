import ZIMOrm
import ZIMSql

/// Which schemas of a server a copy takes: those that were asked for; else those of a search path or database that the URL
/// names; else all.
struct CopySchemas {
    /// The tables to copy, and all types, which tables of other schemas may use.
    let schema: DatabaseSchema
    /// The schema whose tables their bare names find; nil for a file.
    let home: String?
    /// nil for all.
    private let names: Set<String>?

    /// - Throws: ``ToolError`` for a schema that is not there.
    init(_ session: Session, _ engine: CopyEngine, only names: [String]) throws {
        (schema, self.names) = try engine.traits.schemas(session, only: names)
        home = try engine.traits.home(session)
    }

    /// Whether a sequence or a view of a schema is copied; nil stands for those of the search path.
    func takes(_ schema: String?) -> Bool {
        guard let names else { return true }
        return names.isEmpty ? schema == nil : (schema ?? home).map { names.contains($0) } ?? false
    }

    /// Whether the connection has a search path of its own: `?options=-csearch_path%3Dsales`.
    ///
    /// Source: <https://www.postgresql.org/docs/15/view-pg-settings.html>
    static func isPathChosen(_ session: Session) throws -> Bool {
        try session.value(
            "SELECT source IN ('client', 'session') FROM pg_catalog.pg_settings WHERE name = 'search_path'",
            as: Bool.self) ?? false
    }
}
