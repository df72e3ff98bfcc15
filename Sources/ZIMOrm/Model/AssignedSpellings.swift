import Synchronization
import ZIMDb

/// The spellings that properties were given from other rows, by models that may be in no batch: few have any.
enum AssignedSpellings {
    private struct Assigned {
        struct Value {
            let stored: SQLValue
            /// What the property was written as when it was given: it counts as long as that is so.
            let written: SQLValue
        }

        /// What the program gave it.
        var given: Value?
        /// What a change found in the row that it changed; it counts first, until a rollback takes the change back.
        var found: Value?
    }

    private static let known = Mutex<[ObjectIdentifier: [Int: Assigned]]>([:])

    /// - Parameter isFound: whether a change found it in the row, so that it goes with the change.
    static func note(
        _ spelling: Spelling?, at position: Int, of model: Model, _ mapping: Mapping, isFound: Bool = false
    ) {
        guard let spelling else {
            if model.state.contains(.hasAssignedSpelling) {
                known.withLock { $0[ObjectIdentifier(model)]?[position] = nil }
            }
            return
        }
        guard let written = written(position, of: model, mapping) else { return }
        let value = Assigned.Value(stored: spelling.value, written: written)
        model.state.insert(.hasAssignedSpelling)
        known.withLock {
            var assigned = $0[ObjectIdentifier(model)]?[position] ?? Assigned()
            if isFound { assigned.found = value } else { assigned = Assigned(given: value) }
            $0[ObjectIdentifier(model), default: [:]][position] = assigned
        }
    }

    /// As the class itself writes it: a new model knows nothing yet of the columns of a server's table, which may be of
    /// another kind.
    private static func written(_ position: Int, of model: Model, _ mapping: Mapping) -> SQLValue? {
        try? (mapping.original ?? mapping).columns[position].value(of: model)
    }

    static func value(_ position: Int, of model: Model, _ mapping: Mapping) -> SQLValue? {
        guard let assigned = known.withLock({ $0[ObjectIdentifier(model)]?[position] }),
            let written = written(position, of: model, mapping)
        else { return nil }
        return [assigned.found, assigned.given].lazy.compactMap { $0 }.first { written.isIdentical(to: $0.written) }?
            .stored
    }

    /// Forgets what changes found in rows: they failed, or were rolled back.
    static func forgetFound(_ model: Model) {
        guard model.state.contains(.hasAssignedSpelling) else { return }
        known.withLock { known in
            let kept = known[ObjectIdentifier(model)]?.compactMapValues { assigned in
                assigned.given.map { Assigned(given: $0) }
            }
            known[ObjectIdentifier(model)] = kept
        }
    }

    static func forget(_ model: Model) {
        known.withLock { $0[ObjectIdentifier(model)] = nil }
        model.state.remove(.hasAssignedSpelling)
    }
}
