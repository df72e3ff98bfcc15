#if MySQL
    import CMariaDB
    import Synchronization
    import ZIMDb

    /// A database on a MySQL or MariaDB server, or on a server with a compatible protocol.
    package final class MySQLEngine: Engine {
        /// The first connection determines it.
        package var dialect: any SQLDialect { known.withLock { $0 } }
        private let known = Mutex(MySQLDialect())
        /// A dialect that overrides the server's own.
        private let fixed: MySQLDialect?
        package let location: String
        package let options: DatabaseOptions
        let settings: MySQLSettings
        let catalog = MySQLCatalog()
        package var identity: String? { ([location] + options.connectionSetup).joined(separator: "\n") }

        package var sharing: ConnectionSharing { .pool(size: max(1, options.server.maximumConnections)) }
        package var acquireTimeout: Duration? { options.server.poolTimeout }
        package var idleLimit: Duration? { options.server.idleTimeout }

        /// - Throws: ``DatabaseError`` with code cannotOpen for a malformed URL, misuse for options that only SQLite
        ///   has.
        ///
        /// - Parameter dialect: overrides the server's own dialect; nil to use that.
        package init(_ url: String, options: DatabaseOptions, dialect: MySQLDialect? = nil) throws {
            fixed = dialect
            settings = try MySQLSettings(url)
            self.options = options
            let location = settings.location
            self.location = location
            func refuse(_ what: String, _ hint: String) -> DatabaseError {
                DatabaseError(.misuse, "\(what) of SQLite cannot be had from \(location)", hint: hint)
            }
            if options.journalMode != nil { throw refuse("The journal mode", "Leave options.journalMode nil") }
            if options.privileges != nil { throw refuse("The privileges", "GRANT them to the user of the URL") }
            if !options.enforcesForeignKeys {
                throw refuse(
                    "Foreign keys that are not enforced",
                    "Switch them off where you must: connectionSetup = [\"SET foreign_key_checks = 0\"]")
            }
        }

        /// The dialect of a connection's server.
        func note(_ server: MySQLServer) -> MySQLDialect {
            let dialect = fixed ?? server.dialect
            known.withLock { $0 = dialect }
            return dialect
        }

        /// Whether the server answers over another connection, or says why it takes none. A proxy takes connections also where
        /// its server answers nothing.
        var isAlive: Bool {
            do {
                let other = try MySQLConnecting.connect(settings, location: location, limitsAnswers: true)
                defer { mysql_close(other) }
                return mysql_query(other, "DO 0") == 0 || !MySQLFailure(other).isOwn
            } catch { return (error as? DatabaseError).map { !MySQLFailure.isOwn($0.engineCode) } ?? false }
        }

        package func connect(readOnly: Bool) throws -> any EngineConnection { try MySQLConnection(engine: self) }
    }

    extension MySQLEngine: EngineProvider {
        package static func engine(url: String, options: DatabaseOptions) throws -> any Engine {
            try MySQLEngine(url, options: options)
        }
    }

    extension LinkedEngines: HasMySQL {
        package static var mySQL: any EngineProvider.Type { MySQLEngine.self }
    }
#endif
