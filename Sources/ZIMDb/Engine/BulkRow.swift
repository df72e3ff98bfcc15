import Foundation

/// A row that ``Session/bulkInsert(into:schema:columns:fill:)`` inserts, given value by value.
///
/// ```swift
/// row.append(1)
/// row.append("Bolt")
/// row.append(Date.now)
/// row.append(nil as Double?)
/// ```
///
/// A value is what it is as a parameter of a statement.
public struct BulkRow {
    /// The values that were appended.
    package private(set) var cells: [BulkValue] = []
    /// The whole row in place of them, where the caller has it as an array.
    package private(set) var array: [SQLValue]?

    package init() {}

    /// Takes a row as it is in place of its values.
    package mutating func replace(with row: [SQLValue]) { array = row }

    /// How many values it has.
    public var count: Int { array?.count ?? cells.count }

    /// The values, as any engine takes them.
    public var values: [SQLValue] { array ?? cells.map(\.sqlValue) }

    package mutating func removeAll() {
        array = nil
        cells.removeAll(keepingCapacity: true)
    }

    /// Appends a value in a form of its own.
    package mutating func append(_ value: BulkValue) { cells.append(value) }

    /// Appends the value of the next column.
    public mutating func append(_ value: SQLValue) { cells.append(.value(value)) }

    /// Appends the value of the next column.
    @inlinable
    public mutating func append(_ value: some SQLValueConvertible) { append(value.sqlValue) }

    /// Appends the value of the next column, NULL for nil.
    @inlinable
    public mutating func append<Value: SQLValueConvertible>(_ value: Value?) { append(value?.sqlValue ?? .null) }

    /// Appends a point in time.
    public mutating func append(_ date: Date) { cells.append(.date(date)) }
}
