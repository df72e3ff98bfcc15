import Foundation
import ZIMDb

/// Reads columns into properties and works out their digests in the same pass, while the bytes are at hand.
///
/// This is the inner loop of every query: it goes over plain numbers, and touches a column's description only for types
/// that are not common.
struct PropertyReader {
    /// A property's type and place, without anything that would have to be retained.
    private struct Place {
        let kind: FieldKind
        let offset: Int
    }

    private let places: ContiguousArray<Place>
    private let columns: [MappedColumn]

    init(_ columns: [MappedColumn]) {
        self.columns = columns
        places = ContiguousArray(columns.map { Place(kind: $0.kind, offset: $0.offset) })
    }

    /// The number that stands for a property's value.
    @inline(__always)
    func digest(_ index: Int, of model: Model) throws -> UInt32 {
        let place = places[index]
        switch place.kind {
        case .int: return Digest.of(Int64(model.property(at: place.offset, as: Int.self).pointee))
        case .optionalInt:
            return model.property(at: place.offset, as: Int?.self).pointee.map { Digest.of(Int64($0)) } ?? Digest.null
        case .double: return Digest.of(model.property(at: place.offset, as: Double.self).pointee)
        case .string: return Digest.of(model.property(at: place.offset, as: String.self).pointee)
        case .optionalString:
            return model.property(at: place.offset, as: String?.self).pointee.map { Digest.of($0) } ?? Digest.null
        default: return try columns[index].digest(model)
        }
    }

    /// Reads one column.
    ///
    /// - Throws: `ValueMismatch` where the value does not fit.
    @inline(__always)
    func read(_ index: Int, from row: Row, at source: Int, into model: Model) throws -> UInt32 {
        let place = places[index]
        switch place.kind {
        case .int:
            let value = try Int.read(from: row, at: source)
            model.property(at: place.offset, as: Int.self).pointee = value
            return Digest.of(Int64(value))
        case .optionalInt:
            let value = try Int?.read(from: row, at: source)
            model.property(at: place.offset, as: Int?.self).pointee = value
            return value.map { Digest.of(Int64($0)) } ?? Digest.null
        case .double:
            let value = try Double.read(from: row, at: source)
            model.property(at: place.offset, as: Double.self).pointee = value
            return Digest.of(value)
        case .date:
            let value = try Date.read(from: row, at: source)
            model.property(at: place.offset, as: Date.self).pointee = value
            return Digest.of(value.timeIntervalSinceReferenceDate)
        case .string:
            if let bytes = row.utf8(source), let text = UTF8Text.decode(bytes) {
                model.property(at: place.offset, as: String.self).pointee = text
                return Digest.of(UnsafeRawBufferPointer(bytes))
            }
        case .optionalString:
            if let bytes = row.utf8(source), let text = UTF8Text.decode(bytes) {
                model.property(at: place.offset, as: String?.self).pointee = text
                return Digest.of(UnsafeRawBufferPointer(bytes))
            }
            if row.isNull(source), source < row.count {
                model.property(at: place.offset, as: String?.self).pointee = nil
                return Digest.null
            }
        case .data:
            if let bytes = row.blob(source) {
                model.property(at: place.offset, as: Data.self).pointee = Data(bytes)
                return Digest.of(bytes)
            }
        default: break
        }
        try columns[index].read(row, source, into: model)
        return try columns[index].digest(model)
    }
}
