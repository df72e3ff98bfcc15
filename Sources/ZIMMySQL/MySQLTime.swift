#if MySQL
    import CMariaDB

    /// Formats dates and times as the server does.
    enum MySQLTime {
        /// - Parameter decimals: how many digits the fraction has.
        static func text(_ time: MYSQL_TIME, _ kind: MySQLColumn.Kind, decimals: Int) -> String {
            var text: [UInt8] = []
            text.reserveCapacity(26)
            if kind != .time {
                put(time.year, 4, into: &text)
                text.append(UInt8(ascii: "-"))
                put(time.month, 2, into: &text)
                text.append(UInt8(ascii: "-"))
                put(time.day, 2, into: &text)
                if kind == .date { return String(decoding: text, as: UTF8.self) }
                text.append(UInt8(ascii: " "))
            } else if time.neg != 0 {
                text.append(UInt8(ascii: "-"))
            }
            put(time.hour, 2, into: &text)
            text.append(UInt8(ascii: ":"))
            put(time.minute, 2, into: &text)
            text.append(UInt8(ascii: ":"))
            put(time.second, 2, into: &text)
            // An expression's has as many as it needs.
            let digits = decimals <= 6 ? decimals : time.second_part == 0 ? 0 : 6
            if digits > 0 {
                var fraction: [UInt8] = []
                put(UInt32(clamping: time.second_part), 6, into: &fraction)
                text.append(UInt8(ascii: "."))
                text.append(contentsOf: fraction.prefix(digits))
            }
            return String(decoding: text, as: UTF8.self)
        }

        private static func put(_ number: UInt32, _ width: Int, into text: inout [UInt8]) {
            let digits = Array(String(number).utf8)
            for _ in 0..<max(0, width - digits.count) { text.append(UInt8(ascii: "0")) }
            text.append(contentsOf: digits)
        }

        /// Microseconds since 2000-01-01 00:00; nil for an invalid date such as 0000-00-00.
        static func microseconds(_ time: MYSQL_TIME) -> Int64? {
            guard time.month >= 1, time.month <= 12, time.day >= 1, time.day <= 31, time.year > 0 else { return nil }
            // Days of the civil calendar, counted from the 1st of March.
            let year = Int64(time.year) - (time.month <= 2 ? 1 : 0)
            let era = year / 400
            let yearOfEra = year - era * 400
            let month = Int64(time.month)
            let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + Int64(time.day) - 1
            let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 730_425
            let seconds = days * 86_400 + Int64(time.hour) * 3_600 + Int64(time.minute) * 60 + Int64(time.second)
            return seconds * 1_000_000 + Int64(clamping: time.second_part)
        }

        /// A point in time of the zone UTC as a `DATETIME` or `TIMESTAMP` takes it, with its session's zone at UTC:
        /// `2026-11-21T12:37:03.000123Z` is `2026-11-21 12:37:03.000123`. Other zones are sent unchanged.
        static func append(withoutZone text: String, to bytes: inout [UInt8]) {
            let start = bytes.count
            bytes.append(contentsOf: text.utf8)
            for zone in zones where bytes.count - start >= zone.count && bytes.suffix(zone.count).elementsEqual(zone) {
                bytes.removeLast(zone.count)
                break
            }
            let middle = start + 10
            if middle < bytes.count, bytes[middle] == UInt8(ascii: "T") { bytes[middle] = UInt8(ascii: " ") }
        }

        private static let zones = ["Z", "+00:00", "+00"].map { Array($0.utf8) }
    }
#endif
