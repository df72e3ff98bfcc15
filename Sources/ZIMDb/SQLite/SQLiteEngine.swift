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
        case .file(let path): path
        case .memory: "database in memory"
        case .temporary: "temporary database"
        }
    }
}

/// SQLite, built in.
struct SQLiteEngine: Engine {
    let source: SQLiteLocation
    let options: DatabaseOptions
    let sharing: ConnectionSharing

    var dialect: any SQLDialect { SQLiteDialect() }
    var location: String { source.name }

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
        let readers = max(1, options.maximumReaders)
        let isWAL = try connection.journalMode() == "wal"
        sharing = isWAL ? .readersAndWriter(readers: readers) : .readersOrWriter(readers: readers)
    }

    func connect(readOnly: Bool) throws -> any EngineConnection {
        try SQLiteConnection(location: source, options: options, readOnly: readOnly)
    }
}
