import CSQLite
import Foundation
import ZIMSql

/// A connection to a SQLite database in memory, straight on the C API.
final class SQLiteRunner {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private var handle: OpaquePointer?

    init(fixture: Bool = true) throws {
        guard sqlite3_open(":memory:", &handle) == SQLITE_OK else { throw failure("open") }
        // A misspelt column must be an error here, not a string.
        _ = zim_sqlite3_set_dqs_dml(handle, 0)
        // PostgreSQL's collation by bytes, so that a test can name one that both engines have.
        sqlite3_create_collation(handle, "C", SQLITE_UTF8, nil) { _, count, bytes, otherCount, otherBytes in
            guard let bytes, let otherBytes else { return count - otherCount }
            let order = memcmp(bytes, otherBytes, Int(min(count, otherCount)))
            return order == 0 ? count - otherCount : order
        }
        if fixture { for statement in Fixture.statements { try run(statement.render(for: .sqlite)) } }
    }

    deinit { sqlite3_close_v2(handle) }

    private func failure(_ sql: String) -> Failure {
        Failure(description: "\(String(cString: sqlite3_errmsg(handle))) in: \(sql)")
    }

    /// Whether the engine can prepare a text.
    func prepares(_ sql: String) throws {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure(sql) }
    }

    /// Runs all statements of a text; the parameters belong to the first. Returns the rows of the last.
    @discardableResult
    func run(_ rendered: RenderedSQL) throws -> [[SQLValue]] {
        var rows: [[SQLValue]] = []
        var parameters = rendered.parameters
        var rest = rendered.sql
        while !rest.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty {
            var used = 0
            rows = try runFirst(rest, parameters, &used)
            parameters = []
            rest = String(decoding: Array(rest.utf8.dropFirst(used)), as: UTF8.self)
        }
        return rows
    }

    @discardableResult
    func run(_ sql: String) throws -> [[SQLValue]] { try run(RenderedSQL(sql: sql)) }

    private func runFirst(_ sql: String, _ parameters: [SQLValue], _ used: inout Int) throws -> [[SQLValue]] {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        let status = sql.withCString { text -> Int32 in
            var tail: UnsafePointer<CChar>?
            let status = sqlite3_prepare_v2(handle, text, -1, &statement, &tail)
            used = tail.map { $0 - text } ?? 0
            return status
        }
        guard status == SQLITE_OK else { throw failure(sql) }
        guard statement != nil else { return [] }
        guard Int(sqlite3_bind_parameter_count(statement)) == parameters.count else {
            throw Failure(description: "\(parameters.count) parameters do not fit: \(sql)")
        }
        for (index, value) in parameters.enumerated() { bind(value, at: Int32(index + 1), of: statement) }
        var rows: [[SQLValue]] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: rows.append((0..<sqlite3_column_count(statement)).map { column($0, of: statement) })
            case SQLITE_DONE: return rows
            default: throw failure(sql)
            }
        }
    }

    private func bind(_ value: SQLValue, at index: Int32, of statement: OpaquePointer?) {
        switch value {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let value): sqlite3_bind_int64(statement, index, value)
        case .real(let value): sqlite3_bind_double(statement, index, value)
        case .text(let text):
            var text = text
            text.withUTF8 {
                // An empty string may have no address; NULL would be bound in its place.
                $0.withMemoryRebound(to: CChar.self) { bytes in
                    _ = zim_sqlite3_bind_text(statement, index, bytes.baseAddress, UInt64(bytes.count))
                }
            }
        case .typed(let value):
            value.text.withCString { _ = zim_sqlite3_bind_text(statement, index, $0, UInt64(value.text.utf8.count)) }
        case .blob(let bytes): _ = zim_sqlite3_bind_blob(statement, index, bytes, UInt64(bytes.count))
        }
    }

    private func column(_ index: Int32, of statement: OpaquePointer?) -> SQLValue {
        let count = Int(sqlite3_column_bytes(statement, index))
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, index))
        case SQLITE_TEXT:
            guard let text = sqlite3_column_text(statement, index) else { return .text("") }
            let length = Int(sqlite3_column_bytes(statement, index))
            return .text(String(decoding: UnsafeBufferPointer(start: text, count: length), as: UTF8.self))
        case SQLITE_BLOB:
            guard let bytes = sqlite3_column_blob(statement, index) else { return .blob([]) }
            return .blob([UInt8](UnsafeRawBufferPointer(start: bytes, count: count)))
        default: return .null
        }
    }
}
