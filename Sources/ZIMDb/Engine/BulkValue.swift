/// A value on its way into a table, in the form that the engine's own is made of with the least work.
package enum BulkValue {
    case value(SQLValue)
    /// UTF-8 without the character NUL, valid until the next row is asked for.
    case text(UnsafeBufferPointer<UInt8>)
    case decimal(SmallDecimal)
    /// Days since 2000-01-01.
    case day(Int64)
    /// Microseconds since 2000-01-01 00:00, in UTC where the column has a zone.
    case instant(Int64, isZoned: Bool)

    /// The same as any engine takes it.
    package var sqlValue: SQLValue {
        switch self {
        case .value(let value): value
        case .text(let bytes): .text(String(decoding: bytes, as: UTF8.self))
        case .decimal(let decimal): decimal.integer.map { .integer($0) } ?? .text(decimal.text)
        case .day(let days): .text(TimestampText.date(days))
        case .instant(let instant, let isZoned): .text(TimestampText.timestamp(instant, zone: isZoned ? "+00" : ""))
        }
    }
}
