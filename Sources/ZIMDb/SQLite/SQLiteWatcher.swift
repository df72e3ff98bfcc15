import Foundation
import Synchronization

/// Watches for the commits of other connections: those of other programs, and of other ``Database`` objects.
///
/// This program's own commits are told by its sessions. For others SQLite has one number, `PRAGMA data_version`, which
/// differs when somebody else has committed than the connection that asks. The connection that is asked is the one that
/// writes, so that its own commits do not count: while it is idle, by this object's thread; else by whoever uses it, when
/// the transaction begins and when the connection is given back. In between a transaction that writes is alone.
///
/// The thread is woken by the file system where it tells of changes. That comes before the commit can be seen, and may not
/// come at all, so it asks again after pauses that double up to a limit, for ever.
///
/// Source: <https://www.sqlite.org/pragma.html#pragma_data_version>
final class SQLiteWatcher: EngineWatcher {
    private let report: @Sendable (WatcherReport) -> Void
    private let events: FileEvents?

    let needsOwnCommits = true

    /// For a database that nobody else can reach.
    init() {
        report = { _ in }
        events = nil
    }

    init(path: String, over writer: IdleWriter, report: @escaping @Sendable (WatcherReport) -> Void) throws {
        self.report = report
        let events = try FileEvents(path: path)
        self.events = events
        // What was committed before does not count.
        try writer.use { connection in
            guard let connection = connection as? SQLiteConnection else { return }
            guard !connection.isImmutable else { throw Self.immutable(path) }
            _ = connection.hasOtherCommits()
        }
        Thread.detachNewThread { [weak self] in
            Thread.current.name = "zim.watch"
            var pause = Duration.milliseconds(1)
            while events.wait(for: &pause) {
                do {
                    try writer.use { _ = self?.ask($0) }
                } catch {
                    report(.failed(error))
                    break
                }
            }
        }
    }

    deinit { stop() }

    private static func immutable(_ path: String) -> DatabaseError {
        DatabaseError(
            .misuse, "\(path) was opened untouched while no program had it open: changes by others are not seen",
            hint: "Open it with access .readOnly to watch it")
    }

    func look(over connection: any EngineConnection) {
        // Where a lock prevents to tell, the thread asks again soon.
        if events != nil, !ask(connection) { events?.wake() }
    }

    /// Asks a connection, and reports the commits of others; false where it could not tell.
    private func ask(_ connection: any EngineConnection) -> Bool {
        guard let connection = connection as? SQLiteConnection else { return true }
        let hasOthers = connection.hasOtherCommits()
        if hasOthers == true { report(.changed(.any)) }
        return hasOthers != nil
    }

    func stop() { events?.stop() }
}
