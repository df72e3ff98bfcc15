import BenchmarkHarness
import CSQLiteRaw

/// The yardstick: the loops that one would write by hand with the C API into final Swift classes.
final class Raw: Contender {
    static let name = "raw"

    static let columns = "region, number, first_name, last_name, email, age, score, created_at, avatar, note"

    let database: SQLiteHandle

    init(path: String) throws {
        database = try SQLiteHandle(path: path)
    }

    func scalar(_ sql: String) throws -> Int {
        try database.scalar(sql)
    }

    /// Prepares once, runs the body, finalizes.
    @inline(__always)
    func withStatement<T>(_ sql: String, _ body: (OpaquePointer) throws -> T) throws -> T {
        let statement = try database.prepare(sql)
        defer { sqlite3_finalize(statement) }
        return try body(statement)
    }

    /// Binds bytes that outlive the steps, so that SQLite copies nothing.
    @inline(__always)
    static func bind(_ bytes: UnsafeBufferPointer<UInt8>, to statement: OpaquePointer, _ index: CInt) {
        let characters = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
        sqlite3_bind_text(statement, index, characters, CInt(bytes.count), nil)
    }

    /// Steps through all rows.
    @inline(__always)
    func forEachRow(of statement: OpaquePointer, _ body: (RawRow) throws -> Void) throws {
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: try body(RawRow(statement: statement))
            case SQLITE_DONE: return
            default: throw database.lastError
            }
        }
    }
}
