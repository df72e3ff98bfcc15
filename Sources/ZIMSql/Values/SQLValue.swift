import Foundation

/// A value as a database stores it: NULL, an integer, a real number, text or bytes.
///
/// ```swift
/// let values: [SQLValue] = [1, 2.5, "Ada", nil, .blob([0xFF])]
/// ```
///
/// Every parameter of a statement and every column of a row is one of these. Types beyond the five storage classes of
/// SQLite are ``typed(_:)``: exact text with the name of its type.
///
/// Source: <https://www.sqlite.org/datatype3.html>, section 2.
public enum SQLValue: Sendable, Hashable {
    /// `NULL`
    case null
    /// A signed integer of 64 bits.
    case integer(Int64)
    /// A floating-point number of 64 bits.
    case real(Double)
    /// Text; it may hold any character, NUL included.
    case text(String)
    /// Bytes.
    case blob([UInt8])
    /// A value of a type that only some engines have, such as `numeric` or `uuid` of PostgreSQL.
    // Kept apart, so that the other values, of which millions are kept, take 24 bytes and not 40.
    indirect case typed(SQLTypedText)

    /// Whether this is `NULL`.
    public var isNull: Bool {
        if case .null = self { return true }
        return false
    }
}

extension SQLValue {
    /// Compares as an engine does: text byte for byte. For Swift's String, "é" equals "e" with a combining accent; for
    /// a database they are two keys.
    public static func == (left: SQLValue, right: SQLValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left == right
        case (.text(let left), .text(let right)): left.hasSameBytes(as: right)
        case (.blob(let left), .blob(let right)): left == right
        case (.typed(let left), .typed(let right)): left == right
        default: false
        }
    }
}

extension SQLValue {
    /// A decimal number of a program as an operand. It is bound as a number, or as its digits, which a column takes for what it
    /// holds itself; the writer casts these where no column stands beside them.
    package static func decimal(_ digits: String) -> SQLValue { .typed(SQLTypedText(digits, type: decimalOperand)) }

    /// A point in time of a program as an operand: bound as one, or as its text.
    static func date(_ text: String) -> SQLValue { .typed(SQLTypedText(text, type: dateOperand)) }

    static let decimalOperand = "decimal operand"
    static let dateOperand = "date operand"

    /// Whether a value is a decimal number, of a program or as a server has it.
    static func isDecimal(_ value: SQLTypedText) -> Bool {
        value.type == decimalOperand || value.type == "numeric" || value.type == "decimal"
    }

    /// The digits of a decimal number of a program as an operand; nil for every other value.
    package var decimalDigits: String? {
        guard case .typed(let value) = self, value.type == Self.decimalOperand else { return nil }
        return value.text
    }

    /// The value of a program's operand as it is stored in a text; every other value is itself.
    package var asStored: SQLValue {
        guard case .typed(let value) = self, value.type == Self.decimalOperand || value.type == Self.dateOperand else {
            return self
        }
        return .text(value.text)
    }

    /// Whether it is a point in time of a program.
    var isDate: Bool {
        guard case .typed(let value) = self else { return false }
        return value.type == Self.dateOperand || value.type == "timestamptz"
    }

    /// Whether it is of the same kind as another value, so that statements say the same of both.
    func isWritten(as other: SQLValue) -> Bool {
        switch (self, other) {
        case (.null, .null), (.integer, .integer), (.real, .real), (.text, .text), (.blob, .blob): true
        case (.typed(let own), .typed(let other)): own.type == other.type && own.engine == other.engine
        default: false
        }
    }
}

extension String {
    /// Whether two texts are written with the same bytes.
    package func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return withUTF8Bytes { left in
            other.withUTF8Bytes { right in
                guard let start = left.baseAddress, let otherStart = right.baseAddress else { return true }
                return start == otherStart || memcmp(start, otherStart, left.count) == 0
            }
        }
    }
}

/// A value of an engine's own type: its exact text and the type's name.
///
/// ```swift
/// let price = SQLTypedText("12.3400", type: "numeric")      // '12.3400'::numeric on PostgreSQL
/// ```
///
/// SQLite has no such types; there only the text is bound.
public final class SQLTypedText: Sendable, Hashable {
    /// The value as the engine prints it.
    public let text: String
    /// The type's name as the engine knows it, for example `timestamptz`.
    public let type: String
    /// What a column of another type holds in its place: plain text has dates to the millisecond.
    package let plain: String?
    /// The only engine that has the type, where its text would mean nothing to others; they refuse to bind it.
    package let engine: String?

    /// Makes a value from its text and its type's name.
    public convenience init(_ text: String, type: String) { self.init(text, type: type, plain: nil) }

    /// Makes a value that only one engine takes.
    package convenience init(_ text: String, type: String, engine: String) {
        self.init(text, type: type, plain: nil, engine: engine)
    }

    init(_ text: String, type: String, plain: String?, engine: String? = nil) {
        self.text = text
        self.type = type
        self.plain = plain
        self.engine = engine
    }

    /// The text for a column that is not of a type of points in time.
    package var plainText: String { plain ?? text }

    public static func == (left: SQLTypedText, right: SQLTypedText) -> Bool {
        left.text.hasSameBytes(as: right.text) && left.type == right.type
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(type)
    }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .real(value) }
    public init(stringLiteral value: String) { self = .text(value) }
    public init(booleanLiteral value: Bool) { self = .integer(value ? 1 : 0) }
    public init(nilLiteral: ()) { self = .null }
}

extension SQLValue: CustomStringConvertible {
    /// The value for people to read: `NULL`, `42`, `'O''Brien'`, `x'00ff'`. For SQL text use a dialect's `literal(_:)`.
    public var description: String {
        switch self {
        case .null: return "NULL"
        case .integer(let value): return String(value)
        case .real(let value): return String(value)
        case .text(let value): return SQLValue.quoted(value)
        case .typed(let value): return value.textBytes == nil ? SQLValue.quoted(value.text) : value.text
        case .blob(let bytes): return "x'" + SQLValue.hexadecimal(bytes) + "'"
        }
    }

    package static func quoted(_ text: String) -> String {
        var result = "'"
        for character in text.unicodeScalars {
            if character == "'" { result += "'" }
            result.unicodeScalars.append(character)
        }
        return result + "'"
    }

    package static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of pairs of digits, in upper or lower case; nil for other text.
    package static func bytes(hexadecimal text: some StringProtocol) -> [UInt8]? {
        let digits = text.utf8.map { digit -> UInt8 in
            switch digit {
            case 0x30...0x39: digit - 0x30
            case 0x41...0x46: digit - 0x37
            case 0x61...0x66: digit - 0x57
            default: 16
            }
        }
        guard digits.count % 2 == 0, !digits.contains(16) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
