import BenchmarkHarness
import GRDB

/// A `DatabaseQueue`, GRDB's single connection, with the settings of the benchmarks.
struct GRDBConnection {
    let queue: DatabaseQueue

    init(path: String) throws {
        queue = try DatabaseQueue(path: path, configuration: Self.configuration)
    }

    /// Several connections, for tasks.
    static func pool(path: String) throws -> DatabasePool {
        var configuration = configuration
        configuration.maximumReaderCount = 4
        return try DatabasePool(path: path, configuration: configuration)
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.prepareDatabase { database in
            for pragma in ConnectionSettings.pragmas { try database.execute(sql: pragma) }
        }
        return configuration
    }

    func scalar(_ sql: String) throws -> Int {
        try queue.read { try Int.fetchOne($0, sql: sql) ?? 0 }
    }
}
