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
    /// Whether statements are prepared on the server under a name.
    public enum Preparing: Sendable, Hashable {
        /// Yes, unless a pooler is in between, which may give the next transaction another server connection.
        case automatic
        /// Each statement is prepared when it is first run.
        case always
        /// Each run sends the text again.
        case never
    }

    /// The maximum number of connections.
    public var maximumConnections = 8
    /// The acquire timeout: how long to wait for a connection before the call fails with
    /// ``DatabaseError/Code/timedOut``; nil waits for ever. ``DatabaseOptions/poolTimeout`` is the same option, which
    /// applies to SQLite too.
    public var poolTimeout: Duration? = .seconds(30)
    /// How long a connection may be idle before it is closed; nil keeps it.
    public var idleTimeout: Duration? = .seconds(300)
    /// A connection that was idle for longer is checked before it is used.
    public var healthCheckInterval = Duration.seconds(30)
    /// How long one statement may run before it fails with ``DatabaseError/Code/timedOut``; nil leaves it to the server. MySQL
    /// limits queries only: what changes rows runs as long as it takes.
    ///
    /// Source: <https://dev.mysql.com/doc/refman/8.0/en/server-system-variables.html#sysvar_max_execution_time>
    public var statementTimeout: Duration?
    /// How long the server's machine, or the network to it, may be silent before a call that waits for it fails with
    /// ``DatabaseError/Code/connection``; nil leaves it to the system, which takes up to two hours. In whole seconds, at least 2.
    ///
    /// Only the machine must answer: a server that works for hours is waited for. While something is being sent, the system's own
    /// limit counts, mostly a quarter of an hour. A URL of PostgreSQL that says it by `keepalives`, `keepalives_idle`,
    /// `keepalives_interval`, `keepalives_count` or `tcp_user_timeout` is followed instead.
    ///
    /// Source: <https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-KEEPALIVES-IDLE>
    public var networkTimeout: Duration? = .seconds(60)
    /// The isolation level of a write; nil leaves it to the server, usually READ COMMITTED.
    public var isolation: BeginStatement.Isolation?
    /// Whether statements are prepared under a name.
    public var preparing = Preparing.automatic
    /// How many rows are fetched at once when rows are read one by one.
    public var rowsPerFetch = 1_000
    /// How often a server is asked for new transactions while tables are observed whose changes it does not tell of.
    public var watchInterval = Duration.seconds(1)
    /// Whether each read first waits until its node of a Galera cluster has applied all earlier commits, whichever node took
    /// them. Without it, a read on another node may not see a commit that was just acknowledged.
    ///
    /// ```swift
    /// options.server.waitsForCluster = true        // SET SESSION wsrep_sync_wait = 1
    /// ```
    ///
    /// It applies to the connections of one `Database`: open a second one for reads that need not wait. A single MariaDB server
    /// has nothing to wait for. PostgreSQL, and MySQL without Galera, refuse the option with code
    /// ``DatabaseError/Code/misuse``.
    ///
    /// Source: <https://galeracluster.com/library/documentation/mysql-wsrep-options.html#wsrep-sync-wait>
    public var waitsForCluster = false

    /// The default options.
    public init() {}
}
