import ZIMDb

/// A class that makes its columns itself, for facades whose properties may be more than values.
package protocol ColumnMaker: Model {
    /// The columns, or none where they are those that the class names or that reflection finds.
    static func makeColumns() throws -> [Column]
}

/// A stored property of a class as a facade sees it that makes columns of it.
package struct ReflectedProperty: Sendable {
    package let name: String
    /// Its type as it is declared, optional or not.
    package let type: Any.Type
    /// Bytes from the object's start.
    package let offset: Int
    /// Whether it is a `var` that holds its value as it is, and so can be read into.
    package let isWritable: Bool

    init(_ property: StoredProperty) {
        name = property.name
        type = property.type
        offset = property.offset
        isWritable = property.isVariable && property.isStrong
    }

    /// The stored properties of a class and its superclasses up to ``Model``, without the storage of lazy ones.
    package static func all(of type: Model.Type) -> [ReflectedProperty] {
        StoredProperties.of(type).filter { !$0.name.hasPrefix("$__lazy_storage_$_") }.map(ReflectedProperty.init)
    }

    /// Whether it can be nil.
    package var isOptional: Bool { type is any AnyOptional.Type }

    /// Its type without the optional around it.
    package var bareType: Any.Type { (type as? any AnyOptional.Type)?.wrappedType ?? type }

    /// The object that the property of a model holds, where its type is a class of models, optional or not.
    package func object(in model: Model) -> Model? {
        guard bareType is Model.Type else { return nil }
        return model.property(at: offset, as: Model?.self).pointee
    }

    /// Puts an object into the property of a model; one of another class, or nil if that cannot be, is left out.
    package func setObject(_ object: Model?, in model: Model) {
        guard isWritable, let wanted = bareType as? Model.Type, object != nil || isOptional else { return }
        if let object, !object.isA(wanted) { return }
        model.property(at: offset, as: Model?.self).pointee = object
    }

    /// What the property of a model holds.
    package func value(in model: Model) -> Any {
        func read<Value>(_ type: Value.Type) -> Any { model.property(at: offset, as: Value.self).pointee }
        return _openExistential(type, do: read)
    }
}

extension Column {
    /// The column of a property whose type a column can hold; nil for any other.
    package init?(_ name: String, reflected property: ReflectedProperty) {
        let stored = StoredProperty(
            name: property.name, type: property.type, offset: property.offset, isVariable: property.isWritable,
            isStrong: property.isWritable)
        guard property.isWritable, let field = ReflectedField.make(stored) else { return nil }
        self.init(name, property: property.name, field)
    }

    /// The column of a property that holds dates, with a format that is asked for with each value; nil for any other type.
    package init?(_ name: String, reflected property: ReflectedProperty, date format: @escaping () -> DateFormat) {
        guard property.isWritable, let type = property.type as? any DateProperty.Type else { return nil }
        func field<Value: DateProperty>(_ type: Value.Type) -> Field {
            FormedDate.field(PropertyAccess<Value>(offset: property.offset), format)
        }
        self.init(name, property: property.name, field(type))
    }

    /// A column that closures read from and write to the model.
    package init(_ name: String, property: String, _ closures: ColumnClosures) {
        self.init(name, property: property, ClosureField(closures))
    }

    private init(_ name: String, property: String, _ field: Field) {
        self.name = name
        keyPath = nil
        makeField = { _ in (field, property) }
    }
}
