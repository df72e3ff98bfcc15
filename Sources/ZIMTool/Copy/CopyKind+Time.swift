import Foundation
import ZIMOrm
import ZIMSql

/// Points in time, which SQLite keeps as text, as seconds or as Julian days.
extension CopyKind {
    func day(_ value: SQLValue) throws(Unfit) -> CopyMeaning {
        if let noDay = Self.noDay(value) {
            guard noDay.microseconds == 0 else { throw Unfit("has a time of day, but the column is a DATE") }
            return .noDay(noDay.day)
        }
        let timestamp = try Self.timestamp(value)
        if timestamp.isInfinite { return .day(timestamp.days) }
        guard timestamp.microseconds == 0 else { throw Unfit("has a time of day, but the column is a DATE") }
        return .day(timestamp.days)
    }

    func instant(_ value: SQLValue) throws(Unfit) -> CopyMeaning {
        if let noDay = Self.noDay(value) {
            return .noDay(noDay.day + " " + TimestampText.time(noDay.microseconds))
        }
        guard let instant = try Self.timestamp(value).instant else { throw Unfit("is a date out of range") }
        return .instant(instant)
    }

    /// A point in time that was read in a form of its own, to the millisecond.
    func meaning(of date: Date) throws(Unfit) -> CopyMeaning {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        guard milliseconds.magnitude < 1e15 else { throw Unfit("is a date out of range") }
        let timestamp = Self.timestamp(microsecondsSince1970: Int64(milliseconds) * 1_000)
        switch self {
        case .date:
            guard timestamp.microseconds == 0 else { throw Unfit("has a time of day, but the column is a DATE") }
            return .day(timestamp.days)
        case .timestamp, .instant: return timestamp.instant.map { .instant($0) } ?? .null
        case .time: return .time(timestamp.microseconds)
        default: throw Unfit("is a date, but the column does not hold dates")
        }
    }

    func time(_ value: SQLValue) throws(Unfit) -> CopyMeaning {
        try Self.time(value, "a time of day", CopyTimestampText.time)
    }

    /// A time as MySQL has it: up to 838 hours, and negative.
    func span(_ value: SQLValue) throws(Unfit) -> CopyMeaning {
        try Self.time(value, "a time", CopyTimestampText.span)
    }

    private static func time(
        _ value: SQLValue, _ name: String, _ scan: (String) -> CopyTimestampText.Answer
    ) throws(Unfit) -> CopyMeaning {
        switch value.writtenText.map(scan) ?? CopyTimestampText.Answer.none {
        case .timestamp(let timestamp): return .time(timestamp.microseconds)
        case .tooFine: throw Unfit("is more precise than microseconds")
        case .none: throw Unfit("is not \(name) in a known format")
        }
    }

    /// `0000-00-00` and `2001-02-00 12:30:00`; nil for what is no such text.
    private static func noDay(_ value: SQLValue) -> (day: String, microseconds: Int64)? {
        // Most days are days.
        guard let text = value.writtenText, case .none = CopyTimestampText.timestamp(text) else { return nil }
        let bytes = Array(text.utf8)
        guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
        let (year, month, day) = (text.prefix(4), bytes[5...6], bytes[8...9])
        let zeros = "00".utf8
        guard month.elementsEqual(zeros) || day.elementsEqual(zeros), Int(year) != nil,
            let month = Int(String(decoding: month, as: UTF8.self)), (0...12).contains(month),
            let day = Int(String(decoding: day, as: UTF8.self)), (0...31).contains(day)
        else { return nil }
        if bytes.count == 10 { return (text, 0) }
        guard bytes[10] == UInt8(ascii: " "),
            case .timestamp(let time) = CopyTimestampText.time(String(text.dropFirst(11)))
        else { return nil }
        return (String(text.prefix(10)), time.microseconds)
    }

    private static func timestamp(_ value: SQLValue) throws(Unfit) -> CopyTimestamp {
        switch value {
        case .text(let text): return try timestamp(text)
        case .typed(let typed): return try timestamp(typed.text)
        case .integer(let number):
            switch DateForm.of(integer: number) {
            case .compact:
                return try timestamp(String(number))
            case .unixSeconds: return timestamp(microsecondsSince1970: number * 1_000_000)
            case .unixMilliseconds: return timestamp(microsecondsSince1970: number * 1_000)
            case .julianDay: return timestamp(julianDay: Double(number))
            default: throw Unfit("is not a date in a known format")
            }
        case .real(let number):
            switch DateForm.of(real: number) {
            case .julianDay: return timestamp(julianDay: number)
            case .unixSeconds: return timestamp(microsecondsSince1970: Int64((number * 1_000_000).rounded()))
            default: throw Unfit("is not a date in a known format")
            }
        case .null, .blob: throw Unfit("is not a date in a known format")
        }
    }

    private static func timestamp(_ text: String) throws(Unfit) -> CopyTimestamp {
        switch CopyTimestampText.timestamp(text) {
        case .timestamp(let timestamp): return timestamp
        case .tooFine: throw Unfit("is more precise than microseconds")
        case .none:
            // 3/4/2001 is in March or in April: nobody but the owner can say.
            let form = text.withUTF8Bytes { DateForm.of(text: $0) }
            if form == .dots || form == .slashes {
                throw Unfit("is an ambiguous date: day and month could be swapped")
            }
            throw Unfit("is not a date in a known format")
        }
    }

    private static func timestamp(microsecondsSince1970 number: Int64) -> CopyTimestamp {
        CopyTimestamp(
            instant: number - Int64(GregorianCalendar.daysTo2000 * GregorianCalendar.microsecondsPerDay))
    }

    /// A Julian day of 64 bits is exact to some 40 µs, so it is rounded to the millisecond, as SQLite does.
    private static func timestamp(julianDay number: Double) -> CopyTimestamp {
        timestamp(microsecondsSince1970: Int64(((number - 2_440_587.5) * 86_400_000).rounded()) * 1_000)
    }
}
