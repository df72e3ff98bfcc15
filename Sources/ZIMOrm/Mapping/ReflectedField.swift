import Foundation
import ZIMDb

/// Makes the field of a stored property whose type is only known at run time.
enum ReflectedField {
    /// nil if no column can hold the type.
    static func make(_ property: StoredProperty) -> Field? {
        guard property.isStrong else { return nil }
        if let type = property.type as? any ColumnValue.Type { return valueField(type, property.offset) }
        if let optional = property.type as? any AnyOptional.Type,
            let raw = optional.wrappedType as? any RawRepresentable.Type
        {
            return optionalRawField(raw, property.offset)
        }
        if let raw = property.type as? any RawRepresentable.Type, let field = rawField(raw, property.offset) {
            return field
        }
        // A model inside a model is a relationship, never JSON.
        let bare = (property.type as? any AnyOptional.Type)?.wrappedType ?? property.type
        if bare is Model.Type { return nil }
        if let type = property.type as? any Codable.Type { return jsonField(type, property.offset) }
        return nil
    }

    private static func valueField<Value: ColumnValue>(_ type: Value.Type, _ offset: Int) -> Field {
        ValueField<Value>(PropertyAccess(offset: offset))
    }

    private static func jsonField<Value: Codable>(_ type: Value.Type, _ offset: Int) -> Field {
        ConvertedField<Value>(
            PropertyAccess(offset: offset), acceptsNull: Value.self is any AnyOptional.Type,
            decode: { try JSONColumn.decode($0) }, encode: { try JSONColumn.encode($0) })
    }

    private static func rawField<Value: RawRepresentable>(_ type: Value.Type, _ offset: Int) -> Field? {
        guard let rawType = Value.RawValue.self as? any ColumnValue.Type else { return nil }
        return ConvertedField<Value>(
            PropertyAccess(offset: offset), acceptsNull: false,
            decode: { try rawValue(Value.self, rawType, $0) },
            encode: { encoded($0.rawValue) })
    }

    private static func encoded(_ raw: Any) -> SQLValue { (raw as? any ColumnValue)?.sqlValue ?? .null }

    private static func optionalRawField<Value: RawRepresentable>(_ type: Value.Type, _ offset: Int) -> Field? {
        guard let rawType = Value.RawValue.self as? any ColumnValue.Type else { return nil }
        return ConvertedField<Value?>(
            PropertyAccess(offset: offset), acceptsNull: true,
            decode: { $0.isNull ? nil : try rawValue(Value.self, rawType, $0) },
            encode: { $0.map { encoded($0.rawValue) } ?? .null })
    }

    private static func rawValue<Value: RawRepresentable>(
        _ type: Value.Type, _ rawType: any ColumnValue.Type, _ value: SQLValue
    ) throws -> Value {
        guard let raw = try rawType.init(column: value) as? Value.RawValue, let result = Value(rawValue: raw) else {
            throw ValueMismatch(value: value, type: "\(Value.self)", reason: "is not the raw value of a case")
        }
        return result
    }
}
