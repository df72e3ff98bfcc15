import Synchronization

/// The columns that parents have given new models in place of a value that is another one in each new model, such as `UUID()`: of
/// those the value does not tell that it was set. Few models have any.
enum ParentColumns {
    private static let known = Mutex<[ObjectIdentifier: Set<Int>]>([:])

    static func note(_ positions: Set<Int>, of model: Model) {
        if positions.isEmpty { return }
        model.state.insert(.hasParentColumns)
        known.withLock { $0[ObjectIdentifier(model), default: []].formUnion(positions) }
    }

    static func contains(_ position: Int, of model: Model) -> Bool {
        guard model.state.contains(.hasParentColumns) else { return false }
        return known.withLock { $0[ObjectIdentifier(model)]?.contains(position) == true }
    }

    static func forget(_ model: Model) { known.withLock { $0[ObjectIdentifier(model)] = nil } }
}
