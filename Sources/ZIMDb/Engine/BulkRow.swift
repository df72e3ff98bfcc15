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
    /// The values that were appended, unless they are bound as they come.
    package private(set) var cells: [BulkValue] = []
    /// The whole row in place of them, where the caller has it as an array.
    package private(set) var array: [SQLValue]?
    /// To which the values are bound as they come; nil to keep them.
    private let statement: Statement?
    /// How many were bound.
    private var bound = 0
    /// Why a value could not be bound.
    package private(set) var failure: (any Error)?

    package init(boundTo statement: Statement? = nil) { self.statement = statement }

    /// Takes a row as it is in place of its values.
    package mutating func replace(with row: [SQLValue]) { array = row }

    /// How many values it has.
    public var count: Int { array?.count ?? (cells.count + bound) }

    /// The values, as any engine takes them.
    public var values: [SQLValue] {
        if let array { return array }
        return statement?.boundValues ?? cells.map(\.sqlValue)
    }

    package mutating func removeAll() {
        (array, failure) = (nil, nil)
        cells.removeAll(keepingCapacity: true)
        bound = 0
    }

    /// Appends a value in a form of its own.
    package mutating func append(_ value: BulkValue) {
        guard statement != nil else { return cells.append(value) }
        if case .text(let bytes) = value {
            bind { try $0.bind(utf8: bytes, at: $1) }
        } else {
            append(value.sqlValue)
        }
    }

    /// Appends the value of the next column.
    public mutating func append(_ value: SQLValue) {
        guard statement != nil else { return cells.append(.value(value)) }
        bind { try $0.bind(value, at: $1) }
    }

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
    public mutating func append(_ date: Date) { append(BulkValue.date(date)) }

    // MARK: Common types

    @usableFromInline
    mutating func append(text: String) {
        guard statement != nil else { return cells.append(.value(.text(text))) }
        bind { try $0.bind(text, at: $1) }
    }

    @usableFromInline
    mutating func append(number: Int64) {
        guard statement != nil else { return cells.append(.value(.integer(number))) }
        bind { try $0.bind(number, at: $1) }
    }

    @usableFromInline
    mutating func append(real: Double) {
        guard statement != nil else { return cells.append(.value(.real(real))) }
        bind { try $0.bind(real, at: $1) }
    }

    @usableFromInline
    mutating func append(bytes: Data) {
        guard statement != nil else { return cells.append(.value(bytes.sqlValue)) }
        bind { statement, index in try bytes.withUnsafeBytes { try statement.bind(bytes: $0, at: index) } }
    }

    /// Binds the next value; a failure is thrown when the row is complete.
    @inline(__always)
    private mutating func bind(_ body: (Statement, Int) throws -> Void) {
        bound += 1
        guard let statement, failure == nil else { return }
        do { try body(statement, bound) } catch { failure = error }
    }
}
