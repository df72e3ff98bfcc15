import BenchmarkHarness
import CSQLiteRaw
import Foundation

/// The current row of a statement.
struct RawRow {
    let statement: OpaquePointer

    @inline(__always)
    func integer(_ column: CInt) -> Int {
        Int(sqlite3_column_int64(statement, column))
    }

    @inline(__always)
    func real(_ column: CInt) -> Double {
        sqlite3_column_double(statement, column)
    }

    @inline(__always)
    func text(_ column: CInt) -> String {
        let start = sqlite3_column_text(statement, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    @inline(__always)
    func optionalText(_ column: CInt) -> String? {
        sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : text(column)
    }

    @inline(__always)
    func blob(_ column: CInt) -> Data {
        guard let start = sqlite3_column_blob(statement, column) else { return Data() }
        return Data(bytes: start, count: Int(sqlite3_column_bytes(statement, column)))
    }

    @inline(__always)
    func date(_ column: CInt) throws -> Date {
        let start = sqlite3_column_text(statement, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        guard let date = DateText.parse(UnsafeBufferPointer(start: start, count: count)) else {
            throw BenchmarkError("no date in column \(column)")
        }
        return date
    }

    @inline(__always)
    func optionalInteger(_ column: CInt) -> Int? {
        sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : integer(column)
    }

    @inline(__always)
    func optionalDate(_ column: CInt) throws -> Date? {
        sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : try date(column)
    }
}
