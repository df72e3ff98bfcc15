import CSQLite

/// What a column of a row holds, read where the engine has it in memory. Text is valid as long as the row.
package enum RowContent {
    case null
    case integer(Int64)
    case real(Double)
    case decimal(SmallDecimal)
    case text(UnsafeBufferPointer<UInt8>)
    /// Days since 2000-01-01; the largest and the smallest of 32 bits stand for infinity.
    case days(Int64)
    /// Microseconds since 2000-01-01 00:00 UTC; the largest and the smallest stand for infinity.
    case instant(Int64)
    /// What only ``Row/value(at:)`` reads.
    case other
}

extension Row {
    /// What a column holds, without a copy of it.
    package func content(at index: Int) -> RowContent {
        guard statement.handle != nil else { return engineCell(index)?.content ?? .other }
        guard let cell = cell(index) else { return .other }
        switch cell.type {
        case SQLITE_INTEGER: return .integer(sqlite3_value_int64(cell.value))
        case SQLITE_FLOAT: return .real(sqlite3_value_double(cell.value))
        case SQLITE_TEXT:
            let start = sqlite3_value_text(cell.value)
            return .text(UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(cell.value))))
        case SQLITE_NULL: return .null
        default: return .other
        }
    }
}

extension EngineCell {
    fileprivate var content: RowContent {
        switch form {
        case .null: .null
        case .int2, .int4, .int8, .oid, .bool: integer.map { .integer($0) } ?? .other
        case .float8: real.map { .real($0) } ?? .other
        case .text, .paddedText: .text(bytes.assumingMemoryBound(to: UInt8.self))
        case .numeric: decimal.map { .decimal($0) } ?? .other
        case .days: days.map { .days($0) } ?? .other
        case .microseconds: microseconds.map { .instant($0) } ?? .other
        case .bytes, .uuid, .other: .other
        }
    }
}
