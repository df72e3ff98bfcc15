import Foundation
import TestServer
import ZIMOrm

/// Databases that cases run on: in memory on SQLite, a schema of its own on PostgreSQL, a database of its own on MariaDB.
enum OracleDatabase {
    struct Missing: Error, CustomStringConvertible {
        var description: String { "there is no server of the engine, or the package's trait for it is off" }
    }

    static func open(_ engine: ServedEngine) throws -> Database {
        if engine == .sqlite {
            let database = try Database.inMemory()
            // An automatic index over a column with the collation RTRIM misses equal texts of another length up to SQLite
            // 3.40 at least, also in the plain SQL that everything here is compared with.
            try database.execute("PRAGMA automatic_index = OFF")
            return database
        }
        if engine == .mariaDB {
            guard let server = MySQLTestServer.shared else { throw Missing() }
            let name = server.newName()
            let all = try Database(url: server.url())
            defer { all.close() }
            try all.execute("CREATE DATABASE \(identifier: name) CHARACTER SET utf8mb4")
            return try Database(url: server.url(database: name))
        }
        guard let server = TestServer.shared else { throw Missing() }
        let schema = server.newName()
        let database = try Database(url: server.url(schema: schema))
        try database.execute("CREATE SCHEMA \(identifier: schema)")
        return database
    }

    /// Two programs' databases on one file, or on one schema of a server.
    static func withShared<T>(
        _ engine: ServedEngine, seed: UInt64, _ body: (_ own: Database, _ other: Database) throws -> T
    ) throws -> T {
        var options = DatabaseOptions()
        options.server.watchInterval = .milliseconds(20)
        if engine == .sqlite {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("oracle-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            if seed % 3 == 0 { options.journalMode = .delete }
            let path = folder.appendingPathComponent("shared.db").path
            let (own, other) = (try Database(path: path, options: options), try Database(path: path, options: options))
            defer { [own, other].forEach { $0.close() } }
            return try body(own, other)
        }
        guard let server = TestServer.shared else { throw Missing() }
        let schema = server.newName()
        let url = server.url(schema: schema)
        let (own, other) = (try Database(url: url, options: options), try Database(url: url, options: options))
        defer { [own, other].forEach { $0.close() } }
        try own.execute("CREATE SCHEMA \(identifier: schema)")
        return try body(own, other)
    }

    static func close(_ database: Database) {
        // What MariaDB made of a schema stays when the transaction is undone.
        if ["MariaDB", "MySQL"].contains(database.dialect.name),
            let name = try? database.read({ try $0.value("SELECT database()", as: String.self) })
        {
            _ = try? database.withoutTransaction { try $0.execute("DROP DATABASE \(identifier: name)") }
        }
        database.close()
    }
}
