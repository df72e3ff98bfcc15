import Foundation
import ZIMDb

/// Binds properties to parameters: the inner loop of every insert and update.
///
/// As in ``PropertyReader``, it goes over plain numbers, and touches a column's description only for types that are not
/// common. Text and bytes are handed on where they stand, without a reference more.
struct PropertyBinder {
    private let stored: ContiguousArray<StoredField>
    private let columns: [MappedColumn]

    init(_ columns: [MappedColumn]) {
        self.columns = columns
        stored = ContiguousArray(columns.map { StoredField(kind: $0.storedKind, offset: $0.storage) })
    }

    /// Binds one property. Afterwards the parameter is bound, if only to NULL.
    ///
    /// - Throws: `ValueMismatch` if the value cannot be stored.
    @inline(__always)
    func bind(_ index: Int, of model: Model, to statement: Statement, at parameter: Int) throws {
        let field = stored[index]
        switch field.kind {
        case .int:
            try statement.bind(Int64(model.property(at: field.offset, as: Int.self).pointee), at: parameter)
        case .int64:
            try statement.bind(model.property(at: field.offset, as: Int64.self).pointee, at: parameter)
        case .string:
            try model.property(at: field.offset, as: String.self).pointee.withUTF8 {
                try statement.bind(utf8: $0, at: parameter)
            }
        case .optionalString:
            try bind(&model.property(at: field.offset, as: String?.self).pointee, to: statement, at: parameter)
        case .double:
            try statement.bind(model.property(at: field.offset, as: Double.self).pointee, at: parameter)
        case .bool:
            try statement.bind(
                model.property(at: field.offset, as: Bool.self).pointee ? 1 : 0 as Int64, at: parameter)
        case .date:
            try statement.bind(model.property(at: field.offset, as: Date.self).pointee, at: parameter)
        case .data:
            try model.property(at: field.offset, as: Data.self).pointee.withUnsafeBytes {
                try statement.bind(bytes: $0, at: parameter)
            }
        case .bytes:
            try model.property(at: field.offset, as: [UInt8].self).pointee.withUnsafeBytes {
                try statement.bind(bytes: $0, at: parameter)
            }
        case .optionalInt:
            try bind(model.property(at: field.offset, as: Int?.self).pointee, to: statement, at: parameter)
        case .optionalInt64:
            try bind(model.property(at: field.offset, as: Int64?.self).pointee, to: statement, at: parameter)
        case .optionalDouble:
            try bind(model.property(at: field.offset, as: Double?.self).pointee, to: statement, at: parameter)
        case .optionalBool:
            try bind(model.property(at: field.offset, as: Bool?.self).pointee, to: statement, at: parameter)
        case .optionalDate:
            try bind(model.property(at: field.offset, as: Date?.self).pointee, to: statement, at: parameter)
        case .optionalData:
            try bind(model.property(at: field.offset, as: Data?.self).pointee, to: statement, at: parameter)
        case .optionalBytes:
            try bind(model.property(at: field.offset, as: [UInt8]?.self).pointee, to: statement, at: parameter)
        case .other:
            // A type of the caller's own may bind nothing, and must not find what the row before it left.
            try statement.bindNull(at: parameter)
            try columns[index].field.bind(model, to: statement, at: parameter)
        }
    }

    @inline(__always)
    private func bind(_ text: inout String?, to statement: Statement, at parameter: Int) throws {
        if try text?.withUTF8({ try statement.bind(utf8: $0, at: parameter) }) == nil {
            try statement.bindNull(at: parameter)
        }
    }

    @inline(__always)
    private func bind<Value: ColumnValue>(_ value: Value?, to statement: Statement, at parameter: Int) throws {
        if let value { try value.bind(to: statement, at: parameter) } else { try statement.bindNull(at: parameter) }
    }
}
