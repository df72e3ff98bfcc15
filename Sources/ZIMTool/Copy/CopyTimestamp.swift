import ZIMOrm
import ZIMSql

/// Points in time as whole numbers, so that nothing is rounded on the way from one engine to the other.
///
/// Counted from 2000-01-01, as PostgreSQL counts: from 1970 its last years would not fit.
///
/// Source: <https://www.postgresql.org/docs/15/datatype-datetime.html>, <https://www.sqlite.org/lang_datefunc.html>
struct CopyTimestamp: Hashable, Sendable {
    static let microsecondsPerDay: Int64 = 86_400_000_000
    /// The days between 1970-01-01 and 2000-01-01.
    static let epoch: Int64 = 10_957
    /// `infinity` and `-infinity` of PostgreSQL.
    static let infinity = CopyTimestamp(days: .max, microseconds: 0, zone: nil)
    static let minusInfinity = CopyTimestamp(days: .min, microseconds: 0, zone: nil)

    /// Since 2000-01-01.
    var days: Int64
    /// Since midnight.
    var microseconds: Int64
    /// Seconds east of Greenwich; nil where the text names no zone.
    var zone: Int64?

    var isInfinite: Bool { days == .max || days == .min }

    /// Microseconds since 2000-01-01 00:00 in UTC, a timestamp without a zone being of that; nil beyond 64 bits.
    var instant: Int64? {
        if isInfinite { return days }
        let (start, overflows) = days.multipliedReportingOverflow(by: Self.microsecondsPerDay)
        let (sum, isTooMuch) = start.addingReportingOverflow(microseconds - (zone ?? 0) * 1_000_000)
        return overflows || isTooMuch || sum == .max || sum == .min ? nil : sum
    }

    init(days: Int64, microseconds: Int64, zone: Int64?) {
        self.days = days
        self.microseconds = microseconds
        self.zone = zone
    }

    init(instant: Int64) {
        guard instant != .max, instant != .min else {
            self.init(days: instant, microseconds: 0, zone: nil)
            return
        }
        var days = instant / Self.microsecondsPerDay
        var rest = instant % Self.microsecondsPerDay
        if rest < 0 {
            days -= 1
            rest += Self.microsecondsPerDay
        }
        self.init(days: days, microseconds: rest, zone: nil)
    }
}

/// Reads points in time from text, byte by byte.
struct CopyTimestampScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// The bytes must live as long as this does.
    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var end = bytes.count
        // Columns of type CHAR(n) are filled up with spaces.
        while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
        self.bytes = UnsafeBufferPointer(rebasing: bytes[..<end])
    }

    /// What became of a text.
    enum Answer {
        case timestamp(CopyTimestamp)
        case tooFine
        case none
    }

    /// `2026-11-21`, `2026-11-21T12:37:03.25Z`, `0044-03-15 12:00:00 BC`, `20261121`, `infinity`.
    static func timestamp(_ text: String) -> Answer {
        if text == "infinity" { return .timestamp(.infinity) }
        if text == "-infinity" { return .timestamp(.minusInfinity) }
        return text.withUTF8Bytes { timestamp($0) }
    }

    /// The same for the bytes of a text, but for the infinities.
    static func timestamp(_ bytes: UnsafeBufferPointer<UInt8>) -> Answer {
        var scanner = CopyTimestampScanner(bytes)
        return scanner.timestamp()
    }

    /// `12:37`, `12:37:03.25`.
    static func time(_ text: String) -> Answer {
        text.withUTF8Bytes { bytes in
            var scanner = CopyTimestampScanner(bytes)
            guard let answer = scanner.time(), scanner.isAtEnd else { return .none }
            return answer < 0 ? .tooFine : .timestamp(CopyTimestamp(days: 0, microseconds: answer, zone: nil))
        }
    }

    /// `12:37:03.25`, `-838:59:59`.
    static func span(_ text: String) -> Answer {
        let isNegative = text.hasPrefix("-")
        let rest = isNegative ? text.dropFirst() : text[...]
        guard let colon = rest.firstIndex(of: ":"), let hours = Int64(rest[..<colon]), rest.first != "+", hours < 10_000
        else { return .none }
        switch time("00" + rest[colon...]) {
        case .timestamp(let time):
            let total = hours * 3_600_000_000 + time.microseconds
            return .timestamp(CopyTimestamp(days: 0, microseconds: isNegative ? -total : total, zone: nil))
        case let other: return other
        }
    }

    private mutating func timestamp() -> Answer {
        let isBeforeChrist = endsBeforeChrist
        let end = isBeforeChrist ? bytes.count - 3 : bytes.count
        guard let day = day(isBeforeChrist) else { return .none }
        var timestamp = CopyTimestamp(days: day, microseconds: 0, zone: nil)
        guard position < end else { return .timestamp(timestamp) }
        guard skip("T") || skip(" ") || skip("t"), let time = time() else { return .none }
        timestamp.microseconds = time
        if position < end {
            _ = skip(" ")
            guard let zone = zone() else { return .none }
            timestamp.zone = zone
        }
        guard position == end else { return .none }
        return time < 0 ? .tooFine : .timestamp(timestamp)
    }

    private mutating func day(_ isBeforeChrist: Bool) -> Int64? {
        var digits = 0
        while digits < bytes.count, bytes[digits] &- 0x30 < 10 { digits += 1 }
        var isCompact = false
        guard digits >= 4, digits <= 8 else { return nil }
        var year = 0
        if digits == 8, bytes.count == 8 {
            isCompact = true
            year = number(4) ?? 0
        } else {
            year = number(digits) ?? 0
        }
        guard isCompact || skip("-"), let month = number(2), isCompact || skip("-"), let day = number(2),
            (1...12).contains(month)
        else { return nil }
        if isBeforeChrist {
            guard year > 0 else { return nil }
            year = 1 - year
        }
        let start = DateText.daysSinceEpoch(year: year, month: month, day: 1)
        let next = DateText.daysSinceEpoch(
            year: month == 12 ? year + 1 : year, month: month == 12 ? 1 : month + 1, day: 1)
        guard day >= 1, day <= next - start else { return nil }
        return Int64(start + day - 1) - CopyTimestamp.epoch
    }

    /// Microseconds since midnight; -1 where the text is finer than that.
    private mutating func time() -> Int64? {
        guard let hour = number(2), skip(":"), let minute = number(2), hour <= 24, minute < 60 else { return nil }
        var second = 0
        var fraction: Int64 = 0
        var isTooFine = false
        if skip(":") {
            guard let value = number(2), value <= 60 else { return nil }
            second = value
            if skip(".") || skip(",") {
                var places = 0
                while position < bytes.count, bytes[position] &- 0x30 < 10 {
                    let digit = Int64(bytes[position] &- 0x30)
                    if places < 6 { fraction = fraction * 10 + digit } else if digit != 0 { isTooFine = true }
                    places += 1
                    position += 1
                }
                guard places > 0 else { return nil }
                while places < 6 {
                    fraction *= 10
                    places += 1
                }
            }
        }
        let total = Int64(hour * 3600 + minute * 60 + second) * 1_000_000 + fraction
        guard total <= CopyTimestamp.microsecondsPerDay else { return nil }
        return isTooFine ? -1 : total
    }

    /// Seconds east of Greenwich: `Z`, `+01`, `+0130`, `-01:30`, `+01:30:15`.
    private mutating func zone() -> Int64? {
        if skip("Z") || skip("z") { return 0 }
        let sign = skip("+") ? 1 : skip("-") ? -1 : 0
        guard sign != 0, let hours = number(2), hours < 24 else { return nil }
        var seconds = hours * 3600
        let hasMinutes = skip(":")
        if let minutes = number(2) {
            guard minutes < 60 else { return nil }
            seconds += minutes * 60
            if skip(":") {
                guard let rest = number(2), rest < 60 else { return nil }
                seconds += rest
            }
        } else if hasMinutes {
            return nil
        }
        return Int64(sign * seconds)
    }

    private var isAtEnd: Bool { position >= bytes.count }

    private var endsBeforeChrist: Bool {
        let end = bytes.count
        return end > 3 && bytes[end - 1] == UInt8(ascii: "C") && bytes[end - 2] == UInt8(ascii: "B")
            && bytes[end - 3] == 0x20
    }

    private mutating func number(_ count: Int) -> Int? {
        guard position + count <= bytes.count else { return nil }
        var value = 0
        for place in position..<position + count {
            let digit = bytes[place] &- 0x30
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        position += count
        return value
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }
}
