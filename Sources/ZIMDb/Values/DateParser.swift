import Foundation

/// Reads ISO 8601 text and what legacy tables hold in its place, byte by byte, without a formatter.
package enum DateParser {
    package static func parse(_ text: String) -> Date? {
        text.withUTF8Bytes { parse($0) }
    }

    /// `2026-11-21`, `2026-11-21 12:37`, `2026-11-21T12:37:03.25Z`, `… +01:00`, `… -0530`; UTC where no zone is given.
    package static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Date? {
        if let plain = PlainTimestamp(bytes) {
            let seconds = Double(plain.day &* 86_400 &+ plain.seconds)
            return Date(timeIntervalSince1970: seconds + Double(plain.milliseconds) / 1000)
        }
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

    /// Whether the time of a text with seconds is neither 24:00 nor in a leap second, which are written otherwise.
    static func isInDay(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        !(text[11] == UInt8(ascii: "2") && text[12] == UInt8(ascii: "4")) && text[17] != UInt8(ascii: "6")
    }
}
