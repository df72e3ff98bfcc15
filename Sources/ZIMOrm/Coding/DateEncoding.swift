public import Foundation

extension JSONEncoder.DateEncodingStrategy {
    /// Dates in ISO 8601 with their fractions of a second, up to microseconds; Foundation's `.iso8601` cuts them off.
    ///
    /// ```swift
    /// encoder.dateEncodingStrategy = .iso8601WithFractions
    /// // "2026-11-21T12:37:03Z", "2026-11-21T12:37:03.25Z"
    /// ```
    ///
    /// ``Model/apply(_:allowing:)`` reads them again as they were.
    public static var iso8601WithFractions: Self {
        .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(isoText(of: date))
        }
    }

    private static func isoText(of date: Date) -> String {
        let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded()
        guard let count = Int64(exactly: microseconds) else { return date.formatted(.iso8601) }
        let (seconds, rest) = count.quotientAndRemainder(dividingBy: 1_000_000)
        let fraction = rest < 0 ? rest + 1_000_000 : rest
        let whole = Date(timeIntervalSince1970: Double(rest < 0 ? seconds - 1 : seconds)).formatted(.iso8601)
        guard fraction > 0, whole.hasSuffix("Z") else { return whole }
        var digits = String(String(1_000_000 + fraction).dropFirst())
        while digits.hasSuffix("0") { digits.removeLast() }
        return whole.dropLast() + "." + digits + "Z"
    }
}
