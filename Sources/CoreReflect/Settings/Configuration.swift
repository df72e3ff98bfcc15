import Synchronization
public import ZIMOrm

extension Reflect {
    /// The settings of the active records: their database and its log.
    ///
    /// ```swift
    /// try Reflect.configuration(.uri("people.db"))
    /// Reflect.settings.log { sql in print(sql) }
    /// let connection = try Reflect.settings.getConnection()
    /// ```
    public struct Configuration: Sendable {
        var database: Database?
        var location: Location?
        var group = ""
        var name = ""

        /// The time zone of the dates in the tables; by default that of the device, as in Reflect.
        public internal(set) var timeZone = TimeZone.current

        /// `yyyy-MM-dd HH:mm:ss`
        var dateFormat: DateFormat { .dateTime(in: timeZone) }

        /// The connection to the configured database.
        ///
        /// - Throws: `DatabaseError` with code dataSource before ``Reflect/configuration(_:readonly:timeZone:options:)``.
        public func getConnection() throws -> Connection {
            guard let database else { throw Reflect.unconfigured() }
            return Connection(
                database: database, readonly: database.options.access.isReadOnly, path: location?.description)
        }

        /// The name of the database file that ``Reflect/configuration(_:baseNamed:timeZone:options:)`` was given.
        public func getDBName() -> String { name }

        /// The name of the app group; empty without one.
        public func getAppGroup() -> String { group }

        /// The path of the database; empty if it has none.
        public func getPath() -> String { location?.description ?? "" }

        /// Calls a closure for each statement that runs, with its values written in; nil stops it.
        ///
        /// ```swift
        /// Reflect.settings.log { sql in print(sql) }
        /// // SELECT * FROM "User" WHERE "age" = 25
        /// ```
        ///
        /// It is kept by later configurations. BEGIN and COMMIT are logged for `transaction`, but not for the short
        /// transaction around a single `pin()`.
        @preconcurrency
        public func log(_ body: (@Sendable (String) -> Void)?) {
            Reflect.state.withLock { state in
                state.log = body
                state.listen()
            }
        }
    }

    /// The current settings.
    public static var settings: Configuration { state.withLock { $0.settings } }

    /// Opens the database of the active records.
    ///
    /// ```swift
    /// try Reflect.configuration(.inMemory)
    /// try Reflect.configuration(.uri("legacy.db"), readonly: true)
    /// ```
    ///
    /// A database that was configured before is closed when nothing uses it any more.
    ///
    /// - Parameters:
    ///   - location: where it is; a missing file is created unless `readonly` is set.
    ///   - readonly: whether to open it read-only.
    ///   - timeZone: the time zone of the dates in its tables.
    ///   - options: further options.
    /// - Throws: `DatabaseError` with code cannotOpen, notADatabase, corrupt or busy; the settings stay as they were.
    public class func configuration(
        _ location: Location, readonly: Bool = false, timeZone: TimeZone = .current,
        options: DatabaseOptions = DatabaseOptions()
    ) throws {
        var options = options
        if readonly { options.access = .readOnly }
        var location = location
        let database: Database
        switch location {
        case .inMemory: database = try Database.inMemory(options: options)
        case .temporary: database = try Database.temporary(options: options)
        case .uri(let path):
            database = try Database(path: path, options: options)
            location = .uri(database.location)
        }
        use(Configuration(database: database, location: location, timeZone: timeZone))
    }

    /// Opens a database by its name in the folder of an app group or, without a group, in the user's documents.
    ///
    /// ```swift
    /// try Reflect.configuration("", baseNamed: "Tests.db")
    /// ```
    ///
    /// - Parameters:
    ///   - appGroup: the group's name, or "". On systems without app groups, a folder of that name takes its place.
    ///   - baseNamed: the name of the file.
    ///   - timeZone: the time zone of the dates in its tables.
    ///   - options: how to open it.
    /// - Throws: `DatabaseError` with code cannotOpen for invalid names, and the errors of opening it.
    public class func configuration(
        _ appGroup: String, baseNamed: String, timeZone: TimeZone = .current,
        options: DatabaseOptions = DatabaseOptions()
    ) throws {
        let path = try GroupFolder.path(group: appGroup, baseNamed: baseNamed)
        let database = try Database(path: path, options: options)
        use(
            Configuration(
                database: database, location: .uri(database.location), group: appGroup, name: baseNamed,
                timeZone: timeZone))
    }

    /// Uses an open database of any engine.
    public class func configuration(_ database: Database, timeZone: TimeZone = .current) {
        use(Configuration(database: database, timeZone: timeZone))
    }

    private static func use(_ next: Configuration) {
        state.withLock { state in
            state.settings = next
            if let database = next.database { DataSource.register(database, as: dataSourceName) }
            state.listen()
        }
    }

    static func unconfigured() -> DatabaseError {
        DatabaseError(.dataSource, "no database is configured", hint: "Call Reflect.configuration(.uri(path)) first")
    }

    /// What all active records share.
    struct State: Sendable {
        var settings = Configuration()
        var log: (@Sendable (String) -> Void)?
        var subscription: TraceSubscription?

        /// Follows the statements of the database that is configured now.
        mutating func listen() {
            subscription = nil
            guard let database = settings.database, let log else { return }
            subscription = database.trace { trace in
                if let text = StatementLog.text(of: trace) { log(text) }
            }
        }
    }

    static let state = Mutex(State())
}
