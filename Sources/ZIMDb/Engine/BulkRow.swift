public import Foundation

/// A row that ``Session/bulkInsert(into:schema:columns:fill:)`` inserts, given value by value.
///
/// ```swift
/// row.append(1)
/// row.append("Bolt")
/// row.append(Date.now)
/// row.append(nil as Double?)
/// ```
///
/// A value is what it is as a parameter of a statement. The row is the closure's only, and cannot be kept.
public struct BulkRow: ~Copyable {
    private let writer: any BulkWriter

    package init(_ writer: any BulkWriter) { self.writer = writer }

    /// A row whose values are kept.
    package init() { self.init(KeptRow()) }

    /// How many values it has.
    public var count: Int { writer.count }

    /// The values, as any engine takes them.
    public var values: [SQLValue] { writer.values }

    package func begin() { writer.beginRow() }

    /// Appends a row as it is.
    package mutating func append(contentsOf row: [SQLValue]) { writer.append(contentsOf: row) }

    /// Appends a value in a form of its own.
    package mutating func append(_ value: BulkValue) { writer.append(value) }

    /// Appends the value of the next column.
    public mutating func append(_ value: SQLValue) { writer.append(value) }

    /// Appends the value of the next column.
    @inlinable
    public mutating func append(_ value: some SQLValueConvertible) {
        switch value {
        case let text as String: append(text: text)
        case let number as Int: append(number: Int64(number))
        case let number as Double: append(real: number)
        case let bytes as Data: append(bytes: bytes)
        default: append(value.sqlValue)
        }
    }

    /// Appends the value of the next column, NULL for nil.
    @inlinable
    public mutating func append<Value: SQLValueConvertible>(_ value: Value?) {
        if let value { append(value) } else { append(.null) }
    }

    /// Appends a point in time.
    public mutating func append(_ date: Date) { writer.append(date: date) }

    // MARK: Common types

    @usableFromInline
    mutating func append(text: String) { writer.append(text: text) }

    @usableFromInline
    mutating func append(number: Int64) { writer.append(number: number) }

    @usableFromInline
    mutating func append(real: Double) { writer.append(real: real) }

    @usableFromInline
    mutating func append(bytes: Data) { writer.append(bytes: bytes) }
}
