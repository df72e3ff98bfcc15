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
/// This is the only place that calls the functions of the runtime which `Mirror` is made of: a `Mirror` has no offsets.
enum StoredProperties {
    /// The properties of a model's class and of its superclasses up to ``Model``, in the order of declaration.
    static func of(_ type: Model.Type) -> [StoredProperty] { of(type, ignored: type.ignoredProperties) }

    private static func of(_ type: Model.Type, ignored: Set<String>) -> [StoredProperty] {
        guard type != Model.self, let parent = _getSuperclass(type) as? Model.Type else { return [] }
        let own = fields(of: type, from: fieldCount(of: parent)).filter { !$0.name.isEmpty }
        return of(parent, ignored: ignored) + observed(own, ignored: ignored)
    }

    /// The properties as their class declares them: `@Observable` keeps each `name` as `_name`, beside a registrar.
    private static func observed(_ properties: [StoredProperty], ignored: Set<String>) -> [StoredProperty] {
        let registrar = "_$observationRegistrar"
        guard properties.contains(where: { $0.name == registrar }) else { return properties }
        return properties.compactMap { property in
            if property.name == registrar { return nil }
            let declared = String(property.name.dropFirst())
            guard property.name.hasPrefix("_"), property.isVariable, !ignored.contains(property.name),
                !properties.contains(where: { $0.name == declared })
            else { return property }
            return StoredProperty(
                name: declared, type: property.type, offset: property.offset, isVariable: true,
                isStrong: property.isStrong)
        }
    }

    /// The properties of a class and of all its superclasses.
    ///
    /// - Parameter first: how many to leave out; those of superclasses come first.
    static func fields(of type: AnyClass, from first: Int = 0) -> [StoredProperty] {
        (first..<fieldCount(of: type)).map { index in
            var details = FieldDetails()
            let fieldType = fieldDetails(of: type, at: index, &details)
            defer { details.free?(details.name) }
            return StoredProperty(
                name: details.name.map { String(cString: $0) } ?? "", type: fieldType,
                offset: fieldOffset(of: type, at: index), isVariable: details.isVariable, isStrong: details.isStrong)
        }
    }
}

/// What the runtime knows of a field beside its type and position; laid out as the standard library's own type.
///
/// Source: `stdlib/public/core/ReflectionMirror.swift` of Swift, `_FieldReflectionMetadata`
private struct FieldDetails {
    var name: UnsafePointer<CChar>?
    var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
    var isStrong = false
    var isVariable = false
}

// The runtime exports these three on every platform, and the standard library's own code that is inlined into programs
// declares them like this.
//
// Source: `stdlib/public/core/ReflectionMirror.swift` of Swift
@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(of type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldDetails(
    of type: Any.Type, at index: Int, _ details: UnsafeMutablePointer<FieldDetails>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func fieldOffset(of type: Any.Type, at index: Int) -> Int
