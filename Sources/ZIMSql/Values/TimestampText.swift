/// The text of days and times that are counted from 2000-01-01, as PostgreSQL prints them in its ISO style.
///
/// Source: <https://www.postgresql.org/docs/15/datatype-datetime.html>
package enum TimestampText {
    /// The year of six digits, the time with its fraction, a zone, and " BC".
    private static let longest = 48

    /// `2026-11-21`, `0044-03-15 BC`.
    ///
    /// - Parameter days: since 2000-01-01; the largest and the smallest of 64 bits are infinite.
    package static func date(_ days: Int64) -> String {
        if let infinity = infinity(days) { return infinity }
        return write { writer in
            let isBeforeChrist = writer.day(days)
            if isBeforeChrist { writer.text(" BC") }
        }
    }

    /// `12:37:03.25`, as many digits behind the point as there are; `-838:59:59`.
    ///
    /// - Parameter microseconds: since midnight.
    package static func time(_ microseconds: Int64) -> String {
        write { writer in
            if microseconds < 0 { writer.text("-") }
            writer.clock(Int64(clamping: microseconds.magnitude))
        }
    }

    /// `2026-11-21 12:37:03.25`
    ///
    /// - Parameters:
    ///   - microseconds: since 2000-01-01 00:00; the largest and the smallest are infinite.
    ///   - zone: what is written behind the time.
    package static func timestamp(_ microseconds: Int64, zone: StaticString = "") -> String {
        if let infinity = infinity(microseconds) { return infinity }
        let (day, rest) = GregorianCalendar.day(of: Int(microseconds))
        return write { writer in
            let isBeforeChrist = writer.day(Int64(day))
            writer.text(" ")
            writer.clock(Int64(rest))
            writer.text(zone)
            if isBeforeChrist { writer.text(" BC") }
        }
    }

    private static func infinity(_ number: Int64) -> String? {
        number == .max ? "infinity" : number == .min ? "-infinity" : nil
    }

    private static func write(_ body: (inout Writer) -> Void) -> String {
        String(unsafeUninitializedCapacity: longest) { buffer in
            var writer = Writer(buffer: buffer)
            body(&writer)
            return writer.count
        }
    }

    /// Puts characters into memory; those that there is no room for are left out.
    private struct Writer {
        let buffer: UnsafeMutableBufferPointer<UInt8>
        var count = 0

        mutating func put(_ byte: UInt8) {
            guard count < buffer.count else { return }
            buffer[count] = byte
            count += 1
        }

        mutating func text(_ text: StaticString) {
            for index in 0..<text.utf8CodeUnitCount { put(text.utf8Start[index]) }
        }

        /// A number with at least so many digits.
        mutating func number(_ number: Int64, _ width: Int) {
            var divisor: Int64 = 1
            var digits = 1
            while digits < width || number / divisor >= 10 {
                divisor *= 10
                digits += 1
            }
            while divisor > 0 {
                put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
                divisor /= 10
            }
        }

        /// The day in the proleptic Gregorian calendar; whether it is before the year 1.
        mutating func day(_ sinceEpoch: Int64) -> Bool {
            let (year, month, day) = GregorianCalendar.date(ofDay: Int(sinceEpoch) + GregorianCalendar.daysTo2000)
            // There is no year 0: the one before 1 is 1 BC.
            number(Int64(year > 0 ? year : 1 - year), 4)
            text("-")
            number(Int64(month), 2)
            text("-")
            number(Int64(day), 2)
            return year <= 0
        }

        mutating func clock(_ microseconds: Int64) {
            let seconds = microseconds / 1_000_000
            number(seconds / 3600, 2)
            text(":")
            number(seconds / 60 % 60, 2)
            text(":")
            number(seconds % 60, 2)
            var fraction = microseconds % 1_000_000
            guard fraction != 0 else { return }
            var width = 6
            while fraction % 10 == 0 {
                fraction /= 10
                width -= 1
            }
            text(".")
            number(fraction, width)
        }
    }
}
