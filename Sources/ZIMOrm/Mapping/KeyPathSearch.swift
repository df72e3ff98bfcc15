import ZIMDb

/// Finds the name of a property whose key path tells no place: it is observed, or it or its class is not final.
///
/// Only names are found like this, never a place that a model is read from or written at. A prototype is given different
/// values, and the property is the one that the key path reads them from every time.
enum KeyPathSearch {
    static func property<Owner: Model, Value>(
        _ keyPath: KeyPath<Owner, Value>, on prototype: Model, among properties: [StoredProperty]
    ) -> StoredProperty? {
        // A stored property can be set; a computed one without a setter is never called.
        guard keyPath is ReferenceWritableKeyPath<Owner, Value>, case .computed? = KeyPathComponent(keyPath),
            let owner = prototype as? Owner, let type = Value.self as? any ColumnValue.Type
        else { return nil }
        func typed<Typed: ColumnValue>(_ type: Typed.Type) -> StoredProperty? {
            guard let keyPath = keyPath as? KeyPath<Owner, Typed>, let values = Probes.pair(of: type) else {
                return nil
            }
            return search(keyPath, of: owner, among: properties, values)
        }
        return typed(type)
    }

    private static func search<Owner: Model, Value: ColumnValue>(
        _ keyPath: KeyPath<Owner, Value>, of owner: Owner, among properties: [StoredProperty], _ values: (Value, Value)
    ) -> StoredProperty? {
        let flags = properties.filter { $0.type == Bool.self && $0.isVariable }
        return properties.first { candidate in
            guard candidate.type == Value.self, candidate.isStrong, candidate.isVariable else { return false }
            let place = owner.property(at: candidate.offset, as: Value.self)
            // What a flag decides is computed.
            return [false, true].allSatisfy { flag in
                for other in flags { owner.property(at: other.offset, as: Bool.self).pointee = flag }
                let before = place.pointee
                defer { place.pointee = before }
                return [values.0, values.1, values.0].allSatisfy { value in
                    place.pointee = value
                    return owner[keyPath: keyPath].sqlValue == value.sqlValue
                }
            }
        }
    }
}

/// Two values of a type that can be told apart.
private enum Probes {
    static let candidates: [SQLValue] = [
        .integer(1), .integer(0), .integer(77), .real(2_451_545.25), .text("zim"), .text("probe"),
        .text("2001-02-03"), .text("9d6f0f0e-5b1c-4d5b-8f43-0c7f3f1a2b3c"),
        .text("1b2c3d4e-5b1c-4d5b-8f43-0c7f3f1a2b3c"), .text("x"), .blob([1]), .null,
    ]

    static func pair<Value: ColumnValue>(of type: Value.Type) -> (Value, Value)? {
        // A raw value that is text is known to nobody but the type itself.
        if let type = type as? any CaseIterable.Type, let pair: (Value, Value) = cases(of: type) { return pair }
        if let optional = type as? any AnyOptional.Type, let wrapped = optional.wrappedType as? any CaseIterable.Type,
            let some = anyCase(of: wrapped).flatMap({ optional.wrap($0) as? Value }),
            let none = optional.wrap(nil) as? Value
        {
            return (some, none)
        }
        var first: Value?
        for candidate in candidates {
            guard let value = try? Value(column: candidate) else { continue }
            guard let known = first else {
                first = value
                continue
            }
            if known.sqlValue != value.sqlValue { return (known, value) }
        }
        return nil
    }

    private static func anyCase<Cases: CaseIterable>(of type: Cases.Type) -> Any? { type.allCases.first }

    private static func cases<Value: ColumnValue>(of type: any CaseIterable.Type) -> (Value, Value)? {
        func all<Cases: CaseIterable>(_ type: Cases.Type) -> [Value] {
            Cases.allCases.prefix(2).compactMap { $0 as? Value }
        }
        let found = all(type)
        return found.count == 2 ? (found[0], found[1]) : nil
    }
}
