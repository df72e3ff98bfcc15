@_spi(Reflection) import Swift

/// A stored property of a class, as the runtime describes it.
struct StoredProperty {
    let name: String
    let type: Any.Type
    /// Bytes from the object's start.
    let offset: Int
    /// Whether it can be written: a constant cannot.
    let isVariable: Bool
    /// Whether it holds its value as it is: a weak or unowned reference does not.
    let isStrong: Bool
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

    private static func all(_ ofType: AnyClass) -> [StoredProperty] {
        var properties: [StoredProperty] = []
        var index = 0
        // Option 1 asks for the fields of a class; its named constant is a mutable global that Swift 6 refuses.
        _ = _forEachField(of: ofType, options: _EachFieldOptions(rawValue: 1)) { name, offset, type, _ in
            var details = FieldDetails()
            _ = fieldDetails(of: ofType, at: index, &details)
            details.free?(details.name)
            index += 1
            properties.append(
                StoredProperty(
                    name: String(cString: name), type: type, offset: offset, isVariable: details.isVariable,
                    isStrong: details.isStrong))
            return true
        }
        return properties
    }
}

/// What the runtime knows of a field beside its name, type and place; laid out as the standard library's own type.
///
/// Source: `stdlib/public/core/ReflectionMirror.swift` of Swift, `_FieldReflectionMetadata`
private struct FieldDetails {
    var name: UnsafePointer<CChar>?
    var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
    var isStrong = false
    var isVariable = false
}

/// The function of the standard library that its reflection interface calls; that leaves these two facts out.
@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldDetails(
    of type: Any.Type, at index: Int, _ details: UnsafeMutablePointer<FieldDetails>
) -> Any.Type
