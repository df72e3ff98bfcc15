import Foundation

/// Reads ISO 8601 text and what legacy tables hold in its place, byte by byte, without a formatter.
package enum DateParser {
    package static func parse(_ text: String) -> Date? {
        text.withUTF8Bytes { parse($0) }
    }

    /// `2026-11-21`, `2026-11-21 12:37`, `2026-11-21T12:37:03.25Z`, `… +01:00`, `… -0530`; UTC where no zone is given.
    package static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Date? {
        if let date = plain(bytes) { return date }
        var scanner = TimestampScanner(bytes)
        return date(&scanner, years: 4...4)
    }

    /// `33658-09-27 01:46:40+00`, `0044-03-15 BC`: what PostgreSQL prints of other years than 1 to 9999.
    static func parseFar(_ text: String) -> Date? {
        text.withUTF8Bytes { bytes in
            var scanner = TimestampScanner(bytes, allowsEra: true)
            return date(&scanner, years: 4...6)
        }
    }

    private static func date(_ scanner: inout TimestampScanner, years: ClosedRange<Int>) -> Date? {
        guard let day = scanner.day(years: years) else { return nil }
        if scanner.isAtEnd { return Date(timeIntervalSince1970: Double(day * 86_400)) }
        guard scanner.skipToTime(), let time = scanner.time() else { return nil }
        while scanner.skip(" ") {}
        guard let zone = scanner.isAtEnd ? 0 : scanner.zone(), scanner.isAtEnd else { return nil }
        // Digits behind the ninth say nothing that a Date can hold.
        return Date(
            timeIntervalSince1970: Double(day * 86_400 + time.seconds - zone) + Double(time.nanoseconds) / 1_000_000_000
        )
    }

    /// `2026-11-21 12:37:03` and `2026-11-21 12:37:03.250`, as most columns hold their dates; nil for what is to be looked
    /// at piece by piece.
    ///
    /// Eight bytes at a time: of a table with one date, every tenth of the time went into its digits one by one.
    @inline(__always)
    private static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> Date? {
        let hasFraction = bytes.count == 23
        guard hasFraction || bytes.count == 19, let start = UnsafeRawPointer(bytes.baseAddress),
            bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "T"),
            !hasFraction || bytes[19] == UInt8(ascii: "."),
            let date = Digits(start, template: 0x2D30_302D_3030_3030, room: 0x0F06_060F_0606_0606),
            let time = Digits(start + 11, template: 0x3030_3A30_303A_3030, room: 0x0606_0F06_060F_0606)
        else { return nil }
        let (tens, ones) = (bytes[8] &- UInt8(ascii: "0"), bytes[9] &- UInt8(ascii: "0"))
        let (year, month, day) = (date.pair(0) &* 100 &+ date.pair(2), date.pair(5), Int(tens) &* 10 &+ Int(ones))
        let (hour, minute, second) = (time.pair(0), time.pair(3), time.pair(6))
        guard tens < 10, ones < 10, GregorianCalendar.contains(year: year, month: month, day: day), hour < 24,
            minute < 60, second < 60
        else { return nil }
        let midnight = GregorianCalendar.dayNumber(year: year, month: month, day: day) &* 86_400
        let seconds = Double(midnight &+ hour &* 3600 &+ minute &* 60 &+ second)
        guard hasFraction else { return Date(timeIntervalSince1970: seconds) }
        let parts = (bytes[20] &- UInt8(ascii: "0"), bytes[21] &- UInt8(ascii: "0"), bytes[22] &- UInt8(ascii: "0"))
        guard parts.0 < 10, parts.1 < 10, parts.2 < 10 else { return nil }
        let fraction = Double(Int(parts.0) &* 100 &+ Int(parts.1) &* 10 &+ Int(parts.2)) / 1000
        return Date(timeIntervalSince1970: seconds + fraction)
    }

    /// Eight bytes of text with digits where a template has zeros, and the same as the template elsewhere.
    private struct Digits {
        private let digits: UInt64

        /// - Parameter room: how far each byte, without the template, is from 16 at least: 6 for digits, 15 for others.
        @inline(__always)
        init?(_ start: UnsafeRawPointer, template: UInt64, room: UInt64) {
            digits = UInt64(littleEndian: start.loadUnaligned(as: UInt64.self)) ^ template
            guard (digits | (digits &+ room)) & 0xF0F0_F0F0_F0F0_F0F0 == 0 else { return nil }
        }

        /// The number of two digits.
        @inline(__always)
        func pair(_ index: UInt64) -> Int {
            Int(digits &>> (index &* 8) & 0xF) &* 10 &+ Int(digits &>> (index &* 8 &+ 8) & 0xF)
        }
    }

    /// Whether the time of a text with seconds is neither 24:00 nor in a leap second, which are written otherwise.
    static func isInDay(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        !(text[11] == UInt8(ascii: "2") && text[12] == UInt8(ascii: "4")) && text[17] != UInt8(ascii: "6")
    }
}
