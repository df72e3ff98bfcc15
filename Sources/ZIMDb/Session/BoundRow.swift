import Foundation
import ZIMSql

/// Binds each value to a statement as it comes.
final class BoundRow: BulkWriter {
    private let statement: Statement
    private let times: TimeColumns
    private(set) var count = 0
    /// Why a value could not be bound: that ends the row, not the call in which the value was appended.
    private(set) var failure: (any Error)?

    init(_ statement: Statement, _ times: TimeColumns) {
        self.statement = statement
        self.times = times
    }

    var values: [SQLValue] { statement.boundValues }
    func beginRow() { (count, failure) = (0, nil) }
    func append(_ value: SQLValue) { bind { try $0.bind(times.bound(value, at: $1 - 1), at: $1) } }
    func append(number: Int64) { bind { try $0.bind(number, at: $1) } }
    func append(real: Double) { bind { try $0.bind(real, at: $1) } }

    func append(bytes: Data) {
        bind { statement, index in try bytes.withUnsafeBytes { try statement.bind(bytes: $0, at: index) } }
    }

    func append(contentsOf row: [SQLValue]) {
        // An array's elements would be copied one by one.
        row.withUnsafeBufferPointer { row in
            for index in row.indices { append(row[index]) }
        }
    }

    @inline(__always)
    private func bind(_ body: (Statement, Int) throws -> Void) {
        count += 1
        guard failure == nil else { return }
        do { try body(statement, count) } catch let mismatch as ValueMismatch {
            failure = DatabaseError(.value, "parameter \(count): \(mismatch)", sql: statement.sql)
        } catch { failure = error }
    }
}
