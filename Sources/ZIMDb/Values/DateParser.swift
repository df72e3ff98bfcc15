import Foundation

/// Reads ISO 8601 text and what legacy tables hold in its place, byte by byte, without a formatter.
package enum DateParser {
    package static func parse(_ text: String) -> Date? {
        text.withUTF8Bytes { parse($0) }
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

    /// `33658-09-27 01:46:40+00`, `0044-03-15 BC`: what PostgreSQL prints of other years than 1 to 9999.
    static func parseFar(_ text: String) -> Date? {
        let isBeforeChrist = text.hasSuffix(" BC")
        guard let mark = text.firstIndex(of: "-"), let number = Int(text[..<mark]), (0..<1_000_000).contains(number)
        else { return nil }
        // The calendar repeats after 400 years, which have 146,097 days.
        let year = isBeforeChrist ? 1 - number : number
        let near = 2000 + (year % 400 + 400) % 400
        return parse("\(near)" + text[mark...].dropLast(isBeforeChrist ? 3 : 0))
            .map { $0 + TimeInterval((year - near) / 400 * 146_097 * 86_400) }
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
        guard tens < 10, ones < 10, month >= 1, month <= 12, day >= 1, day <= 28 || day <= days(in: month, of: year),
            hour < 24, minute < 60, second < 60
        else { return nil }
        let midnight = DateText.daysSinceEpoch(year: year, month: month, day: day) &* 86_400
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
