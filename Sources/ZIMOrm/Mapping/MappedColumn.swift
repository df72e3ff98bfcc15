import Foundation
import ZIMDb

/// A column of a mapping: its name, the property that holds it, and the way there.
package struct MappedColumn {
    /// The column's name in the table.
    package let name: String
    /// The property's name in Swift, where it is known.
    package let property: String?
    let field: Field
    let kind: FieldKind
    let offset: Int
    /// The same, as the property is written to its column: one with observers is set through its key path.
    let storedKind: FieldKind
    let storage: Int
    let keyPath: AnyKeyPath?
    /// The options that schema statements need; the mapper itself does not.
    package let options: Column.Options

    init(name: String, property: String?, field: Field, keyPath: AnyKeyPath?, options: Column.Options) {
        self.name = name
        self.property = property
        self.field = field
        self.keyPath = keyPath
        self.options = options
        kind = field.offset == nil ? .other : field.kind
        offset = field.offset ?? 0
        storedKind = field.storage == nil ? .other : field.storedKind
        storage = field.storage ?? 0
    }

    /// The same column, read and written by another field.
    func with(_ field: Field) -> MappedColumn {
        MappedColumn(name: name, property: property, field: field, keyPath: keyPath, options: options)
    }

    /// The type whose values it has in JSON, without its optional; nil if it is none.
    package var typeInJSON: Any.Type? { field.typeInJSON }

    /// The type whose values it holds as they are, without its optional; nil if something converts them, or for a type of the
    /// program's own.
    package var plainType: Any.Type? { kind == .other ? nil : field.propertyType }

    /// Whether the form of its values is declared.
    package var hasForm: Bool { field.form != nil }

    /// What it can be called: the property first, where it is known.
    var names: [String] {
        guard let property, property != name else { return [name] }
        return [property, name]
    }

    /// Whether this is what somebody means by a name.
    func isNamed(_ wanted: String) -> Bool { name == wanted || property == wanted }

    /// Reads the column into the property.
    func read(_ row: Row, _ index: Int, into model: Model) throws {
        if try !kind.read(row, index, into: model, at: offset) { try field.read(row, index, into: model) }
    }

    /// Whether the property holds a text of no more bytes, or nil.
    func isText(of model: Model, upTo count: Int) -> Bool {
        switch storedKind {
        case .string: model.property(at: storage, as: String.self).pointee.utf8.count <= count
        case .optionalString:
            model.property(at: storage, as: String?.self).pointee.map { $0.utf8.count <= count } ?? true
        default: false
        }
    }

    /// The property's value as the column would hold it.
    func value(of model: Model) throws -> SQLValue {
        switch storedKind {
        case .int: .integer(Int64(model.property(at: storage, as: Int.self).pointee))
        case .optionalInt: model.property(at: storage, as: Int?.self).pointee.map { .integer(Int64($0)) } ?? .null
        case .string: .text(model.property(at: storage, as: String.self).pointee)
        case .optionalString: model.property(at: storage, as: String?.self).pointee.map { .text($0) } ?? .null
        default: try field.value(of: model)
        }
    }
}
