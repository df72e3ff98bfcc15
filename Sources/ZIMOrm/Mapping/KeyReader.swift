import ZIMDb

/// Reads the properties that make up a key, one after the other, without touching the columns' descriptions.
struct KeyReader {
    private struct Part {
        let kind: FieldKind
        let offset: Int
        let position: Int
        /// Whether its type reports itself that it would write a value differently from how it was read.
        let isPlain: Bool
    }

    private let parts: ContiguousArray<Part>
    /// Whether a part is of a type that is not common.
    let hasOtherTypes: Bool
    var count: Int { parts.count }

    init(_ columns: [MappedColumn], _ positions: [Int]) {
        let parts = ContiguousArray(
            positions.compactMap {
                columns.indices.contains($0)
                    ? Part(
                        kind: columns[$0].storedKind, offset: columns[$0].storage, position: $0,
                        isPlain: columns[$0].storedKind != .other || columns[$0].hasCommonType) : nil
            })
        hasOtherTypes = parts.contains { !$0.isPlain }
        self.parts = parts
    }

    /// The position of a part among the class's columns.
    func position(_ index: Int) -> Int { parts[index].position }

    /// The value of a part, as the column would hold it.
    ///
    /// - Throws: ``ModelError`` if it cannot be stored.
    @inline(__always)
    func value(_ index: Int, of model: Model, in mapping: Mapping) throws -> SQLValue {
        let part = parts[index]
        if model.mayBeSpelled, let stored = model.spelledValue(part.position, in: mapping) { return stored }
        switch part.kind {
        case .int: return .integer(Int64(model.property(at: part.offset, as: Int.self).pointee))
        case .optionalInt:
            return model.property(at: part.offset, as: Int?.self).pointee.map { .integer(Int64($0)) } ?? .null
        case .string: return .text(model.property(at: part.offset, as: String.self).pointee)
        case .optionalString:
            return model.property(at: part.offset, as: String?.self).pointee.map { .text($0) } ?? .null
        default:
            return try mapping.propertyValue(part.position, of: model)
        }
    }

    /// Notes the parts of a row's key that a custom type would write differently from how it read them.
    @inline(never)
    func noteSpellings(_ row: Row, _ first: Int, _ sources: [Int]?, of model: Model, _ mapping: Mapping) {
        for part in parts where !part.isPlain {
            let source = sources?[part.position] ?? first + part.position
            let value = row.value(at: source, for: mapping.columns[part.position].field)
            if mapping.spelling(value, at: part.position, of: model) != nil { row.noteSpelling(source) }
        }
    }

    /// Whether a value needs no conversion to a part's type, as what the common keys are made of.
    @inline(__always)
    func isPlain(_ value: SQLValue, for index: Int) -> Bool {
        switch (parts[index].kind, value) {
        case (.int, .integer), (.optionalInt, .integer), (.string, .text), (.optionalString, .text): true
        default: false
        }
    }
}

extension MappedColumn {
    /// Whether the property's type is common, though it may have to be reached through its key path.
    fileprivate var hasCommonType: Bool { field.valueType.map { FieldKind($0) != .other } ?? false }
}
