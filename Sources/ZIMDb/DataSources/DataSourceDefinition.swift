import Foundation

/// A data source as a property list describes it.
///
/// ```xml
/// <dict>
///     <key>live</key>
///     <dict>
///         <key>type</key><string>SQLite</string>
///         <key>database</key><string>live.sqlite</string>
///         <key>readonly</key><false/>
///         <key>privileges</key><array><string>SELECT</string><string>INSERT</string></array>
///     </dict>
/// </dict>
/// ```
public struct DataSourceDefinition: Sendable {
    /// The engine's name: `SQLite`, or, if the package trait is on, `PostgreSQL`, `MySQL` or `MariaDB`.
    public var type: String
    /// The file's path, relative to the property list's folder; for a server its URL.
    public var database: String
    /// Whether nothing may be changed; the file is then opened for reading only.
    public var isReadOnly: Bool
    /// What statements are allowed to do; nil allows everything.
    public var privileges: Set<Privilege>?

    /// Makes a data source; each parameter sets the property of that name.
    public init(type: String = "SQLite", database: String, isReadOnly: Bool = false, privileges: Set<Privilege>? = nil)
    {
        self.type = type
        self.database = database
        self.isReadOnly = isReadOnly
        self.privileges = privileges
    }

    var isServer: Bool { EngineRegistry.isServer(type) }

    func open(as name: String) throws -> Database {
        guard isServer || type.lowercased() == "sqlite" else {
            throw DatabaseError(
                .dataSource,
                "data source \"\(name)\": the type \"\(type)\" is not known; known: "
                    + EngineRegistry.types.joined(separator: ", "))
        }
        if isServer, try !EngineRegistry.isEngine(type, of: database) {
            throw DatabaseError(
                .dataSource, "data source \"\(name)\" has the type \(type), but the URL of another engine",
                hint: "The URL begins with \(type.lowercased()):")
        }
        var options = DatabaseOptions()
        // A data source describes a database that is there: a misspelt path must not make an empty one.
        options.access = isReadOnly ? .readOnly : .readWrite
        options.privileges = privileges
        options.label = "data source \"\(name)\""
        if isServer { return try Database(url: database, options: options) }
        if database == ":memory:" { options.access = .create }
        return try Database(path: database, options: options)
    }
}

extension DataSource {
    /// Registers every data source of a property list. Databases are opened when they are first used; only then a type must be
    /// that of an engine, which may be registered meanwhile.
    ///
    /// - Parameter path: the property list's path, by convention `db.plist`.
    /// - Returns: the names that were registered.
    /// - Throws: ``DatabaseError`` with code dataSource, naming the data source and the key; then none is registered.
    @discardableResult
    public static func load(propertyList path: String) throws -> [String] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw DatabaseError(.dataSource, "the property list \(path) cannot be read")
        }
        let list: Any
        do { list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil) } catch {
            throw DatabaseError(.dataSource, "\(path) is not a property list: \(error)")
        }
        guard let sources = list as? [String: Any] else {
            throw DatabaseError(.dataSource, "\(path) must hold a dictionary of data sources")
        }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        let definitions = try sources.map { ($0.key, try definition($0.key, $0.value, folder: folder, path: path)) }
        for (name, definition) in definitions { register(definition, as: name) }
        return definitions.map(\.0).sorted()
    }

    private static let known = ["type", "database", "databaseLocation", "readonly", "privileges"]

    private static func definition(
        _ name: String, _ value: Any, folder: URL, path: String
    ) throws -> DataSourceDefinition {
        func wrong(_ what: String) -> DatabaseError {
            DatabaseError(.dataSource, "data source \"\(name)\" in \(path): \(what)")
        }
        guard let entries = value as? [String: Any] else { throw wrong("must be a dictionary") }
        // A misspelt "readOnly" that is passed over would open somebody's database for writing.
        for key in entries.keys.sorted() where !known.contains(key) {
            if let close = known.first(where: { $0.lowercased() == key.lowercased() }) {
                throw wrong("the key \"\(key)\" must be written \"\(close)\"")
            }
        }
        func text(_ key: String) throws -> String {
            guard let value = entries[key] else { throw wrong("the key \(key) is missing") }
            guard let text = value as? String, !text.isEmpty else {
                throw wrong("\(key) must be a text that is not empty, not \(value)")
            }
            return text
        }
        let type = try text("type")
        let database = try text("database")
        var result = DataSourceDefinition(type: type, database: database)
        if let readOnly = entries["readonly"] {
            switch readOnly {
            case let flag as Bool: result.isReadOnly = flag
            case let text as String where ["true", "yes", "1"].contains(text.lowercased()): result.isReadOnly = true
            case let text as String where ["false", "no", "0"].contains(text.lowercased()): result.isReadOnly = false
            default: throw wrong("readonly must be true or false, not \(readOnly)")
            }
        }
        if let privileges = entries["privileges"] {
            guard let names = privileges as? [String] else { throw wrong("privileges must be an array of strings") }
            let set = Set(names.map { Privilege(rawValue: $0) })
            // ZIM named the transaction's statements too; they are always allowed.
            let control: Set<Privilege> = ["BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT"].reduce(into: []) {
                $0.insert(Privilege(rawValue: $1))
            }
            let unknown = set.subtracting(Privilege.all).subtracting(control)
            guard unknown.isEmpty else {
                throw wrong(
                    "the privileges \(unknown.map(\.rawValue).sorted()) are not known; known: "
                        + "\(Privilege.all.map(\.rawValue).sorted())")
            }
            result.privileges = set.subtracting(control)
        }
        if database != ":memory:", !database.hasPrefix("/"), !result.isServer {
            let base =
                (entries["databaseLocation"] as? String).map { URL(fileURLWithPath: $0, relativeTo: folder) } ?? folder
            result.database = base.appendingPathComponent(database).path
        }
        return result
    }
}
