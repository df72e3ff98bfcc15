#if MySQL
    import CMariaDB
    /// A date, a time, or both, as the server sends them.
    ///
    /// Source: <https://mariadb.com/kb/en/resultset-row/>, "TIMESTAMP binary encoding", "TIME binary encoding"
    struct MySQLTime {
        private var isNegative = false
        private var year: UInt32 = 0
        private var month: UInt32 = 0
        private var day: UInt32 = 0
        private var hour: UInt32 = 0
        private var minute: UInt32 = 0
        private var second: UInt32 = 0
        private var microsecond: UInt32 = 0

        /// Parts at the end that are zero are left out in the message.
        ///
        /// - Parameter isDuration: whether it is a `TIME`, which counts days.
        init(_ bytes: UnsafeRawPointer, _ count: Int, isDuration: Bool) {
            func byte(_ offset: Int) -> UInt32 { UInt32(bytes.load(fromByteOffset: offset, as: UInt8.self)) }
            func word(_ offset: Int) -> UInt32 {
                UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            }
            if isDuration {
                guard count >= 8 else { return }
                isNegative = byte(0) != 0
                hour = word(1) &* 24 &+ byte(5)
                (minute, second) = (byte(6), byte(7))
                if count >= 12 { microsecond = word(8) }
                return
            }
            guard count >= 4 else { return }
            (year, month, day) = (byte(0) | byte(1) << 8, byte(2), byte(3))
            guard count >= 7 else { return }
            (hour, minute, second) = (byte(4), byte(5), byte(6))
            if count >= 11 { microsecond = word(7) }
        }

        /// `2026-11-21`
        var date: String { text { putDate(into: &$0) } }

        /// `2026-11-21 12:37:03.000`
        ///
        /// - Parameter decimals: how many digits the fraction has.
        func timestamp(decimals: Int) -> String {
            text {
                putDate(into: &$0)
                $0.append(UInt8(ascii: " "))
                putTime(decimals, into: &$0)
            }
        }

        /// `-838:59:59`
        ///
        /// - Parameter decimals: how many digits the fraction has.
        func duration(decimals: Int) -> String {
            text {
                if isNegative { $0.append(UInt8(ascii: "-")) }
                putTime(decimals, into: &$0)
            }
        }

        private func text(_ write: (inout [UInt8]) -> Void) -> String {
            var text: [UInt8] = []
            text.reserveCapacity(26)
            write(&text)
            return String(decoding: text, as: UTF8.self)
        }

        private func putDate(into text: inout [UInt8]) {
            Self.put(year, 4, into: &text)
            text.append(UInt8(ascii: "-"))
            Self.put(month, 2, into: &text)
            text.append(UInt8(ascii: "-"))
            Self.put(day, 2, into: &text)
        }

        private func putTime(_ decimals: Int, into text: inout [UInt8]) {
            Self.put(hour, 2, into: &text)
            text.append(UInt8(ascii: ":"))
            Self.put(minute, 2, into: &text)
            text.append(UInt8(ascii: ":"))
            Self.put(second, 2, into: &text)
            // An expression's has as many as it needs.
            let digits = decimals <= 6 ? decimals : microsecond == 0 ? 0 : 6
            if digits > 0 {
                var fraction: [UInt8] = []
                Self.put(microsecond, 6, into: &fraction)
                text.append(UInt8(ascii: "."))
                text.append(contentsOf: fraction.prefix(digits))
            }
        }

        private static func put(_ number: UInt32, _ width: Int, into text: inout [UInt8]) {
            let digits = Array(String(number).utf8)
            for _ in 0..<max(0, width - digits.count) { text.append(UInt8(ascii: "0")) }
            text.append(contentsOf: digits)
        }

        /// Microseconds since 2000-01-01 00:00; nil for an invalid date such as 0000-00-00, or one that no calendar has, which
        /// ALLOW_INVALID_DATES lets through.
        var microseconds: Int64? {
            let (year, month, day) = (Int(year), Int(month), Int(day))
            guard year > 0, GregorianCalendar.contains(year: year, month: month, day: day) else { return nil }
            let days = GregorianCalendar.dayNumber(year: year, month: month, day: day) - GregorianCalendar.daysTo2000
            let seconds = Int64(days) * 86_400 + Int64(hour) * 3_600 + Int64(minute) * 60 + Int64(second)
            return seconds * 1_000_000 + Int64(microsecond)
        }

        /// A point in time in its parts, as libmariadb takes it.
        ///
        /// - Parameter count: the microseconds since 1970, of the years 1 to 9999.
        static func parts(of count: Int) -> MYSQL_TIME {
            let (number, rest) = GregorianCalendar.day(of: count)
            let (year, month, day) = GregorianCalendar.date(ofDay: number)
            let seconds = rest / 1_000_000
            var time = MYSQL_TIME()
            time.year = UInt32(truncatingIfNeeded: year)
            time.month = UInt32(truncatingIfNeeded: month)
            time.day = UInt32(truncatingIfNeeded: day)
            time.hour = UInt32(truncatingIfNeeded: seconds / 3_600)
            time.minute = UInt32(truncatingIfNeeded: seconds / 60 % 60)
            time.second = UInt32(truncatingIfNeeded: seconds % 60)
            time.second_part = UInt(truncatingIfNeeded: rest % 1_000_000)
            time.time_type = MYSQL_TIMESTAMP_DATETIME
            return time
        }

        /// A point in time of the zone UTC in its parts; nil for a text that is none.
        ///
        /// - Parameter text: `2026-11-21T12:37:03.000123Z`, with up to six digits behind the point.
        static func parts(of text: UnsafeBufferPointer<UInt8>) -> MYSQL_TIME? {
            let count = lengthWithoutZone(text)
            guard count == 19 || (21...26).contains(count), count < text.count else { return nil }
            var numbers: [UInt32] = [0]
            for (index, byte) in text[..<count].enumerated() {
                switch index {
                case 4, 7, 10, 13, 16, 19: numbers.append(0)
                default:
                    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                    numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + UInt32(byte - UInt8(ascii: "0"))
                }
            }
            for _ in max(count, 20)..<26 where count > 19 { numbers[numbers.count - 1] *= 10 }
            var time = MYSQL_TIME()
            (time.year, time.month, time.day) = (numbers[0], numbers[1], numbers[2])
            (time.hour, time.minute, time.second) = (numbers[3], numbers[4], numbers[5])
            time.second_part = numbers.count > 6 ? UInt(numbers[6]) : 0
            time.time_type = MYSQL_TIMESTAMP_DATETIME
            return time
        }

        /// How many bytes of a point in time of the zone UTC a `DATETIME` or `TIMESTAMP` takes, with its session's zone at UTC:
        /// all before the zone. Other zones are sent unchanged.
        static func lengthWithoutZone(_ text: UnsafeBufferPointer<UInt8>) -> Int {
            if text.last == UInt8(ascii: "Z") { return text.count - 1 }
            if text.hasSuffix("+00:00") { return text.count - 6 }
            return text.hasSuffix("+00") ? text.count - 3 : text.count
        }
    }

    extension UnsafeBufferPointer<UInt8> {
        fileprivate func hasSuffix(_ ending: StaticString) -> Bool {
            count >= ending.utf8CodeUnitCount && ending.withUTF8Buffer { suffix($0.count).elementsEqual($0) }
        }
    }
#endif
