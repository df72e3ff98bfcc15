import Synchronization

/// Passes commits on to those who watch a database, and runs the engine's watcher while there are any.
final class ChangeHub: Sendable {
    private struct State {
        var subscribers: [ChangeSubscriber] = []
        var watcher: (any EngineWatcher)?
        /// Why nobody can watch any more.
        var failure: DatabaseError?
    }

    private let state = Mutex(State())
    /// Held while a watcher is made, which may take a connection.
    private let starting = Mutex(())
    private let active = Atomic<Bool>(false)

    /// Whether somebody watches: asked with every session that writes.
    var isActive: Bool { active.load(ordering: .acquiring) }

    /// Adds a subscriber; when the call returns, no later commit is missed. It blocks while the watcher is made.
    ///
    /// - Parameter make: makes the engine's watcher.
    func add(
        _ subscriber: ChangeSubscriber,
        make: (@escaping @Sendable (WatcherReport) -> Void) throws -> any EngineWatcher
    ) throws {
        try starting.withLock { _ in
            guard try !append(subscriber) else { return }
            let watcher = try make { [weak self] in self?.report($0) }
            let failure = state.withLock { state in
                guard state.failure == nil else { return state.failure }
                state.watcher = watcher
                state.subscribers.append(subscriber)
                active.store(true, ordering: .releasing)
                return nil
            }
            guard let failure else { return }
            watcher.stop()
            throw failure
        }
    }

    /// Ends the watcher, and all who watch, with an error.
    func close(_ error: DatabaseError) {
        let (watcher, subscribers) = state.withLock { state in
            defer { state = State(failure: error) }
            active.store(false, ordering: .releasing)
            return (state.watcher, state.subscribers)
        }
        watcher?.stop()
        for subscriber in subscribers { subscriber.fail(error) }
    }

    /// Adds a subscriber where a watcher runs.
    private func append(_ subscriber: ChangeSubscriber) throws -> Bool {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            guard state.watcher != nil else { return false }
            state.subscribers.append(subscriber)
            return true
        }
    }

    /// Removes a subscriber; with the last one the watcher ends. It waits for nobody.
    func remove(_ subscriber: ChangeSubscriber) {
        let watcher = state.withLock { state -> (any EngineWatcher)? in
            state.subscribers.removeAll { $0 === subscriber }
            guard state.subscribers.isEmpty else { return nil }
            active.store(false, ordering: .releasing)
            defer { state.watcher = nil }
            return state.watcher
        }
        if let watcher { watcher.stop() } else { followRegions() }
    }

    private func report(_ report: WatcherReport) {
        switch report {
        case .changed(let tables): publish(tables)
        case .failed(let error): for subscriber in state.withLock({ $0.subscribers }) { subscriber.fail(error) }
        }
    }

    /// Tells the watcher which tables are watched now.
    func followRegions() {
        let (watcher, subscribers) = state.withLock { ($0.watcher, $0.subscribers) }
        watcher?.follow(subscribers.reduce(into: TableSet()) { $0.formUnion($1.region) })
    }

    /// Tells those who watch that changes of these tables were committed.
    func publish(_ tables: TableSet) {
        for subscriber in state.withLock({ $0.subscribers }) { subscriber.note(tables) }
    }

    /// Whether sessions shall note which tables they write.
    var needsWrites: Bool { isActive && state.withLock { $0.watcher?.needsOwnCommits } ?? false }

    /// Lets the watcher use a connection that its holder is about to use or has just used.
    func look(over connection: any EngineConnection) {
        guard isActive else { return }
        state.withLock({ $0.watcher })?.look(over: connection)
    }
}
