import Foundation
import TestServer
import Testing
import ZIMOrm
import ZIMTool

/// A schema of the test server that is empty at first and gone with this object.
final class ServerScratch {
    let name: String
    let database: Database
    private let server: TestServer

    static var isAvailable: Bool { TestServer.isInstalled }
    static let absence: Comment = "there is no PostgreSQL to test with"

    init() throws {
        server = try #require(TestServer.shared)
        name = server.newName()
        let admin = try Database(url: server.url())
        try admin.execute("CREATE SCHEMA \(identifier: name)")
        admin.close()
        database = try Database(url: server.url(schema: name, more: "&application_name=\(name)"))
    }

    /// The URL under which a program finds it.
    var url: String { server.url(schema: name) }

    func execute(_ sql: String) throws { try database.execute(SQL(unsafe: sql)) }

    func value<T: ColumnValue>(_ sql: String, as type: T.Type = T.self) throws -> T? {
        try database.read { try $0.value(SQL(unsafe: sql), as: type) }
    }

    func rows(_ sql: String) throws -> [[SQLValue]] {
        try database.read { try $0.rows(SQL(unsafe: sql)).map(\.values) }
    }

    /// What the schema holds: tables, sequences, views.
    var contents: [String] {
        get throws {
            try rows(
                "SELECT relname::text FROM pg_class WHERE relnamespace = '\(name)'::regnamespace AND relkind <> 'i' ORDER BY 1"
            ).map { $0[0].description }
        }
    }

    deinit {
        database.close()
        let (server, name) = (server, name)
        guard let admin = try? Database(url: server.url()) else { return }
        _ = try? admin.execute("DROP SCHEMA IF EXISTS \(identifier: name) CASCADE")
        admin.close()
    }
}

/// What is copied to and fro in a test.
enum CopyBench {
    static func copy(
        _ path: String, to server: ServerScratch, _ setup: (inout CopyOptions) throws -> Void = { _ in }
    ) throws -> CopyReport {
        var options = CopyOptions()
        try setup(&options)
        let file = try InspectedDatabase(path: path) { $0.makesRoom(for: options.jobs) }
        return try DatabaseCopy(from: file.database, to: .server(server.database), options: options).run()
    }

    static func copy(
        _ server: ServerScratch, to path: String, _ setup: (inout CopyOptions) throws -> Void = { _ in }
    ) throws -> CopyReport {
        var options = CopyOptions()
        try setup(&options)
        return try DatabaseCopy(from: server.database, to: .file(path), options: options).run()
    }

    static func copy(
        _ path: String, to other: String, _ setup: (inout CopyOptions) throws -> Void = { _ in }
    ) throws -> CopyReport {
        var options = CopyOptions()
        try setup(&options)
        let file = try InspectedDatabase(path: path)
        return try DatabaseCopy(from: file.database, to: .file(other), options: options).run()
    }

    /// Every row of a file with the storage class of every value, table by table, in an order of its own.
    static func rows(_ path: String, only tables: [String]? = nil) throws -> [String: [String]] {
        let file = try InspectedDatabase(path: path)
        return try file.database.read { session in
            var found: [String: [String]] = [:]
            for table in try session.schema().tables where table.kind == .table {
                if let tables, !tables.contains(table.name) { continue }
                var statement = SelectStatement().from(SQLIdentifier(table.name))
                for column in table.columns where !column.isGenerated {
                    statement = statement.column(.function("typeof", .column(column.name)))
                    statement = statement.column(.function("quote", .column(column.name)))
                }
                var rows: [String] = []
                try session.forEachRow(statement) { row in
                    rows.append(row.values.map(\.description).joined(separator: " "))
                }
                found[table.name] = rows.sorted()
            }
            return found
        }
    }

    /// The foreign keys of a database as they were declared, without their names.
    static func foreignKeys(_ schema: DatabaseSchema) -> [String] {
        schema.tables.flatMap { table in
            table.foreignKeys.map { key in
                "\(table.name) \(key.columns) → \(key.table) \(key.references) \(key.onDelete) \(key.onUpdate)"
            }
        }.sorted()
    }

    static func primaryKeys(_ schema: DatabaseSchema) -> [String: [String]] {
        Dictionary(schema.tables.map { ($0.name, $0.primaryKey) }) { first, _ in first }
    }

    /// What a report notes, without the schemas of other tests on the same server.
    static func notes(_ report: CopyReport) -> [String] {
        report.notes.map(\.description).filter { !$0.hasPrefix("zim_") }
    }

    /// The names of a server's tables.
    static func tables(_ server: ServerScratch) throws -> [String] {
        try schema(server).tables.filter { $0.kind == .table }.map(\.name).sorted()
    }
    static func schema(_ path: String) throws -> DatabaseSchema { try InspectedDatabase(path: path).schema() }
    static func schema(_ server: ServerScratch) throws -> DatabaseSchema {
        try server.database.read { try $0.schema() }
    }
}
