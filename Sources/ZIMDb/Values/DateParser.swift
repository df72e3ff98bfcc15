import Foundation

/// Reads ISO 8601 text and what legacy tables hold in its place, byte by byte, without a formatter.
package enum DateParser {
    package static func parse(_ text: String) -> Date? {
        var text = text
        return text.withUTF8 { parse($0) }
    }

    /// `2026-11-21`, `2026-11-21 12:37`, `2026-11-21T12:37:03.25Z`, `… +01:00`, `… -0530`; UTC where no zone is given.
    package static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Date? {
        if let date = plain(bytes) { return date }
        var scanner = Scanner(bytes: bytes)
        guard let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2), scanner.skip("-"),
            let day = scanner.digits(2), (1...12).contains(month), day >= 1, day <= days(in: month, of: year)
        else { return nil }
        let midnight = DateText.daysSinceEpoch(year: year, month: month, day: day) * 86_400
        if scanner.isOnlySpaceLeft { return Date(timeIntervalSince1970: Double(midnight)) }
        guard scanner.skip("T") || scanner.skip(" ") || scanner.skip("t"), let hour = scanner.digits(2),
            scanner.skip(":"), let minute = scanner.digits(2), hour <= 24, minute < 60
        else { return nil }
        var second = 0
        var fraction = 0.0
        if scanner.skip(":") {
            guard let value = scanner.digits(2), value <= 60 else { return nil }
            second = value
            if scanner.skip(".") || scanner.skip(",") {
                guard let value = scanner.fraction() else { return nil }
                fraction = value
            }
        }
        guard hour < 24 || (minute == 0 && second == 0 && fraction == 0), let zone = scanner.zone(),
            scanner.isOnlySpaceLeft
        else {
            return nil
        }
        return Date(timeIntervalSince1970: Double(midnight + hour * 3600 + minute * 60 + second - zone) + fraction)
    }

    /// `2026-11-21 12:37:03` and `2026-11-21 12:37:03.250`, as most columns hold their dates; nil for what is to be looked
    /// at piece by piece.
    @inline(__always)
    private static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> Date? {
        let hasFraction = bytes.count == 23
        guard hasFraction || bytes.count == 19, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"), !hasFraction || bytes[19] == UInt8(ascii: ".")
        else { return nil }
        var largest: UInt8 = 0
        @inline(__always)
        func number(_ start: Int, _ count: Int) -> Int {
            var value = 0
            for index in start..<(start &+ count) {
                let digit = bytes[index] &- UInt8(ascii: "0")
                largest = Swift.max(largest, digit)
                value = value &* 10 &+ Int(digit)
            }
            return value
        }
        let (year, month, day) = (number(0, 4), number(5, 2), number(8, 2))
        let (hour, minute, second) = (number(11, 2), number(14, 2), number(17, 2))
        let fraction = hasFraction ? Double(number(20, 3)) / 1000 : 0
        guard largest < 10, month >= 1, month <= 12, day >= 1, day <= 28 || day <= days(in: month, of: year), hour < 24,
            minute < 60, second < 60
        else { return nil }
        let midnight = DateText.daysSinceEpoch(year: year, month: month, day: day) &* 86_400
        return Date(timeIntervalSince1970: Double(midnight &+ hour &* 3600 &+ minute &* 60 &+ second) + fraction)
    }

    /// Whether the time of a text with seconds is neither 24:00 nor in a leap second, which are written otherwise.
    static func isInDay(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        !(text[11] == UInt8(ascii: "2") && text[12] == UInt8(ascii: "4")) && text[17] != UInt8(ascii: "6")
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private struct Scanner {
        let bytes: UnsafeBufferPointer<UInt8>
        var position = 0

        var isAtEnd: Bool { position >= bytes.count }

        /// Columns of type CHAR(n) are filled up with spaces.
        var isOnlySpaceLeft: Bool { isAtEnd || bytes[position...].allSatisfy { $0 == UInt8(ascii: " ") } }

        /// Exactly `count` digits.
        mutating func digits(_ count: Int) -> Int? {
            guard position + count <= bytes.count else { return nil }
            var value = 0
            for index in position..<(position + count) {
                let digit = bytes[index] &- UInt8(ascii: "0")
                guard digit < 10 else { return nil }
                value = value * 10 + Int(digit)
            }
            position += count
            return value
        }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        /// The digits behind the point; those after the ninth say nothing that a Date can hold.
        mutating func fraction() -> Double? {
            var value = 0
            var scale = 1
            let start = position
            while position < bytes.count {
                let digit = bytes[position] &- UInt8(ascii: "0")
                guard digit < 10 else { break }
                if scale < 1_000_000_000 {
                    value = value * 10 + Int(digit)
                    scale *= 10
                }
                position += 1
            }
            return position > start ? Double(value) / Double(scale) : nil
        }

        /// Seconds east of Greenwich; 0 where no zone is written, nil if it cannot be read.
        mutating func zone() -> Int? {
            while skip(" ") {}
            if isAtEnd || skip("Z") || skip("z") { return 0 }
            let sign = skip("+") ? 1 : skip("-") ? -1 : 0
            guard sign != 0, let hours = digits(2), hours < 24 else { return nil }
            if isOnlySpaceLeft { return sign * hours * 3600 }
            _ = skip(":")
            guard let minutes = digits(2), minutes < 60 else { return nil }
            return sign * (hours * 3600 + minutes * 60)
        }
    }
}
