import Foundation

/// Takes the values of a row on its way into a table, in the form in which an engine sends them.
package protocol BulkWriter: AnyObject {
    /// How many values the row has so far.
    var count: Int { get }
    /// The values of the row so far, as any engine takes them.
    var values: [SQLValue] { get }

    /// Begins a row and discards values that were appended and not taken.
    func beginRow()
    func append(_ value: SQLValue)
    func append(_ value: BulkValue)
    func append(text: String)
    func append(number: Int64)
    func append(real: Double)
    func append(bytes: Data)
    func append(date: Date)
    /// Appends a row that the caller has as an array.
    func append(contentsOf row: [SQLValue])
}

extension BulkWriter {
    package func append(_ value: BulkValue) { append(value.sqlValue) }
    package func append(text: String) { append(.text(text)) }
    package func append(number: Int64) { append(.integer(number)) }
    package func append(real: Double) { append(.real(real)) }
    package func append(bytes: Data) { append(bytes.sqlValue) }
    package func append(date: Date) { append(date.sqlValue) }
    package func append(contentsOf row: [SQLValue]) { for value in row { append(value) } }
}

/// Keeps the values as they are.
final class KeptRow: BulkWriter {
    private(set) var values: [SQLValue] = []
    /// Whether the array may be the caller's: to empty that would be to copy its capacity.
    private var isShared = false

    var count: Int { values.count }
    func beginRow() { if isShared { values = [] } else { values.removeAll(keepingCapacity: true) } }
    func append(_ value: SQLValue) { values.append(value) }

    func append(contentsOf row: [SQLValue]) {
        isShared = values.isEmpty
        if isShared { values = row } else { values += row }
    }
}

/// Binds each value to a statement as it comes.
final class BoundRow: BulkWriter {
    private let statement: Statement
    private(set) var count = 0
    /// Why a value could not be bound: that ends the row, not the call in which the value was appended.
    private(set) var failure: (any Error)?

    init(_ statement: Statement) { self.statement = statement }

    var values: [SQLValue] { statement.boundValues }
    func beginRow() { (count, failure) = (0, nil) }
    func append(_ value: SQLValue) { bind { try $0.bind(value, at: $1) } }
    func append(text: String) { bind { try $0.bind(text, at: $1) } }
    func append(number: Int64) { bind { try $0.bind(number, at: $1) } }
    func append(real: Double) { bind { try $0.bind(real, at: $1) } }

    func append(bytes: Data) {
        bind { statement, index in try bytes.withUnsafeBytes { try statement.bind(bytes: $0, at: index) } }
    }

    func append(_ value: BulkValue) {
        if case .text(let bytes) = value {
            bind { try $0.bind(utf8: bytes, at: $1) }
        } else {
            append(value.sqlValue)
        }
    }

    func append(contentsOf row: [SQLValue]) {
        // An array's elements would be copied one by one.
        row.withUnsafeBufferPointer { row in
            for index in row.indices { bind { try $0.bind(row[index], at: $1) } }
        }
    }

    @inline(__always)
    private func bind(_ body: (Statement, Int) throws -> Void) {
        count += 1
        guard failure == nil else { return }
        do { try body(statement, count) } catch { failure = error }
    }
}
