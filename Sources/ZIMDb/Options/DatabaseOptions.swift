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
    /// How the file may be used.
    public enum Access: Sendable, Hashable {
        /// The file must exist; nothing in it is changed. A file in WAL mode may get its `-wal` and `-shm` beside it.
        case readOnly
        /// The file must exist. Nothing in its folder is changed, created or removed, whatever its journal mode is and
        /// whoever writes to it. See ``DatabaseOptions/untouched``.
        case untouched
        /// The file must exist.
        case readWrite
        /// The file is created if it does not exist.
        case create

        /// Whether nothing can be changed; a server has no file to leave as it is, and takes both for the same.
        package var isReadOnly: Bool { self == .readOnly || self == .untouched }
    }

    /// The journal modes of SQLite.
    public enum JournalMode: String, Sendable, Hashable {
        /// Readers and one writer work at the same time.
        case wal = "WAL"
        /// SQLite's default: the journal is deleted at each commit.
        case delete = "DELETE"
        /// The journal is truncated at each commit.
        case truncate = "TRUNCATE"
        /// The journal's header is overwritten at each commit.
        case persist = "PERSIST"
    }

    /// How the file may be used; by default, a missing file is created.
    public var access = Access.create
    /// How long a statement waits for another connection's lock before it fails with ``DatabaseError/Code/busy``.
    public var busyTimeout = Duration.seconds(5)
    /// The acquire timeout: how long to wait for a connection of the pool, such as the writing one, before the call
    /// fails with ``DatabaseError/Code/timedOut`` and says who holds it; nil waits for ever.
    public var poolTimeout: Duration? {
        get { server.poolTimeout }
        set { server.poolTimeout = newValue }
    }
    /// Whether foreign keys are enforced. SQLite itself leaves them off.
    public var enforcesForeignKeys = true
    /// The maximum number of reading connections, besides the writing one; 0 does everything on one connection.
    public var maximumReaders = 4
    /// The journal mode to set; nil keeps the file's own.
    public var journalMode: JournalMode?
    /// Whether VACUUM INTO may write another file from one that is opened untouched.
    package var writesOtherFiles = false
    /// Whether a file is read whose catalogue holds lines that SQLite cannot read: what the others make is there. For
    /// reading only.
    package var readsDamagedCatalog = false
    /// Statements that every new connection runs first, such as `PRAGMA cache_size = -65536`.
    public var connectionSetup: [String] = []
    /// What statements are allowed to do; nil allows everything.
    public var privileges: Set<Privilege>?
    /// The number of compiled statements that a connection caches.
    public var statementCacheSize = 256
    /// Whether the file is trusted; see ``untrusted``.
    public var isTrusted = true
    /// Limits for statements on SQLite; there are none by default. See ``ServerOptions`` for servers.
    public var limits = SQLiteLimits()
    /// Options for the pool, sessions and statements of a server; not used by SQLite.
    public var server = ServerOptions()
    /// Prints every statement and its values.
    public var echo = false
    /// Logs every statement at level debug and failures at level error; with values only if ``valuesInMessages`` is on.
    public var logger: Logger?
    /// Whether log messages and the texts of errors contain the values of parameters and rows.
    ///
    /// ```swift
    /// // off: "person" has no row (first_name = …, last_name = …)
    /// // on:  "person" has no row (first_name = 'Ada', last_name = 'Lovelace')
    /// ```
    ///
    /// Off by default, since logs outlive secrets. The properties of errors and of
    /// ``StatementTrace`` have the values either way, and ``echo`` prints them. Messages of a server's own triggers and
    /// constraints are not changed.
    public var valuesInMessages = MessageValues.byDefault
    /// The name of this database in messages; nil uses its path.
    public var label: String?

    /// The default options.
    public init() {}

    /// The default options with another access.
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
    /// A file in WAL mode that no program has open is read as an immutable file, without locks. If another program opens or
    /// changes it, a read that is underway throws ``DatabaseError`` with code busy, and the next one opens it anew. A file that another program has open is read through that program's `-shm` file. A WAL without
    /// its `-shm` file, or the journal of an interrupted transaction, can only be read by writing: opening such a file
    /// throws ``DatabaseError`` with code cannotOpen or readOnly. In that case open a copy of the file and its log.
    ///
    /// A file that a statement attaches is opened for reading only, and one in WAL mode gets its `-wal` and `-shm` beside it. Where
    /// SQLite takes URIs, `ATTACH 'file:other.sqlite?immutable=1' AS other` avoids that. Of a
    /// server's database nothing can be changed, as with ``readOnly``.
    ///
    /// Source: <https://www.sqlite.org/wal.html#read_only_databases>
    public static var untouched: DatabaseOptions { access(.untouched) }

    /// Opens a file that may be malicious, for reading, as ``untouched`` does.
    ///
    /// ```swift
    /// let database = try Database(path: "upload.sqlite", options: .untrusted)
    /// // PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; and defensive mode
    /// ```
    ///
    /// Its views cannot call functions or virtual tables with side effects, no extension is loaded, nothing can be
    /// attached, and
    /// ``SQLiteLimits/untrusted`` limits each statement, even while it is compiled. To write to such a file, set another ``access``.
    ///
    /// Source: <https://www.sqlite.org/security.html>
    public static var untrusted: DatabaseOptions {
        var options = DatabaseOptions.untouched
        options.isTrusted = false
        options.limits = .untrusted
        return options
    }
}
