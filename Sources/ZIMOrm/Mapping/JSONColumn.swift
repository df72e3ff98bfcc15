import Foundation
import ZIMDb

/// Codable values as JSON text.
enum JSONColumn {
    /// Whether dates may also be texts, as encoders with a strategy of their own write them. A column's are numbers.
    @TaskLocal static var takesDateTexts = false

    static func decode<Value: Decodable>(_ value: SQLValue) throws -> Value {
        let bytes: Data
        switch value {
        case .text(let text): bytes = Data(text.utf8)
        case .typed(let typed): bytes = Data(typed.text.utf8)
        case .blob(let blob): bytes = Data(blob)
        // nil is NULL in the table and null in JSON.
        case .null where Value.self is any AnyOptional.Type: bytes = Data("null".utf8)
        case .null, .integer, .real: throw ValueMismatch(value: value, type: "JSON of \(Value.self)")
        }
        let decoder = JSONDecoder()
        if takesDateTexts { decoder.dateDecodingStrategy = .custom(date) }
        do { return try decoder.decode(Value.self, from: bytes) } catch {
            throw ValueMismatch(
                value: value, type: "JSON of \(Value.self)", reason: "does not decode (\(explain(error)))")
        }
    }

    static func encode<Value: Encodable>(_ value: Value) throws -> SQLValue {
        if let optional = value as? any AnyOptional, optional.isNil { return .null }
        let encoder = JSONEncoder()
        // Sorted, so that the same value is always the same text.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return .text(String(decoding: ordered(try encoder.encode(value), Value.self), as: UTF8.self)) } catch {
            throw ValueMismatch.binding(
                .text(String(describing: value)), as: "JSON of \(Value.self)",
                reason: "does not encode (\(explain(error)))")
        }
    }

    /// A set, or a dictionary whose keys are no texts, is an array in the order of its hash table: here in that of the texts of
    /// its members. One inside another value stays as it is.
    private static func ordered(_ json: Data, _ type: Any.Type) -> Data {
        guard json.first == UInt8(ascii: "[") else { return json }
        let bare = (type as? any AnyOptional.Type)?.wrappedType ?? type
        guard let width = (bare as? any HashedCollection.Type)?.width else { return json }
        var members: [Data] = []
        var (start, commas, depth, isText, isEscaped) = (json.startIndex + 1, 0, 0, false, false)
        for (index, byte) in zip(json.indices, json).dropFirst() {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = true
            case UInt8(ascii: "\""): isText.toggle()
            case _ where isText: break
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]") where depth == 0, UInt8(ascii: ",") where depth == 0:
                commas += 1
                guard byte != UInt8(ascii: ",") || commas % width == 0 else { continue }
                members.append(json[start..<index])
                start = index + 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        members.sort { $0.lexicographicallyPrecedes($1) }
        return Data("[".utf8) + members.joined(separator: [UInt8(ascii: ",")]) + Data("]".utf8)
    }

    private static func date(from decoder: any Decoder) throws -> Date {
        let container = try decoder.singleValueContainer()
        if let seconds = try? container.decode(Double.self) { return Date(timeIntervalSinceReferenceDate: seconds) }
        let text = try container.decode(String.self)
        do { return try Date(column: .text(text)) } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "The text is no date")
        }
    }

    /// What is wrong and where, without the innards of the decoder.
    private static func explain(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context): "no key \(key.stringValue)\(location(context.codingPath))"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            context.debugDescription + location(context.codingPath)
        case EncodingError.invalidValue(_, let context): context.debugDescription + location(context.codingPath)
        default: String(describing: error)
        }
    }

    private static func location(_ path: [any CodingKey]) -> String {
        path.isEmpty ? "" : " at " + path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}

/// A collection whose order is that of a hash table.
private protocol HashedCollection {
    /// How many values of a JSON array are one member.
    static var width: Int { get }
}

extension Set: HashedCollection { fileprivate static var width: Int { 1 } }
extension Dictionary: HashedCollection { fileprivate static var width: Int { 2 } }

/// Any optional, whatever it wraps.
protocol AnyOptional {
    static var wrappedType: Any.Type { get }
    var isNil: Bool { get }
    var wrappedValue: Any? { get }
    /// An optional of this type around a value; nil if the value is of another type.
    static func wrap(_ value: Any?) -> Self?
}

extension Optional: AnyOptional {
    static var wrappedType: Any.Type { Wrapped.self }
    var isNil: Bool {
        if case .none = self { return true }
        return false
    }
    var wrappedValue: Any? { map { $0 } }
    static func wrap(_ value: Any?) -> Wrapped?? {
        guard let value else { return .some(nil) }
        return (value as? Wrapped).map { .some($0) }
    }
}
