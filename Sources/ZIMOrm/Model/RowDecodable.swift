public import ZIMDb

/// A model that fills itself from a row and tracks its own changes: generated code for classes where speed matters
/// most.
///
/// ```swift
/// @_spi(Generated) import ZIMOrm
///
/// final class Stock: Model, RowDecodable {
///     var warehouse: Int { didSet { noteChange(0, was: oldValue) } }
///     var quantity: Int? { didSet { noteChange(1) } }
///     private var changed = ColumnChanges()
///     override var columnChanges: ColumnChanges? { get { changed } set { changed = newValue ?? ColumnChanges() } }
///     override class var columns: [Column] {
///         [Column("s_w_id", \Stock.warehouse), Column("s_quantity", \Stock.quantity)]
///     }
///     required init() { warehouse = 0; super.init() }
///     init(row: borrowing Row) throws {
///         warehouse = try row.get(0)
///         quantity = try row.get(1)
///         super.init()
///     }
/// }
/// ```
///
/// The numbers are indexes in ``Model/columns``. Observers do not run inside an initialiser, so reading a row records
/// no change.
public protocol RowDecodable: Model {
    /// Reads the columns in the order of ``Model/columns``.
    ///
    /// `init(row: Row)` works as well, but retains and releases the row for each model.
    init(row: borrowing Row) throws
}

/// Which columns of a model were changed since it was loaded or saved; for generated classes.
@_spi(Generated) public struct ColumnChanges: Sendable, Hashable {
    /// A bit for each of the first 63 columns, and one for those behind them: which they are is noted beside the model.
    private var bits: UInt64 = 0

    /// No changes.
    @inlinable
    public init() {}

    /// Records a changed column by its index. Of those from the 64th on only ``Model/noteChange(_:)`` tells which it is; without
    /// it all of them are written.
    @inline(__always)
    public mutating func insert(_ index: Int) { bits |= 1 << UInt64(clamping: Swift.min(Swift.max(index, 0), 63)) }

    /// Takes a column out again, or all from the 64th on.
    mutating func remove(_ position: Int) { bits &= ~(1 << UInt64(clamping: Swift.min(Swift.max(position, 0), 63))) }

    mutating func formUnion(_ other: ColumnChanges) { bits |= other.bits }

    /// Whether a column changed, or from the 64th on any of them.
    func contains(_ position: Int) -> Bool { bits & (1 << UInt64(Swift.min(position, Self.sharedPosition))) != 0 }

    /// The first position whose bit is also that of those behind it.
    static let sharedPosition = 63

    static var all: ColumnChanges {
        var changes = ColumnChanges()
        changes.bits = .max
        return changes
    }

    /// Whether every column counts as changed, whatever was.
    var isAll: Bool { bits == .max }
}

extension Model {
    /// Records that the property of a column was set.
    @_spi(Generated) public final func noteChange(_ position: Int) {
        if position >= ColumnChanges.sharedPosition { return noteWideChange(position) }
        columnChanges?.insert(position)
    }

    /// The same for a column behind those that have bits of their own.
    @inline(never)
    private func noteWideChange(_ position: Int) {
        guard var changes = columnChanges else { return }
        let isFirst = !changes.contains(position)
        changes.insert(position)
        columnChanges = changes
        // Of a new model all columns are written.
        guard state.contains(.isLoaded), let shared = record else { return }
        let notes = ownRecord(shared).notes
        // Where nobody said which had changed before, all count as changed.
        if isFirst { notes.wideChanges[slot] = [position] } else { notes.wideChanges[slot]?.insert(position) }
    }

    /// Records that a property of the key was set, and its old value.
    @_spi(Generated) public final func noteChange(_ position: Int, was value: some SQLValueConvertible) {
        noteChange(position)
        guard let shared = record, state.contains(.isLoaded), shared.mapping.key.contains(position) else { return }
        let record = ownRecord(shared)
        guard record.changedKeys[slot]?[position] == nil else { return }
        // The row's own value, where it is spelled otherwise than the property was.
        let stored =
            record.spelling(position, of: slot, holding: value.sqlValue)
            ?? (try? record.mapping.columns[position].field.normalized(value.sqlValue)) ?? value.sqlValue
        record.changedKeys[slot, default: [:]][position] = stored
    }
}
