public import Foundation
import ZIMDb

extension JSONEncoder.DateEncodingStrategy {
    /// Dates in ISO 8601 with their fractions of a second, up to microseconds; Foundation's `.iso8601` cuts them off.
    ///
    /// ```swift
    /// encoder.dateEncodingStrategy = .iso8601WithFractions
    /// // "2026-11-21T12:37:03Z", "2026-11-21T12:37:03.25Z"
    /// ```
    ///
    /// ``Model/apply(_:allowing:)`` reads them again as they were: the calendar is the Gregorian one before 1582, too, as in ISO 8601
    /// and in databases, where Foundation writes the Julian. A date whose year is not between 0 and 9999 is an `EncodingError`.
    public static var iso8601WithFractions: Self {
        .custom { date, encoder in
            guard let text = isoText(of: date) else {
                throw EncodingError.invalidValue(
                    date,
                    EncodingError.Context(
                        codingPath: encoder.codingPath,
                        debugDescription:
                            "\(date.timeIntervalSince1970) seconds from 1970 are in no year of four digits"))
            }
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }

    /// nil for a date whose year is not one of four digits.
    private static func isoText(of date: Date) -> String? {
        let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded()
        guard let count = Int64(exactly: microseconds) else { return nil }
        let (seconds, rest) = count.quotientAndRemainder(dividingBy: 1_000_000)
        let fraction = rest < 0 ? rest + 1_000_000 : rest
        let second = Date(timeIntervalSince1970: Double(rest < 0 ? seconds - 1 : seconds))
        guard let whole = DateText.format(second, as: .isoDateTime) else { return nil }
        guard fraction > 0 else { return whole + "Z" }
        var digits = String(String(1_000_000 + fraction).dropFirst())
        while digits.hasSuffix("0") { digits.removeLast() }
        return whole + "." + digits + "Z"
    }
}
