import CSQLite

/// All rows that some statements give, byte by byte, so that two reads can be told to have read the same.
///
/// They are kept and compared as they are: a hash of them would be smaller, and could be that of other rows.
@usableFromInline
package final class ReadBytes {
    private(set) var bytes: [UInt8] = []

    /// A statement begins.
    func begin(_ sql: String) {
        bytes.append(.max)
        sql.withUTF8Bytes { add(UnsafeRawBufferPointer($0)) }
    }

    func add(_ number: Int64) { withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) } }

    private func add(_ value: UnsafeRawBufferPointer) {
        add(Int64(value.count))
        bytes.append(contentsOf: value)
    }

    /// Takes in the row that a statement of SQLite stands on. Each value is asked for as the type that it has, so that
    /// nothing is converted which somebody reads afterwards.
    func add(row handle: OpaquePointer) {
        for index in 0..<sqlite3_column_count(handle) {
            let type = sqlite3_column_type(handle, index)
            bytes.append(UInt8(truncatingIfNeeded: type))
            switch type {
            case SQLITE_INTEGER: add(sqlite3_column_int64(handle, index))
            case SQLITE_FLOAT: add(Int64(bitPattern: sqlite3_column_double(handle, index).bitPattern))
            case SQLITE_TEXT:
                let start = sqlite3_column_text(handle, index)
                add(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index))))
            case SQLITE_BLOB:
                let start = sqlite3_column_blob(handle, index)
                add(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index))))
            default: break
            }
        }
    }

    /// Takes in a row of another engine, as its server has sent it.
    func add(row cells: UnsafeBufferPointer<EngineCell>) {
        for cell in cells {
            bytes.append(cell.form.rawValue)
            if cell.form != .null { add(cell.bytes) }
        }
    }
}
