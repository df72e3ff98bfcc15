#if PostgreSQL
    /// Writes dates and times of the server's binary form as the server itself prints them in its ISO style.
    ///
    /// Source: <https://www.postgresql.org/docs/15/datatype-datetime.html>
    enum PostgresTime {
        private static let microsecondsPerDay: Int64 = 86_400_000_000

        /// - Parameter days: since 2000-01-01.
        static func date(_ days: Int32) -> String {
            switch days {
            case .max: return "infinity"
            case .min: return "-infinity"
            default: break
            }
            let (text, isBeforeChrist) = day(Int64(days))
            return isBeforeChrist ? text + " BC" : text
        }

        /// - Parameter microseconds: since midnight.
        static func time(_ microseconds: Int64) -> String { clock(microseconds) }

        /// - Parameters:
        ///   - microseconds: since 2000-01-01 00:00.
        ///   - zone: what is written behind the time.
        static func timestamp(_ microseconds: Int64, zone: String) -> String {
            switch microseconds {
            case .max: return "infinity"
            case .min: return "-infinity"
            default: break
            }
            var days = microseconds / microsecondsPerDay
            var rest = microseconds % microsecondsPerDay
            if rest < 0 {
                days -= 1
                rest += microsecondsPerDay
            }
            let (text, isBeforeChrist) = day(days)
            return text + " " + clock(rest) + zone + (isBeforeChrist ? " BC" : "")
        }

        /// The day in the proleptic Gregorian calendar.
        ///
        /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`
        private static func day(_ sinceEpoch: Int64) -> (text: String, isBeforeChrist: Bool) {
            // From 0000-03-01, so that a leap day is the last of its year.
            let shifted = sinceEpoch + 730_425
            let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
            let dayOfEra = shifted - era * 146_097
            let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
            let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
            let month = (5 * dayOfYear + 2) / 153
            let day = dayOfYear - (153 * month + 2) / 5 + 1
            let civilMonth = month < 10 ? month + 3 : month - 9
            let year = yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0)
            // There is no year 0: the one before 1 is 1 BC.
            let shown = year > 0 ? year : 1 - year
            return ("\(padded(shown, 4))-\(padded(civilMonth, 2))-\(padded(day, 2))", year <= 0)
        }

        private static func clock(_ microseconds: Int64) -> String {
            let seconds = microseconds / 1_000_000
            var text = "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
            var fraction = microseconds % 1_000_000
            guard fraction != 0 else { return text }
            var width = 6
            while fraction % 10 == 0 {
                fraction /= 10
                width -= 1
            }
            text += "." + padded(fraction, width)
            return text
        }

        private static func padded(_ number: Int64, _ width: Int) -> String {
            let digits = String(number)
            return digits.count < width ? String(repeating: "0", count: width - digits.count) + digits : digits
        }
    }
#endif
