import ZIMOrm

/// The engine at one end of a copy.
package enum CopyEngine: String, Sendable, Hashable, Codable {
    case sqlite = "SQLite"
    case postgreSQL = "PostgreSQL"

    /// - Throws: ``ToolError`` for an engine from which nothing can be copied.
    init(of database: Database) throws {
        guard let engine = CopyEngine(rawValue: database.dialect.name) else {
            throw Self.refusal(database.location)
        }
        self = engine
    }

    /// The error about an engine that is no end of a copy.
    static func refusal(_ place: String) -> ToolError {
        ToolError(
            "zim copies between SQLite and PostgreSQL only, so it cannot copy \(Database.withoutPassword(place))",
            "zim query prints rows as CSV or JSON")
    }
}
