/// The engines that the tests of a facade run on: SQLite, and PostgreSQL where the trait is on and a server can be
/// started.
public enum ServedEngine: String, Sendable, CaseIterable, CustomStringConvertible {
    case sqlite = "SQLite"
    case postgreSQL = "PostgreSQL"

    public static let available: [ServedEngine] = TestServer.shared == nil ? [.sqlite] : allCases

    /// The engine of the test that runs right now.
    @TaskLocal public static var current = ServedEngine.sqlite

    /// Whether the test runs on SQLite: for what only its SQL says, or only its rows hold.
    public static var isSQLite: Bool { current == .sqlite }

    public var description: String { rawValue }

    /// One text or number for each engine.
    public static func on<T>(sqlite: @autoclosure () -> T, postgreSQL: @autoclosure () -> T) -> T {
        isSQLite ? sqlite() : postgreSQL()
    }
}
