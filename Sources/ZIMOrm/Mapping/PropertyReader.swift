import Foundation
import ZIMDb

/// A property's type and offset, without anything that would have to be retained.
struct StoredField {
    let kind: FieldKind
    let offset: Int
}

/// Reads columns into properties.
///
/// This is the inner loop of every query: it goes over plain numbers, and touches a column's description only for types
/// that are not common.
struct PropertyReader {
    private let stored: ContiguousArray<StoredField>
    private let fields: ContiguousArray<Field>

    init(_ columns: [MappedColumn]) {
        fields = ContiguousArray(columns.map(\.field))
        stored = ContiguousArray(columns.map { StoredField(kind: $0.kind, offset: $0.offset) })
    }

    /// Reads one column.
    ///
    /// - Throws: `ValueMismatch` if the value does not fit.
    @inline(__always)
    func read(_ index: Int, from row: Row, at source: Int, into model: Model) throws {
        let field = stored[index]
        // The commonest stand here once more: a loop with all of them takes a twentieth longer.
        switch field.kind {
        case .int: model.property(at: field.offset, as: Int.self).pointee = try Int.read(from: row, at: source)
        case .optionalInt:
            model.property(at: field.offset, as: Int?.self).pointee = try Int?.read(from: row, at: source)
        case .double:
            model.property(at: field.offset, as: Double.self).pointee = try Double.read(from: row, at: source)
        case .date: model.property(at: field.offset, as: Date.self).pointee = try Date.read(from: row, at: source)
        case .string:
            model.property(at: field.offset, as: String.self).pointee = try String.read(from: row, at: source)
        case .optionalString:
            model.property(at: field.offset, as: String?.self).pointee = try String?.read(from: row, at: source)
        default:
            if try !field.kind.read(row, source, into: model, at: field.offset) {
                try fields[index].read(row, source, into: model)
            }
        }
    }
}

extension FieldKind {
    /// Reads a column straight into the property at an offset.
    ///
    /// - Returns: false where the type is no common one, and nothing was read.
    @inline(never)
    func read(_ row: Row, _ index: Int, into model: Model, at offset: Int) throws -> Bool {
        switch self {
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
        case .other: return false
        }
        return true
    }
}
