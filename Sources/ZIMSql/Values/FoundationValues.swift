import Foundation

extension Date: SQLValueConvertible {
    /// ISO 8601 text in UTC with milliseconds, `2026-11-21T12:37:03.000Z`; outside the years 0 to 9999, which have no
    /// such text, the seconds since 1970 as a real number.
    public var sqlValue: SQLValue {
        if let text = DateText.format(self, as: .iso8601) { return .text(text) }
        return .real(timeIntervalSince1970)
    }
}

extension Data: SQLValueConvertible {
    /// The bytes.
    public var sqlValue: SQLValue { .blob([UInt8](self)) }
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
