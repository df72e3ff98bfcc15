public import CSQLite

/// The current row of a statement. Its values are read by index, without a dictionary and without boxing.
///
/// ```swift
/// try session.forEachRow("SELECT ol_number, ol_amount FROM order_line") { row in
///     let number = try row.get(0, as: Int.self), amount = try row.get(1, as: Double?.self)
/// }
/// ```
///
/// A row is valid until the statement moves to the next one; read what you need before that.
public struct Row {
    @usableFromInline let statement: Statement

    @inlinable
    package init(_ statement: Statement) { self.statement = statement }

    /// The number of columns.
    public var count: Int { statement.columnCount }

    /// The names of the columns in order.
    public var columnNames: [String] { statement.columnNames }

    /// The value of a column, read as a Swift type.
    ///
    /// - Parameters:
    ///   - index: the column's index, from 0.
    ///   - type: the type to read.
    /// - Throws: ``ValueMismatch`` if the value cannot be read as the type, or there is no such column.
    @inlinable
    public func get<Value: ColumnValue>(_ index: Int, as type: Value.Type = Value.self) throws -> Value {
        try Value.read(from: self, at: index)
    }

    /// The value of a column as the engine stores it; NULL if there is no such column.
    public func value(at index: Int) -> SQLValue {
        guard let handle = statement.handle else { return statement.cursor?.value(at: index) ?? .null }
        let column = Int32(truncatingIfNeeded: index)
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
        case SQLITE_TEXT:
            let start = sqlite3_column_text(handle, column)
            let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
            // Text that is not UTF-8 is kept as its bytes: repairing it would hide what the column holds.
            return String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .blob([UInt8](bytes))
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(handle, column)
            return .blob(
                [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))))
        default: return .null
        }
    }

    /// The same, but for a text that is not UTF-8, which stays a text where it is bound again.
    package func storedValue(at index: Int) -> SQLValue { stored(value(at: index), at: index) }

    /// The value that a column holds of one that was read from it.
    package func stored(_ value: SQLValue, at index: Int) -> SQLValue {
        guard case .blob(let bytes) = value, cell(index)?.type == SQLITE_TEXT else { return value }
        return .text(bytes: bytes)
    }

    /// All values in order.
    public var values: [SQLValue] { (0..<count).map { value(at: $0) } }

    /// SQLite's value of a column with its type; nil for other engines.
    ///
    /// One call finds the column, then type, bytes and length are read off the value: as fast as SQLite's unchecked
    /// column functions, and checked. The connection is not shared between threads, so the value needs no protection.
    @inlinable
    package func cell(_ index: Int) -> (value: OpaquePointer, type: Int32)? {
        guard let handle = statement.handle,
            let value = sqlite3_column_value(handle, Int32(truncatingIfNeeded: index))
        else { return nil }
        return (value, sqlite3_value_type(value))
    }

    /// A column that does not exist reads as NULL in SQLite, which an optional type would take for an answer.
    @usableFromInline
    package func checkColumn(_ index: Int, _ type: Any.Type) throws {
        if index < 0 || index >= count { throw mismatch(index, type) }
    }

    /// The bytes of a column that holds text; nil for any other value.
    @inlinable
    package func utf8(_ index: Int) -> UnsafeBufferPointer<UInt8>? {
        if statement.handle == nil { return utf8Elsewhere(index) }
        guard let cell = cell(index), cell.type == SQLITE_TEXT else { return nil }
        let start = sqlite3_value_text(cell.value)
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(cell.value)))
    }

    /// The bytes of a column that holds a blob; nil for any other value.
    @inlinable
    package func blob(_ index: Int) -> UnsafeRawBufferPointer? {
        if statement.handle == nil { return blobElsewhere(index) }
        guard let cell = cell(index), cell.type == SQLITE_BLOB else { return nil }
        let start = sqlite3_value_blob(cell.value)
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(cell.value)))
    }

    /// Notes that a column's value may be spelled otherwise than the Swift value that was read of it is written: text
    /// for a number, a date in another form than ours.
    @usableFromInline
    package func noteSpelling(_ index: Int) {
        statement.spelledColumns |= 1 << UInt64(Swift.min(Swift.max(index, 0), 63))
    }

    /// Whether that was noted of a column.
    package func isSpelled(_ index: Int) -> Bool {
        index >= 0 && statement.spelledColumns & (1 << UInt64(Swift.min(index, 63))) != 0
    }

    /// A bit for each column of which that was noted since it was cleared; the 64th is that of all behind it, too.
    package var spelledColumns: UInt64 { statement.spelledColumns }

    /// Whether that was noted of any column since it was cleared.
    package var isSpelled: Bool {
        get { statement.spelledColumns != 0 }
        nonmutating set { if !newValue { statement.spelledColumns = 0 } }
    }

    /// Converts a column's value; what does not fit is said with its place.
    @inline(__always)
    func converting<Value>(_ index: Int, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let mismatch as ValueMismatch {
            throw self.mismatch(index, Value.self, mismatch.reason)
        }
    }

    /// The error of a value that does not fit.
    @usableFromInline
    package func mismatch(_ index: Int, _ type: Any.Type, _ reason: String = "") -> ValueMismatch {
        guard index >= 0, index < count else {
            return ValueMismatch(
                value: .null, type: "\(type)",
                reason: "is missing, the result has \(count) \(count == 1 ? "column" : "columns")",
                index: index)
        }
        return ValueMismatch(
            value: value(at: index), type: "\(type)", reason: reason, index: index, column: statement.columnName(index))
    }
}
