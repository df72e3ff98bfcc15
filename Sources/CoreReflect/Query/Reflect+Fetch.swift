public import ZIMOrm

extension ReflectProtocol where Self: Reflect {
    /// The object with a key; nil if there is no such row.
    ///
    /// ```swift
    /// let user = try User.findById(2)
    /// // SELECT * FROM "User" WHERE "User"."objectId" = 2
    /// let whole = try User.findById(2, include: Address.self)
    /// // SELECT "Address"."objectId" AS "Address.objectId", …, "User".* FROM "User"
    /// // INNER JOIN "Address" ON "User"."Address_objectId" = "Address"."objectId" WHERE "User"."objectId" = 2
    /// ```
    ///
    /// A property whose class is not included holds an unfetched object for its row, which can be fetched itself. An
    /// optional property is joined by a LEFT JOIN. Without the row that another property refers to, the object is not
    /// found, either; one that the `defaultFilter` of its class hides is none.
    ///
    /// - Parameters:
    ///   - id: the `objectId`, or the values of the class's own key in order. "2" finds 2; NULL finds nothing.
    ///   - include: the classes whose objects to fetch with it.
    /// - Throws: `ModelError` with code keyMismatch, value, unknownRelationship; `DatabaseError`.
    public static func findById(_ id: any SQLValueConvertible..., include: Reflect.Type...) throws -> Self? {
        try reading { try find(key: id.map(\.sqlValue), include: include, in: $0) }
    }

    static func find(key: [SQLValue], include: [Reflect.Type], in session: Session) throws -> Self? {
        let query = try Query<Self>(key: key, include: include, in: session)
        if key.contains(where: \.isNull) { return nil }
        return try query.spec.objects(of: Self.self, in: session).first
    }

    /// Fills this object from the row with its key.
    ///
    /// ```swift
    /// let user = User()
    /// user.objectId = 2
    /// try user.fetch(include: Address.self)
    /// ```
    ///
    /// Unsaved changes are lost.
    ///
    /// - Throws: `ModelError` with code rowNotFound if there is no such row, keyMissing without an `objectId`; then
    ///   this object is unchanged.
    public func fetch(include: Reflect.Type...) throws { try fetch(including: include) }

    func fetch(including classes: [Reflect.Type]) throws {
        try Self.requireConfiguration(of: self)
        try Self.explaining { try reading { try $0.fetch(self, including: classes) } }
    }
}

extension Session {
    func fetch<T: Reflect>(_ object: T, including classes: [Reflect.Type]) throws {
        _ = object.isLoaded
        let mapping = try MappingRegistry.mapping(of: T.self)
        let key = try object.referenceKey()
        let shown = "(" + zip(mapping.keyNames, key).map { "\($0) = \($1.shown)" }.joined(separator: ", ") + ")"
        if let missing = key.firstIndex(where: \.isNull) {
            throw ModelError(
                .keyMissing,
                "a row of \"\(mapping.table)\" cannot be fetched: \"\(mapping.keyNames[missing])\" is NULL",
                table: mapping.table, column: mapping.keyNames[missing], key: key)
        }
        object.delegate?.modelWillBeginLoadingRecord(object)
        let query = try Query<T>(key: key, include: classes, in: self)
        guard try query.spec.fetch(into: object, in: self) else {
            throw ModelError(
                .rowNotFound, "\"\(mapping.table)\" has no row \(shown)", table: mapping.table, key: key,
                hint: classes.isEmpty
                    ? nil : "One whose included object is missing is not found, either, unless the property is optional"
            )
        }
        object.placeholder = nil
    }
}
