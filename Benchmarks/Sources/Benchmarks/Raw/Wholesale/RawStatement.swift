import BenchmarkHarness
import CSQLiteRaw

/// A statement that is prepared once for a run and used again and again.
final class RawStatement {
    private let statement: OpaquePointer
    private let database: SQLiteHandle
    private let binder: RawBinder

    init(_ sql: String, _ database: SQLiteHandle) throws {
        self.database = database
        statement = try database.prepare(sql)
        binder = RawBinder(statement)
    }

    deinit {
        sqlite3_finalize(statement)
    }

    /// Binds integers from the first place on.
    @inline(__always)
    func bind(_ first: Int, _ second: Int? = nil, _ third: Int? = nil) {
        binder.start()
        sqlite3_bind_int64(statement, 1, Int64(first))
        if let second { sqlite3_bind_int64(statement, 2, Int64(second)) }
        if let third { sqlite3_bind_int64(statement, 3, Int64(third)) }
    }

    /// Binds whatever the closure binds.
    @inline(__always)
    func bind(_ body: (OpaquePointer, RawBinder) -> Void) {
        binder.start()
        body(statement, binder)
    }

    /// Steps once; the body reads the row, which is nil where there is none.
    @inline(__always)
    func one<T>(_ body: (RawRow?) throws -> T) throws -> T {
        defer { sqlite3_reset(statement) }
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return try body(RawRow(statement: statement))
        case SQLITE_DONE: return try body(nil)
        default: throw database.lastError
        }
    }

    @inline(__always)
    func all<T>(_ body: (RawRow) throws -> T) throws -> [T] {
        defer { sqlite3_reset(statement) }
        var rows: [T] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: rows.append(try body(RawRow(statement: statement)))
            case SQLITE_DONE: return rows
            default: throw database.lastError
            }
        }
    }

    @inline(__always)
    func run() throws {
        try one { _ in }
    }
}
