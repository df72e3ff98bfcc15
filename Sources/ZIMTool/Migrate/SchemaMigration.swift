import Foundation
import ZIMOrm

/// The difference between two schemas as a migration: that of the database that shall change, and the one that it shall have.
package struct SchemaMigration {
    /// What a schema is read from.
    private struct Side {
        let label: String
        var schema: DatabaseSchema
        var objects = SQLiteObjects()
        var mySQL = MySQLObjects()
        var server: ServerSchema?
    }

    private let folder: String
    private let table: String

    /// - Parameters:
    ///   - folder: the folder of the migrations.
    ///   - table: the table that records them.
    package init(folder: String, table: String) {
        self.folder = folder
        self.table = table
    }

    /// The migration's statements.
    ///
    /// - Parameters:
    ///   - base: the database that shall change, a file or a URL; nil for what the folder's migrations make of an empty file.
    ///   - wanted: the database whose schema it shall have, or the folder of the classes that zim has generated from one.
    /// - Returns: the migration, and the names of both sides for its comment.
    /// - Throws: ``ToolError`` for two engines, pending migrations, and what cannot be read; `DatabaseError`.
    package func draft(from base: String?, to wanted: String) throws -> (
        migration: MigrationDraft, base: String, wanted: String
    ) {
        var isFolder: ObjCBool = false
        let isClasses = FileManager.default.fileExists(atPath: wanted, isDirectory: &isFolder) && isFolder.boolValue
        let goal = isClasses ? nil : try read(InspectedDatabase(place: wanted))
        if base == nil, goal?.schema.engine ?? "sqlite" != "sqlite" {
            throw ToolError(
                "\(Database.withoutPassword(wanted)) is on a server", "--from names the database that shall change")
        }
        let start = try base.map { try current($0) } ?? replayed()
        var notes: [String] = []
        if let goal {
            guard goal.schema.engine == start.schema.engine else {
                throw twoEngines(start, goal.label, goal.schema.engine)
            }
            return (plan(from: start, to: goal), start.label, goal.label)
        }
        let entries = try self.entries(wanted)
        let classes = entries.map(\.table)
        // Only a server's columns have types of lists, and only MySQL has storage engines.
        let isServer = classes.contains { $0.columns.contains { $0.listType != nil } }
        let engine = classes.contains { $0.storageEngine != nil } ? "mysql" : isServer ? "postgresql" : "sqlite"
        guard engine == start.schema.engine else { throw twoEngines(start, wanted, engine) }
        var fitted = start
        switch engine {
        case "sqlite": fitted.objects = start.objects.fitting(classes, in: start.schema, noting: &notes)
        case "mysql": fitted.mySQL = start.mySQL.fitting(classes, in: start.schema, noting: &notes)
        default: fitted.server = start.server?.fitting(classes, entries.flatMap { $0.types ?? [] }, noting: &notes)
        }
        return (plan(from: start, to: fitted, noting: notes), start.label, wanted)
    }

    private func plan(from start: Side, to goal: Side, noting notes: [String] = []) -> MigrationDraft {
        if let base = start.server, let wanted = goal.server {
            return ServerMigration(from: base, to: wanted).planned(noting: notes)
        }
        if goal.schema.engine == "mysql" {
            let (own, other) = (start.mySQL.product, goal.mySQL.product)
            let words = "the SQL of \(own), which \(start.label) is on: the statements are as \(other) prints them"
            return MySQLMigration(from: start.mySQL, to: goal.mySQL).planned(noting: own == other ? notes : [words])
        }
        return SQLiteMigration(from: start.objects, to: goal.objects).planned(noting: notes)
    }

    private func twoEngines(_ base: Side, _ wanted: String, _ engine: String) -> ToolError {
        func name(_ engine: String) -> String {
            engine == "sqlite" ? "SQLite" : engine == "mysql" ? "MySQL" : "PostgreSQL"
        }
        return ToolError(
            "\(base.label) is for \(name(base.schema.engine)), \(wanted) for \(name(engine)): a migration is for one engine",
            "zim copy moves a database to another engine")
    }

    // MARK: Reading

    /// The database that shall change, in which all migrations of the folder must have run: otherwise they would be written
    /// a second time.
    private func current(_ place: String) throws -> Side {
        let file = try InspectedDatabase(place: place)
        let status = try migrator().status(of: file.database)
        if let problem = status.problem { throw problem }
        guard status.pending.isEmpty else {
            throw ToolError(
                "\(status.pending.count.counted("migration")) of \(folder) did not run on \(file.place): "
                    + status.pending.joined(separator: ", "), "Run zim migrate up first")
        }
        return try read(file)
    }

    /// What the folder's migrations make of an empty database.
    private func replayed() throws -> Side {
        let database = try Database.inMemory()
        do { try migrator().up(database) } catch let error as DatabaseError {
            throw ToolError(
                "the migrations of \(folder) do not run on an empty database: \(error.message)",
                "--from names a database on which they ran")
        }
        return try read(database, label: folder)
    }

    private func migrator() throws -> Migrator {
        guard FileManager.default.fileExists(atPath: folder) else { return Migrator([], table: table) }
        return try Migrator(folder: folder, table: table)
    }

    private func read(_ file: InspectedDatabase) throws -> Side { try read(file.database, label: file.name) }

    private func read(_ database: Database, label: String) throws -> Side {
        try database.read { session in
            let schema = try session.schema()
            for table in schema.tables where table.kind == .table {
                if let problem = schema.problems[table.name] {
                    throw ToolError("\"\(table.name)\" of \(label) cannot be read: \(problem)")
                }
            }
            var side = Side(label: label, schema: schema.keeping { $0.name.foldedName != table.foldedName })
            if schema.engine == "mysql" { side.mySQL = try MySQLObjects(session, side.schema) }
            if schema.engine == "postgresql" { side.server = try ServerSchema(session, side.schema) }
            if schema.engine == "sqlite" { side.objects = try SQLiteObjects(session, side.schema, besides: table) }
            return side
        }
    }

    private func entries(_ path: String) throws -> [SchemaRecord.Entry] {
        let folder = try ModelFolder(path: path)
        guard !folder.subjects.isEmpty else {
            throw ToolError(
                "\(path) contains no classes generated by zim", "Generate them with zim generate, or name a database")
        }
        let record = SchemaRecord(of: folder)
        return try folder.subjects.map { try record.entry(of: $0) }.filter {
            $0.table.name.foldedName != table.foldedName
        }
    }
}
