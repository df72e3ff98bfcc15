/// Holds the value of a ``CopyOnWrite``.
///
/// Unchecked, because the value is only written while nobody else holds the same box.
final class CopyOnWriteBox<Value: Sendable>: @unchecked Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }
}

/// A value that its copies share until one of them is changed.
struct CopyOnWrite<Value: Hashable & Sendable>: Hashable, Sendable {
    private var box: CopyOnWriteBox<Value>

    init(_ value: Value) { box = CopyOnWriteBox(value) }

    /// The value; to change it takes a copy first where it is shared.
    var value: Value {
        @inline(__always) _read { yield box.value }
        @inline(__always) _modify {
            makeUnique()
            yield &box.value
        }
    }

    @inline(__always)
    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&box) { box = CopyOnWriteBox(box.value) }
    }

    static func == (left: CopyOnWrite, right: CopyOnWrite) -> Bool {
        left.box === right.box || left.box.value == right.box.value
    }

    func hash(into hasher: inout Hasher) { box.value.hash(into: &hasher) }
}
