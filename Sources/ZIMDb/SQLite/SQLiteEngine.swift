import Foundation

/// Where a SQLite database is.
package enum SQLiteLocation: Sendable {
    case file(String)
    /// In memory, private to one connection.
    case memory
    /// In a file that SQLite deletes when it is closed.
    case temporary

    var path: String {
        switch self {
        case .file(let path): path
        case .memory: ":memory:"
        case .temporary: ""
        }
    }

    var name: String {
        switch self {
        // Somebody may have taken a URL for a path.
        case .file(let path): path.contains("://") ? URLText.withoutPassword(path) : path
        case .memory: "database in memory"
        case .temporary: "temporary database"
        }
    }

    var isFile: Bool { if case .file = self { true } else { false } }
}

/// SQLite, built in.
struct SQLiteEngine: Engine {
    let source: SQLiteLocation
    let options: DatabaseOptions
    let sharing: ConnectionSharing
    private let openedFile = SQLiteOpenedFile()

    var dialect: any SQLDialect { SQLiteDialect() }
    var location: String { source.name }
    var identity: String? { if case .file(let path) = source { path } else { nil } }
    var acquireTimeout: Duration? { options.poolTimeout }

    /// Looks at the file's journal mode, which decides whether readers can work beside a writer.
    init(source: SQLiteLocation, options: DatabaseOptions) throws {
        self.source = source
        self.options = options
        guard case .file = source else {
            // The first connection is made later, so that there is only one.
            sharing = .single
            return
        }
        let connection = try SQLiteConnection(location: source, options: options, readOnly: false)
        defer { connection.close() }
        sharing = try Self.sharing(journalMode: connection.journalMode(), options: options)
    }

    /// The engine of a file, or of a database in memory.
    ///
    /// - Parameter path: as it was given; `:memory:` for a database in memory.
    init(path: String, options: DatabaseOptions) throws {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw DatabaseError(
                .cannotOpen, "\"\(path)\" is not a path", hint: "Use Database.temporary() or inMemory()")
        }
        guard path != ":memory:" else {
            try self.init(source: .memory, options: options)
            return
        }
        // Connections are made later too, when the working folder may be another. And where SQLite was built so, it
        // reads names that begin with "file:" as URIs; a whole path never does.
        let folder = FileManager.default.currentDirectoryPath
        let whole = path.hasPrefix("/") ? path : (folder.hasSuffix("/") ? folder : folder + "/") + path
        try self.init(source: .file(whole), options: options)
    }

    private static func sharing(journalMode: String, options: DatabaseOptions) -> ConnectionSharing {
        guard options.maximumReaders > 0 else {
            return .single
        }
        let readers = options.maximumReaders
        return journalMode == "wal" ? .readersAndWriter(readers: readers) : .readersOrWriter(readers: readers)
    }

    func sharing(after connection: any EngineConnection) throws -> ConnectionSharing {
        guard case .file = source, let connection = connection as? SQLiteConnection else { return sharing }
        return Self.sharing(journalMode: try connection.journalMode(), options: options)
    }

    func makeWatcher(
        over writer: IdleWriter, report: @escaping @Sendable (WatcherReport) -> Void
    ) throws -> any EngineWatcher {
        guard case .file(let path) = source else { return SQLiteWatcher() }
        return try SQLiteWatcher(path: path, over: writer, report: report)
    }

    func connect(readOnly: Bool) throws -> any EngineConnection { try makeConnection(readOnly, nil) }

    func connect(readOnly: Bool, interruption: Interruption) throws -> any EngineConnection {
        try makeConnection(readOnly, interruption)
    }

    private func makeConnection(_ readOnly: Bool, _ interruption: Interruption?) throws -> SQLiteConnection {
        var options = options
        // The file is there since this engine was made: where it is gone by now, an empty one must not take its place.
        if options.access == .create { options.access = .readWrite }
        guard case .file(let path) = source else {
            return try SQLiteConnection(
                location: source, options: options, readOnly: false, interruption: interruption)
        }
        // One connection for everything must be able to write.
        let connection = try SQLiteConnection(
            location: source, options: options, readOnly: readOnly && options.maximumReaders > 0,
            interruption: interruption)
        // What is opened untouched is opened anew for every change.
        if options.access != .untouched {
            // Behind the opening, which may put another file in the place of one below it.
            do { try openedFile.require(path, name: location) } catch {
                connection.close()
                throw error
            }
        }
        return connection
    }
}

extension SQLiteEngine: EngineProvider {
    package static func engine(url: String, options: DatabaseOptions) throws -> any Engine {
        let rest = url.drop { $0 != ":" }.dropFirst()
        // sqlite:relative, sqlite:/absolute, sqlite://relative and sqlite:///absolute are all in use.
        let path = rest.hasPrefix("//") ? rest.dropFirst(2) : rest
        return try SQLiteEngine(path: path.removingPercentEncoding ?? String(path), options: options)
    }
}
