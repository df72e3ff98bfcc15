import Foundation
import ZIMOrm

/// What a text on the command line names: a file, or a database on a server.
enum DatabasePlace {
    case file(String)
    case server(ServerEngine)

    /// - Throws: `DatabaseError` for the URL of an engine that nobody knows; ``ToolError`` for one that this program was
    ///   built without, and for a path that holds a password.
    init(_ place: String) throws {
        guard let scheme = place.firstRange(of: "://").map({ place[..<$0.lowerBound].lowercased() }) else {
            try Self.refuseSecret(in: place)
            self = .file(place)
            return
        }
        if ["sqlite", "sqlite3", "file"].contains(scheme) {
            let path = String(place.dropFirst(scheme.count + 3))
            try Self.refuseSecret(in: path)
            self = .file(path.removingPercentEncoding ?? path)
            return
        }
        guard let engine = ServerEngine.allCases.first(where: { $0.schemes.contains(scheme) }) else {
            // Its error says which engines there are.
            _ = try Database(url: place)
            throw ToolError("\(Database.withoutPassword(place)) is not a database that zim knows")
        }
        guard engine.isBuilt else {
            throw ToolError(
                "this zim was built without \(engine.rawValue), so it cannot open \(Database.withoutPassword(place))",
                "Install it with \(engine.library): make install \(engine.rawValue.uppercased())=1 in a checkout, or "
                    + "swift build --traits \(engine.rawValue)")
        }
        self = .server(engine)
    }

    /// A URL without its slashes, or libpq's pairs, would be taken for a file's name, which messages repeat.
    private static func refuseSecret(in path: String) throws {
        let shown = Database.withoutPassword(path)
        guard shown != path, !FileManager.default.fileExists(atPath: path) else { return }
        throw ToolError(
            "\(shown) is neither a file nor a URL", "The URL of a server begins with postgres:// or mysql://")
    }
}

/// An engine on a server, behind a trait of the package.
enum ServerEngine: String, CaseIterable {
    case postgreSQL = "PostgreSQL", mySQL = "MySQL"

    var schemes: [String] {
        switch self {
        case .postgreSQL: ["postgres", "postgresql"]
        case .mySQL: ["mysql", "mariadb"]
        }
    }

    var library: String {
        switch self {
        case .postgreSQL: "libpq"
        case .mySQL: "libmariadb"
        }
    }

    var isBuilt: Bool {
        switch self {
        case .postgreSQL:
            #if PostgreSQL
                true
            #else
                false
            #endif
        case .mySQL:
            #if MySQL
                true
            #else
                false
            #endif
        }
    }

    /// What each connection is told. A date that no calendar has is read as it is: where such dates are forbidden, a cursor
    /// of MySQL makes `0000-00-00` of `2001-02-00`. The rest are defaults of MariaDB, of which a server may have others.
    var setup: [String] {
        switch self {
        case .postgreSQL: []
        case .mySQL:
            [
                "SET SESSION sql_mode = "
                    + "'STRICT_ALL_TABLES,ALLOW_INVALID_DATES,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO' "
                    + "/*M!100500 , SESSION sql_big_selects = 1, SESSION sql_quote_show_create = 1, "
                    + "SESSION alter_algorithm = 'DEFAULT' */"
            ]
        }
    }

    /// What makes bare names mean tables of the given schemas, for a whole connection; nil where they can mean one only.
    func statement(choosing schemas: [String]) throws -> String? {
        switch self {
        case .postgreSQL:
            // Behind them what else the user has: operators and types of extensions stand there.
            let names = schemas.map { PostgresTraits().quoted($0) }.joined(separator: ", ")
            let text = try PostgreSQLDialect().literal(.text(names))
            let rest = "nullif(current_setting('search_path'), '')"
            return "SELECT set_config('search_path', concat_ws(', ', \(text), \(rest)), false)"
        case .mySQL:
            guard let only = schemas.first, schemas.count == 1 else { return nil }
            return "USE " + MySQLTraits().quoted(only)
        }
    }

    /// Whose tables are looked at where nothing else is said. To MySQL a schema is a database of its own.
    func scope(of database: Database) -> SchemaScope {
        switch self {
        case .postgreSQL: .all
        case .mySQL: database.location.prefix { $0 != "?" }.hasSuffix("/") ? .all : .searchPath
        }
    }
}
