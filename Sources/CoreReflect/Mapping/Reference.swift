import ZIMOrm

/// A property that holds another object, and the columns that hold the key of that object's row.
struct Reference: Sendable {
    let property: ReflectedProperty
    /// The class of the object.
    let target: Reflect.Type
    /// `Place_objectId`, one for each column of the target's key.
    let columns: [String]

    /// nil if the property holds something else than an object of ``Reflect``.
    init?(_ property: ReflectedProperty, of owner: Reflect.Type) {
        guard let target = property.bareType as? Reflect.Type else { return nil }
        self.property = property
        self.target = target
        let name = owner.referenceName(of: property.name) ?? target.entityName()
        columns = target.primaryKey.map { "\(name)_\($0)" }
    }

    /// The object that a model's property holds.
    func object(in model: Model) -> Reflect? { property.object(in: model) as? Reflect }

    /// The column that holds a part of the key.
    func column(part: Int) -> Column {
        Column(
            columns[part], property: property.name,
            ColumnClosures(
                typeName: "\(property.type)",
                typeInJSON: {
                    guard let mapping = try? MappingRegistry.mapping(of: target) else { return nil }
                    return mapping.columns[mapping.key[part]].typeInJSON
                },
                acceptsNull: property.isOptional,
                assign: { try assign($0, part: part, to: $1) },
                value: { try value(part: part, of: $0) },
                normalized: { value in
                    let mapping = try MappingRegistry.mapping(of: target)
                    return try mapping.stored(value, in: mapping.key[part])
                },
                copy: { property.setObject(property.object(in: $0), in: $1) }))
    }

    /// Checks that an object that the property holds is a row of the table that is referred to: the key of a subclass with
    /// a table of its own means another row there.
    ///
    /// - Throws: `ModelError` with code value.
    func requireRow(_ object: Reflect, in owner: Model) throws {
        guard !isRow(object) else { return }
        throw ModelError(
            .value,
            "\"\(property.name)\" of \(type(of: owner)) refers to rows of \"\(target.table)\", and holds an object of class \(type(of: object))",
            table: target.table, column: columns.first, hint: "Set an object of class \(target)")
    }

    private func isRow(_ object: Reflect) -> Bool {
        let type = type(of: object)
        return type == target || (type.table == target.table && type.schema == target.schema)
    }

    private func value(part: Int, of model: Model) throws -> SQLValue {
        guard let object = object(in: model) else { return .null }
        try requireRow(object, in: model)
        let key = try object.referenceKey()
        return part < key.count ? key[part] : .null
    }

    /// Takes a part of the key in: the property gets an object that stands for the row.
    private func assign(_ value: SQLValue, part: Int, to model: Model) throws {
        if value.isNull, property.isOptional { return property.setObject(nil, in: model) }
        var known = object(in: model)
        if part == 0, known.map({ $0.placeholder != nil || $0.isLoaded || !isRow($0) }) ?? true {
            known = target.init()
            property.setObject(known, in: model)
        }
        // Without an object a part before this one was NULL.
        guard let object = known else { return }
        if part == 0 { try object.beginPlaceholder(parts: columns.count) }
        try object.setPlaceholderKey(value, part: part)
    }
}
