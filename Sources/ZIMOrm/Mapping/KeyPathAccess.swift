import ZIMDb

/// Finds the stored property behind a key path.
///
/// A key path of a class no longer tells its property's name or place, so they are found out once: a value is written at
/// the place of each property of the right type on a prototype, and read through the key path.
enum KeyPathAccess {
    /// The way to the property: its place where it is stored, else the key path itself.
    static func find<Owner: Model, Value: ColumnValue>(
        _ keyPath: ReferenceWritableKeyPath<Owner, Value>, on prototype: Model, among properties: [StoredProperty]
    ) -> (access: PropertyAccess<Value>, property: String?) {
        guard let property = property(keyPath, on: prototype, among: properties) else { return (through(keyPath), nil) }
        return (PropertyAccess(offset: property.offset), property.name)
    }

    static func through<Owner: Model, Value>(_ keyPath: ReferenceWritableKeyPath<Owner, Value>) -> PropertyAccess<Value>
    {
        PropertyAccess(
            // A mapping checks that its key paths begin at the class itself or at a superclass of it.
            get: { unsafeDowncast($0, to: Owner.self)[keyPath: keyPath] },
            set: { unsafeDowncast($0, to: Owner.self)[keyPath: keyPath] = $1 })
    }

    /// The stored property that a key path reads; nil for a computed one.
    static func property<Owner: Model, Value: ColumnValue>(
        _ keyPath: KeyPath<Owner, Value>, on prototype: Model, among properties: [StoredProperty]
    ) -> StoredProperty? {
        guard let owner = prototype as? Owner, let (first, second) = Probes.pair(of: Value.self) else { return nil }
        return properties.first { property in
            guard property.type == Value.self, property.isStrong, property.isVariable else { return false }
            let place = prototype.property(at: property.offset, as: Value.self)
            let before = place.pointee
            defer { place.pointee = before }
            return [first, second, first].allSatisfy { probe in
                place.pointee = probe
                return owner[keyPath: keyPath].sqlValue == probe.sqlValue
            }
        }
    }
}

/// Two values of a type that can be told apart.
private enum Probes {
    static let candidates: [SQLValue] = [
        .integer(1), .integer(0), .integer(77), .real(2_451_545.25), .text("zim"), .text("probe"),
        .text("2001-02-03"), .text("9d6f0f0e-5b1c-4d5b-8f43-0c7f3f1a2b3c"), .text("x"), .blob([1]), .null,
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
