#if PostgreSQL
    import ZIMDb

    /// Reads the one spelling of days and times that we write, `2026-11-21T12:37:03.000Z`; what else the server
    /// understands is left to it.
    enum PostgresTimeText {
        /// 2000-01-01 00:00, in microseconds since 1970.
        static let epoch = Int64(GregorianCalendar.daysTo2000) * 86_400_000_000

        /// Days since 2000-01-01.
        static func days(_ text: UnsafeBufferPointer<UInt8>) -> Int32? {
            var scanner = TimestampScanner(text)
            guard text.count == 10, let day = day(&scanner), scanner.isAtEnd else { return nil }
            return Int32(exactly: day)
        }

        /// Microseconds since 2000-01-01 00:00.
        ///
        /// - Parameter zoned: whether the column has a zone: then the text must say that it is UTC, since the server would
        ///   take the session's; without one the server passes over the zone.
        static func microseconds(_ text: UnsafeBufferPointer<UInt8>, zoned: Bool) -> Int64? {
            var scanner = TimestampScanner(text)
            guard text.count >= 19, let day = day(&scanner), scanner.skipToTime(),
                text.count == 19 || text[19] == UInt8(ascii: ".") || text[19] == UInt8(ascii: "Z"),
                let time = scanner.time()?.microseconds, time <= 86_400_000_000, scanner.skip("Z") || !zoned,
                scanner.isAtEnd
            else { return nil }
            return Int64(day * 86_400_000_000 + time)
        }

        /// Days since 2000-01-01; the server has no year 0.
        private static func day(_ scanner: inout TimestampScanner) -> Int? {
            guard let day = scanner.day(), day >= firstDay else { return nil }
            return day - GregorianCalendar.daysTo2000
        }

        private static let firstDay = GregorianCalendar.dayNumber(year: 1, month: 1, day: 1)
    }
#endif
