import Foundation
import ZIMOrm

/// Somebody's database, opened so that it does not change: neither a file nor its folder, nor what is on a server.
///
/// Where SQLite cannot read the file without writing, because a program died with a transaction half in it, a copy in a
/// temporary folder is read, and removed with this object.
package final class InspectedDatabase: Sendable {
    package let database: Database
    /// Where somebody's own SQL runs; nil where the schemas that were chosen cannot be what its bare names mean.
    private let queries: Database?
    /// The path or URL as it was given, without a password.
    package let place: String
    /// Whose tables are checked.
    package let scope: SchemaScope
    /// Why a copy is read; nil where the database itself is.
    package let copyReason: String?
    /// What SQLite says of the catalogue where a line of that cannot be read; nil where all can.
    package let damage: String?
    private let copy: TemporaryFolder?
    /// How long what is in it may keep us.
    package let timeAllowance: TimeAllowance
    /// Which file of its device was opened; nil for a server, and for a copy.
    private let file: [Int?]?

    /// Opens a file, or a server's database by its URL.
    ///
    /// - Parameters:
    ///   - place: a path, or a URL that begins with `postgres://`, `postgresql://`, `mysql://` or `mariadb://`; `sqlite://` and
    ///     `file://` name paths.
    ///   - schemas: the only schemas of a server's database to look at; empty for all, of MySQL for the URL's database.
    ///   - setup: changes the options.
    /// - Throws: `DatabaseError` where a file is missing, no database, or damaged, or a URL is none; ``ToolError`` where
    ///   this program was built without the engine, and for a schema that was chosen and is not there. Else a server is
    ///   asked when the first statement runs.
    package convenience init(
        place: String, schemas: [String] = [], setup: (inout DatabaseOptions) -> Void = { _ in }
    ) throws {
        switch try DatabasePlace(place) {
        case .file(let path):
            guard schemas.isEmpty else {
                throw ToolError("\(place) is a file, which has no schemas to choose from", "Leave --schema out")
            }
            try self.init(path: path, setup: setup)
        case .server(let engine):
            // Besides every transaction, which is begun for reading only, each connection is told so.
            var options = DatabaseOptions.readOnly
            options.valuesInMessages = true
            options.connectionSetup = engine.setup
            setup(&options)
            let database = try Database(url: place, options: options)
            var queries: Database? = database
            if !schemas.isEmpty {
                try database.read { try $0.requireSchemas(schemas, of: engine) }
                queries = try engine.statement(choosing: schemas).map { choosing in
                    options.connectionSetup.append(choosing)
                    return try Database(url: place, options: options)
                }
            }
            self.init(
                database, queries: queries, place: Database.withoutPassword(place),
                schemas.isEmpty ? engine.scope(of: database) : .schemas(schemas))
        }
    }

    private init(_ database: Database, queries: Database?, place: String, _ scope: SchemaScope) {
        self.database = database
        self.queries = queries
        self.place = place
        self.scope = scope
        copyReason = nil
        damage = nil
        copy = nil
        timeAllowance = TimeAllowance()
        file = nil
    }

    /// Opens a file, which is not trusted.
    ///
    /// - Throws: `DatabaseError` where it is missing, no database, or damaged.
    package init(path: String, setup: (inout DatabaseOptions) -> Void = { _ in }) throws {
        place = path
        scope = .searchPath
        var options = DatabaseOptions.untrusted
        options.enforcesForeignKeys = false
        options.valuesInMessages = true
        options.limits.length = Self.longestValue(of: path)
        setup(&options)
        timeAllowance = TimeAllowance(path: path, view: options.limits.statementTimeout ?? .seconds(5))
        do {
            (database, damage) = try Self.open(path, options)
            copy = nil
            copyReason = nil
            file = Self.file(at: path)
            queries = database
        } catch let error as DatabaseError where Self.needsCopy(error, path) {
            let folder = try TemporaryFolder()
            let file = folder.path + "/" + URL(fileURLWithPath: path).lastPathComponent
            let source = Self.resolved(path)
            for suffix in ["", "-wal", "-journal"] where FileManager.default.fileExists(atPath: source + suffix) {
                try FileManager.default.copyItem(atPath: source + suffix, toPath: file + suffix)
            }
            options.access = .readWrite
            options.label = path
            (database, damage) = try Self.open(file, options)
            copy = folder
            self.file = nil
            queries = database
            copyReason = "a program left its transaction log behind; zim reads a copy to which the log is applied"
        }
    }

    /// A file with a damaged line in its catalogue is opened without that line, if SQLite reads the others.
    private static func open(_ path: String, _ options: DatabaseOptions) throws -> (Database, String?) {
        do { return (try Database(path: path, options: options), nil) } catch let error as DatabaseError
            where error.message.contains("malformed database schema")
        {
            var options = options
            options.readsDamagedCatalog = true
            guard let database = try? Database(path: path, options: options) else { throw error }
            let message = error.message.firstRange(of: "malformed database schema").map {
                error.message[$0.lowerBound...]
            }
            return (database, message.map { String($0) } ?? error.message)
        }
    }

    deinit {
        database.close()
        if queries !== database { queries?.close() }
    }

    /// Stops what runs on its server, for a process that ends.
    package func interruptStatements() {
        database.interruptStatements()
        if queries !== database { queries?.interruptStatements() }
    }

    /// The database for somebody's own SQL: a bare name means a table of the schemas that were chosen.
    ///
    /// - Throws: ``ToolError`` for several databases of MySQL, of which a bare name can mean one only.
    package func forQueries() throws -> Database {
        guard let queries else {
            throw ToolError(
                "names without a database can mean one of them only, and several were chosen",
                "Give one --schema, or none and write the database before each name")
        }
        return queries
    }

    /// Says where the path leads to another file by now, or to none: what is open is still the one that was there.
    ///
    /// - Throws: ``ToolError``.
    package func requireSameFile() throws {
        guard let file else { return }
        guard let now = Self.file(at: place) else {
            throw ToolError("\(place) is gone", "What was read before is no longer what the path holds")
        }
        guard now == file else {
            throw ToolError("\(place) is another file than the one that was opened", "Start again to read it")
        }
    }

    private static func file(at path: String) -> [Int?]? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: resolved(path))
        return attributes.map { attributes in
            [FileAttributeKey.systemNumber, .systemFileNumber].map { (attributes[$0] as? NSNumber)?.intValue }
        }
    }

    /// The most bytes that a value may have; 0 for a server, whose memory is its own.
    package var longestValue: Int { database.options.limits.length ?? 0 }

    /// A value that is stored is not longer than the file; one that a view computes may pretend to be.
    private static func longestValue(of path: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return max(64 << 20, (attributes?[.size] as? NSNumber)?.intValue ?? 0)
    }

    /// Whether it is on a server.
    package var isOnServer: Bool { place.contains("://") }

    /// The name for headings: the file's, or the database's on its server.
    package var name: String {
        guard isOnServer else { return URL(fileURLWithPath: place).lastPathComponent }
        let name = database.location.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false).last
        return name.flatMap { $0.isEmpty ? nil : String($0) } ?? database.location
    }

    /// Where a program finds it that runs in another folder; a password it must find for itself.
    var placeForPrograms: String {
        guard isOnServer else { return URL(fileURLWithPath: place).path }
        return place.replacing(":…@", with: "@").replacing("=…", with: "=")
    }

    /// What the database says of its tables.
    ///
    /// - Throws: `DatabaseError`.
    package func schema() throws -> DatabaseSchema { try database.read { try $0.schema(scope) } }

    private static func needsCopy(_ error: DatabaseError, _ path: String) -> Bool {
        // SQLITE_READONLY_ROLLBACK, SQLITE_READONLY_RECOVERY, SQLITE_READONLY_CANTINIT: reading means repairing first.
        if [776, 264, 1288].contains(error.engineCode) { return true }
        guard error.code == .cannotOpen, error.engineCode == 0 else { return false }
        return FileManager.default.fileExists(atPath: resolved(path) + "-wal")
    }

    /// Where a link leads to: the log is beside that.
    private static func resolved(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
}
