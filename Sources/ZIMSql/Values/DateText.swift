import Foundation

/// Writes and reads points in time as text without a formatter object.
///
/// `DateFormatter` takes about 24 µs to parse one date; these work over the bytes in some 10 ns, which decides how
/// fast a table with dates can be read.
package enum DateText {
    /// How a date is written as text.
    package enum Style: Sendable {
        /// `2026-11-21T12:37:03.000Z`
        case iso8601
        /// `2026-11-21 12:37:03`
        case dateTime
        /// `2026-11-21T12:37:03`
        case isoDateTime
        /// `2026-11-21`
        case date
    }

    /// How many bytes the longest text has.
    package static let longest = 24

    /// Whether a text is a point in time as ``Style/iso8601`` writes it: `2026-11-21T12:37:03.000Z`.
    package static func isISO8601(_ text: String) -> Bool {
        guard text.utf8.count == longest, text.utf8.last == UInt8(ascii: "Z") else { return false }
        return text.utf8.enumerated().allSatisfy { index, byte in
            switch index {
            case 4, 7: byte == UInt8(ascii: "-")
            case 10: byte == UInt8(ascii: "T")
            case 13, 16: byte == UInt8(ascii: ":")
            case 19: byte == UInt8(ascii: ".")
            case longest - 1: true
            default: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
        }
    }

    /// Whether a text is a point in time as ``Style/iso8601`` writes it, behind the first second of its day.
    package static func isWithinDay(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"),
            let mark = bytes.lastIndex(of: UInt8(ascii: "T")), bytes.distance(from: bytes.startIndex, to: mark) >= 10
        else { return false }
        return bytes[mark...].contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    }

    /// The text of a point in time in UTC, or nil if its year does not fit four digits.
    package static func format(_ date: Date, as style: Style) -> String? {
        var isWritten = true
        let text = String(unsafeUninitializedCapacity: longest) { buffer in
            // The capacity that was asked for is never 0, so there is an address.
            guard let start = buffer.baseAddress, let count = write(date, as: style, to: start) else {
                isWritten = false
                return 0
            }
            return count
        }
        return isWritten ? text : nil
    }

    /// Writes the text of a point in time in UTC to a place with room for ``longest`` bytes.
    ///
    /// - Returns: how many bytes it has; nil if its year does not fit four digits.
    package static func write(_ date: Date, as style: Style, to bytes: UnsafeMutablePointer<UInt8>) -> Int? {
        let seconds = date.timeIntervalSince1970
        guard seconds.isFinite, abs(seconds) < 400_000_000_000 else { return nil }
        let milliseconds = style == .iso8601 ? Int((seconds * 1000).rounded()) : Int(seconds.rounded(.down)) * 1000
        let days = floorDivide(milliseconds, 86_400_000)
        let inDay = milliseconds - days * 86_400_000
        let (year, month, day) = GregorianCalendar.date(ofDay: days)
        guard (0...9999).contains(year) else { return nil }
        // Every index below is smaller than `longest`.
        put(year / 100, at: 0, in: bytes)
        put(year % 100, at: 2, in: bytes)
        bytes[4] = UInt8(ascii: "-")
        put(month, at: 5, in: bytes)
        bytes[7] = UInt8(ascii: "-")
        put(day, at: 8, in: bytes)
        guard style != .date else { return 10 }
        bytes[10] = style == .dateTime ? UInt8(ascii: " ") : UInt8(ascii: "T")
        put(inDay / 3_600_000, at: 11, in: bytes)
        bytes[13] = UInt8(ascii: ":")
        put(inDay / 60_000 % 60, at: 14, in: bytes)
        bytes[16] = UInt8(ascii: ":")
        put(inDay / 1000 % 60, at: 17, in: bytes)
        guard style == .iso8601 else { return 19 }
        bytes[19] = UInt8(ascii: ".")
        bytes[20] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: inDay % 1000 / 100)
        put(inDay % 100, at: 21, in: bytes)
        bytes[23] = UInt8(ascii: "Z")
        return longest
    }

    /// The seconds since 1970 of which a Date keeps the microseconds: those of the years 1728 to 2242. Beyond, its number of
    /// 64 bits is coarser.
    package static let keptMicroseconds = -7_611_627_392.0..<8_589_934_592.0

    /// The text with six digits behind the second; nil if three say the same.
    ///
    /// - Parameter milliseconds: the text with three.
    static func microseconds(_ date: Date, _ milliseconds: String) -> String? {
        let seconds = date.timeIntervalSince1970
        let count = count(of: seconds)
        guard count % 1000 != 0 else { return nil }
        // There three digits may be read as the same point in time, though others are nearer.
        let thousands = floorDivide(count + 500, 1000) * 1000
        if !keptMicroseconds.contains(seconds), self.date(of: thousands) == date { return nil }
        guard let second = format(Date(timeIntervalSince1970: seconds.rounded(.down)), as: .isoDateTime) else {
            return nil
        }
        let digits = String(count - floorDivide(count, 1_000_000) * 1_000_000)
        return second + "." + String(repeating: "0", count: 6 - digits.count)
            + digits + "Z"
    }

    /// The first and the last microsecond that are read as a point in time, as a server takes them; nil where there is one
    /// only.
    package static func range(of date: Date) -> (low: String, high: String)? {
        let seconds = date.timeIntervalSince1970
        guard !keptMicroseconds.contains(seconds), abs(seconds) < mostSeconds else { return nil }
        let count = count(of: seconds)
        var (low, high) = (count, count)
        while self.date(of: low - 1) == date { low -= 1 }
        while self.date(of: high + 1) == date { high += 1 }
        return (serverText(microseconds: low), serverText(microseconds: high))
    }

    /// `0001-12-31T00:00:00.000Z BC` for `0000-12-31T00:00:00.000Z`, as PostgreSQL has no year 0; other texts as they are.
    package static func withEra(_ text: String) -> String {
        guard text.utf8.starts(with: "0000-".utf8), text.utf8.last == UInt8(ascii: "Z") else { return text }
        return "0001" + text.dropFirst(4) + " BC"
    }

    /// How far from 1970 microseconds of 64 bits reach, some years before PostgreSQL ends.
    private static let mostSeconds = 9_223_000_000_000.0

    /// The text that PostgreSQL reads as a point in time of any year; nil for one that it could not hold.
    static func farText(of date: Date) -> String? {
        let seconds = date.timeIntervalSince1970
        return abs(seconds) < mostSeconds ? serverText(microseconds: count(of: seconds)) : nil
    }

    /// `2300-01-01 10:00:00.123457+00`, with a year of any length, and BC where that is before the year 1.
    private static func serverText(microseconds count: Int) -> String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let (number, inDay) = GregorianCalendar.day(of: count)
        let (year, month, day) = GregorianCalendar.date(ofDay: number)
        let second = inDay / 1_000_000
        return padded(year > 0 ? year : 1 - year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) + " "
            + padded(second / 3600, 2) + ":" + padded(second / 60 % 60, 2) + ":" + padded(second % 60, 2) + "."
            + padded(inDay % 1_000_000, 6) + "+00" + (year > 0 ? "" : " BC")
    }

    /// The microseconds since 1970 that the text of a date says; nil for a date of which a text says less or more.
    package static func microseconds(of date: Date) -> Int? {
        let seconds = date.timeIntervalSince1970
        return keptMicroseconds.contains(seconds) ? count(of: seconds) : nil
    }

    /// The microseconds since 1970 that are nearest to some seconds.
    private static func count(of seconds: Double) -> Int {
        let whole = seconds.rounded(.down)
        return Int(whole) * 1_000_000 + Int(((seconds - whole) * 1_000_000).rounded())
    }

    /// The point in time as which microseconds since 1970 are read.
    private static func date(of microseconds: Int) -> Date {
        let whole = floorDivide(microseconds, 1_000_000)
        return Date(timeIntervalSince1970: Double(whole) + Double(microseconds - whole * 1_000_000) / 1_000_000)
    }

    private static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
        value >= 0 ? value / divisor : (value - divisor + 1) / divisor
    }

    @inline(__always)
    private static func put(_ twoDigits: Int, at index: Int, in bytes: UnsafeMutablePointer<UInt8>) {
        // Two digits: no part is above 9.
        bytes[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: twoDigits / 10)
        bytes[index + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: twoDigits % 10)
    }
}
