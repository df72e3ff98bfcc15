#if MySQL
    import Synchronization
    import ZIMDb

    /// A database on a MySQL or MariaDB server, or on one that speaks their protocol.
    package final class MySQLEngine: Engine {
        package let dialect: any SQLDialect = MySQLDialect()
        package let location: String
        package let options: DatabaseOptions
        let settings: MySQLSettings
        let catalog = MySQLCatalog()

        package var sharing: ConnectionSharing { .pool(size: max(1, options.server.maximumConnections)) }
        package var acquireTimeout: Duration? { options.server.poolTimeout }
        package var idleLimit: Duration? { options.server.idleTimeout }

        /// - Throws: ``DatabaseError`` with code cannotOpen for a URL that is broken, misuse for options that only SQLite
        ///   has.
        package init(_ url: String, options: DatabaseOptions) throws {
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

        package func connect(readOnly: Bool) throws -> any EngineConnection { try MySQLConnection(engine: self) }
    }

    extension MySQLEngine: EngineProvider {
        package static func engine(url: String, options: DatabaseOptions) throws -> any Engine {
            try MySQLEngine(url, options: options)
        }
    }
#endif
