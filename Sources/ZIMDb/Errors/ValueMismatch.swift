public import Foundation

/// A column's value does not fit the Swift type that was asked for.
///
/// Reading never turns such a value into 0 or "": a legacy column holds what it holds, and the caller learns it.
public struct ValueMismatch: LocalizedError, Sendable, CustomStringConvertible {
    /// The value as it stands in the database.
    public var value: SQLValue
    /// The Swift type that it should have become.
    public var type: String
    /// Why it does not fit, for example "is out of range".
    public var reason: String
    /// The column's index in the row, from 0; -1 where the value did not come from a row.
    public var index: Int
    /// The column's name in the result, where it is known.
    public var column: String?
    /// Whether its text says the value: as it was decided where the error came from.
    private let showsValue = MessageValues.areShown

    /// A value that cannot be read as the type; see the properties for each parameter.
    public init(
        value: SQLValue, type: String, reason: String = "does not fit", index: Int = -1, column: String? = nil
    ) {
        self.value = value
        self.type = type
        self.reason = reason
        self.index = index
        self.column = column
    }

    public var description: String {
        let place = column.map { "column \"\($0)\": " } ?? (index >= 0 ? "column \(index): " : "")
        return "\(place)\(shownValue) \(reason) as \(type)"
    }

    public var errorDescription: String? { description }

    /// The value for a text, or its kind where values are not shown.
    package var shownValue: String { showsValue ? value.abbreviated : value.hidden }
}

extension SQLValue {
    /// The value for a message: long text and bytes are cut.
    package var abbreviated: String {
        switch self {
        case .text(let text) where text.count > 60: return "text " + SQLValue.quoted(String(text.prefix(60)) + "…")
        case .text: return "text " + description
        case .blob(let bytes) where bytes.count > 24:
            return "blob x'" + SQLValue.hexadecimal(Array(bytes.prefix(24))) + "…' of \(bytes.count) bytes"
        case .blob: return "blob " + description
        case .integer: return "integer " + description
        case .real: return "real " + description
        default: return description
        }
    }
}
