import Synchronization

/// Passes commits on to those who watch a database, and runs the engine's watcher while there are any.
final class ChangeHub: Sendable {
    private struct State {
        var subscribers: [ChangeSubscriber] = []
        var watcher: (any EngineWatcher)?
        /// The number of the watcher; the failure of one that has ended does not count any more.
        var number = 0
        /// Why the watcher before has ended.
        var lastError: (any Error)?
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
            let number = state.withLock { state in
                state.number += 1
                return state.number
            }
            let watcher = try make { [weak self] in self?.report($0, of: number) }
            let failure: (any Error)? = state.withLock { state in
                if let failure = state.failure { return failure }
                guard state.number == number else { return state.lastError }
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

    private func report(_ report: WatcherReport, of number: Int) {
        switch report {
        case .changed(let tables): publish(tables)
        case .failed(let error): fail(number, error)
        }
    }

    /// Ends a watcher that cannot go on, and all who watch with it. Who comes later has another one made.
    private func fail(_ number: Int, _ error: any Error) {
        let (watcher, subscribers) = state.withLock { state -> ((any EngineWatcher)?, [ChangeSubscriber]) in
            guard state.failure == nil, state.number == number else { return (nil, []) }
            defer { state = State(number: number + 1, lastError: error) }
            active.store(false, ordering: .releasing)
            return (state.watcher, state.subscribers)
        }
        watcher?.stop()
        for subscriber in subscribers { subscriber.fail(error) }
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
