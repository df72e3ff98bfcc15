import Foundation

extension Date: SQLValueConvertible {
    /// ISO 8601 text in UTC with milliseconds, `2026-11-21T12:37:03.000Z`. Other years than 0 to 9999 have no such text: only
    /// PostgreSQL's own types hold them, and the other engines refuse to bind them.
    ///
    /// A date with microseconds has them too where a column of PostgreSQL's `timestamptz` or `timestamp` can hold them.
    public var sqlValue: SQLValue {
        guard let text = DateText.format(self, as: .iso8601) else { return farValue }
        guard let exact = DateText.microseconds(self, text) else { return .text(text) }
        return .typed(SQLTypedText(exact, type: "timestamptz", plain: text))
    }

    /// The point in time, which MySQL and MariaDB compare with others only if it is none of their texts.
    public var sqlOperand: SQLExpression {
        guard case .text(let text) = sqlValue else { return SQLExpression(value: sqlValue) }
        return SQLExpression(value: .date(text))
    }

    /// A number would come before all texts, and a column of type TEXT would make a text of it that is no date.
    private var farValue: SQLValue {
        let seconds = timeIntervalSince1970
        if seconds.isNaN { return .real(seconds) }
        return .typed(
            SQLTypedText(
                DateText.farText(of: self) ?? String(seconds), type: "timestamptz", plain: String(seconds),
                engine: "PostgreSQL"))
    }
}

extension SQLValue {
    /// Whether it is a date in a year that has no text of four digits.
    package var isFarDate: Bool {
        guard case .typed(let typed) = self else { return false }
        return typed.engine != nil && typed.type == "timestamptz"
    }

    /// Whether it is a point in time that a `Date` makes, behind the beginning of its day.
    package var isWithinDay: Bool {
        switch self {
        case .text(let text): DateText.isWithinDay(text)
        // The plain text of a date in a far year are its seconds.
        case .typed(let typed) where isFarDate:
            Double(typed.plainText).map { $0.remainder(dividingBy: 86_400) != 0 } ?? false
        case .typed(let typed): typed.type.hasPrefix("timestamp") && DateText.isWithinDay(typed.text)
        default: false
        }
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
    /// The digits as a number, whatever they are compared with.
    public var sqlOperand: SQLExpression {
        SQLExpression(value: isNaN ? sqlValue : .decimal(description))
    }
}

extension URL: SQLValueConvertible {
    /// The absolute URL as text.
    public var sqlValue: SQLValue { .text(absoluteString) }
}

extension Array: SQLValueConvertible where Element == UInt8 {
    /// The bytes.
    public var sqlValue: SQLValue { .blob(self) }
}
