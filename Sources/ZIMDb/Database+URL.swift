import Foundation

/// Makes the engine of a URL's scheme: implemented by targets that need not be there.
package protocol EngineProvider {
    static func engine(url: String, options: DatabaseOptions) throws -> any Engine
}

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
        let scheme = url.prefix { $0 != ":" }.lowercased()
        switch scheme {
        case "postgres", "postgresql":
            let engine = try Self.engine(
                "ZIMPostgres.PostgresEngine", url, options, "PostgreSQL", module: "ZIMPostgres", trait: "PostgreSQL")
            self.init(engine: engine, options: options)
        case "mysql", "mariadb":
            let engine = try Self.engine(
                "ZIMMySQL.MySQLEngine", url, options, "libmariadb", module: "ZIMMySQL", trait: "MySQL")
            self.init(engine: engine, options: options)
        case "sqlite", "sqlite3", "file":
            try self.init(path: Self.path(of: url.dropFirst(scheme.count + 1)), options: options)
        default:
            throw DatabaseError(
                .cannotOpen, "no engine is known for \"\(Self.withoutPassword(url))\"",
                hint: "A URL begins with postgres:, mysql:, sqlite: or file:; a file is opened with Database(path:)")
        }
    }

    private static func engine(
        _ type: String, _ url: String, _ options: DatabaseOptions, _ name: String, module: String, trait: String
    ) throws -> any Engine {
        // This target cannot import those above it, which are there with their traits only; so they are looked up.
        guard let provider = _typeByName(type) as? any EngineProvider.Type else {
            throw DatabaseError(
                .cannotOpen, "\(withoutPassword(url)) needs \(name), and this program was built without it",
                hint: "Switch the trait on, .package(…, traits: [\"\(trait)\"]), and import ZIMOrm or \(module)")
        }
        return try provider.engine(url: url, options: options)
    }

    private static func path(of rest: Substring) -> String {
        // sqlite:relative, sqlite:/absolute, sqlite://relative and sqlite:///absolute are all in use.
        let path = rest.hasPrefix("//") ? rest.dropFirst(2) : rest
        return path.removingPercentEncoding ?? String(path)
    }
}
