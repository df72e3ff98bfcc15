import Synchronization

/// What was committed since somebody looked last, as one set of tables however much it was.
final class ChangeSubscriber: Sendable {
    private struct State {
        var changed = TableSet()
        /// The tables that count; until they are known, any.
        var region = TableSet.any
        var failure: (any Error)?
        var isCancelled = false
        var waiters: [CheckedContinuation<Void, Never>] = []

        var isReady: Bool { isCancelled || failure != nil || changed.meets(region) }
    }

    private let state = Mutex(State())

    /// From here on only changes of these tables count, of those before as well.
    func follow(_ region: TableSet) { change { $0.region = region } }

    var region: TableSet { state.withLock { $0.region } }

    func note(_ tables: TableSet) { change { $0.changed.formUnion(tables) } }

    func fail(_ error: any Error) { change { $0.failure = error } }

    private func change(_ body: (inout State) -> Void) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            body(&state)
            guard state.isReady else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until tables that count have changed, and gives them; no thread waits with it.
    ///
    /// - Throws: `CancellationError`, and what the watcher failed with.
    func next() async throws -> TableSet {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if !state.isReady { state.waiters.append(continuation) }
                    return state.isReady
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            change { $0.isCancelled = true }
        }
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            if state.isCancelled { throw CancellationError() }
            defer { state.changed = TableSet() }
            return state.changed.intersection(state.region)
        }
    }
}
