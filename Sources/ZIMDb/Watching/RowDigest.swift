import CSQLite

/// Takes in all rows that some statements give, so that two reads can be told to have read the same.
///
/// 128 bits of a hash whose key is drawn when the program starts: nobody can make two results that pass for one, and by
/// chance it takes some 2^64 of them.
@usableFromInline
package final class RowDigest {
    struct Value: Equatable, Sendable {
        let first: Int
        let second: Int
    }

    private var first = Hasher()
    private var second = Hasher()

    init() {
        first.combine(1 as UInt8)
        second.combine(2 as UInt8)
    }

    var value: Value { Value(first: first.finalize(), second: second.finalize()) }

    /// A statement begins.
    func begin(_ sql: String) {
        add(UInt8(255))
        add(sql)
    }

    private func add<T: Hashable>(_ value: T) {
        first.combine(value)
        second.combine(value)
    }

    private func add(_ bytes: UnsafeRawBufferPointer) {
        add(bytes.count)
        first.combine(bytes: bytes)
        second.combine(bytes: bytes)
    }

    /// Takes in the row that a statement of SQLite stands on. Each value is asked for as the type that it has, so that
    /// nothing is converted which somebody reads afterwards.
    func add(row handle: OpaquePointer) {
        for index in 0..<sqlite3_column_count(handle) {
            let type = sqlite3_column_type(handle, index)
            add(type)
            switch type {
            case SQLITE_INTEGER: add(sqlite3_column_int64(handle, index))
            case SQLITE_FLOAT: add(sqlite3_column_double(handle, index).bitPattern)
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
            add(cell.form.rawValue)
            if cell.form != .null { add(cell.bytes) }
        }
    }
}
