import Foundation
import ZIMDb

/// Reads columns into properties.
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

    /// Reads one column.
    ///
    /// - Throws: `ValueMismatch` if the value does not fit.
    @inline(__always)
    func read(_ index: Int, from row: Row, at source: Int, into model: Model) throws {
        let place = places[index]
        switch place.kind {
        case .int: model.property(at: place.offset, as: Int.self).pointee = try Int.read(from: row, at: source)
        case .optionalInt:
            model.property(at: place.offset, as: Int?.self).pointee = try Int?.read(from: row, at: source)
        case .double: model.property(at: place.offset, as: Double.self).pointee = try Double.read(from: row, at: source)
        case .date: model.property(at: place.offset, as: Date.self).pointee = try Date.read(from: row, at: source)
        case .string: model.property(at: place.offset, as: String.self).pointee = try String.read(from: row, at: source)
        case .optionalString:
            model.property(at: place.offset, as: String?.self).pointee = try String?.read(from: row, at: source)
        default: try columns[index].read(row, source, into: model)
        }
    }
}
