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
    }

    /// What it can be called: the property first, where it is known.
    var names: [String] {
        guard let property, property != name else { return [name] }
        return [property, name]
    }

    /// Whether this is what somebody means by a name.
    func isNamed(_ wanted: String) -> Bool { name == wanted || property == wanted }

    /// Reads the column into the property.
    @inline(__always)
    func read(_ row: Row, _ index: Int, into model: Model) throws {
        switch kind {
        case .int: model.property(at: offset, as: Int.self).pointee = try Int.read(from: row, at: index)
        case .optionalInt: model.property(at: offset, as: Int?.self).pointee = try Int?.read(from: row, at: index)
        case .int64: model.property(at: offset, as: Int64.self).pointee = try Int64.read(from: row, at: index)
        case .optionalInt64: model.property(at: offset, as: Int64?.self).pointee = try Int64?.read(from: row, at: index)
        case .string: model.property(at: offset, as: String.self).pointee = try String.read(from: row, at: index)
        case .optionalString:
            model.property(at: offset, as: String?.self).pointee = try String?.read(from: row, at: index)
        case .double: model.property(at: offset, as: Double.self).pointee = try Double.read(from: row, at: index)
        case .optionalDouble:
            model.property(at: offset, as: Double?.self).pointee = try Double?.read(from: row, at: index)
        case .bool: model.property(at: offset, as: Bool.self).pointee = try Bool.read(from: row, at: index)
        case .optionalBool: model.property(at: offset, as: Bool?.self).pointee = try Bool?.read(from: row, at: index)
        case .date: model.property(at: offset, as: Date.self).pointee = try Date.read(from: row, at: index)
        case .optionalDate: model.property(at: offset, as: Date?.self).pointee = try Date?.read(from: row, at: index)
        case .data: model.property(at: offset, as: Data.self).pointee = try Data.read(from: row, at: index)
        case .optionalData: model.property(at: offset, as: Data?.self).pointee = try Data?.read(from: row, at: index)
        case .bytes: model.property(at: offset, as: [UInt8].self).pointee = try [UInt8].read(from: row, at: index)
        case .optionalBytes:
            model.property(at: offset, as: [UInt8]?.self).pointee = try [UInt8]?.read(from: row, at: index)
        case .other: try field.read(row, index, into: model)
        }
    }

    /// The property's value as the column would hold it.
    func value(of model: Model) throws -> SQLValue {
        switch kind {
        case .int: .integer(Int64(model.property(at: offset, as: Int.self).pointee))
        case .optionalInt: model.property(at: offset, as: Int?.self).pointee.map { .integer(Int64($0)) } ?? .null
        case .string: .text(model.property(at: offset, as: String.self).pointee)
        case .optionalString: model.property(at: offset, as: String?.self).pointee.map { .text($0) } ?? .null
        default: try field.value(of: model)
        }
    }
}
