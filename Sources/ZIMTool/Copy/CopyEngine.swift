/// The engine at one end of a copy.
package enum CopyEngine: String, Sendable, Hashable, Codable {
    case sqlite = "SQLite"
    case postgreSQL = "PostgreSQL"
}
