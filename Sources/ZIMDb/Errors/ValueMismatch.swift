public import Foundation

/// A column's value cannot be read as the requested Swift type, or a Swift value cannot be bound to a parameter.
///
/// ```
/// column "ol_quantity": integer 70000 cannot be read as `Int16`: it is out of range
/// ```
/// Reading never turns such a value into 0 or "": the caller learns what the column really holds.
public struct ValueMismatch: LocalizedError, Sendable, CustomStringConvertible {
    /// The value that the database holds.
    public var value: SQLValue
    /// The requested Swift type.
    public var type: String
    /// Why, for example "is out of range"; empty where the value and the type say it.
    public var reason: String
    /// The column's index in the row, from 0; -1 if the value did not come from a row.
    public var index: Int
    /// The column's name in the result, if it is known.
    public var column: String?
    /// Whether the value was to be bound, not read.
    private var isBound = false
    /// Whether its text says the value: as it was decided where the error came from.
    private let showsValue = MessageValues.areShown

    /// Makes an error; each parameter sets the property of that name.
    public init(
        value: SQLValue, type: String, reason: String = "", index: Int = -1, column: String? = nil
    ) {
        self.value = value
        self.type = type
        self.reason = reason
        self.index = index
        self.column = column
    }

    /// A value that cannot be bound to a parameter.
    @usableFromInline
    package static func binding(_ value: SQLValue, as type: String, reason: String = "") -> ValueMismatch {
        var mismatch = ValueMismatch(value: value, type: type, reason: reason)
        mismatch.isBound = true
        return mismatch
    }

    /// A value of a type that only another engine has.
    package static func foreign(_ value: SQLValue, _ engine: String) -> ValueMismatch {
        if value.isFarDate {
            return binding(
                value, as: "Date", reason: "is in another year than 0 to 9999, which only \(engine)'s own types hold")
        }
        guard case .typed(let typed) = value else { return binding(value, as: "text") }
        return binding(value, as: typed.type, reason: "is of a type that only \(engine) has")
    }

    public var description: String {
        let place = column.map { "column \"\($0)\": " } ?? (index >= 0 ? "column \(index): " : "")
        return place + explanation
    }

    /// The description without the column.
    package var explanation: String {
        var type = type
        while type.hasPrefix("Optional<"), type.hasSuffix(">") { type = type.dropFirst(9).dropLast() + "?" }
        return "\(shownValue) cannot be \(isBound ? "bound" : "read") as `\(type)`"
            + (reason.isEmpty ? "" : ": it \(reason)")
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
