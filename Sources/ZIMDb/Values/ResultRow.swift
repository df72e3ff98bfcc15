/// One row of a result, independent of its statement: it can be kept, compared and sent to another task.
///
/// ```swift
/// for row in try session.rows("SELECT w_id, w_name FROM warehouse") {
///     print(row["w_id"] ?? .null, row[1])
/// }
/// ```
public struct ResultRow: Sendable, Hashable, CustomStringConvertible {
    /// The columns' names in order; shared by all rows of a result.
    public let columns: [String]
    /// The values in order.
    public let values: [SQLValue]

    /// Makes a row, for tests; both lists have the same length.
    public init(columns: [String], values: [SQLValue]) {
        self.columns = columns
        self.values = values
    }

    /// The value at an index from 0; NULL if there is none.
    public subscript(index: Int) -> SQLValue { values.indices.contains(index) ? values[index] : .null }

    /// The value of the first column with a name, or where none is written so, of the first ignoring case; nil if there is
    /// none.
    public subscript(column: String) -> SQLValue? {
        index(of: column).map { self[$0] }
    }

    /// Of the columns that are called so but for the case, the one that is written with the same bytes.
    private func index(of column: String) -> Int? {
        columns.firstIndex { $0.hasSameBytes(as: column) }
            ?? columns.firstIndex { $0.lowercased().hasSameBytes(as: column.lowercased()) }
    }

    /// The value at an index, as a Swift type.
    ///
    /// - Throws: ``ValueMismatch`` if it cannot be read as the type, or there is no such column.
    public func get<Value: ColumnValue>(_ index: Int, as type: Value.Type = Value.self) throws -> Value {
        guard values.indices.contains(index) else {
            throw ValueMismatch(
                value: .null, type: "\(Value.self)",
                reason: "is missing, the row has \(values.count) \(values.count == 1 ? "column" : "columns")",
                index: index)
        }
        do { return try Value(column: self[index]) } catch var mismatch as ValueMismatch {
            mismatch.index = index
            mismatch.column = columns.indices.contains(index) ? columns[index] : nil
            throw mismatch
        }
    }

    /// The value of a column, as a Swift type.
    ///
    /// - Throws: ``ValueMismatch`` if it cannot be read as the type, or there is no such column.
    public func get<Value: ColumnValue>(_ column: String, as type: Value.Type = Value.self) throws -> Value {
        guard let index = index(of: column) else {
            throw ValueMismatch(
                value: .null, type: "\(Value.self)", reason: "is missing among \(columns)",
                column: column)
        }
        return try get(index)
    }

    public var description: String {
        zip(columns, values).map { "\($0): \($1)" }.joined(separator: ", ")
    }
}
