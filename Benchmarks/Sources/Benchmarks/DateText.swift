import Foundation

/// Dates as `2024-02-29 12:34:56.125` in UTC, parsed and formatted by hand over bytes; raw and "GRDB fastest" use it.
enum DateText {
    static let count = 23

    /// Nil unless the bytes are a date of exactly this form.
    @inline(__always)
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Date? {
        guard bytes.count == count, bytes[4] == 45, bytes[7] == 45, bytes[10] == 32 || bytes[10] == 84,
            bytes[13] == 58, bytes[16] == 58, bytes[19] == 46
        else { return nil }
        var broken = false
        @inline(__always)
        func digits(_ start: Int, _ count: Int) -> Int {
            var value = 0
            for index in start..<start + count {
                let digit = bytes[index] &- 48
                broken = broken || digit > 9
                value = value &* 10 &+ Int(digit)
            }
            return value
        }
        let days = days(year: digits(0, 4), month: digits(5, 2), day: digits(8, 2))
        let seconds = days * 86_400 + digits(11, 2) * 3_600 + digits(14, 2) * 60 + digits(17, 2)
        let milliseconds = digits(20, 3)
        if broken { return nil }
        return Date(timeIntervalSince1970: Double(seconds * 1_000 + milliseconds) / 1_000)
    }

    /// Writes ``count`` bytes.
    @inline(__always)
    static func format(_ date: Date, into bytes: UnsafeMutablePointer<UInt8>) {
        let total = Int((date.timeIntervalSince1970 * 1_000).rounded())
        let days = total >= 0 ? total / 86_400_000 : (total - 86_399_999) / 86_400_000
        var rest = total - days * 86_400_000
        @inline(__always)
        func put(_ value: Int, _ start: Int, _ count: Int) {
            var value = value
            for index in stride(from: start + count - 1, through: start, by: -1) {
                bytes[index] = UInt8(truncatingIfNeeded: 48 + value % 10)
                value /= 10
            }
        }
        let (year, month, day) = civil(days)
        put(year, 0, 4)
        bytes[4] = 45
        put(month, 5, 2)
        bytes[7] = 45
        put(day, 8, 2)
        bytes[10] = 32
        put(rest / 3_600_000, 11, 2)
        rest %= 3_600_000
        bytes[13] = 58
        put(rest / 60_000, 14, 2)
        rest %= 60_000
        bytes[16] = 58
        put(rest / 1_000, 17, 2)
        bytes[19] = 46
        put(rest % 1_000, 20, 3)
    }

    /// The days from 1970-01-01 in the Gregorian calendar, for years from 0 on.
    @inline(__always)
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    @inline(__always)
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let part = (5 * dayOfYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * part + 2) / 5 + 1)
    }
}

extension DateText {
    static func string(_ date: Date) -> String {
        String(unsafeUninitializedCapacity: count) { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            format(date, into: start)
            return count
        }
    }
}
