#if PostgreSQL
    import ZIMDb

    /// Reads the one spelling of days and times that we write, `2026-11-21T12:37:03.000Z`; what else the server
    /// understands is left to it.
    enum PostgresTimeText {
        /// 2000-01-01 00:00, in microseconds since 1970.
        static let epoch: Int64 = 946_684_800_000_000

        /// Days since 2000-01-01.
        static func days(_ text: UnsafeBufferPointer<UInt8>) -> Int32? {
            guard text.count == 10 else { return nil }
            return day(text).flatMap { Int32(exactly: $0) }
        }

        /// Microseconds since 2000-01-01 00:00.
        ///
        /// - Parameter zoned: whether the column has a zone: then the text must say that it is UTC, since the server would
        ///   take the session's; without one the server passes over the zone.
        static func microseconds(_ text: UnsafeBufferPointer<UInt8>, zoned: Bool) -> Int64? {
            var count = text.count
            guard count >= 19, count <= 27 else { return nil }
            if text[count - 1] == UInt8(ascii: "Z") { count -= 1 } else if zoned { return nil }
            guard let day = day(text), text[10] == UInt8(ascii: "T") || text[10] == UInt8(ascii: " "),
                let hour = number(text, 11, 2), let minute = number(text, 14, 2), let second = number(text, 17, 2),
                text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"), hour < 24, minute < 60, second < 60
            else { return nil }
            var fraction: Int64 = 0
            if count > 19 {
                let digits = count - 20
                guard text[19] == UInt8(ascii: "."), (1...6).contains(digits), let value = number(text, 20, digits)
                else { return nil }
                fraction = value
                for _ in digits..<6 { fraction *= 10 }
            }
            return ((day * 24 + hour) * 60 + minute) * 60_000_000 + second * 1_000_000 + fraction
        }

        private static func day(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
            guard let year = number(text, 0, 4), let month = number(text, 5, 2), let day = number(text, 8, 2),
                text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), year > 0, (1...12).contains(month), day > 0
            else { return nil }
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let length: Int64 = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
            guard day <= length else { return nil }
            return Int64(DateText.daysSinceEpoch(year: Int(year), month: Int(month), day: Int(day))) - 10_957
        }

        /// Exactly so many digits; the caller has looked that they are there.
        @inline(__always)
        private static func number(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int) -> Int64? {
            guard start + count <= text.count else { return nil }
            var value: Int64 = 0
            for index in start..<start + count {
                let digit = text[index] &- UInt8(ascii: "0")
                guard digit < 10 else { return nil }
                value = value * 10 + Int64(digit)
            }
            return value
        }
    }
#endif
