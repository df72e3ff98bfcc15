/// One row of a result, taken out of the statement: it can be kept, compared and passed on.
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

    /// A row made by hand, for tests; both lists have the same length.
    public init(columns: [String], values: [SQLValue]) {
        self.columns = columns
        self.values = values
    }

    /// The value at a place counted from 0; NULL where there is no such place.
    public subscript(index: Int) -> SQLValue { values.indices.contains(index) ? values[index] : .null }

    /// The value of the first column with a name, upper and lower case being the same; nil where there is none.
    public subscript(column: String) -> SQLValue? {
        let index =
            columns.firstIndex(of: column) ?? columns.firstIndex { $0.lowercased() == column.lowercased() }
        return index.map { self[$0] }
    }

    /// The value at a place, as a Swift type.
    ///
    /// - Throws: ``ValueMismatch`` where it does not fit or there is no such place.
    public func get<Value: ColumnValue>(_ index: Int, as type: Value.Type = Value.self) throws -> Value {
        guard values.indices.contains(index) else {
            throw ValueMismatch(
                value: .null, type: "\(Value.self)",
                reason: "is missing, the row has \(values.count) columns, so it cannot be read", index: index)
        }
        do { return try Value(column: self[index]) } catch var mismatch as ValueMismatch {
            mismatch.index = index
            mismatch.column = columns.indices.contains(index) ? columns[index] : nil
            throw mismatch
        }
    }

    /// The value of a column, as a Swift type.
    ///
    /// - Throws: ``ValueMismatch`` where it does not fit or there is no such column.
    public func get<Value: ColumnValue>(_ column: String, as type: Value.Type = Value.self) throws -> Value {
        guard let index = columns.firstIndex(where: { $0.lowercased() == column.lowercased() }) else {
            throw ValueMismatch(
                value: .null, type: "\(Value.self)", reason: "is missing among \(columns), so it cannot be read",
                column: column)
        }
        return try get(index)
    }

    public var description: String {
        zip(columns, values).map { "\($0): \($1)" }.joined(separator: ", ")
    }
}
