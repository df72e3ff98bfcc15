#if PostgreSQL
    import ZIMDb

    /// Reads the one spelling of days and times that we write, `2026-11-21T12:37:03.000Z`; what else the server
    /// understands is left to it.
    enum PostgresTimeText {
        /// 2000-01-01 00:00, in microseconds since 1970.
        static let epoch = Int64(GregorianCalendar.daysTo2000 * GregorianCalendar.microsecondsPerDay)

        /// Days since 2000-01-01.
        static func days(_ text: UnsafeBufferPointer<UInt8>) -> Int32? {
            var scanner = TimestampScanner(text)
            guard text.count == 10, let day = scanner.day(), day >= GregorianCalendar.firstDay, scanner.isAtEnd else {
                return nil
            }
            return Int32(exactly: day - GregorianCalendar.daysTo2000)
        }

        /// Microseconds since 2000-01-01 00:00.
        ///
        /// - Parameter zoned: whether the column has a zone: then the text must say that it is UTC, since the server would
        ///   take the session's; without one the server passes over the zone.
        static func microseconds(_ text: UnsafeBufferPointer<UInt8>, zoned: Bool) -> Int64? {
            let isUTC = text.last == UInt8(ascii: "Z")
            let local = UnsafeBufferPointer(rebasing: isUTC ? text.dropLast() : text[...])
            guard local.count >= 19, isUTC || !zoned else { return nil }
            if let plain = PlainTimestamp(local) {
                return microseconds(plain.day, plain.seconds * 1_000_000 + plain.milliseconds * 1000)
            }
            var scanner = TimestampScanner(local)
            guard let day = scanner.day(), scanner.skipToTime(), local.count == 19 || local[19] == UInt8(ascii: "."),
                let time = scanner.time()?.microseconds, time <= GregorianCalendar.microsecondsPerDay, scanner.isAtEnd
            else { return nil }
            return microseconds(day, time)
        }

        private static func microseconds(_ day: Int, _ time: Int) -> Int64? {
            guard day >= GregorianCalendar.firstDay else { return nil }
            return Int64((day - GregorianCalendar.daysTo2000) * GregorianCalendar.microsecondsPerDay + time)
        }
    }
#endif
