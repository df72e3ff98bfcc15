/// How the connections to a database server are pooled and set up.
///
/// ```swift
/// var options = DatabaseOptions()
/// options.server.maximumConnections = 16
/// options.server.statementTimeout = .seconds(30)
/// let database = try Database(url: "postgres://legacy@db.example.org/stock", options: options)
/// ```
///
/// Source: <https://www.postgresql.org/docs/15/runtime-config-client.html>
public struct ServerOptions: Sendable {
    /// Whether statements are prepared on the server under a name and kept.
    public enum Preparing: Sendable, Hashable {
        /// Yes, unless a pooler stands between, which may hand the next transaction to another server connection.
        case automatic
        /// Each statement is prepared when it is first run.
        case always
        /// Each run sends the text again.
        case never
    }

    /// How many connections there may be at the same time.
    public var maximumConnections = 8
    /// How long somebody waits for one of them before that fails with ``DatabaseError/Code/timedOut``; nil for ever.
    /// ``DatabaseOptions/poolTimeout`` is the same, and holds for SQLite too.
    public var poolTimeout: Duration? = .seconds(30)
    /// How long a connection may lie idle before it is closed; nil for ever.
    public var idleTimeout: Duration? = .seconds(300)
    /// After lying idle for so long, a connection is asked for a sign of life before it is lent out.
    public var healthCheckInterval = Duration.seconds(30)
    /// How long one statement may run before it fails with ``DatabaseError/Code/timedOut``; nil leaves it to the server.
    public var statementTimeout: Duration?
    /// What a write sees of others' transactions; nil leaves it to the server, which mostly means READ COMMITTED.
    public var isolation: BeginStatement.Isolation?
    /// Whether statements are prepared under a name.
    public var preparing = Preparing.automatic
    /// How many rows are fetched at once where many are gone through one by one.
    public var rowsPerFetch = 1_000

    /// The defaults; each property documents its own.
    public init() {}
}
