@_spi(Reflection) import Swift

/// A stored property of a class, as the runtime describes it.
struct StoredProperty {
    let name: String
    let type: Any.Type
    /// Bytes from the object's start.
    let offset: Int
}

/// Finds the stored properties of a class, as the Objective-C original did with `class_copyIvarList`.
///
/// This is the only place that uses the standard library's reflection interface, which Foundation itself uses.
enum StoredProperties {
    /// The properties of a model's class and of its superclasses up to ``Model``, in the order of declaration.
    static func of(_ type: Model.Type) -> [StoredProperty] {
        let own = Set(all(Model.self).map(\.offset))
        return all(type).filter { !own.contains($0.offset) && !$0.name.isEmpty }
    }

    private static func all(_ type: AnyClass) -> [StoredProperty] {
        var properties: [StoredProperty] = []
        // Option 1 asks for the fields of a class; its named constant is a mutable global that Swift 6 refuses.
        _ = _forEachField(of: type, options: _EachFieldOptions(rawValue: 1)) { name, offset, type, _ in
            properties.append(StoredProperty(name: String(cString: name), type: type, offset: offset))
            return true
        }
        return properties
    }
}
