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
    /// A bit for each of the first 64 columns.
    private var bits: UInt64 = 0
    /// Those behind them, of which few tables have any.
    private var others: Set<Int>?

    /// No changes.
    @inlinable
    public init() {}

    /// Records a changed column by its index.
    @inline(__always)
    public mutating func insert(_ index: Int) {
        if index < UInt64.bitWidth {
            bits |= 1 << UInt64(clamping: index)
        } else {
            others = (others ?? []).union([index])
        }
    }

    /// Takes a column out again.
    mutating func remove(_ position: Int) {
        if position < UInt64.bitWidth { bits &= ~(1 << UInt64(clamping: position)) } else { others?.remove(position) }
    }

    /// Takes out columns, of so many in all.
    mutating func subtract(_ positions: [Int], of count: Int) {
        if isAll {
            self = ColumnChanges()
            if positions.count < count { for position in 0..<count { insert(position) } }
        }
        for position in positions { remove(position) }
    }

    mutating func formUnion(_ other: ColumnChanges) {
        bits |= other.bits
        if let more = other.others { others = others?.union(more) ?? more }
    }

    func contains(_ position: Int) -> Bool {
        position < UInt64.bitWidth
            ? bits & (1 << UInt64(clamping: position)) != 0 : isAll || others?.contains(position) == true
    }

    /// Every column, however many there are.
    static var all: ColumnChanges {
        var changes = ColumnChanges()
        changes.bits = .max
        changes.others = [.max]
        return changes
    }

    /// Whether every column counts as changed, whatever was.
    var isAll: Bool { others?.contains(.max) == true }
}

extension Model {
    /// Records that the property of a column was set.
    @_spi(Generated) public final func noteChange(_ position: Int) { columnChanges?.insert(position) }

    /// Records that a property of the key was set, and its old value.
    @_spi(Generated) public final func noteChange(_ position: Int, was value: some SQLValueConvertible) {
        columnChanges?.insert(position)
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
