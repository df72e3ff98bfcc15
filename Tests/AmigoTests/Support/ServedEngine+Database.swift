import TestServer
import Testing
import ZIMOrm

extension ServedEngine {
    /// A new database of the test's engine; on PostgreSQL a schema of its own.
    ///
    /// - Parameter script: what makes its tables, in words that SQLite and PostgreSQL share.
    static func makeDatabase(_ script: String = "", options: DatabaseOptions = DatabaseOptions()) throws -> Database {
        let database: Database
        switch current {
        case .sqlite: database = try Database.inMemory(options: options)
        case .postgreSQL:
            let server = try #require(TestServer.shared)
            let schema = server.newName()
            try Database(url: server.url()).execute("CREATE SCHEMA \(identifier: schema)")
            database = try Database(url: server.url(schema: schema), options: options)
        case .mariaDB:
            let server = try #require(MySQLTestServer.shared)
            let name = server.newName()
            // Texts are compared as on the other engines: letter for letter, and to their last space.
            try Database(url: server.url()).execute(
                """
                CREATE DATABASE \(identifier: name) CHARACTER SET utf8mb4 COLLATE \(unsafe: MySQLProduct.exactCollation)
                """)
            database = try Database(url: server.url(database: name), options: options)
        }
        if !script.isEmpty { try fill(database, script) }
        return database
    }

    /// A statement with the names that it quotes as the test's engine quotes them.
    static func own(_ sql: String) -> SQL { SQL(unsafe: isMariaDB ? MySQLWords.quoted(sql) : sql) }

    /// Runs a script in words that SQLite and PostgreSQL share.
    static func fill(_ database: Database, _ script: String) throws {
        guard isMariaDB else {
            try database.execute(SQL(unsafe: script))
            return
        }
        // The server commits before it changes the schema.
        try database.withoutTransaction { try $0.execute(SQL(unsafe: MySQLWords.script(script))) }
    }
}
