import ZIMDb

/// Builds a mapping from declarations made outside the class, such as Amigo's.
package struct MappingDraft {
    private let type: Model.Type
    private let prototype: Prototype
    private let properties: [StoredProperty]
    private let forms: DeclaredForms

    package init(_ type: Model.Type) {
        self.type = type
        forms = DeclaredForms(type)
        properties = StoredProperties.of(type)
        prototype = Prototype(type, properties)
    }

    /// A property's type in Swift.
    ///
    /// - Throws: ``ModelError`` with the nearest names where there is no such property.
    package func type(of property: String) throws -> Any.Type {
        try Self.property(property, in: type, properties).type
    }

    /// A column as the class could have listed it itself.
    ///
    /// - Parameter coding: how it holds its values where the class declares no form of it.
    package func column(_ column: Column, coding: ColumnCoding? = nil) throws -> MappedColumn {
        let (field, property) = try column.makeField(prototype)
        let plain = MappedColumn(
            name: column.name, property: property, field: field, keyPath: column.keyPath, options: column.options)
        if let formed = try forms.formed(plain) { return formed }
        guard let coding else { return plain }
        return plain.with(CodedField(field, coding))
    }

    /// The mapping of the columns, with the lock, the database's defaults and all else that the class says of itself.
    ///
    /// - Throws: ``ModelError`` with code mapping where the class contradicts the columns.
    package func mapping(
        table: String, columns: [MappedColumn], key: [Int], isAutoIncremented: Bool, relationships: [Relationship]
    ) throws -> Mapping {
        try forms.check(columns)
        let mapping = Mapping(
            type: type, table: table, schema: type.schema, columns: columns, key: key, dataSource: type.dataSource,
            isAutoIncremented: isAutoIncremented, isSaveable: type.isSaveable, relationships: relationships,
            lock: type.locking)
        try mapping.checkLockAndDefaults()
        return mapping
    }

    /// A property that refers to another model.
    ///
    /// - Throws: ``ModelError`` if the property cannot refer to a model, or cannot be nil.
    package func reference(_ name: String) throws -> ModelReference {
        let property = try Self.property(name, in: type, properties)
        guard property.isVariable, property.isStrong, let optional = property.type as? any OptionalModel.Type else {
            throw ModelError(
                .mapping,
                "class \(type): the property \"\(name)\" of type \(property.type) cannot refer to a model", table: nil,
                column: name, hint: "Declare it as a variable of an optional model class, such as Dog?")
        }
        return ModelReference(
            property: name, type: optional.model, access: optional.access(at: property.offset))
    }

    /// A column that holds a part of the key of the model that a property refers to.
    ///
    /// - Parameter referred: the column over there.
    package func column(
        _ name: String, of reference: ModelReference, referred: String, isOnly: Bool, options: Column.Options
    ) -> MappedColumn {
        // A property that has one column can be named in its place.
        MappedColumn(
            name: name, property: isOnly ? reference.property : nil,
            field: ReferenceField(reference, referred: referred), keyPath: nil, options: options)
    }

    /// The field of a property that is found by its name.
    static func field(of name: String, in type: Model.Type, _ properties: [StoredProperty]) throws -> Field {
        let property = try property(name, in: type, properties)
        guard property.isVariable, let field = ReflectedField.make(property) else {
            throw ModelError(
                .mapping,
                property.isVariable
                    ? "class \(type): no column can hold the property \"\(name)\" of type \(property.type)"
                    : "class \(type): the property \"\(name)\" is a constant, so no row can be read into it",
                table: nil,
                column: name)
        }
        return field
    }

    private static func property(
        _ name: String, in type: Model.Type, _ properties: [StoredProperty]
    ) throws -> StoredProperty {
        if let exact = properties.first(where: { $0.name == name }) { return exact }
        throw ModelError(
            .unknownColumn, "class \(type) has no stored property \"\(name)\"", table: nil, column: name,
            hint: NearestNames.hint(for: name, among: properties.map(\.name)))
    }
}

extension MappedColumn {
    /// Whether the column can hold NULL as far as the property is concerned.
    package var acceptsNull: Bool { field.acceptsNull }

    /// Gives the property the value that a column holds.
    package func store(_ value: SQLValue, in model: Model) throws { try field.assign(value, to: model) }
}

extension Mapping {
    /// A model of the same class that holds the same in its columns and has no row.
    package func copy(of model: Model) throws -> Model {
        let copy = type.init()
        for column in columns { column.field.copy(from: model, to: copy) }
        for index in references {
            // What is known by the row alone goes with it: a model that has only its key stands for it.
            guard let field = columns[index].field as? ReferenceField, field.reference.model(of: model) == nil else {
                continue
            }
            let value = try field.value(of: model)
            if !value.isNull { try field.assign(value, to: copy) }
        }
        return copy
    }

    /// The error of a value that does not fit a column.
    package func refusal(_ mismatch: ValueMismatch, of column: Int, key: [SQLValue] = []) -> ModelError {
        var mismatch = mismatch
        if columns.indices.contains(column) { mismatch.type = columns[column].field.typeName }
        return error(mismatch, column: column, key: key)
    }

    /// Whether the database gives new rows their key.
    package var givesKeys: Bool { isAutoIncremented }

    /// Whether a deletion compares the row, or looks after others that refer to it.
    package var deletesOneByOne: Bool { hasDependents || lock != .none }
}

extension Column {
    /// The type of the property that a key path leads to, without its optional.
    package var valueType: Any.Type? {
        guard let keyPath else { return nil }
        let type = Swift.type(of: keyPath).valueType
        return (type as? any AnyOptional.Type)?.wrappedType ?? type
    }
}
