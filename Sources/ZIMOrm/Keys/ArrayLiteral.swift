import Foundation
import ZIMDb

/// PostgreSQL's text of an array: `{1,2,NULL}`, `{"Ada","with \\" and \\\\"}`.
///
/// Source: <https://www.postgresql.org/docs/15/arrays.html#ARRAYS-IO>
enum ArrayLiteral {
    /// A list as a parameter.
    ///
    /// - Parameter type: the type of its values.
    /// - Throws: ``DatabaseError`` with code value for what the type does not take.
    static func value(_ values: some Collection<SQLValue>, type: String) throws -> SQLValue {
        var text = SQLBuffer(capacity: values.count * 12)
        text.append(UInt8(ascii: "{"))
        let isTime = isTime(type)
        if type == "oid" { try requireOIDs(values) }
        let keepsSign = type == "real" || type == "double precision"
        for (index, value) in values.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            if let mismatch = mismatch(of: value, type) { throw DatabaseError(.value, "a list: \(mismatch)") }
            switch value {
            case .null: text.append("NULL")
            case .integer(let number): text.append(number)
            case .real(let number):
                // As a parameter that is no list is sent: to a column of integers 3.0 must be 3, and -0 has its sign for a
                // floating point.
                let isNegativeZero = keepsSign && number == 0 && number.sign == .minus
                text.append(isNegativeZero ? "-0" : Int64(exactly: number).map { String($0) } ?? String(number))
            case .text(let string): append(quoted: isTime ? DateText.withEra(string) : string, to: &text)
            case .typed(let typed):
                append(quoted: isTime ? DateText.withEra(typed.text) : typed.plainText, to: &text)
            case .blob(let bytes) where type == "uuid" && bytes.count == 16:
                let uuid = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
                append(quoted: uuid.uuidString, to: &text)
            case .blob(let bytes): append(quoted: "\\x" + SQLValue.hexadecimal(bytes), to: &text)
            }
        }
        text.append(UInt8(ascii: "}"))
        return .typed(SQLTypedText(text.text, type: element(of: type) + "[]"))
    }

    /// What the server refuses of a parameter that is no list, too: bytes, of which another type would take the text, and
    /// dates that only its own types hold.
    private static func mismatch(of value: SQLValue, _ type: String) -> ValueMismatch? {
        switch value {
        case .blob(let bytes):
            return type == "bytea" || type == "uuid" && bytes.count == 16
                ? nil : .binding(value, as: type, reason: "is bytes")
        case .typed(let typed):
            guard let engine = typed.engine, value.isFarDate, !isTime(type) else { return nil }
            return .foreign(value, engine)
        case .null, .integer, .real, .text: return nil
        }
    }

    private static func requireOIDs(_ values: some Collection<SQLValue>) throws {
        for value in values {
            if let mismatch = ValueMismatch.ofOID(value) { throw DatabaseError(.value, "a list: \(mismatch)") }
        }
    }

    private static func isTime(_ type: String) -> Bool { type == "date" || type.hasPrefix("timestamp") }

    /// Checks that the values of a list fit the column that they are written to.
    static func requireFitting(_ values: some Collection<SQLValue>, type: String, _ mapping: Mapping, _ position: Int)
        throws
    {
        for value in values {
            guard var mismatch = mismatch(of: value, type) else { continue }
            if value.isFarDate { mismatch.type = mapping.columns[position].field.typeName }
            throw mapping.error(mismatch, column: position, key: [])
        }
    }

    /// The types of lists that hold all of some keys: a list of the column's own type would refuse a number beyond it, which
    /// equals nothing there, or cut off the time behind a day.
    static func types(_ types: [String], for keys: KeyList) -> [String] {
        var wide = types
        for (part, type) in types.enumerated() {
            let values = (0..<keys.count).lazy.map { keys.part(part, of: $0) }
            switch type {
            case "date" where values.contains(where: \.isWithinDay):
                wide[part] = "timestamp without time zone"
            case "smallint": wide[part] = whole(values, type, Int64(Int16.min)...Int64(Int16.max))
            case "integer": wide[part] = whole(values, type, Int64(Int32.min)...Int64(Int32.max))
            case "bigint": wide[part] = whole(values, type, .min ... .max)
            default: break
            }
        }
        return wide
    }

    /// The type of whole numbers that holds all of some values, or that of all numbers.
    private static func whole(_ values: some Sequence<SQLValue>, _ type: String, _ range: ClosedRange<Int64>) -> String
    {
        var wide = type
        for value in values {
            let number: Int64?
            switch value {
            case .integer(let whole): number = whole
            case .real(let real): number = Int64(exactly: real)
            case .text, .typed:
                // What is no number is for the server to refuse.
                guard let decimal = DecimalNumber(of: value) else { continue }
                number = decimal.integer
            case .null, .blob: continue
            }
            guard let number else { return "numeric" }
            if !range.contains(number) { wide = "bigint" }
        }
        return wide
    }

    /// Whether `unnest` would take apart the values of a list: those of arrays and rows travel as texts, and so do boxes,
    /// between which lists have another sign.
    static func isTakenApart(_ type: String) -> Bool { type.hasSuffix("]") || type.hasPrefix("(") || type == "box" }

    /// The type of the elements of a list of values of a type.
    static func element(of type: String) -> String { isTakenApart(type) ? "text" : type }

    /// `?::text[]`: a bound list of values of a type.
    static func list(_ parameter: SQLExpression, of type: String) -> SQL {
        "\(parameter)::\(unsafe: element(of: type))[]"
    }

    /// What makes such an element a value of the type again.
    static func cast(to type: String) -> String {
        guard isTakenApart(type) else { return "" }
        return "::" + (type.hasPrefix("(") ? String(type.dropFirst().dropLast()) : type)
    }

    private static func append(quoted string: String, to text: inout SQLBuffer) {
        _ = string.withUTF8Bytes { bytes in
            text.append(quoted: bytes) { text, byte in
                text.append(byte)
                return true
            }
        }
    }
}
