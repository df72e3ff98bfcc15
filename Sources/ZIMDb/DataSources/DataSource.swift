import Synchronization

/// Databases by name, as models ask for them: "live" unless a model says otherwise.
///
/// ```swift
/// DataSource.register(try Database(path: "people.sqlite"), as: "live")
/// let database = try DataSource.named("live")
/// ```
public enum DataSource {
    private enum Entry: Sendable {
        case open(Database)
        case definition(DataSourceDefinition)
    }

    private static let entries = Mutex<[String: Entry]>([:])

    /// Gives a database a name; one that had the name before is replaced, not closed.
    public static func register(_ database: Database, as name: String) {
        entries.withLock { $0[name] = .open(database) }
    }

    /// Gives a definition a name; the database is opened when it is first asked for.
    public static func register(_ definition: DataSourceDefinition, as name: String) {
        entries.withLock { $0[name] = .definition(definition) }
    }

    /// Takes a name away; the database is closed when nobody uses it any more.
    public static func unregister(_ name: String) {
        entries.withLock { $0[name] = nil }
    }

    /// The database of a name.
    ///
    /// - Throws: ``DatabaseError`` with code dataSource where the name is not registered, or as opening it fails.
    public static func named(_ name: String) throws -> Database {
        try entries.withLock { entries in
            switch entries[name] {
            case .open(let database): return database
            case .definition(let definition):
                let database = try definition.open(as: name)
                entries[name] = .open(database)
                return database
            case nil:
                let known = entries.keys.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
                throw DatabaseError(
                    .dataSource,
                    "no data source is registered as \"\(name)\"; known: \(known.isEmpty ? "none" : known)",
                    hint: "Call DataSource.register(database, as: \"\(name)\")")
            }
        }
    }

    /// The names that are registered.
    public static var names: [String] { entries.withLock { $0.keys.sorted() } }
}
