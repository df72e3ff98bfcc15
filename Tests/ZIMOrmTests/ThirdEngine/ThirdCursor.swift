import CSQLite
import ZIMDb

final class ThirdCursor: EngineCursor {
    private var handle: OpaquePointer?
    private let failure: () -> DatabaseError
    let columnNames: [String]
    /// The row's values, and its numbers in network order.
    private let row: UnsafeMutablePointer<EngineCell>
    private let numbers: UnsafeMutablePointer<UInt64>

    init(_ handle: OpaquePointer, failure: @escaping () -> DatabaseError) {
        self.handle = handle
        self.failure = failure
        let count = Int(sqlite3_column_count(handle))
        columnNames = (0..<count).map { String(cString: sqlite3_column_name(handle, Int32($0))) }
        row = .allocate(capacity: count + 1)
        numbers = .allocate(capacity: count + 1)
    }

    deinit {
        close()
        row.deallocate()
        numbers.deallocate()
    }

    func bind(_ value: SQLValue, at index: Int) throws {
        let parameter = Int32(index)
        let code =
            switch value {
            case .null: sqlite3_bind_null(handle, parameter)
            case .integer(let number): sqlite3_bind_int64(handle, parameter, number)
            case .real(let number): sqlite3_bind_double(handle, parameter, number)
            case .text(let text):
                zim_sqlite3_bind_text(handle, parameter, text, sqlite3_uint64(text.utf8.count))
            case .blob(let bytes): zim_sqlite3_bind_blob(handle, parameter, bytes, sqlite3_uint64(bytes.count))
            case .typed(let typed):
                zim_sqlite3_bind_text(handle, parameter, typed.text, sqlite3_uint64(typed.text.utf8.count))
            }
        if code != SQLITE_OK { throw failure() }
    }

    func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_DONE: return false
        case SQLITE_ROW:
            for index in columnNames.indices { row[index] = cell(at: Int32(index)) }
            return true
        default:
            // The kind of the error is that of the reset.
            sqlite3_reset(handle)
            throw failure()
        }
    }

    private func cell(at column: Int32) -> EngineCell {
        func number(_ bits: UInt64, _ form: EngineCell.Form) -> EngineCell {
            let place = numbers + Int(column)
            place.pointee = bits.bigEndian
            return EngineCell(start: place, count: 8, form: form)
        }
        let count = sqlite3_column_bytes(handle, column)
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: return number(UInt64(bitPattern: sqlite3_column_int64(handle, column)), .int8)
        case SQLITE_FLOAT: return number(sqlite3_column_double(handle, column).bitPattern, .float8)
        case SQLITE_TEXT:
            return EngineCell(start: sqlite3_column_text(handle, column), count: count, form: .text)
        case SQLITE_BLOB:
            return EngineCell(
                start: sqlite3_column_blob(handle, column) ?? UnsafeRawPointer(numbers), count: count, form: .bytes)
        default: return EngineCell(start: numbers, count: 0, form: .null)
        }
    }

    func value(at index: Int) -> SQLValue {
        guard columnNames.indices.contains(index) else { return .null }
        let cell = row[index]
        switch cell.form {
        case .int8: return .integer(sqlite3_column_int64(handle, Int32(index)))
        case .float8: return .real(sqlite3_column_double(handle, Int32(index)))
        case .text: return .text(String(decoding: cell.bytes, as: UTF8.self))
        case .bytes: return .blob([UInt8](cell.bytes))
        default: return .null
        }
    }

    var cells: (start: UnsafePointer<EngineCell>?, count: Int) { (UnsafePointer(row), columnNames.count) }

    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    func close() {
        sqlite3_finalize(handle)
        handle = nil
    }
}
