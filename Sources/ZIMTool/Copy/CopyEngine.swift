import ZIMOrm

/// The engine at one end of a copy.
package enum CopyEngine: String, Sendable, Hashable, Codable, CaseIterable {
    case sqlite = "SQLite"
    case postgreSQL = "PostgreSQL"
    case mySQL = "MySQL"

    /// - Throws: ``ToolError`` for an engine from which nothing can be copied.
    init(of database: Database) throws {
        let name = database.dialect.name
        guard let engine = name == "MariaDB" ? .mySQL : CopyEngine(rawValue: name) else {
            throw ToolError(
                "zim copies between SQLite, PostgreSQL, MySQL and MariaDB, so it cannot copy \(database.location)",
                "zim query prints rows as CSV or JSON")
        }
        self = engine
    }

    /// In what it differs from the others.
    var traits: any CopyTraits {
        switch self {
        case .sqlite: SQLiteCopyTraits()
        case .postgreSQL: PostgresCopyTraits()
        case .mySQL: MySQLCopyTraits()
        }
    }
}
