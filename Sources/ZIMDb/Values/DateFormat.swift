public import Foundation
import Synchronization

/// How a column stores dates.
///
/// ```swift
/// Column("ol_delivery_d", \OrderLine.delivered, date: .unixSeconds)
/// ```
///
/// Values are written in the format. As the declared form of a column it is also the only format that is read;
/// otherwise it reads ISO 8601 text as well, with or without a time, a fraction and a time zone (UTC by default).
///
/// Source: <https://www.sqlite.org/lang_datefunc.html>, section 2.
public struct DateFormat: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// `2026-11-21T12:37:03.000Z`
        case iso8601
        /// `2026-11-21 12:37:03`
        case dateTime
        /// `2026-11-21T12:37:03`
        case isoDateTime
        /// `2026-11-21`
        case date
        /// `1795264623`
        case unixSeconds
        /// `1795264623000`
        case unixMilliseconds
        /// `2461366.02573`
        case julianDay
        /// `2026-11-21 13:37:03` by the clocks of a place
        case localDateTime(TimeZone)
        /// text in a pattern of Unicode TR 35
        case pattern(String)
    }

    let kind: Kind

    /// ISO 8601 text in UTC with milliseconds: `2026-11-21T12:37:03.000Z`. The default. Integers are read as seconds
    /// since 1970, real numbers as Julian days, or as seconds if they are too large for that.
    public static let iso8601 = DateFormat(kind: .iso8601)
    /// The text of SQLite's `datetime()`: `2026-11-21 12:37:03`, in UTC, to the second.
    public static let dateTime = DateFormat(kind: .dateTime)
    /// The text of Python's `isoformat()` and of many other programs: `2026-11-21T12:37:03`, in UTC, to the second.
    public static let isoDateTime = DateFormat(kind: .isoDateTime)
    /// The text of SQLite's `date()`: `2026-11-21`, in UTC.
    public static let date = DateFormat(kind: .date)
    /// Seconds since 1970: an integer, or a real number, to the microsecond, for a date with a fraction.
    public static let unixSeconds = DateFormat(kind: .unixSeconds)
    /// Milliseconds since 1970 as an integer.
    public static let unixMilliseconds = DateFormat(kind: .unixMilliseconds)
    /// The Julian day as a real number.
    public static let julianDay = DateFormat(kind: .julianDay)
    /// The text of ``dateTime`` in a time zone, as programs that store local time write it; text with its own time zone
    /// is read in that one. Of an hour that occurs twice, the text does not say which one it is: it is read as one of the two,
    /// also where the other one was written. An hour that the clocks leave out is read as the one behind it.
    public static func dateTime(in zone: TimeZone) -> DateFormat { DateFormat(kind: .localDateTime(zone)) }
    /// Text in a Unicode TR 35 pattern, in UTC, for example `"dd.MM.yyyy HH:mm"`. Slow: about 20 µs for each value.
    public static func pattern(_ pattern: String) -> DateFormat { DateFormat(kind: .pattern(pattern)) }

    /// The stored value of a date.
    public func sqlValue(of date: Date) -> SQLValue {
        switch kind {
        case .iso8601: return date.sqlValue
        case .dateTime: return text(date, .dateTime)
        case .isoDateTime: return text(date, .isoDateTime)
        case .date: return text(date, .date)
        case .localDateTime(let zone):
            return text(date.addingTimeInterval(TimeInterval(zone.secondsFromGMT(for: date))), .dateTime)
        case .unixSeconds:
            let seconds = DateFormat.seconds(of: date)
            return Int64(exactly: seconds).map { .integer($0) } ?? .real(seconds)
        case .unixMilliseconds:
            let milliseconds = (DateFormat.seconds(of: date) * 1000).rounded()
            return Int64(exactly: milliseconds).map { .integer($0) } ?? .real(milliseconds)
        case .julianDay:
            // As SQLite divides its milliseconds, so that its own values have the same bits.
            let milliseconds = (DateFormat.seconds(of: date) * 1000).rounded()
            return .real((milliseconds + DateFormat.julianEpoch * 86_400_000) / 86_400_000)
        case .pattern(let pattern): return .text(PatternFormatter.string(date, pattern: pattern))
        }
    }

    /// The value that is stored for a point in time, where that keeps its seconds.
    ///
    /// - Throws: ``ValueMismatch`` if a time would be cut off, as from a date by ``date``, and for a date that the format cannot
    ///   write, such as one of the year 10000 as text.
    package func wholeValue(of date: Date) throws -> SQLValue {
        let value = sqlValue(of: date)
        // Milliseconds above 63 bits would be no whole number, as which they are read.
        let isEndless =
            if case .real(let number) = value { !number.isFinite || kind == .unixMilliseconds } else { false }
        if isEndless || value.isFarDate {
            throw ValueMismatch.binding(date.sqlValue, as: "Date", reason: "is a date that \(self) cannot write")
        }
        switch kind {
        case .date, .pattern:
            if let kept = self.date(from: value), abs(kept.timeIntervalSince(date)) < 1 { return value }
            // A pattern may have no place for a year of five digits.
            let reason =
                date.sqlValue.isFarDate
                ? "is a date that \(self) cannot write" : "has a time, which \(self) does not keep"
            throw ValueMismatch.binding(date.sqlValue, as: "Date", reason: reason)
        default: return value
        }
    }

    /// Whether a server's own type for dates, such as `timestamp without time zone`, holds what this format says: the
    /// time on the clocks of its place, or of Greenwich. Else it holds points in time.
    package func isClock(in type: String) -> Bool {
        switch kind {
        case .localDateTime: !type.hasSuffix("with time zone")
        case .dateTime, .isoDateTime: type.hasSuffix("without time zone")
        default: false
        }
    }

    /// What those clocks show at a point in time, for a server's column of such a type. A fraction is cut off only where
    /// the column keeps none: its server may round it up, and these formats go to the second.
    package func clockValue(of date: Date, in type: String) -> SQLValue {
        var shown = date
        if case .localDateTime(let zone) = kind { shown += TimeInterval(zone.secondsFromGMT(for: date)) }
        guard case .text(let text) = shown.sqlValue else { return shown.sqlValue }
        // A time that the column does not keep is refused with its zone.
        if type == "date" { return DateText.isWithinDay(text) ? .text(text) : self.text(shown, .date) }
        let seconds = self.text(shown, .dateTime)
        return type.hasPrefix("timestamp(0)")
            || shown.timeIntervalSince1970.rounded(.down) == shown.timeIntervalSince1970
            ? seconds : .text(text.replacing("T", with: " ", maxReplacements: 1).replacing("Z", with: ""))
    }

    private func text(_ date: Date, _ style: DateText.Style) -> SQLValue {
        DateText.format(date, as: style).map { .text($0) } ?? date.sqlValue
    }

    /// The date of a stored value; nil if the value is not a date.
    public func date(from value: SQLValue) -> Date? {
        switch value {
        case .integer(let number): return date(from: Double(number), isInteger: true)
        case .real(let number): return date(from: number, isInteger: false)
        case .typed(let typed):
            if value.isFarDate { return Double(typed.plainText).map { Date(timeIntervalSince1970: $0) } }
            // A number that a server keeps with its digits.
            if isNumeric, let number = try? Double(column: value) { return self.date(from: number, isInteger: false) }
            if case .pattern(let pattern) = kind, !DateFormat.serverTypes.contains(typed.type),
                let date = PatternFormatter.date(typed.text, pattern: pattern)
            {
                return date
            }
            guard let date = DateParser.parse(typed.text) ?? DateParser.parseFar(typed.text) else { return nil }
            // What a server keeps without a zone is what the clocks have shown.
            guard case .localDateTime(let zone) = kind, ["timestamp", "datetime", "date"].contains(typed.type) else {
                return date
            }
            return DateFormat.date(onClocks: date, of: zone)
        case .text(let text):
            if case .pattern(let pattern) = kind, let date = PatternFormatter.date(text, pattern: pattern) {
                return date
            }
            if let date = DateParser.parse(text) {
                guard case .localDateTime(let zone) = kind, !DateFormat.namesZone(text) else { return date }
                return DateFormat.date(onClocks: date, of: zone)
            }
            // A column of affinity TEXT makes text of the number that was stored.
            guard isNumeric, let number = try? Double(column: value) else { return nil }
            return date(from: number, isInteger: false)
        case .null, .blob: return nil
        }
    }

    /// Whether a stored value that was read as a date is in this very form. A number may have more digits than a date that is
    /// written, and than one that it is compared with.
    package func isForm(of value: SQLValue, _ date: Date) -> Bool {
        switch value {
        case .typed:
            // A server's own type has one form; a number may have digits that the format has not.
            return kind != .unixMilliseconds || (try? Double(column: value)) == nil
                || (try? Int64(column: value)) != nil
        case .integer, .real:
            switch kind {
            case .unixSeconds, .julianDay: return true
            case .unixMilliseconds: return (try? Int64(column: value)) != nil
            default: return false
            }
        case .text(let text):
            if isNumeric { return isForm(ofNumber: text) }
            if sqlValue(of: date) == value { return true }
            // An hour that the clocks leave out is written as the one behind it.
            return isLocal && DateParser.parse(text).map { self.text($0, .dateTime) } == value
        case .null, .blob: return false
        }
    }

    /// Whether a text is what a column of texts makes of a number of this format, with as many digits as it keeps.
    private func isForm(ofNumber text: String) -> Bool {
        guard let number = Double(text), number.isFinite else { return false }
        if kind != .julianDay, let whole = Int64(exactly: number) { return text == String(whole) }
        return kind != .unixMilliseconds && NumberText.isText(text, of: number)
    }

    /// The seconds since 1970 as they are written: to the microsecond, where a Date keeps that. A date that rows are looked
    /// up by has no more digits.
    private static func seconds(of date: Date) -> Double {
        DateText.microseconds(of: date).map { Double($0) / 1_000_000 } ?? date.timeIntervalSince1970
    }

    /// Whether stored values have the order of the dates that they stand for.
    package var isOrdered: Bool {
        guard case .pattern(let pattern) = kind else { return true }
        let units = "yMdHmsS"
        var places: [Int] = []
        for letter in pattern where units.contains(letter) {
            let place = units.firstIndex(of: letter).map { units.distance(from: units.startIndex, to: $0) } ?? 0
            if places.last != place { places.append(place) }
        }
        // Parts of a fixed width, the largest first.
        return places == Array(0..<places.count) && pattern.hasPrefix("yyyy") && !pattern.contains("MMM")
            && places.dropFirst().allSatisfy { place in
                pattern.filter { $0 == units[units.index(units.startIndex, offsetBy: place)] }.count >= 2
            }
    }

    /// The smallest and the largest stored number that are read as a date, where several are.
    package func range(of date: Date) -> ClosedRange<Double>? {
        guard case .julianDay = kind, case .real(let number) = sqlValue(of: date) else { return nil }
        let half = 0.5 / 86_400_000
        var (low, high) = (number - half, number + half)
        while low < number, self.date(from: low, isInteger: false) != self.date(from: number, isInteger: false) {
            low = low.nextUp
        }
        while high > number, self.date(from: high, isInteger: false) != self.date(from: number, isInteger: false) {
            high = high.nextDown
        }
        return low...high
    }

    /// Whether points in time are stored as numbers.
    package var isNumeric: Bool {
        switch kind {
        case .unixSeconds, .unixMilliseconds, .julianDay: true
        case .iso8601, .dateTime, .isoDateTime, .localDateTime, .date, .pattern: false
        }
    }

    /// The digits of a pattern that a number was made of, with the zeros that it has lost: 1012024 was `'01012024'` of
    /// "ddMMyyyy". Nil where the pattern has other characters, or parts that are not always of one width.
    package func digits(of number: Int64) -> String? {
        guard case .pattern(let pattern) = kind, number >= 0, Self.hasWidth(pattern) else { return nil }
        let digits = String(number)
        return digits.count > pattern.count
            ? nil : String(repeating: "0", count: pattern.count - digits.count) + digits
    }

    private static func hasWidth(_ pattern: String) -> Bool {
        var rest = pattern[...]
        while let letter = rest.first {
            let width = rest.prefix { $0 == letter }.count
            guard letter == "S" || width == 2 && "yMdHms".contains(letter) || width == 4 && letter == "y" else {
                return false
            }
            rest = rest.dropFirst(width)
        }
        return true
    }

    /// Whether dates are what the clocks of a place show, to the second.
    package var isLocal: Bool {
        if case .localDateTime = kind { return true }
        return false
    }

    /// Whether dates are text in a pattern.
    package var isPattern: Bool {
        if case .pattern = kind { return true }
        return false
    }

    /// Whether text that holds a date is what this format writes for it.
    func writes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        func has(_ character: Unicode.Scalar, at index: Int) -> Bool { text[index] == UInt8(ascii: character) }
        switch kind {
        case .date: return text.count == 10
        case .dateTime, .isoDateTime:
            return text.count == 19 && has(kind == .dateTime ? " " : "T", at: 10) && has(":", at: 16)
                && DateParser.isInDay(text)
        case .iso8601:
            return text.count == 24 && has("T", at: 10) && has(".", at: 19) && has("Z", at: 23)
                && DateParser.isInDay(text)
        case .unixSeconds, .unixMilliseconds, .julianDay, .localDateTime, .pattern: return false
        }
    }

    /// A server's types for dates, whose texts are in no pattern.
    private static let serverTypes: Set<String> = ["timestamp", "timestamptz", "datetime", "date"]

    /// Whether text is read in a way of its own.
    var hasPattern: Bool { isPattern || isLocal }

    /// 1970-01-01 00:00 UTC as a Julian day.
    static let julianEpoch = 2_440_587.5
    /// The Julian days of the years -4713 to 9999, which SQLite's own functions accept.
    static let julianDays = 0.0..<5_373_484.5

    func date(from number: Double, isInteger: Bool) -> Date? {
        guard number.isFinite else { return nil }
        switch kind {
        case .unixMilliseconds: return Date(timeIntervalSince1970: number / 1000)
        case .unixSeconds: return Date(timeIntervalSince1970: number)
        case .julianDay: return DateFormat.date(fromJulianDay: number)
        default:
            if !isInteger, DateFormat.julianDays.contains(number) { return DateFormat.date(fromJulianDay: number) }
            return Date(timeIntervalSince1970: number)
        }
    }
}

extension DateFormat {
    /// A Julian day of 64 bits is exact to some 40 µs, so it is rounded to the millisecond, as SQLite does.
    ///
    /// - Returns: nil for a day whose milliseconds are no finite number.
    private static func date(fromJulianDay number: Double) -> Date? {
        let seconds = ((number - julianEpoch) * 86_400_000).rounded() / 1000
        return seconds.isFinite ? Date(timeIntervalSince1970: seconds) : nil
    }

    /// Whether a date that could be read says which zone it is of: nothing else behind the day has these characters.
    private static func namesZone(_ text: String) -> Bool {
        text.utf8.dropFirst(10).contains { "+-Zz".utf8.contains($0) }
    }

    /// The point in time at which the clocks of a place show what those of Greenwich show at another.
    private static func date(onClocks shown: Date, of zone: TimeZone) -> Date {
        let first = TimeInterval(zone.secondsFromGMT(for: shown))
        // Near a change of the clocks the guess may be on its other side.
        let offset = TimeInterval(zone.secondsFromGMT(for: shown.addingTimeInterval(-first)))
        let date = shown.addingTimeInterval(-offset)
        guard offset != first else { return date }
        // An hour that the clocks leave out is the one behind it, on both sides of Greenwich.
        return max(date, shown.addingTimeInterval(-TimeInterval(zone.secondsFromGMT(for: date))))
    }
}

extension DateFormat: CustomStringConvertible {
    public var description: String {
        switch kind {
        case .localDateTime(let zone): ".dateTime(in: \(zone.identifier))"
        case .pattern(let pattern): ".pattern(\"\(pattern)\")"
        default: ".\(kind)"
        }
    }
}

/// The formatters of the patterns in use.
private enum PatternFormatter {
    private static let formatters = Mutex<[String: DateFormatter]>([:])

    static func string(_ date: Date, pattern: String) -> String {
        formatters.withLock { formatter(pattern, in: &$0).string(from: date) }
    }

    static func date(_ text: String, pattern: String) -> Date? {
        formatters.withLock { formatter(pattern, in: &$0).date(from: text) }
    }

    private static func formatter(_ pattern: String, in formatters: inout [String: DateFormatter]) -> DateFormatter {
        if let known = formatters[pattern] { return known }
        let formatter = DateFormatter()
        formatters[pattern] = formatter
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.isLenient = false
        // Days before 1582, too, are those of the Gregorian calendar, as databases count them.
        formatter.gregorianStartDate = Date(timeIntervalSince1970: -1e12)
        formatter.dateFormat = pattern
        return formatter
    }
}
