import ZIMDb

/// Values of a type that can be told apart: two at least.
struct Probes<Value> {
    let values: [Value]
    let isSame: (Value, Value) -> Bool

    /// nil where none are known: a raw value that is text is known to nobody but the type itself.
    init?() {
        func typed<Typed: ColumnValue>(_ type: Typed.Type) -> Any {
            Probes<Typed>(values: ColumnProbes.values(of: type)) { $0.sqlValue == $1.sqlValue }
        }
        // What a date or UUID is stored as takes longer to make. A type may compare less than it stores.
        func equal<Typed: Equatable>(_ type: Typed.Type) -> Any { { (left: Typed, right: Typed) in left == right } }
        if let values = OneByteEnum.values(of: Value.self) {
            self.init(values: values, isSame: OneByteEnum.isSame)
        } else if let type = Value.self as? any ColumnValue.Type, let probes = typed(type) as? Self {
            self = probes
            if let type = type as? any Equatable.Type, let isEqual = equal(type) as? (Value, Value) -> Bool,
                values.indices.allSatisfy({ one in
                    values.indices.allSatisfy { isEqual(values[one], values[$0]) == (one == $0) }
                })
            {
                self.init(values: values, isSame: isEqual)
            }
        } else {
            return nil
        }
        if values.count < 2 { return nil }
    }

    private init(values: [Value], isSame: @escaping (Value, Value) -> Bool) {
        self.values = values
        self.isSame = isSame
    }
}

/// The values of an enum that is stored as one byte, as those with raw values are, optional or not: the bytes from 0 up to
/// that of a nil around it. With one case only it would need no byte.
///
/// Source: <https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeLayout.rst>, "Fragile Enum Layout"
private enum OneByteEnum {
    static func values<Value>(of type: Value.Type) -> [Value]? {
        // Whether a type conforms to a protocol takes long to find out where it does not.
        guard MemoryLayout<Value>.size == 1, MemoryLayout<Value?>.size == 1, _isPOD(type) else { return nil }
        let bare = (type as? any AnyOptional.Type)?.wrappedType ?? type
        guard bare is any RawRepresentable.Type || bare is any CaseIterable.Type, let first = value(0, type),
            isPlainEnum(first), let end = byte(Value?.none), end > 1
        else { return nil }
        return ((0..<min(end, 16) - 1) + [end - 1]).compactMap { value($0, type) }
    }

    static func isSame<Value>(_ left: Value, _ right: Value) -> Bool { byte(left) == byte(right) }

    private static func byte<Value>(_ value: Value) -> UInt8? { withUnsafeBytes(of: value) { $0.first } }

    private static func value<Value>(_ byte: UInt8, _ type: Value.Type) -> Value? {
        withUnsafeBytes(of: byte) { $0.count == MemoryLayout<Value>.size ? $0.load(as: type) : nil }
    }

    private static func isPlainEnum<Value>(_ value: Value) -> Bool {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional { return mirror.children.first.map { isPlainEnum($0.value) } ?? false }
        return mirror.displayStyle == .enum && mirror.children.isEmpty
    }
}

private enum ColumnProbes {
    /// The least surprising first: getters run with them. Below zero, above a limit, empty and untrimmed are for getters that
    /// return something else then.
    private static let numbers: [SQLValue] = [
        .integer(1), .integer(2), .integer(0), .integer(77), .integer(30_000), .integer(-1), .real(2_451_545.25),
    ]
    private static let others: [SQLValue] = [
        .text("probe"), .text("2001-02-03"), .text("9d6f0f0e-5b1c-4d5b-8f43-0c7f3f1a2b3c"),
        .text("1b2c3d4e-5b1c-4d5b-8f43-0c7f3f1a2b3c"), .text("x"), .text(""), .text(" Zim "), .blob([1]), .null,
    ]

    static func values<Value: ColumnValue>(of type: Value.Type) -> [Value] {
        // More digits are nothing new to a type that takes any text.
        let takesText = (try? Value(column: others[0])) != nil
        var found: [(value: Value, stored: SQLValue)] = []
        for candidate in numbers.prefix(takesText ? 2 : numbers.count) + others {
            guard let value = try? Value(column: candidate) else { continue }
            let stored = value.sqlValue
            if !found.contains(where: { $0.stored == stored }) { found.append((value, stored)) }
        }
        return found.map(\.value)
    }
}
