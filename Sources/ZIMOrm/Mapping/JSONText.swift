import Foundation
import ZIMDb

/// A value of a JSON text, numbers as exact as they were written.
enum JSONText: Codable {
    case null
    case bool(Bool)
    case integer(Int64)
    case decimal(Decimal)
    case real(Double)
    case string(String)
    case array([JSONText])
    case object([String: JSONText])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Decimal.self) {
            // Asked for an integer, the decoder takes one for 0.99999999999999999999.
            self = Int64("\(value)").map { .integer($0) } ?? .decimal(value)
        } else if let value = try? container.decode(Double.self) {
            self = .real(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONText].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONText].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .decimal(let value): try container.encode(value)
        case .real(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    /// Whether a number of more digits than a `Decimal` has may be in it.
    var mayBeRounded: Bool {
        switch self {
        case .decimal, .real, .array, .object: true
        case .null, .bool, .integer, .string: false
        }
    }

    /// What it is called in a message about a property of a type.
    func kind(for type: Any.Type?) -> String {
        switch self {
        case .string where type == Data.self || type is NSData.Type: "a text that is not base64"
        case .null: "null"
        case .bool: "a truth value"
        case .integer, .decimal, .real: "a number"
        case .string: "a text"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The column's value that a property is read from; nil where its type holds no such value.
    ///
    /// - Parameter type: the property's type without its optional.
    func value(for type: Any.Type) throws -> SQLValue? {
        if case .null = self { return .null }
        if let raw = type as? any RawRepresentable.Type { return try value(for: raw.rawType) }
        if type == Data.self || type is NSData.Type {
            guard case .string(let text) = self else { return nil }
            return Data(base64Encoded: text).map { .blob([UInt8]($0)) }
        }
        if type == [UInt8].self {
            guard case .array(let numbers) = self else { return nil }
            let bytes = numbers.compactMap { if case .integer(let byte) = $0 { UInt8(exactly: byte) } else { nil } }
            return bytes.count == numbers.count ? .blob(bytes) : nil
        }
        if type == SQLValue.self { return anyValue }
        guard type is any ColumnValue.Type else {
            // A column of JSON.
            return .text(String(decoding: try JSONEncoder().encode(self), as: UTF8.self))
        }
        if !Self.isKnown(type) {
            // What its encoding has written goes before what its column would hold.
            if let type = type as? any (ColumnValue & Decodable).Type, let value = try? decoded(as: type) {
                return value.sqlValue
            }
            return anyValue
        }
        let isNumber =
            type is any FixedWidthInteger.Type || type is any BinaryFloatingPoint.Type || type == Decimal.self
        let takesNumber = isNumber || type is NSNumber.Type
        switch self {
        case .bool(let value): return type == Bool.self ? .integer(value ? 1 : 0) : nil
        case .integer(let number):
            if type == Float.self { return Self.number(number, of: Float.self) }
            if type == Double.self { return Self.number(number, of: Double.self) }
            return takesNumber ? .integer(number) : nil
        case .decimal(let number):
            guard takesNumber else { return nil }
            let digits = "\(number)"
            // As text an integer above 63 bits keeps its digits.
            let keepsDigits =
                type == Decimal.self || type == NSDecimalNumber.self
                || type is any FixedWidthInteger.Type && !digits.utf8.contains(0x2E)
            if keepsDigits { return .text(digits) }
            // A fraction is none of the whole numbers, though its Double may be one.
            guard let real = Double(digits), !(type is any FixedWidthInteger.Type) || real != real.rounded() else {
                return nil
            }
            return .real(real)
        case .real(let number): return takesNumber ? .real(number) : nil
        case .string(let text): return isNumber || type == Bool.self ? nil : .text(text)
        case .null, .array, .object: return nil
        }
    }

    /// Whether a type that columns hold is none that a program has made one.
    private static func isKnown(_ type: Any.Type) -> Bool {
        if type is any FixedWidthInteger.Type || type is any BinaryFloatingPoint.Type { return true }
        if type is any FoundationClassColumn.Type { return true }
        let known: [Any.Type] = [
            Bool.self, String.self, Substring.self, Character.self, UUID.self, URL.self, Date.self, Decimal.self,
        ]
        return known.contains { $0 == type }
    }

    /// What a type decodes of it, dates also from texts.
    func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        let text = String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
        return try JSONColumn.$takesDateTexts.withValue(true) { try JSONColumn.decode(.text(text)) }
    }

    /// A floating-point number whose shortest digits these are: beyond its mantissa the whole number is another one.
    private static func number<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ digits: Int64, of type: Number.Type
    ) -> SQLValue {
        let number = Number(digits)
        return DecimalNumber(number.description) == DecimalNumber(digits) ? .real(Double(number)) : .integer(digits)
    }

    /// The object that bytes are to a property of any type, of which a text would be none.
    static func bytes(_ bytes: [UInt8]) -> JSONText { .object(["base64": .string(Data(bytes).base64EncodedString())]) }

    /// The value of a property that takes each; nil for what no column holds, and for numbers that none holds with all digits.
    var anyValue: SQLValue? {
        switch self {
        case .null: return .null
        case .integer(let number): return .integer(number)
        case .decimal(let number):
            return Double("\(number)").flatMap { (try? Decimal(column: .real($0))) == number ? .real($0) : nil }
        case .real(let number): return .real(number)
        case .string(let text): return .text(text)
        case .object(let members):
            guard members.count == 1, case .string(let text)? = members["base64"] else { return nil }
            return Data(base64Encoded: text).map { .blob([UInt8]($0)) }
        case .bool, .array: return nil
        }
    }
}
