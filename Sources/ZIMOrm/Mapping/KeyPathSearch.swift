import ZIMDb

/// Finds the name of a property whose key path tells no position: it is observed, or it or its class is not final.
///
/// A prototype is given different values, and the property is the one that the key path reads them from every time, whatever
/// the others hold. That is its name; the position that a model is read from it is only for classes whose
/// ``Model/storesColumns`` says that getters do nothing else, and never the position that it is written at.
enum KeyPathSearch {
    static func property<Owner: Model, Value>(
        _ keyPath: KeyPath<Owner, Value>, on prototype: Prototype
    ) -> StoredProperty? {
        // A stored property can be set; a computed one without a setter is never called.
        guard keyPath is ReferenceWritableKeyPath<Owner, Value>, case .computed? = KeyPathComponent(keyPath),
            let owner = prototype.model as? Owner, let probes = prototype.probes(of: Value.self)
        else { return nil }
        return prototype.properties.first { candidate in
            guard candidate.type == Value.self, candidate.isStrong, candidate.isVariable else { return false }
            let position = owner.property(at: candidate.offset, as: Value.self)
            let before = position.pointee
            defer { position.pointee = before }
            func follows(_ values: ArraySlice<Value>) -> Bool {
                values.allSatisfy { value in
                    position.pointee = value
                    return probes.isSame(owner[keyPath: keyPath], value)
                }
            }
            guard follows(probes.values[...]), follows(probes.values.prefix(1)) else { return false }
            // What the properties hold is noted there.
            position.pointee = before
            // What others decide is computed.
            return prototype.varying(allBut: candidate) {
                // The last is nil where there is one, and `??` takes another property for it.
                follows(probes.values.prefix(2)) && follows(probes.values.suffix(1))
            }
        }
    }
}
