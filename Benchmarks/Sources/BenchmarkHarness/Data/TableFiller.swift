import CSQLiteRaw

/// A value of a row that the harness writes.
enum SeedValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByNilLiteral
{
    case integer(Int)
    case real(Double)
    case text(String)
    case null

    init(integerLiteral value: Int) { self = .integer(value) }
    init(floatLiteral value: Double) { self = .real(value) }
    init(stringLiteral value: String) { self = .text(value) }
    init(nilLiteral: ()) { self = .null }
}

/// Puts the values of a dataset into a table, row by row.
final class TableFiller {
    private let database: SQLiteHandle
    private let statement: OpaquePointer

    init(_ database: SQLiteHandle, _ sql: String) throws {
        self.database = database
        statement = try database.prepare(sql)
    }

    deinit {
        sqlite3_finalize(statement)
    }

    func insert(_ values: [SeedValue]) throws {
        for (index, value) in values.enumerated() {
            let place = CInt(index + 1)
            switch value {
            case .integer(let value): sqlite3_bind_int64(statement, place, Int64(value))
            case .real(let value): sqlite3_bind_double(statement, place, value)
            // SQLite copies the bytes before the call returns.
            case .text(let value):
                sqlite3_bind_text(statement, place, value, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
            case .null: sqlite3_bind_null(statement, place)
            }
        }
        try database.check(sqlite3_step(statement), is: SQLITE_DONE)
        try database.check(sqlite3_reset(statement))
    }
}

extension SQLiteHandle {
    /// Creates the tables, fills them in one transaction without looking at foreign keys, and gathers statistics.
    func build(_ schema: [String], _ fill: (SQLiteHandle) throws -> Void) throws {
        try execute("PRAGMA foreign_keys = OFF")
        for statement in schema { try execute(statement) }
        try transaction { try fill(self) }
        try execute("ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)")
    }
}
