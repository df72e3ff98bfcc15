/// A subscription to the commits of a database. It ends when this object is released.
final class ChangeSubscription: Sendable {
    let database: Database
    let subscriber = ChangeSubscriber()

    /// Takes a place, on a thread of its own: the watcher may need a connection.
    init(_ database: Database) async throws {
        self.database = database
        let (subscriber, interruption) = (subscriber, Interruption())
        try await withTaskCancellationHandler {
            try await WorkerThreads.shared.value {
                try interruption.leaving(
                    {
                        try database.changeHub.add(subscriber) { report in
                            // Those before it may have taken long.
                            if interruption.isCancelled { throw CancellationError() }
                            return try database.engine.makeWatcher(
                                over: IdleWriter(pool: database.pool), report: report)
                        }
                    }, undo: { database.changeHub.remove(subscriber) })
            }
        } onCancel: {
            interruption.cancel()
        }
    }

    deinit { end() }

    /// From here on only changes of these tables count.
    func follow(_ region: TableSet) {
        guard region != subscriber.region else { return }
        subscriber.follow(region)
        database.changeHub.followRegions()
    }

    /// Ends it at once; nothing comes afterwards.
    func end() { database.changeHub.remove(subscriber) }
}
