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
        do { return .text(String(decoding: try encoder.encode(value), as: UTF8.self)) } catch {
            throw ValueMismatch.binding(
                .text(String(describing: value)), as: "JSON of \(Value.self)",
                reason: "does not encode (\(explain(error)))")
        }
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
