import Foundation

/// What a column's declared type means, in whichever of the many dialects it was written.
///
/// Source: <https://www.sqlite.org/datatype3.html>, section 3.1; <https://www.postgresql.org/docs/15/datatype.html>
package struct DeclaredType: Sendable, Hashable {
    /// The kinds of value that a type stands for.
    package enum Family: String, Sendable, Hashable, Codable {
        case integer, boolean, real, decimal, text, blob, date, time, uuid, json
        /// No type, or one that says nothing.
        case any
    }

    package let family: Family
    /// The type as it was written.
    package let text: String
    /// Whether it is a day without a time.
    package let isDay: Bool
    /// Whether the engine lets no other values into the column.
    package let isEnforced: Bool

    /// The type of a column: what the engine says of it, or else what the words mean.
    package init(_ column: ColumnSchema) {
        let words = DeclaredType(column.baseType ?? column.type)
        text = column.type
        family = column.family ?? words.family
        isDay = words.isDay && family == .date
        isEnforced = column.family != nil
    }

    /// What the words mean.
    package init(_ text: String) {
        self.text = text
        isEnforced = false
        let upper = text.uppercased()
        // The word before the length: "DECIMAL(10, 2)", "character varying(20)", "timestamp(6) with time zone".
        let word = upper.split(separator: "(").first?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        isDay = word == "DATE"
        family = Self.family(word, upper)
    }

    private static func family(_ word: String, _ upper: String) -> Family {
        switch word {
        case "": return .any
        case "BOOL", "BOOLEAN", "BIT", "LOGICAL", "YESNO": return .boolean
        case "DATE", "DATETIME", "SMALLDATETIME", "DATETIME2", "DATETIMEOFFSET", "TIMESTAMPTZ": return .date
        case "TIME", "TIMETZ", "INTERVAL": return .time
        case "UUID", "GUID", "UNIQUEIDENTIFIER": return .uuid
        // SQLite keeps the text of JSON as it is in a column whose type names TEXT too: the number 1.0 is not made 1.
        case "JSON", "JSONB", "JSON TEXT": return .json
        case "BYTEA", "BINARY", "VARBINARY", "IMAGE", "ROWVERSION", "LONGVARBINARY", "RAW", "BINARY VARYING":
            return .blob
        case "MONEY", "SMALLMONEY", "CURRENCY", "DECIMAL", "NUMERIC", "DEC", "NUMBER", "FIXED": return .decimal
        case "SERIAL", "BIGSERIAL", "SMALLSERIAL", "OID", "LONG", "SHORT", "BYTE", "YEAR", "COUNTER", "AUTOINCREMENT":
            return .integer
        case "STRING", "NAME", "MEMO", "HYPERLINK", "XML", "ENUM", "SET", "CITEXT": return .text
        case "ANY", "VARIANT", "SQL_VARIANT": return .any
        default: break
        }
        if word.hasPrefix("TIMESTAMP") { return .date }
        if word.hasPrefix("TIME ") { return .time }
        if word.contains("INT") && !word.contains("INTERVAL") && !word.contains("POINT") { return .integer }
        if word.contains("CHAR") || word.contains("CLOB") || word.contains("TEXT") { return .text }
        if upper.contains("BLOB") { return .blob }
        if word.contains("REAL") || word.contains("FLOA") || word.contains("DOUB") || word == "SINGLE" { return .real }
        if word.contains("NUMERIC") || word.contains("DECIMAL") { return .decimal }
        return .any
    }

    /// Whether a property of a Swift type can hold what the column should hold. What is not known fits.
    package func fits(swift type: String) -> Bool {
        let bare = type.hasPrefix("Optional<") ? String(type.dropFirst(9).dropLast()) : type
        switch bare {
        case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float",
            "Decimal", "NSNumber", "NSDecimalNumber":
            return [.integer, .boolean, .real, .decimal, .date, .time, .any].contains(family)
        case "Bool": return [.integer, .boolean, .decimal, .text, .any].contains(family)
        case "String", "NSString", "Substring", "Character": return family != .blob
        case "Data", "NSData", "Array<UInt8>": return [.blob, .any, .uuid].contains(family)
        case "Date", "NSDate": return family != .blob && family != .boolean
        default: return true
        }
    }
}
