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
