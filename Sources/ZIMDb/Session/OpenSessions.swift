import Foundation
import Synchronization

/// The open sessions of one database, for those who look for the session of a thread.
final class OpenSessions: Sendable {
    // Unchecked: the reference is only read, and the gate guards itself.
    private struct Entry: @unchecked Sendable {
        weak var gate: SessionGate?
    }

    private let entries = Mutex<[Entry]>([])
    private let isUsed = Atomic<Bool>(false)

    func add(_ gate: SessionGate) {
        let entry = Entry(gate: gate)
        entries.withLock { $0.append(entry) }
        isUsed.store(true, ordering: .releasing)
    }

    func remove(_ gate: SessionGate) {
        let isEmpty = entries.withLock { entries in
            entries.removeAll { $0.gate == nil || $0.gate === gate }
            return entries.isEmpty
        }
        if isEmpty { isUsed.store(false, ordering: .releasing) }
    }

    /// The session that this thread has opened, or is inside of.
    func sessionOfThisThread() -> Session? {
        guard isUsed.load(ordering: .acquiring) else { return nil }
        let gates = entries.withLock { $0.compactMap(\.gate) }
        return gates.lazy.compactMap { $0.sessionOfThisThread }.first
    }
}

/// Stands for a thread. Its number will not do: the next thread may get it when this one has ended.
final class ThreadToken: Sendable {
    private static let key = "zim.thread"

    static var current: ThreadToken {
        let own = Thread.current.threadDictionary
        if let known = own[key] as? ThreadToken { return known }
        let made = ThreadToken()
        own[key] = made
        return made
    }
}
