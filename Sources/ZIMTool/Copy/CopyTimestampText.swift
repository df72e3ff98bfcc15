import ZIMOrm
import ZIMSql

/// Reads points in time from text.
enum CopyTimestampText {
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
        if let plain = PlainTimestamp(bytes) {
            return .timestamp(
                CopyTimestamp(day: plain.day, microseconds: plain.seconds * 1_000_000 + plain.milliseconds * 1000))
        }
        var scanner = TimestampScanner(bytes, allowsEra: true)
        guard let day = scanner.day(years: 4...8, allowsCompact: true) else { return .none }
        var timestamp = CopyTimestamp(day: day, microseconds: 0)
        if scanner.isAtEnd { return .timestamp(timestamp) }
        guard scanner.skipToTime(), let time = scanner.time() else { return .none }
        if !scanner.isAtEnd {
            _ = scanner.skip(" ")
            guard let zone = scanner.zone(), scanner.isAtEnd else { return .none }
            timestamp.zone = Int64(zone)
        }
        return answer(timestamp, time)
    }

    /// `12:37`, `12:37:03.25`.
    static func time(_ text: String) -> Answer {
        text.withUTF8Bytes { bytes in
            var scanner = TimestampScanner(bytes)
            guard let time = scanner.time(), scanner.isAtEnd else { return .none }
            return answer(CopyTimestamp(days: 0, microseconds: 0, zone: nil), time)
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

    /// A point in time with its time of day, which may end with the day.
    private static func answer(_ day: CopyTimestamp, _ time: TimestampScanner.Time) -> Answer {
        guard let microseconds = time.microseconds else { return .tooFine }
        guard microseconds <= GregorianCalendar.microsecondsPerDay else { return .none }
        var timestamp = day
        timestamp.microseconds = Int64(microseconds)
        return .timestamp(timestamp)
    }
}
