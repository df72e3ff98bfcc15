import Foundation

/// The engines that a test runs on: SQLite, and PostgreSQL and MariaDB where the trait is on and a server can be started.
public enum ServedEngine: String, Sendable, CaseIterable, CustomStringConvertible {
    case sqlite = "SQLite"
    case postgreSQL = "PostgreSQL"
    case mariaDB = "MariaDB"

    public static let available: [ServedEngine] = [.sqlite] + (TestServer.isInstalled ? [.postgreSQL] : [])
    /// With MariaDB; `ZIM_ENGINE=MariaDB swift test …` runs the suites on that engine alone.
    public static let all: [ServedEngine] =
        ProcessInfo.processInfo.environment["ZIM_ENGINE"].flatMap { ServedEngine(rawValue: $0) }.map { [$0] }
        ?? available + (MySQLTestServer.isInstalled ? [.mariaDB] : [])
    /// Those of a server.
    public static let servers: [ServedEngine] = all.filter { $0 != .sqlite }

    /// The engine of the test that runs right now.
    @TaskLocal public static var current = ServedEngine.sqlite

    /// Whether the test runs on SQLite: for what only its SQL says, or only its rows hold.
    public static var isSQLite: Bool { current == .sqlite }

    public static var isPostgreSQL: Bool { current == .postgreSQL }
    public static var isMariaDB: Bool { current == .mariaDB }
    /// Whether the server that stands for MariaDB is one of MySQL.
    public static var isMySQL: Bool { isMariaDB && !MySQLProduct.isMariaDB }

    public var description: String { rawValue }

    /// One text or number for each engine.
    public static func on<T>(
        sqlite: @autoclosure () -> T, postgreSQL: @autoclosure () -> T, mariaDB: @autoclosure () -> T
    ) -> T {
        switch current {
        case .sqlite: sqlite()
        case .postgreSQL: postgreSQL()
        case .mariaDB: mariaDB()
        }
    }
}
