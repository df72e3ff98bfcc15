#if PostgreSQL
    public import ZIMDb

    /// A span of time of PostgreSQL, which keeps months, days and time apart: a month has no fixed number of days, and a day
    /// no fixed number of hours.
    ///
    /// ```swift
    /// var notice = PostgresInterval(months: 3, days: -1, microseconds: 1_500_000)      // 3 mons -1 days +00:00:01.5
    /// ```
    ///
    /// Two of them are equal if all three parts are; for the server `1 day` and `24:00:00` are equal.
    ///
    /// Source: <https://www.postgresql.org/docs/15/datatype-datetime.html#DATATYPE-INTERVAL-INPUT>
    public struct PostgresInterval: PostgresNativeValue, CustomStringConvertible {
        /// Months, a year being 12 of them.
        public var months: Int32
        /// Days.
        public var days: Int32
        /// Microseconds: of hours, minutes and seconds together.
        public var microseconds: Int64

        /// A span of these parts.
        public init(months: Int32 = 0, days: Int32 = 0, microseconds: Int64 = 0) {
            self.months = months
            self.days = days
            self.microseconds = microseconds
        }

        public static var postgresType: String { "interval" }
        public var description: String { postgresText }

        public var postgresText: String {
            var text = ""
            var isAfterNegative = false
            for (value, unit) in [(months / 12, "year"), (months % 12, "mon"), (days, "day")] where value != 0 {
                let sign = isAfterNegative && value > 0 ? "+" : ""
                text += (text.isEmpty ? "" : " ") + sign + "\(value) \(unit)" + (value == 1 ? "" : "s")
                isAfterNegative = value < 0
            }
            guard text.isEmpty || microseconds != 0 else { return text }
            let rest = microseconds.magnitude
            func two(_ number: UInt64) -> String { (number < 10 ? "0" : "") + String(number) }
            text += text.isEmpty ? "" : " "
            text += microseconds < 0 ? "-" : isAfterNegative ? "+" : ""
            text += two(rest / 3_600_000_000) + ":" + two(rest / 60_000_000 % 60) + ":" + two(rest / 1_000_000 % 60)
            let fraction = rest % 1_000_000
            guard fraction > 0 else { return text }
            var digits = String(fraction)
            digits = String(repeating: "0", count: 6 - digits.count) + digits
            while digits.hasSuffix("0") { digits.removeLast() }
            return text + "." + digits
        }

        /// - Throws: `ValueMismatch` for what is not in the server's own form, and for `infinity`.
        public init(column value: SQLValue) throws {
            let (text, _) = try PostgresText.text(of: value, Self.self)
            guard let parsed = Self.parsed(text) else {
                throw ValueMismatch(
                    value: value, type: "PostgresInterval",
                    reason: text.hasSuffix("infinity")
                        ? "is endless" : "is not written as in “1 year 2 mons 3 days 04:05:06”")
            }
            self = parsed
        }

        private static func parsed(_ text: String) -> PostgresInterval? {
            var interval = PostgresInterval()
            var words = text.split(separator: " ")[...]
            guard !words.isEmpty else { return nil }
            while let word = words.popFirst() {
                if word.contains(":") {
                    guard words.isEmpty, let time = time(word) else { return nil }
                    interval.microseconds = time
                    return interval
                }
                guard let number = Int32(word), let unit = words.popFirst() else { return nil }
                switch unit {
                case "year", "years":
                    let (months, isTooLarge) = number.multipliedReportingOverflow(by: 12)
                    let (sum, isSumTooLarge) = interval.months.addingReportingOverflow(months)
                    if isTooLarge || isSumTooLarge { return nil }
                    interval.months = sum
                case "mon", "mons":
                    let (sum, isTooLarge) = interval.months.addingReportingOverflow(number)
                    if isTooLarge { return nil }
                    interval.months = sum
                case "day", "days": interval.days = number
                default: return nil
                }
            }
            return interval
        }

        /// `[+-]hh:mm:ss[.ffffff]`
        private static func time(_ text: Substring) -> Int64? {
            let isNegative = text.hasPrefix("-")
            let parts = text.drop { $0 == "-" || $0 == "+" }.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 3, let hours = UInt64(parts[0]), let minutes = UInt64(parts[1]), minutes < 60 else {
                return nil
            }
            let seconds = parts[2].split(separator: ".", omittingEmptySubsequences: false)
            guard let whole = UInt64(seconds[0]), whole < 60, seconds.count <= 2 else { return nil }
            let digits = seconds.count == 2 ? seconds[1] : "0"
            guard digits.count <= 6, !digits.isEmpty,
                let fraction = UInt64(digits + String(repeating: "0", count: 6 - digits.count))
            else { return nil }
            // The server's longest is a little over 2,562,047,788 hours.
            guard hours <= 2_562_047_788 else { return nil }
            let total = hours * 3_600_000_000 + minutes * 60_000_000 + whole * 1_000_000 + fraction
            if isNegative { return total <= UInt64(Int64.max) + 1 ? Int64(truncatingIfNeeded: 0 &- total) : nil }
            return Int64(exactly: total)
        }
    }
#endif
