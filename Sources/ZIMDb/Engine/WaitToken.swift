import Synchronization

/// A task's entry in the queue for a connection. It is either started or cancelled, never both.
final class WaitToken: Sendable {
    private enum State {
        case new
        case waiting(number: Int, cancel: @Sendable () -> Void)
        case begun
        case cancelled
    }

    private let state = Mutex(State.new)

    /// Its turn has come; false where it was cancelled before.
    func begin() -> Bool {
        state.withLock { state in
            if case .cancelled = state { return false }
            state = .begun
            return true
        }
    }

    /// It stands in the queue under a number. A task that was cancelled meanwhile is told at once.
    func wait(number: Int, cancel: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            switch state {
            case .new:
                state = .waiting(number: number, cancel: cancel)
                return false
            case .cancelled: return true
            case .waiting, .begun: return false
            }
        }
        if isCancelled { cancel() }
    }

    /// Whether its turn has come.
    var hasBegun: Bool {
        state.withLock { state in
            if case .begun = state { return true }
            return false
        }
    }

    /// The number to withdraw from the queue, where its turn has not come.
    func cancel() -> Int? {
        let waiting: (Int, @Sendable () -> Void)? = state.withLock { state in
            switch state {
            case .new:
                state = .cancelled
                return nil
            case .waiting(let number, let cancel):
                state = .cancelled
                return (number, cancel)
            case .begun, .cancelled: return nil
            }
        }
        waiting?.1()
        return waiting?.0
    }
}
