import Foundation

extension Database {
    /// Opens the database that a URL names: a PostgreSQL, MySQL or MariaDB server's, or a SQLite file.
    ///
    /// ```swift
    /// let server = try Database(url: "postgres://legacy@db.example.org/stock?sslmode=verify-full")
    /// let file = try Database(url: "sqlite:legacy.sqlite")         // as Database(path: "legacy.sqlite")
    /// ```
    ///
    /// A server is contacted when the first session needs a connection. Passwords, service files and certificates are
    /// found where libpq looks for them: in the URL, `PGPASSWORD`, `~/.pgpass`, `~/.pg_service.conf`. For MySQL the
    /// password is in the URL or in `MYSQL_PWD`; the URL takes `socket`, `ssl-mode` (`disabled`, `preferred`, `required`,
    /// `verify-full`), `ssl-ca`, `ssl-cert`, `ssl-key` and `connect-timeout` in seconds.
    ///
    /// - Parameters:
    ///   - url: begins with `postgres:`, `postgresql:`, `mysql:` or `mariadb:`, or with `sqlite:` or `file:` followed by a
    ///     path.
    ///   - options: how to open it; ``DatabaseOptions/server`` has those for servers.
    /// - Throws: ``DatabaseError`` with code cannotOpen for a malformed URL, for another scheme, and if the package was
    ///   built without its trait `PostgreSQL` or `MySQL`.
    ///
    /// Source: <https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING>
    public convenience init(url: String, options: DatabaseOptions = DatabaseOptions()) throws {
        let provider = try EngineRegistry.provider(of: url)
        self.init(engine: try provider.engine(url: url, options: options), options: options)
    }

    /// A URL, or libpq's `key=value` pairs, for a message: without what is secret in it, however it is written.
    package static func withoutPassword(_ url: String) -> String { URLText.withoutPassword(url) }
}
