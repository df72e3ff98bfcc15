/// Learns of commits for an engine, as long as somebody watches its database.
package protocol EngineWatcher: AnyObject, Sendable {
    /// Whether sessions must say which tables they have written; else the engine tells of this program's commits, too.
    var needsOwnCommits: Bool { get }
    /// Looks for other programs' commits over a connection that nobody else uses at this moment.
    func look(over connection: any EngineConnection)
    /// Learns which tables are watched from now on.
    func follow(_ tables: TableSet)
    /// Ends its threads and closes what it has open; nothing is reported afterwards.
    func stop()
}

/// What a watcher reports to the hub of its database.
package enum WatcherReport: Sendable {
    /// Somebody has committed changes of these tables.
    case changed(TableSet)
    /// It cannot go on.
    case failed(any Error)
}

extension EngineWatcher {
    package var needsOwnCommits: Bool { false }
    package func follow(_ tables: TableSet) {}
    package func look(over connection: any EngineConnection) {}
}

/// The connection that writes, for a look at it while nobody uses it.
package struct IdleWriter: Sendable {
    let pool: ConnectionPool

    /// Runs a closure with the idle writer, while other writers wait. Does nothing if it is in use.
    ///
    /// - Throws: what the closure throws, and ``DatabaseError`` for a database that was closed.
    package func use(_ body: (any EngineConnection) throws -> Void) throws {
        _ = try pool.withIdleWriter { try body($0.engine) }
    }
}
