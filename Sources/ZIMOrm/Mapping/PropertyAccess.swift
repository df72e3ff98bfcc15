/// How one stored property of a model is reached: at its offset in the object, or through a key path.
///
/// The offset is ten times as fast and needs no specialisation in the user's module; a computed property has none.
struct PropertyAccess<Value> {
    private enum Way {
        case offset(Int)
        case keyPath(get: (Model) -> Value, set: (Model, Value) -> Void)
    }

    private let way: Way
    /// Where the value may be read, though it may have to be set through the key path.
    let storage: Int?

    init(offset: Int) {
        way = .offset(offset)
        storage = offset
    }

    init(
        storage: Int? = nil, get: @escaping (Model) -> Value, set: @escaping (Model, Value) -> Void
    ) {
        way = .keyPath(get: get, set: set)
        self.storage = storage
    }

    var offset: Int? {
        if case .offset(let offset) = way { return offset }
        return nil
    }

    func get(_ model: Model) -> Value {
        if let storage { return model.property(at: storage).pointee }
        switch way {
        case .offset(let offset): return model.property(at: offset).pointee
        case .keyPath(let get, _): return get(model)
        }
    }

    func set(_ model: Model, _ value: Value) {
        switch way {
        case .offset(let offset): model.property(at: offset).pointee = value
        case .keyPath(_, let set): set(model, value)
        }
    }
}

extension Model {
    /// Where the object begins in memory. Nothing is retained: the caller holds the model.
    @inline(__always)
    final var objectAddress: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// The address of a stored property. The offset comes from the runtime's own description of this object's class, and
    /// the type was compared with it when the mapping was made.
    @inline(__always)
    final func property<Value>(at offset: Int, as type: Value.Type = Value.self) -> UnsafeMutablePointer<Value> {
        (objectAddress + offset).assumingMemoryBound(to: Value.self)
    }
}
