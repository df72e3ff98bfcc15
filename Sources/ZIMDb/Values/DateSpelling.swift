import Foundation

/// The way in which a row writes a point in time, so that another one can be written in its place.
package enum DateSpelling {
    /// Another date as a stored value writes its own; nil where it cannot be written so, or the way is not known.
    ///
    /// ```swift
    /// DateSpelling.value(of: date, as: "2016-11-14 19:40:11")         // '2016-11-15 08:00:00'
    /// DateSpelling.value(of: date, as: "2016-11-14T21:40+02:00")      // '2016-11-15T10:00+02:00'
    /// DateSpelling.value(of: date, as: 1479152411)                    // 1479196800
    /// ```
    package static func value(of date: Date, as stored: SQLValue) -> SQLValue? {
        let written: SQLValue?
        switch stored {
        case .integer: written = Int64(exactly: date.timeIntervalSince1970).map { .integer($0) }
        case .real(let number):
            written =
                DateFormat.julianDays.contains(number)
                ? DateFormat.julianDay.sqlValue(of: date) : .real(date.timeIntervalSince1970)
        case .text(let text):
            guard let style = Style(text), let former = DateParser.parse(text), style.text(of: former) == text else {
                return nil
            }
            written = style.text(of: date).map { .text($0) }
        case .null, .blob, .typed: return nil
        }
        // What would be read as another date is written as dates are otherwise.
        guard let written, DateFormat.iso8601.date(from: written) == date else { return nil }
        return written
    }

    /// The parts that a text has: `2016-11-14`, `T`, `21:40:11`, `.250`, `+02:00`.
    private struct Style {
        var separator = ""
        var hasSeconds = false
        var fractionDigits = 0
        /// What stands behind the time, and how many minutes its clocks are ahead.
        var zone = ""
        var offset = 0

        init?(_ text: String) {
            var rest = Substring(text).dropFirst(10)
            guard text.utf8.count == text.count, text.count >= 10 else { return nil }
            guard let first = rest.popFirst() else { return }
            separator = String(first)
            let clock = rest.prefix { $0.isNumber || $0 == ":" }
            hasSeconds = clock.count == 8
            guard hasSeconds || clock.count == 5 else { return nil }
            rest = rest.dropFirst(clock.count)
            if rest.first == "." {
                fractionDigits = rest.dropFirst().prefix { $0.isNumber }.count
                rest = rest.dropFirst(fractionDigits + 1)
            }
            zone = String(rest)
            let digits = zone.filter(\.isNumber)
            guard let sign = zone.first, sign == "+" || sign == "-" else { return }
            guard digits.count == 4, let hours = Int(digits.prefix(2)), let minutes = Int(digits.suffix(2)) else {
                return nil
            }
            offset = (sign == "-" ? -1 : 1) * (hours * 60 + minutes)
        }

        func text(of date: Date) -> String? {
            let shown = date + TimeInterval(offset * 60)
            guard fractionDigits <= 6 else { return nil }
            let scale = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000][fractionDigits]
            let whole = shown.timeIntervalSince1970.rounded(.down)
            let fraction = Int(((shown.timeIntervalSince1970 - whole) * Double(scale)).rounded())
            guard fraction < scale,
                let second = DateText.format(Date(timeIntervalSince1970: whole), as: .dateTime), second.count == 19
            else { return nil }
            if separator.isEmpty { return String(second.prefix(10)) }
            let clock = second.dropFirst(11).prefix(hasSeconds ? 8 : 5)
            let digits = String(fraction)
            let point =
                fractionDigits == 0 ? "" : "." + String(repeating: "0", count: fractionDigits - digits.count) + digits
            return second.prefix(10) + separator + clock + point + zone
        }
    }
}
