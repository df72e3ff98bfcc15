import Foundation
import ZIMOrm

/// The ways in which legacy columns hold points in time.
package enum DateForm: String, Sendable, Hashable, Codable, CaseIterable, CodingKeyRepresentable {
    case day = "2026-11-21"
    case dateTime = "2026-11-21 12:37:03"
    case isoTime = "2026-11-21T12:37:03"
    case zoned = "2026-11-21T12:37:03Z"
    case dots = "21.11.2026"
    case slashes = "11/21/2026"
    case compact = "20261121"
    case unixSeconds = "Unix seconds"
    case unixMilliseconds = "Unix milliseconds"
    case julianDay = "Julian day"

    /// Whether ``ZIMOrm/DateFormat`` reads it without being told.
    var isReadByDefault: Bool {
        switch self {
        case .day, .dateTime, .isoTime, .zoned, .unixSeconds, .julianDay: true
        case .dots, .slashes, .compact, .unixMilliseconds: false
        }
    }

    /// The format that a column is declared to have where all its values are in this form, as Swift text; nil for a form
    /// that no format writes.
    var format: String? { dateFormat?.description }

    private var dateFormat: DateFormat? {
        switch self {
        case .day: .date
        case .dateTime: .dateTime
        case .isoTime: .isoDateTime
        case .zoned: .iso8601
        case .unixSeconds: .unixSeconds
        case .unixMilliseconds: .unixMilliseconds
        case .julianDay: .julianDay
        case .dots: .pattern("dd.MM.yyyy")
        case .compact: .pattern("yyyyMMdd")
        case .slashes: nil
        }
    }

    /// The format of a Swift text that ``format`` gives.
    static func format(named text: String) -> DateFormat? {
        allCases.lazy.compactMap(\.dateFormat).first { $0.description == text }
    }

    /// Whether a text of this form is what the format writes.
    func isFormed(_ text: String) -> Bool {
        switch self {
        case .day, .dots: text.utf8.count == 10
        case .compact: text.utf8.count == 8
        case .dateTime: Self.isFormed(text, .dateTime)
        case .isoTime: Self.isFormed(text, .isoDateTime)
        case .zoned: Self.isFormed(text, .iso8601)
        case .unixSeconds, .unixMilliseconds, .julianDay: true
        case .slashes: false
        }
    }

    private static func isFormed(_ text: String, _ format: DateFormat) -> Bool {
        DateParser.parse(text).map { format.sqlValue(of: $0) == .text(text) } ?? false
    }

    /// The form of a text; nil where it is no date.
    static func of(text bytes: UnsafeBufferPointer<UInt8>) -> DateForm? {
        // Most text of a table is no date, and is told by its first two characters.
        guard bytes.count >= 8, bytes.count <= 40, isDigit(bytes[0]) else { return nil }
        var digits = 0
        for byte in bytes.prefix(8) where isDigit(byte) { digits += 1 }
        guard digits >= 4 else { return nil }
        if DateParser.parse(bytes) != nil { return iso(bytes) }
        if bytes.count == 8, digits == 8 {
            let number = bytes.reduce(0 as Int64) { $0 * 10 + Int64($1 &- 48) }
            return (1800...2199).contains(number / 10_000) && isCompact(number) ? .compact : nil
        }
        return separated(bytes)
    }

    /// The form of what a server's own type of dates holds; nil where it is none, as `infinity`.
    static func of(typed value: SQLTypedText) -> DateForm? {
        if let form = value.text.withUTF8Bytes({ of(text: $0) }) { return form }
        // `0044-03-15 12:00:00+00 BC`, `20000-01-01`
        guard DateFormat.iso8601.date(from: .typed(value)) != nil else { return nil }
        let time = value.text.drop { $0 != " " }
        if !time.contains(":") { return .day }
        return time.contains { $0 == "+" || $0 == "-" } ? .zoned : .dateTime
    }

    /// The form of a number in a column that should hold dates; nil where it can hardly be one.
    static func of(integer value: Int64) -> DateForm? {
        switch value {
        case 19_000_101...21_001_231 where isCompact(value): .compact
        // 1938 to 2106; nobody stores seconds of the first months of 1970.
        case -1_000_000_000 ..< -10_000_000, 10_000_000...4_294_967_295: .unixSeconds
        case 100_000_000_000...4_294_967_295_000: .unixMilliseconds
        case 1_700_000...3_000_000: .julianDay
        case 0: .unixSeconds
        default: nil
        }
    }

    static func of(real value: Double) -> DateForm? {
        switch value {
        case 1_700_000..<3_000_000: .julianDay
        case 10_000_000...4_294_967_295: .unixSeconds
        default: nil
        }
    }

    private static func iso(_ bytes: UnsafeBufferPointer<UInt8>) -> DateForm {
        guard bytes.count > 10 else { return .day }
        let rest = bytes[10...]
        if rest.allSatisfy({ $0 == UInt8(ascii: " ") }) { return .day }
        if rest.contains(UInt8(ascii: "Z")) || rest.contains(UInt8(ascii: "+")) || rest.contains(UInt8(ascii: "-")) {
            return .zoned
        }
        return bytes[10] == UInt8(ascii: " ") ? .dateTime : .isoTime
    }

    /// `21.11.2026` and `1/9/99`, with or without a time behind.
    private static func separated(_ bytes: UnsafeBufferPointer<UInt8>) -> DateForm? {
        let day = bytes.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "T") }
        for (sign, form) in [(UInt8(ascii: "."), DateForm.dots), (UInt8(ascii: "/"), .slashes)] {
            let parts = day.split(separator: sign, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            let numbers = parts.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
            guard numbers.count == 3, parts.allSatisfy({ $0.allSatisfy(isDigit) }) else { return nil }
            let sizes = parts.map(\.count)
            guard sizes[0] <= 2, sizes[1] <= 2, sizes[2] == 4 || sizes[2] == 2 else { return nil }
            let (first, second) = (numbers[0], numbers[1])
            guard (1...31).contains(first), (1...31).contains(second), first <= 12 || second <= 12 else { return nil }
            return form
        }
        return nil
    }

    private static func isCompact(_ value: Int64) -> Bool {
        (1...12).contains(value / 100 % 100) && (1...31).contains(value % 100)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
