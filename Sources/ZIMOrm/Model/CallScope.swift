import ZIMDb

/// Settings that replace those of the classes while a call of a session runs.
final class CallScope {
    /// What is compared when these models are saved or deleted.
    var locks: [ObjectIdentifier: Locking] = [:]
    /// Whether the classes' default filters do not count.
    var isUnfiltered = false
    /// The models whose rows an upsert without an update has found.
    var found: Set<ObjectIdentifier> = []
    /// The classes whose default filters are being resolved, each within the one before.
    var filteredTypes: [Model.Type] = []
}

extension Session {
    /// nil as long as no call has said anything.
    @inline(__always)
    var callScope: CallScope? { scope.map { unsafeDowncast($0, to: CallScope.self) } }

    /// Runs a closure in which something else is said.
    func saying<T>(_ change: (CallScope) -> Void, _ body: () throws -> T) rethrows -> T {
        let before = scope
        defer { scope = before }
        let changed = CallScope()
        (changed.locks, changed.isUnfiltered) = (callScope?.locks ?? [:], isUnfiltered)
        changed.filteredTypes = callScope?.filteredTypes ?? []
        change(changed)
        scope = changed
        return try body()
    }

    /// Whether the classes' default filters do not count now.
    var isUnfiltered: Bool { callScope?.isUnfiltered ?? false }
}
