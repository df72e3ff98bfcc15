/// The Swift type of a generated property, and how it is read.
package struct SwiftType: Sendable, Hashable {
    /// The type without a question mark.
    package var name: String
    package var isOptional = false
    /// The date's format as Swift text, `.unixSeconds`; nil where the common one serves.
    var dateFormat: String?
    /// Whether its dates are in several forms, so that none is declared.
    var hasSeveralForms = false

    package var text: String { isOptional ? name + "?" : name }

    /// Whether nil or NULL is a value of it.
    var holdsNull: Bool { isOptional || name == "SQLValue" }

    /// The value of a new model that the table says nothing about, if it is no optional; nil for a type that is not known
    /// here.
    var emptyValue: String? {
        switch name {
        case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64": return "0"
        case "Double", "Float": return "0"
        case "Decimal": return "Decimal()"
        case "String": return "\"\""
        case "Bool": return "false"
        case "Data": return "Data()"
        case "Date": return "Date(timeIntervalSince1970: 0)"
        case "UUID": return "UUID()"
        case "SQLValue": return ".null"
        default: return nil
        }
    }

    /// The expression that reads it from a row.
    func read(at position: Int) -> String {
        if let dateFormat { return "try row.get(\(position), date: \(dateFormat))" }
        return "try \(text).read(from: row, at: \(position))"
    }
}
