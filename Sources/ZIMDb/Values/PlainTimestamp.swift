/// `2026-11-21 12:37:03` and `2026-11-21T12:37:03.250`, as most columns hold their dates; nil for what ``TimestampScanner``
/// has to look at piece by piece.
///
/// Eight bytes at a time: of a table with one date, every tenth of the time went into its digits one by one, and a text for
/// PostgreSQL's COPY takes the scanner 100 ns.
package struct PlainTimestamp {
    /// Since 1970-01-01.
    package let day: Int
    /// Since midnight.
    package let seconds: Int
    package let milliseconds: Int

    @inline(__always)
    package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        let hasFraction = bytes.count == 23
        guard hasFraction || bytes.count == 19, let start = UnsafeRawPointer(bytes.baseAddress),
            bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "T"),
            !hasFraction || bytes[19] == UInt8(ascii: "."),
            let date = Digits(start, template: 0x2D30_302D_3030_3030, room: 0x0F06_060F_0606_0606),
            let time = Digits(start + 11, template: 0x3030_3A30_303A_3030, room: 0x0606_0F06_060F_0606)
        else { return nil }
        let (tens, ones) = (bytes[8] &- UInt8(ascii: "0"), bytes[9] &- UInt8(ascii: "0"))
        let (year, month, day) = (date.pair(0) &* 100 &+ date.pair(2), date.pair(5), Int(tens) &* 10 &+ Int(ones))
        let (hour, minute, second) = (time.pair(0), time.pair(3), time.pair(6))
        guard tens < 10, ones < 10, GregorianCalendar.contains(year: year, month: month, day: day), hour < 24,
            minute < 60, second < 60
        else { return nil }
        self.day = GregorianCalendar.dayNumber(year: year, month: month, day: day)
        seconds = hour &* 3600 &+ minute &* 60 &+ second
        guard hasFraction else {
            milliseconds = 0
            return
        }
        let parts = (bytes[20] &- UInt8(ascii: "0"), bytes[21] &- UInt8(ascii: "0"), bytes[22] &- UInt8(ascii: "0"))
        guard parts.0 < 10, parts.1 < 10, parts.2 < 10 else { return nil }
        milliseconds = Int(parts.0) &* 100 &+ Int(parts.1) &* 10 &+ Int(parts.2)
    }

    /// Eight bytes of text with digits where a template has zeros, and the same as the template elsewhere.
    private struct Digits {
        private let digits: UInt64

        /// - Parameter room: how far each byte, without the template, is from 16 at least: 6 for digits, 15 for others.
        @inline(__always)
        init?(_ start: UnsafeRawPointer, template: UInt64, room: UInt64) {
            digits = UInt64(littleEndian: start.loadUnaligned(as: UInt64.self)) ^ template
            guard (digits | (digits &+ room)) & 0xF0F0_F0F0_F0F0_F0F0 == 0 else { return nil }
        }

        /// The number of two digits.
        @inline(__always)
        func pair(_ index: UInt64) -> Int {
            Int(digits &>> (index &* 8) & 0xF) &* 10 &+ Int(digits &>> (index &* 8 &+ 8) & 0xF)
        }
    }
}
