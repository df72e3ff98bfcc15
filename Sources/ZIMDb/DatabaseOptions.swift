public import Logging

/// How a database is opened.
///
/// ```swift
/// var options = DatabaseOptions()
/// options.access = .readOnly
/// options.busyTimeout = .seconds(2)
/// let database = try Database(path: "legacy.sqlite", options: options)
/// ```
public struct DatabaseOptions: Sendable {
    /// What may be done with the file.
    public enum Access: Sendable, Hashable {
        /// The file must exist; nothing in it is changed. A file in WAL mode may get its `-wal` and `-shm` beside it.
        case readOnly
        /// The file must exist; neither it nor anything in its folder is changed, made or removed, whatever its journal
        /// mode is and whoever writes to it. See ``DatabaseOptions/untouched``.
        case untouched
        /// The file must exist.
        case readWrite
        /// The file is made where it does not exist.
        case create
    }

    /// The journal modes of SQLite that can be asked for.
    public enum JournalMode: String, Sendable, Hashable {
        /// Readers and one writer work side by side.
        case wal = "WAL"
        /// SQLite's default: the journal is deleted at each commit.
        case delete = "DELETE"
        /// The journal is cut to no bytes at each commit.
        case truncate = "TRUNCATE"
        /// The journal's header is overwritten at each commit.
        case persist = "PERSIST"
    }

    /// What may be done with the file; a missing file is made by default.
    public var access = Access.create
    /// How long a statement waits for another connection's lock before it fails with ``DatabaseError/Code/busy``.
    public var busyTimeout = Duration.seconds(5)
    /// How long somebody waits for a connection of the pool, for the one that writes for example, before that fails with
    /// ``DatabaseError/Code/timedOut`` and says who has it; nil for ever.
    public var poolTimeout: Duration? {
        get { server.poolTimeout }
        set { server.poolTimeout = newValue }
    }
    /// Whether foreign keys are enforced. SQLite itself leaves them off.
    public var enforcesForeignKeys = true
    /// How many connections may read at the same time, beside the one that writes; 0 does everything on one connection.
    public var maximumReaders = 4
    /// The journal mode to set; nil leaves the file as it was found.
    public var journalMode: JournalMode?
    /// Whether VACUUM INTO may write another file from one that is opened untouched.
    package var writesOtherFiles = false
    /// Statements that every new connection runs first, such as `PRAGMA cache_size = -65536`.
    public var connectionSetup: [String] = []
    /// What statements may do; nil allows everything.
    public var privileges: Set<Privilege>?
    /// How many compiled statements a connection keeps.
    public var statementCacheSize = 256
    /// Whether the file is trusted; see ``untrusted``.
    public var isTrusted = true
    /// What a statement may take on SQLite; nothing is limited unless it is asked for. See ``ServerOptions`` for servers.
    public var limits = SQLiteLimits()
    /// What a server's pool, sessions and statements may take; SQLite needs none of it.
    public var server = ServerOptions()
    /// Prints every statement and its values.
    public var echo = false
    /// Gets every statement at the level debug, failures at the level error; their values only with
    /// ``valuesInMessages``.
    public var logger: Logger?
    /// Whether the values of parameters and rows stand in what the ``logger`` gets, and in the texts of errors.
    ///
    /// ```swift
    /// // off: "person" has no row (first_name = …, last_name = …)
    /// // on:  "person" has no row (first_name = 'Ada', last_name = 'Lovelace')
    /// ```
    ///
    /// Off, since texts end up in logs that outlive secrets. The properties of errors and of ``StatementTrace`` have the
    /// values either way, and ``echo`` prints them. What a trigger or a CHECK of a server's says in its own words stays.
    public var valuesInMessages = MessageValues.byDefault
    /// The name that messages use for this database; nil stands for its path.
    public var label: String?

    /// The defaults; each property documents its own.
    public init() {}

    /// The options as they are, with another access.
    public static func access(_ access: Access) -> DatabaseOptions {
        var options = DatabaseOptions()
        options.access = access
        return options
    }

    /// Opens a file that must exist and changes nothing in it.
    public static var readOnly: DatabaseOptions { access(.readOnly) }

    /// Opens a file that must exist and leaves it and its folder byte for byte as they are.
    ///
    /// ```swift
    /// let database = try Database(path: "inherited.sqlite", options: .untouched)
    /// ```
    ///
    /// A file in WAL mode that nobody has open is read as one that does not change; begin anew where another program
    /// opens it in the meantime. One that another program has open is read through that program's `-shm`, as it stands.
    /// A log without its `-shm`, and the journal of a transaction that was cut short, can only be read by writing: opening
    /// such a file throws ``DatabaseError`` with code cannotOpen or readOnly. Open a copy of it and its log then.
    ///
    /// Source: <https://www.sqlite.org/wal.html#read_only_databases>
    public static var untouched: DatabaseOptions { access(.untouched) }

    /// Opens a file that somebody may have made to do harm, for reading, as ``untouched`` does.
    ///
    /// ```swift
    /// let database = try Database(path: "upload.sqlite", options: .untrusted)
    /// // PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; and defensive mode
    /// ```
    ///
    /// Functions and virtual tables with side effects cannot be called from its views, no extension is loaded, nothing can
    /// be attached, and each statement is kept within ``SQLiteLimits/untrusted``, while it is compiled too. To change such
    /// a file, set another ``access``.
    ///
    /// Source: <https://www.sqlite.org/security.html>
    public static var untrusted: DatabaseOptions {
        var options = DatabaseOptions.untouched
        options.isTrusted = false
        options.limits = .untrusted
        return options
    }
}
