import Synchronization

/// Is notified when a model is loaded, saved or deleted.
///
/// ```swift
/// final class Audit: ModelDelegate {
///     func modelDidFinishSavingRecord(_ model: Model) { print("saved", model.keyValues) }
/// }
/// person.delegate = audit                 // kept weakly
/// ```
public protocol ModelDelegate: AnyObject {
    /// Called before the model is filled from its row.
    func modelWillBeginLoadingRecord(_ model: Model)
    /// Called after the model was filled from its row.
    func modelDidFinishLoadingRecord(_ model: Model)
    /// Called before the model is inserted or updated.
    func modelWillBeginSavingRecord(_ model: Model)
    /// Called after the model was inserted or updated.
    func modelDidFinishSavingRecord(_ model: Model)
    /// Called before the model's row is deleted.
    func modelWillBeginDeletingRecord(_ model: Model)
    /// Called after the model's row was deleted.
    func modelDidFinishDeletingRecord(_ model: Model)
}

extension ModelDelegate {
    /// Called before the model is filled from its row.
    public func modelWillBeginLoadingRecord(_ model: Model) {}
    /// Called after the model was filled from its row.
    public func modelDidFinishLoadingRecord(_ model: Model) {}
    /// Called before the model is inserted or updated.
    public func modelWillBeginSavingRecord(_ model: Model) {}
    /// Called after the model was inserted or updated.
    public func modelDidFinishSavingRecord(_ model: Model) {}
    /// Called before the model's row is deleted.
    public func modelWillBeginDeletingRecord(_ model: Model) {}
    /// Called after the model's row was deleted.
    public func modelDidFinishDeletingRecord(_ model: Model) {}
}

/// The delegates of all models: few have one, so a field in each would cost every row of every table.
enum DelegateTable {
    // Unchecked: the table only hands the reference back to the thread that its model is on.
    private struct Entry: @unchecked Sendable {
        weak var delegate: (any ModelDelegate)?
    }

    private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    static func delegate(of model: Model) -> (any ModelDelegate)? {
        let entry = entries.withLock { $0[ObjectIdentifier(model)] }
        return entry?.delegate
    }

    static func set(_ delegate: (any ModelDelegate)?, for model: Model) {
        guard let delegate else { return forget(model) }
        let entry = Entry(delegate: delegate)
        entries.withLock { $0[ObjectIdentifier(model)] = entry }
        model.state.insert(.hasDelegateBit)
    }

    static func forget(_ model: Model) {
        _ = entries.withLock { $0.removeValue(forKey: ObjectIdentifier(model)) }
        model.state.remove(.hasDelegateBit)
    }
}
