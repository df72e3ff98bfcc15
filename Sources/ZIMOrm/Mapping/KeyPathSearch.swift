import ZIMDb

/// Finds the name of a property whose key path tells no position: it is observed, or it or its class is not final.
///
/// A prototype is given different values, and the property is the one that the key path reads them from every time. That
/// is its name; the position that a model is read from it is only for classes whose ``Model/storesColumns`` says that getters
/// do nothing else, and never the position that it is written at.
enum KeyPathSearch {
    static func property<Owner: Model, Value>(
        _ keyPath: KeyPath<Owner, Value>, on prototype: Model, among properties: [StoredProperty]
    ) -> StoredProperty? {
        // A stored property can be set; a computed one without a setter is never called.
        guard keyPath is ReferenceWritableKeyPath<Owner, Value>, case .computed? = KeyPathComponent(keyPath),
            let owner = prototype as? Owner
        else { return nil }
        func typed<Typed: ColumnValue>(_ type: Typed.Type) -> StoredProperty? {
            guard let keyPath = keyPath as? KeyPath<Owner, Typed>, let values = Probes.pair(of: type) else {
                return nil
            }
            return search(keyPath, of: owner, among: properties, values) { $0.sqlValue == $1.sqlValue }
        }
        if let type = Value.self as? any ColumnValue.Type, let found = typed(type) { return found }
        // A raw value that is text is known to nobody but the type itself.
        guard let values = OneByteEnum.pair(of: Value.self) else { return nil }
        return search(keyPath, of: owner, among: properties, values, by: OneByteEnum.isSame)
    }

    private static func search<Owner: Model, Value>(
        _ keyPath: KeyPath<Owner, Value>, of owner: Owner, among properties: [StoredProperty], _ values: (Value, Value),
        by isSame: (Value, Value) -> Bool
    ) -> StoredProperty? {
        let flags = properties.filter { $0.type == Bool.self && $0.isVariable }
        return properties.first { candidate in
            guard candidate.type == Value.self, candidate.isStrong, candidate.isVariable else { return false }
            let position = owner.property(at: candidate.offset, as: Value.self)
            // What a flag decides is computed.
            return [false, true].allSatisfy { flag in
                for other in flags { owner.property(at: other.offset, as: Bool.self).pointee = flag }
                let before = position.pointee
                defer { position.pointee = before }
                return [values.0, values.1, values.0].allSatisfy { value in
                    position.pointee = value
                    return isSame(owner[keyPath: keyPath], value)
                }
            }
        }
    }
}

/// Two values of an enum that is stored as one byte, as those with raw values are, optional or not: its first cases are the
/// bytes 0 and 1. With one case only it would need no byte.
///
/// Source: <https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeLayout.rst>, "Fragile Enum Layout"
private enum OneByteEnum {
    static func pair<Value>(of type: Value.Type) -> (Value, Value)? {
        let bare = (type as? any AnyOptional.Type)?.wrappedType ?? type
        guard bare is any RawRepresentable.Type || bare is any CaseIterable.Type, MemoryLayout<Value>.size == 1,
            _isPOD(type), let first = value(0, type),
            let second = value(1, type), isEnum(first)
        else { return nil }
        return (first, second)
    }

    static func isSame<Value>(_ left: Value, _ right: Value) -> Bool { byte(left) == byte(right) }

    private static func byte<Value>(_ value: Value) -> UInt8? { withUnsafeBytes(of: value) { $0.first } }

    private static func value<Value>(_ byte: UInt8, _ type: Value.Type) -> Value? {
        withUnsafeBytes(of: byte) { $0.count == MemoryLayout<Value>.size ? $0.load(as: type) : nil }
    }

    private static func isEnum<Value>(_ value: Value) -> Bool {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional { return mirror.children.first.map { isEnum($0.value) } ?? false }
        return mirror.displayStyle == .enum
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
}
