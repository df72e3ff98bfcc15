#if PostgreSQL
    import CPostgres
    import Foundation
    import Synchronization
    import ZIMDb

    /// A database on a PostgreSQL server, or on one that speaks its protocol.
    package final class PostgresEngine: Engine {
        package let dialect: any SQLDialect = PostgreSQLDialect()
        package let location: String
        package let options: DatabaseOptions
        /// A URL or `key=value` pairs, as libpq takes them.
        let description: String
        let catalog = PostgresCatalog()
        /// With what may choose another schema.
        package let identity: String?

        package var sharing: ConnectionSharing { .pool(size: max(1, options.server.maximumConnections)) }
        package var acquireTimeout: Duration? { options.server.poolTimeout }
        package var idleLimit: Duration? { options.server.idleTimeout }

        /// - Throws: ``DatabaseError`` with code cannotOpen for a description that is broken, misuse for options that
        ///   only SQLite has.
        package init(_ description: String, options: DatabaseOptions) throws {
            self.description = description
            self.options = options
            let settings = try PostgresSettings.parse(description)
            let isPort = settings["port"]?.allSatisfy { $0.isASCII && $0.isNumber || $0 == "," } ?? true
            // Half of a password would be taken for the port, the other for the database, and both told in messages.
            guard isPort, settings["dbname"]?.contains("@") != true else {
                throw DatabaseError(
                    .cannotOpen, "\"\(Database.withoutPassword(description))\" is no description of a connection",
                    hint: "In a password write / as %2F, @ as %40, : as %3A; in a database's name @ as %40")
            }
            location = PostgresSettings.location(settings)
            identity =
                (["host", "hostaddr", "port", "dbname", "user", "service", "options"].map { settings[$0] ?? "" }
                + options.connectionSetup).joined(separator: "\n")
            func refuse(_ what: String, _ hint: String) -> DatabaseError {
                DatabaseError(.misuse, "\(what) of SQLite cannot be had from \(location)", hint: hint)
            }
            if options.server.waitsForCluster {
                throw DatabaseError(
                    .misuse, "\(location) is no node of a Galera cluster, whose commits could be waited for",
                    hint: "Leave options.server.waitsForCluster false; read from the primary what was just written")
            }
            if options.journalMode != nil { throw refuse("The journal mode", "Leave options.journalMode nil") }
            if options.privileges != nil { throw refuse("The privileges", "GRANT them to the user of the URL") }
            if !options.enforcesForeignKeys {
                throw refuse("Foreign keys that are not enforced", "Defer them: SET CONSTRAINTS ALL DEFERRED")
            }
        }

        package func connect(readOnly: Bool) throws -> any EngineConnection { try makeConnection() }

        func makeConnection() throws -> PostgresConnection { try PostgresConnection(engine: self) }

        /// Whether the server answers over another connection, or says why it takes none. A pooler takes connections also where
        /// its server answers nothing.
        var isAlive: Bool {
            do {
                let other = try PostgresConnecting.connect(description, location: location)
                defer { PQfinish(other) }
                guard let socket = ServerSocket(PQsocket(other)) else { return true }
                return socket.limiting(to: PostgresConnecting.timeout(of: other)) {
                    let answer = PQexec(other, "SELECT 1")
                    defer { PQclear(answer) }
                    // Whatever it says.
                    return answer != nil && PQstatus(other) == CONNECTION_OK
                }
            } catch { return (error as? DatabaseError)?.sqlState != nil }
        }
    }

    extension PostgresEngine: EngineProvider {
        package static func engine(url: String, options: DatabaseOptions) throws -> any Engine {
            try PostgresEngine(url, options: options)
        }
    }

    extension LinkedEngines: HasPostgreSQL {
        package static var postgreSQL: any EngineProvider.Type { PostgresEngine.self }
    }

    extension Database {
        /// Opens a PostgreSQL database by a connection string of libpq: a service, or `key=value` pairs.
        ///
        /// ```swift
        /// let database = try Database.postgreSQL("service=legacy")
        /// let local = try Database.postgreSQL("host=/var/run/postgresql dbname=stock")
        /// ```
        ///
        /// `Database(url:)` does the same for URLs. The server is contacted when the first session needs a connection.
        ///
        /// - Throws: `DatabaseError` with code cannotOpen for an invalid connection string.
        ///
        /// Source: <https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING>
        public static func postgreSQL(
            _ description: String, options: DatabaseOptions = DatabaseOptions()
        ) throws -> Database {
            Database(engine: try PostgresEngine(description, options: options), options: options)
        }
    }
#endif
