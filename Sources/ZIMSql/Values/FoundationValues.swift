import Foundation

extension Date: SQLValueConvertible {
    /// ISO 8601 text in UTC with milliseconds, `2026-11-21T12:37:03.000Z`; outside the years 0 to 9999, which have no
    /// such text, the seconds since 1970 as a real number.
    ///
    /// A date with microseconds has them too where a column of PostgreSQL's `timestamptz` or `timestamp` can hold them.
    public var sqlValue: SQLValue {
        guard let text = DateText.format(self, as: .iso8601) else { return .real(timeIntervalSince1970) }
        guard let exact = DateText.microseconds(self, text) else { return .text(text) }
        return .typed(SQLTypedText(exact, type: "timestamptz", plain: text))
    }
}

extension Data: SQLValueConvertible {
    /// The bytes.
    public var sqlValue: SQLValue { .blob(withUnsafeBytes { [UInt8]($0) }) }
}

extension UUID: SQLValueConvertible {
    /// Lower-case text with hyphens, as RFC 4122 prints it.
    public var sqlValue: SQLValue { .text(uuidString.lowercased()) }
}

extension Decimal: SQLValueConvertible {
    /// The decimal digits as text, which keeps them all.
    public var sqlValue: SQLValue { .text(description) }
}

extension URL: SQLValueConvertible {
    /// The absolute URL as text.
    public var sqlValue: SQLValue { .text(absoluteString) }
}

extension Array: SQLValueConvertible where Element == UInt8 {
    /// The bytes.
    public var sqlValue: SQLValue { .blob(self) }
}
