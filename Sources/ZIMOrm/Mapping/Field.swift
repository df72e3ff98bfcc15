import Foundation
import ZIMDb

/// One property as the mapper uses it: read from a row, bound to a statement, compared.
///
/// The common types are handled by ``FieldKind`` without a call through this class; it serves the others.
class Field {
    /// The type as messages name it.
    var typeName: String { "" }
    /// Whether the property can be nil.
    var acceptsNull: Bool { false }
    /// Where the property stands in the object, where it can be set there.
    var offset: Int? { nil }
    /// Where it stands, where it can be read there.
    var storage: Int? { offset }
    /// The type whose values the column holds, without its optional; nil if something else says how it does.
    var valueType: Any.Type? { nil }
    /// The one form that the column's values have, where it is declared.
    var form: ColumnForm? { nil }
    /// What the column's type makes of what the form writes; nil where it keeps it.
    var conversion: FormConversion? { nil }
    /// The field for a column of a server's type that has a form of its own; nil if this one does.
    ///
    /// - Parameter type: the type's full name, such as `timestamp with time zone`.
    func onServer(_ type: String) -> Field? { nil }
    /// Whether a column's type may need another field.
    var mayDifferOnTable: Bool { false }
    /// The kind as which it is read, where the row loop reads it itself.
    var kind: FieldKind { .other }
    /// The kind as which it is written, where that needs no call of ``bind(_:to:at:)``.
    var storedKind: FieldKind { kind }

    /// The property's own type, without its optional; nil where it is no value.
    var propertyType: Any.Type? { nil }
    /// The type whose values JSON has for the column.
    var typeInJSON: Any.Type? { propertyType }
    /// The type of what the column keeps: of a reference that of the key it refers to.
    var keptType: Any.Type? { propertyType }
    /// What the property holds, as its own type.
    func held(by model: Model) -> Any? { nil }

    func read(_ row: Row, _ index: Int, into model: Model) throws {}
    func assign(_ value: SQLValue, to model: Model) throws {}
    func value(of model: Model) throws -> SQLValue { .null }
    func bind(_ model: Model, to statement: Statement, at index: Int) throws {}
    /// Whether closures turn a value of the property that is given into one of the column.
    var encodesGiven: Bool { false }
    /// What the column is given of a value of the property, where closures turn the one into the other; else the value.
    func encoded(_ value: SQLValue) throws -> SQLValue { value }
    /// The same of a value of JSON, where closures turn a type that no parameter has; nil for others.
    func encoded(json: JSONText) throws -> SQLValue? { nil }
    /// Converts a value as this property would hold it, and back: "10" finds integer 10.
    func normalized(_ value: SQLValue) throws -> SQLValue { value }
    /// Throws for a value that a column may be compared with, but must not be given.
    func requireTaken(_ value: SQLValue) throws {}
    /// Copies the property from one model to another of the same class.
    func copy(from source: Model, to target: Model) {}
}

extension Row {
    /// What a column holds of a property: the blanks that fill up a text are part of it for texts only.
    func value(at index: Int, for field: Field) -> SQLValue {
        guard let type = field.propertyType, type != String.self, type != Substring.self, type != SQLValue.self else {
            return storedValue(at: index)
        }
        let value = unpadded(index)
        // A blank may be all that a text is.
        return value == .text("") ? self.value(at: index) : stored(value, at: index)
    }
}

extension Field {
    /// The type of Swift whose values the column holds, also where the property has a class of Foundation for them.
    var swiftType: Any.Type? {
        switch valueType {
        case is NSDecimalNumber.Type: Decimal.self
        case is NSNumber.Type: Double.self
        case is NSDate.Type: Date.self
        case is NSString.Type: String.self
        case is NSData.Type: Data.self
        case let type: type
        }
    }
}

/// A property whose type says itself how a column holds it.
final class ValueField<Value: ColumnValue>: Field {
    let access: PropertyAccess<Value>

    init(_ access: PropertyAccess<Value>) { self.access = access }

    override var typeName: String { "\(Value.self)" }
    override var valueType: Any.Type? { (Value.self as? any AnyOptional.Type)?.wrappedType ?? Value.self }
    override var acceptsNull: Bool { Value.acceptsNull }
    override var propertyType: Any.Type? { (Value.self as? any AnyOptional.Type)?.wrappedType ?? Value.self }
    /// A column of bytes holds it as such.
    override var mayDifferOnTable: Bool { propertyType == UUID.self }
    override func held(by model: Model) -> Any? { access.get(model) }
    override var offset: Int? { access.offset }
    override var storage: Int? { access.storage }
    override var kind: FieldKind { access.storage == nil ? .other : FieldKind(Value.self) }

    override func read(_ row: Row, _ index: Int, into model: Model) throws {
        access.set(model, try Value.read(from: row, at: index))
    }
    override func assign(_ value: SQLValue, to model: Model) throws {
        access.set(model, try Value(column: value.asRead))
    }
    override func value(of model: Model) throws -> SQLValue { access.get(model).sqlValue }
    override func bind(_ model: Model, to statement: Statement, at index: Int) throws {
        try access.get(model).bind(to: statement, at: index)
    }
    override func normalized(_ value: SQLValue) throws -> SQLValue {
        if value.isNull { return value }
        return try Value(column: value.asRead).sqlValue
    }
    override func copy(from source: Model, to target: Model) { access.set(target, access.get(source)) }
}

/// A property whose values are turned into others on the way to the column and back: dates with a format, enums, JSON.
final class ConvertedField<Value>: Field {
    /// Who turns them: the library, in a form that takes values of the property as well, or closures that take nothing else.
    enum Converter { case library, json, closures }

    private let access: PropertyAccess<Value>
    private let decode: (SQLValue) throws -> Value
    private let encode: (Value) throws -> SQLValue
    private let isOptional: Bool
    private let converter: Converter
    /// The property's type, where a value of it that is given is none of the column's.
    private let given: (any ColumnValue.Type)?
    private let declared: ColumnForm?
    /// Makes the property's value of one that is given, in any form.
    private let take: (SQLValue) throws -> Value
    /// The field for a server's own type for dates.
    private let ownField: ((String) -> Field)?

    init(
        _ access: PropertyAccess<Value>, acceptsNull: Bool, decode: @escaping (SQLValue) throws -> Value,
        encode: @escaping (Value) throws -> SQLValue, form: ColumnForm? = nil,
        take: ((SQLValue) throws -> Value)? = nil, onServer: ((String) -> Field)? = nil,
        by converter: Converter = .library
    ) {
        self.converter = converter
        given = converter == .library ? nil : Value.self as? any ColumnValue.Type
        declared = form
        ownField = onServer
        self.take = take ?? decode
        self.access = access
        self.decode = decode
        self.encode = encode
        isOptional = acceptsNull
    }

    override var typeName: String { "\(Value.self)" }
    override var acceptsNull: Bool { isOptional }
    override var propertyType: Any.Type? { (Value.self as? any AnyOptional.Type)?.wrappedType ?? Value.self }
    override func held(by model: Model) -> Any? { access.get(model) }
    override var offset: Int? { access.offset }
    override var form: ColumnForm? { declared }
    override var mayDifferOnTable: Bool { ownField != nil }
    override func onServer(_ type: String) -> Field? {
        type == "date" || type.hasPrefix("timestamp") ? ownField?(type) : nil
    }

    override func read(_ row: Row, _ index: Int, into model: Model) throws {
        row.noteSpelling(index)
        do { access.set(model, try decode(row.unpadded(index))) } catch var mismatch as ValueMismatch {
            mismatch.index = index
            throw mismatch
        }
    }
    override func assign(_ value: SQLValue, to model: Model) throws { access.set(model, try decode(value.asRead)) }
    override func value(of model: Model) throws -> SQLValue { try encode(access.get(model)) }
    override func bind(_ model: Model, to statement: Statement, at index: Int) throws {
        try statement.bind(try encode(access.get(model)), at: index)
    }
    override var encodesGiven: Bool { given != nil }
    override func encoded(_ value: SQLValue) throws -> SQLValue {
        guard let given, isOptional || !value.isNull, let held = try given.init(column: value.asRead) as? Value else {
            return value
        }
        return try encode(held)
    }
    override func encoded(json: JSONText) throws -> SQLValue? {
        guard converter == .closures, given == nil else { return nil }
        // A type that is not Decodable is written as its column stores it.
        guard let type = Value.self as? any Decodable.Type else {
            if let value = json.anyValue { return value }
            throw ValueMismatch.binding(
                .text(json.kind(for: Value.self)), as: typeName, reason: "is no value of a column")
        }
        return try (json.decoded(as: type) as? Value).map(encode)
    }
    override func normalized(_ value: SQLValue) throws -> SQLValue {
        if value.isNull { return value }
        return try encode(try take(value.asRead))
    }
    override func copy(from source: Model, to target: Model) { access.set(target, access.get(source)) }
}
