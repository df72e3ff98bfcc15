/// Reads the parts of a point in time from text, byte by byte and without a formatter: a day, a time of day, a zone.
///
/// A part that cannot be read is nil. The bytes must live as long as the scanner does.
package struct TimestampScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    /// Whether ` BC` stands at the end, which is then passed over.
    private let isBeforeChrist: Bool

    /// - Parameter allowsEra: whether the text may end with ` BC`, as PostgreSQL writes it.
    package init(_ bytes: UnsafeBufferPointer<UInt8>, allowsEra: Bool = false) {
        var end = bytes.count
        // Columns of type CHAR(n) are filled up with spaces.
        while end > 0, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
        isBeforeChrist = allowsEra && end > 3 && bytes[(end - 3)..<end].elementsEqual(" BC".utf8)
        self.bytes = UnsafeBufferPointer(rebasing: bytes[..<(isBeforeChrist ? end - 3 : end)])
    }

    package var isAtEnd: Bool { position >= bytes.count }

    package mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Passes over what stands between a day and its time.
    package mutating func skipToTime() -> Bool { skip(" ") || skip("T") || skip("t") }

    /// The number of a day since 1970-01-01: `2026-11-21`.
    ///
    /// - Parameters:
    ///   - years: how many digits the year may have.
    ///   - allowsCompact: whether eight digits alone are a day, too: `20261121`.
    package mutating func day(years: ClosedRange<Int> = 4...4, allowsCompact: Bool = false) -> Int? {
        var digits = 0
        while digits < bytes.count, bytes[digits] &- UInt8(ascii: "0") < 10 { digits += 1 }
        let isCompact = allowsCompact && digits == 8 && bytes.count == 8 && !isBeforeChrist
        guard isCompact || years.contains(digits), var year = number(isCompact ? 4 : digits),
            isCompact || skip("-"), let month = number(2), isCompact || skip("-"), let day = number(2)
        else { return nil }
        if isBeforeChrist {
            guard year > 0 else { return nil }
            year = 1 - year
        }
        guard GregorianCalendar.contains(year: year, month: month, day: day) else { return nil }
        return GregorianCalendar.dayNumber(year: year, month: month, day: day)
    }

    /// A time of day.
    package struct Time {
        /// Since midnight; 86,400 for 24:00, and one more than the minute has for a leap second.
        package let seconds: Int
        package let nanoseconds: Int
        /// Whether the text has more digits than nanoseconds.
        package let isFiner: Bool

        /// Since midnight; nil where the text is finer.
        package var microseconds: Int? {
            isFiner || nanoseconds % 1000 != 0 ? nil : seconds * 1_000_000 + nanoseconds / 1000
        }
    }

    /// `12:37`, `12:37:03`, `12:37:03.25`.
    package mutating func time() -> Time? {
        guard let hour = number(2), skip(":"), let minute = number(2), hour <= 24, minute < 60 else { return nil }
        var (second, nanoseconds, isFiner) = (0, 0, false)
        if skip(":") {
            guard let value = number(2), value <= 60 else { return nil }
            second = value
            if skip(".") || skip(",") {
                var unit = 100_000_000
                let start = position
                while let digit = number(1) {
                    if unit == 0, digit > 0 { isFiner = true }
                    nanoseconds += digit * unit
                    unit /= 10
                }
                guard position > start else { return nil }
            }
        }
        guard hour < 24 || (minute == 0 && second == 0 && nanoseconds == 0 && !isFiner) else { return nil }
        return Time(seconds: hour * 3600 + minute * 60 + second, nanoseconds: nanoseconds, isFiner: isFiner)
    }

    /// Seconds east of Greenwich: `Z`, `+01`, `+0130`, `-01:30`, `+01:30:15`.
    package mutating func zone() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let sign = skip("+") ? 1 : skip("-") ? -1 : 0
        guard sign != 0, let hours = number(2), hours < 24 else { return nil }
        var seconds = hours * 3600
        if !isAtEnd {
            _ = skip(":")
            guard let minutes = number(2), minutes < 60 else { return nil }
            seconds += minutes * 60
            if skip(":") {
                guard let rest = number(2), rest < 60 else { return nil }
                seconds += rest
            }
        }
        return sign * seconds
    }

    /// Exactly so many digits.
    private mutating func number(_ count: Int) -> Int? {
        guard position + count <= bytes.count else { return nil }
        var value = 0
        for index in position..<position + count {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        position += count
        return value
    }
}
