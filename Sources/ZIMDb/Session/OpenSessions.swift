import Synchronization

/// The open sessions of one database, for those who look for their own.
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

    /// The session that this task has opened, or outside of tasks this thread, or that this thread is inside of.
    func ownSession() -> Session? {
        guard isUsed.load(ordering: .acquiring) else { return nil }
        let gates = entries.withLock { $0.compactMap(\.gate) }
        return gates.lazy.compactMap { $0.ownSession }.first
    }
}
