#if MySQL
    import TestServer
    import Testing
    import ZIMOrm
    import ZIMTool

    /// A database of its own on the test server of MySQL.
    final class MySQLScratch {
        let url: String
        let database: Database

        init(_ script: String = "") throws {
            url = try #require(MySQLTestServer.shared).makeDatabase(script)
            database = try Database(url: url)
        }

        deinit { database.close() }

        func execute(_ sql: String) throws {
            try database.withoutTransaction { try $0.execute(SQL(unsafe: sql)) }
        }

        func value<T: ColumnValue>(_ sql: String, as type: T.Type = T.self) throws -> T? {
            try database.read { try $0.value(SQL(unsafe: sql), as: type) }
        }

        func rows(_ sql: String) throws -> [[SQLValue]] {
            try database.read { try $0.rows(SQL(unsafe: sql)).map(\.values) }
        }

        /// The names of its tables.
        var contents: [String] { get throws { try database.read { try $0.tableNames() } } }
        var schema: DatabaseSchema { get throws { try database.read { try $0.schema() } } }
        /// What the server says that made a table.
        func definition(_ table: String) throws -> String {
            try database.read { try $0.rows("SHOW CREATE TABLE \(identifier: table)")[0].get(1, as: String.self) }
        }
    }

    extension CopyBench {
        /// The foreign keys of a database, whose columns MySQL keeps in the order of the key that they reference.
        static func columnPairs(_ schema: DatabaseSchema) -> [String] {
            schema.tables.flatMap { table in
                table.foreignKeys.map { key in
                    let pairs = zip(key.columns, key.references).map { "\($0) → \($1)" }.sorted()
                    let actions = [key.onDelete, key.onUpdate].map { $0 == "RESTRICT" ? "NO ACTION" : $0 }
                    return "\(table.name) \(pairs) \(key.table) \(actions)"
                }
            }.sorted()
        }

        static func copy(
            _ path: String, to server: MySQLScratch, _ setup: (inout CopyOptions) throws -> Void = { _ in }
        ) throws -> CopyReport {
            let file = try InspectedDatabase(path: path)
            return try copy(file, to: server.url, setup)
        }

        static func copy(
            _ server: MySQLScratch, to place: String, _ setup: (inout CopyOptions) throws -> Void = { _ in }
        ) throws -> CopyReport {
            let source = try InspectedDatabase(place: server.url)
            return try copy(source, to: place, setup)
        }

        static func copy(
            _ source: InspectedDatabase, to place: String, _ setup: (inout CopyOptions) throws -> Void = { _ in }
        ) throws -> CopyReport {
            var options = CopyOptions()
            try setup(&options)
            return try DatabaseCopy(from: source.database, to: CopyDestination(place: place), options: options).run()
        }
    }
#endif
