import Synchronization

/// Databases registered by name. Models use the one called "live" unless their class overrides it.
///
/// ```swift
/// DataSource.register(try Database(path: "people.sqlite"), as: "live")
/// let database = try DataSource.named("live")
/// ```
public enum DataSource {
    private enum Entry: Sendable {
        case open(Database)
        case definition(Opening)
    }

    /// A database that is opened when it is first asked for, by one thread, while the others wait for that one alone.
    private final class Opening: Sendable {
        private let definition: DataSourceDefinition
        private let database = Mutex<Database?>(nil)
        /// What was opened, without waiting for one that is just being opened.
        let opened = Mutex<Database?>(nil)

        init(_ definition: DataSourceDefinition) { self.definition = definition }

        func open(as name: String) throws -> Database {
            try database.withLock { database in
                if let database { return database }
                let made = try definition.open(as: name)
                database = made
                opened.withLock { $0 = made }
                return made
            }
        }
    }

    private static let entries = Mutex<[String: Entry]>([:])

    /// Registers a database under a name. A database that had the name before is replaced but not closed.
    ///
    /// Models of the previous database keep reading from it. Their own `save()`, `delete()` and the like throw from
    /// then on, since the caller would expect them to use the new one. A session of the previous database still writes
    /// them.
    public static func register(_ database: Database, as name: String) {
        replace(name, by: .open(database))
    }

    /// Registers a definition under a name; the database is opened when it is first used.
    public static func register(_ definition: DataSourceDefinition, as name: String) {
        replace(name, by: .definition(Opening(definition)))
    }

    private static func replace(_ name: String, by entry: Entry) {
        entries.withLock { entries in
            let previous = entries.updateValue(entry, forKey: name).flatMap(opened)
            if let previous, !entries.values.contains(where: { opened($0) === previous }) {
                previous.replacedName.withLock { $0 = name }
            }
            opened(entry)?.replacedName.withLock { $0 = nil }
        }
    }

    private static func opened(_ entry: Entry) -> Database? {
        switch entry {
        case .open(let database): database
        case .definition(let opening): opening.opened.withLock { $0 }
        }
    }

    /// Removes a name; the database is closed when nothing uses it any more.
    public static func unregister(_ name: String) {
        entries.withLock { $0[name] = nil }
    }

    /// The database registered under a name.
    ///
    /// - Throws: ``DatabaseError`` with code dataSource if the name is not registered, or the error of opening it.
    public static func named(_ name: String) throws -> Database {
        let (entry, known) = entries.withLock { ($0[name], $0[name] == nil ? $0.keys.sorted() : []) }
        switch entry {
        case .open(let database): return database
        case .definition(let opening): return try opening.open(as: name)
        case nil:
            let list = known.isEmpty ? "none" : known.map { "\"\($0)\"" }.joined(separator: ", ")
            throw DatabaseError(
                .dataSource, "no data source is registered as \"\(name)\"; known: \(list)",
                hint: "Call DataSource.register(database, as: \"\(name)\")")
        }
    }

    /// Whether a database is registered under any name.
    package static func isNamed(_ database: Database) -> Bool {
        entries.withLock { entries in
            entries.values.contains { entry in
                if case .open(let open) = entry { return open === database }
                return false
            }
        }
    }

    /// The registered names.
    public static var names: [String] { entries.withLock { $0.keys.sorted() } }
}
