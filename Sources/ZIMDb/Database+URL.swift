import Foundation

/// Makes the engine of a URL's scheme: implemented by targets that need not be there.
package protocol EngineProvider {
    static func engine(url: String, options: DatabaseOptions) throws -> any Engine
}

extension Database {
    /// Opens the database that a URL names: a PostgreSQL server's, or a SQLite file.
    ///
    /// ```swift
    /// let server = try Database(url: "postgres://legacy@db.example.org/stock?sslmode=verify-full")
    /// let file = try Database(url: "sqlite:legacy.sqlite")         // as Database(path: "legacy.sqlite")
    /// ```
    ///
    /// A server is contacted when the first session needs a connection. Passwords, service files and certificates are
    /// found where libpq looks for them: in the URL, `PGPASSWORD`, `~/.pgpass`, `~/.pg_service.conf`.
    ///
    /// - Parameters:
    ///   - url: begins with `postgres:` or `postgresql:`, or with `sqlite:` or `file:` followed by a path.
    ///   - options: how to open it; ``DatabaseOptions/server`` has those for servers.
    /// - Throws:
    ///   ``DatabaseError`` with code cannotOpen for a malformed URL, for another scheme, and if the package was built without its trait `PostgreSQL`.
    ///
    /// Source: <https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING>
    public convenience init(url: String, options: DatabaseOptions = DatabaseOptions()) throws {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        switch scheme {
        case "postgres", "postgresql":
            self.init(engine: try Self.postgres(url, options), options: options)
        case "sqlite", "sqlite3", "file":
            try self.init(path: Self.path(of: url.dropFirst(scheme.count + 1)), options: options)
        default:
            throw DatabaseError(
                .cannotOpen, "no engine is known for \"\(Self.withoutPassword(url))\"",
                hint: "A URL begins with postgres:, sqlite: or file:; a file is opened with Database(path:)")
        }
    }

    private static func postgres(_ url: String, _ options: DatabaseOptions) throws -> any Engine {
        // This target cannot import the one above it, which is there with the trait only; so it is looked up.
        guard let provider = _typeByName("ZIMPostgres.PostgresEngine") as? any EngineProvider.Type else {
            throw DatabaseError(
                .cannotOpen, "\(withoutPassword(url)) needs PostgreSQL, and this program was built without it",
                hint: "Switch the trait on, .package(…, traits: [\"PostgreSQL\"]), and import ZIMOrm or ZIMPostgres")
        }
        return try provider.engine(url: url, options: options)
    }

    private static func path(of rest: Substring) -> String {
        // sqlite:relative, sqlite:/absolute, sqlite://relative and sqlite:///absolute are all in use.
        let path = rest.hasPrefix("//") ? rest.dropFirst(2) : rest
        return path.removingPercentEncoding ?? String(path)
    }
}
