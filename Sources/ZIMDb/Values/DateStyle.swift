import Foundation

/// The way in which rows write points in time, so that another one can be written in its place.
///
/// ```swift
/// DateStyle(of: "2016-11-14 19:40:11")?.value(of: date)       // '2016-11-15 08:00:00'
/// DateStyle(of: "2016-11-14T21:40+02:00")?.value(of: date)    // '2016-11-15T10:00+02:00'
/// DateStyle(of: 1479152411)?.value(of: date)                  // 1479196800
/// ```
package struct DateStyle: Sendable, Equatable {
    private enum Kind: Equatable {
        case seconds, secondsWithFraction, julianDay
        case text(Layout)
    }

    private let kind: Kind

    /// The style of a stored value; nil where its date could not be written so again.
    package init?(of stored: SQLValue) {
        switch stored {
        case .integer: kind = .seconds
        case .real(let number): kind = DateFormat.julianDays.contains(number) ? .julianDay : .secondsWithFraction
        case .text(let text):
            guard let layout = text.withUTF8Bytes({ Layout(of: $0) }) else { return nil }
            kind = .text(layout)
        case .null, .blob, .typed: return nil
        }
    }

    /// The style of a column's value in a row of which every value of this style can be made again from its date.
    package init?(of row: Row, at index: Int) {
        if let bytes = row.utf8(index) {
            guard let layout = Layout(of: bytes), let date = DateParser.parse(bytes), let text = layout.text(of: date),
                UTF8Text.isSame(text, bytes)
            else { return nil }
            kind = .text(layout)
        } else {
            guard case .integer = row.value(at: index) else { return nil }
            kind = .seconds
        }
        if !wrote(row, index) { return nil }
    }

    /// Whether a column's value that can be read as a date is what this style writes for it.
    @inline(__always)
    package func wrote(_ row: Row, _ index: Int) -> Bool {
        switch kind {
        case .text(let layout): row.utf8(index).map { layout.wrote($0) } ?? false
        case .seconds:
            if case .integer(let number) = row.value(at: index) { number.magnitude < 1 << 50 } else { false }
        case .secondsWithFraction, .julianDay: false
        }
    }

    /// A date as this style writes it; nil where it would be read as another date.
    package func value(of date: Date) -> SQLValue? {
        let written: SQLValue?
        switch kind {
        case .seconds: written = Int64(exactly: date.timeIntervalSince1970).map { .integer($0) }
        case .secondsWithFraction: written = .real(date.timeIntervalSince1970)
        case .julianDay: written = DateFormat.julianDay.sqlValue(of: date)
        case .text(let layout): written = layout.text(of: date).map { .text($0) }
        }
        guard let written, DateFormat.iso8601.date(from: written) == date else { return nil }
        return written
    }
}

extension DateStyle {
    /// The parts that a text has: `2016-11-14`, `T`, `21:40:11`, `.250`, `+02:00`.
    ///
    /// Numbers only: each row of a result is compared with one.
    private struct Layout: Equatable {
        let count: Int
        /// What stands between day and time; nil where there is no time.
        let separator: UInt8?
        let hasSeconds: Bool
        let fractionDigits: Int
        /// What stands behind the time, the first byte lowest, without the spaces that fill the column up; and by how many
        /// minutes its clocks are ahead.
        let zone: UInt64
        let zoneCount: Int
        let offset: Int

        /// - Parameter text: one that can be read as a date.
        init?(of text: UnsafeBufferPointer<UInt8>) {
            guard text.count >= 10 else { return nil }
            count = text.count
            guard count > 10 else {
                (separator, hasSeconds, fractionDigits, zone, zoneCount, offset) = (nil, false, 0, 0, 0, 0)
                return
            }
            guard count >= 16 else { return nil }
            separator = text[10]
            hasSeconds = count >= 19 && text[16] == UInt8(ascii: ":")
            var end = hasSeconds ? 19 : 16
            let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
            if hasSeconds, end < count, text[end] == UInt8(ascii: ".") {
                fractionDigits = text[(end + 1)...].prefix(while: isDigit).count
                end += 1 + fractionDigits
            } else {
                fractionDigits = 0
            }
            var bytes = text[end...]
            while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
            guard fractionDigits <= 6, bytes.count <= 8 else { return nil }
            zoneCount = bytes.count
            zone = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
            var digits = bytes.filter(isDigit).map { Int($0 - UInt8(ascii: "0")) }
            if digits.count == 2 { digits += [0, 0] }
            if digits.isEmpty { digits = [0, 0, 0, 0] }
            guard digits.count == 4 else { return nil }
            let minutes = (digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3]
            offset = bytes.contains(UInt8(ascii: "-")) ? -minutes : minutes
        }

        /// Whether a text that can be read as a date has just these parts, and they are what is written for that date:
        /// neither 24:00 nor a leap second.
        func wrote(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
            guard text.count == count else { return false }
            guard let separator else { return true }
            guard text[10] == separator, text[13] == UInt8(ascii: ":"),
                count == 16 || (text[16] == UInt8(ascii: ":")) == hasSeconds
            else {
                return false
            }
            if text[11] == UInt8(ascii: "2") && text[12] == UInt8(ascii: "4") { return false }
            var end = 16
            if hasSeconds {
                if text[17] == UInt8(ascii: "6") { return false }
                end = 19
                if fractionDigits > 0 {
                    guard text[19] == UInt8(ascii: ".") else { return false }
                    end = 20 + fractionDigits
                    for index in 20..<end where text[index] &- UInt8(ascii: "0") > 9 { return false }
                }
            }
            for index in end..<count where text[index] != zoneByte(index - end) { return false }
            if fractionDigits <= 3 { return true }
            // A date of a far year is coarser.
            guard let date = DateParser.parse(text), let again = self.text(of: date) else { return false }
            return UTF8Text.isSame(again, text)
        }

        private func zoneByte(_ index: Int) -> UInt8 {
            index < zoneCount ? UInt8(truncatingIfNeeded: zone >> (8 * UInt64(index))) : UInt8(ascii: " ")
        }

        func text(of date: Date) -> String? {
            let shown = date + TimeInterval(offset * 60)
            guard let separator else { return DateText.format(shown, as: .date) }
            let whole = shown.timeIntervalSince1970.rounded(.down)
            var scale = 1
            for _ in 0..<fractionDigits { scale *= 10 }
            var fraction = Int(((shown.timeIntervalSince1970 - whole) * Double(scale)).rounded())
            guard fraction < scale else { return nil }
            let second = Date(timeIntervalSince1970: whole)
            var isWritten = true
            let text = String(unsafeUninitializedCapacity: max(count, DateText.longest)) { bytes in
                guard let start = bytes.baseAddress, DateText.write(second, as: .dateTime, to: start) != nil else {
                    isWritten = false
                    return 0
                }
                bytes[10] = separator
                var end = hasSeconds ? 19 : 16
                if fractionDigits > 0 {
                    bytes[end] = UInt8(ascii: ".")
                    for index in stride(from: end + fractionDigits, to: end, by: -1) {
                        bytes[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction % 10)
                        fraction /= 10
                    }
                    end += 1 + fractionDigits
                }
                for index in end..<count { bytes[index] = zoneByte(index - end) }
                return count
            }
            return isWritten ? text : nil
        }
    }
}
