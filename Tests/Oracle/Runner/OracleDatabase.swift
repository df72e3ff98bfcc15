import TestServer
import ZIMOrm

/// Databases that cases run on: in memory on SQLite, a schema of its own on PostgreSQL.
enum OracleDatabase {
    struct Missing: Error, CustomStringConvertible {
        var description: String { "there is no PostgreSQL server, or the package's trait PostgreSQL is off" }
    }

    static func open(_ engine: ServedEngine) throws -> Database {
        if engine == .sqlite {
            let database = try Database.inMemory()
            // An automatic index over a column with the collation RTRIM misses equal texts of another length up to SQLite
            // 3.40 at least, also in the plain SQL that everything here is compared with.
            try database.execute("PRAGMA automatic_index = OFF")
            return database
        }
        guard let server = TestServer.shared else { throw Missing() }
        let schema = server.newName()
        let database = try Database(url: server.url(schema: schema))
        try database.execute("CREATE SCHEMA \(identifier: schema)")
        return database
    }

    static func close(_ database: Database) { database.close() }
}
