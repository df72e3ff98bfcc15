/// The way to the property behind a key path.
enum KeyPathAccess {
    /// The property's position, where the key path itself says that it is a stored one that nothing observes or overrides;
    /// else the way through the key path, so that getters, setters and observers are called.
    static func find<Owner: Model, Value>(
        _ keyPath: ReferenceWritableKeyPath<Owner, Value>, on prototype: Prototype
    ) -> (access: PropertyAccess<Value>, property: String?) {
        guard let property = property(keyPath, among: prototype.properties) else {
            let found = KeyPathSearch.property(keyPath, on: prototype)
            // A getter that only reads a stored property reads the one that it was seen to follow.
            let storage = type(of: prototype.model).storesColumns ? found?.offset : nil
            return (through(keyPath, storage: storage), found?.name)
        }
        return (PropertyAccess(offset: property.offset), property.name)
    }

    /// The stored property that a key path names as such.
    static func property(_ keyPath: AnyKeyPath, among properties: [StoredProperty]) -> StoredProperty? {
        guard case .stored(let offset)? = KeyPathComponent(keyPath) else { return nil }
        let found = properties.filter {
            $0.offset == offset && $0.type == type(of: keyPath).valueType && $0.isStrong && $0.isVariable
        }
        // Values that need no memory, as of an enum with one case, share their place with others.
        return found.count == 1 ? found[0] : nil
    }

    private static func through<Owner: Model, Value>(
        _ keyPath: ReferenceWritableKeyPath<Owner, Value>, storage: Int?
    ) -> PropertyAccess<Value> {
        PropertyAccess(
            storage: storage,
            // A mapping checks that its key paths begin at the class itself or at a superclass of it.
            get: { unsafeDowncast($0, to: Owner.self)[keyPath: keyPath] },
            set: { unsafeDowncast($0, to: Owner.self)[keyPath: keyPath] = $1 })
    }
}
