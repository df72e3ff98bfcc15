import ZIMOrm

extension ReflectProtocol where Self: Reflect {
    /// Saves this object: inserts it, or updates its row where it has one.
    ///
    /// ```swift
    /// try address.pin()
    /// // INSERT INTO "Address" ("createdAt", "updatedAt", "street", "number", "state", "zip") VALUES (?, ?, ?, ?, ?, ?)
    /// address.zip = 20748
    /// try address.pin()            // UPDATE "Address" SET "updatedAt" = ?, "zip" = ? WHERE "objectId" = ?
    /// ```
    ///
    /// Objects in its properties are saved before it, where they are new or were changed, and referred to by their keys;
    /// one that only has an `objectId` is referred to and not written. All is written, or nothing.
    ///
    /// - With an `objectId` that was set by hand, all columns of that row are written but `createdAt`.
    /// - With a key of the class's own, an object that was not fetched updates the row with its key where there is one.
    ///
    /// - Throws: `ModelError` with code rowNotFound where there is no row with the `objectId`, deleted after ``unPin()``,
    ///   notLoaded for an object that stands for a row which was not fetched; `DatabaseError` with code constraint.
    public func pin() throws { try inWriting { try $0.pinTogether(self) } }

    /// Deletes this object's row.
    ///
    /// ```swift
    /// let user = User()
    /// user.objectId = 2
    /// try user.unPin()             // DELETE FROM "User" WHERE "objectId" = ?
    /// ```
    ///
    /// Objects in its properties stay.
    ///
    /// - Throws: `ModelError` with code keyMissing without an `objectId`, rowNotFound where there is no such row, deleted
    ///   the second time.
    public func unPin() throws { try inWriting { try $0.delete(self) } }

    private func inWriting<T>(_ body: (Session) throws -> T) throws -> T {
        try Self.requireConfiguration(of: self)
        return try Self.explaining { try PinJournal.keep { try writing(body) } }
    }
}

extension Reflect {
    /// Says what is missing where no database is configured at all.
    static func requireConfiguration(of object: Reflect) throws {
        if !object.isLoaded { _ = try database() }
    }
}

extension Session {
    /// Saves an object with those that it refers to: all or nothing.
    func pinTogether(_ object: Reflect) throws {
        // A savepoint only where more than one statement may be sent: outside of a transaction there is one already.
        let isAlone = try object.unsavedReferences().isEmpty
        if isAlone { return try pin(object, underway: []) }
        try transaction { try $0.pin(object, underway: []) }
    }

    /// - Parameter underway: the objects that wait for this one.
    fileprivate func pin(_ object: Reflect, underway: Set<ObjectIdentifier>) throws {
        guard !underway.contains(ObjectIdentifier(object)) else {
            throw ModelError(
                .keyMissing, "new objects refer to each other in a circle, so none of them can be saved first",
                table: type(of: object).entityName(), hint: "Save one without its reference, then set it")
        }
        for reference in try object.unsavedReferences() {
            guard let inner = reference.object(in: object) else { continue }
            try pin(inner, underway: underway.union([ObjectIdentifier(object)]))
        }
        try write(object)
    }

    private func write(_ object: Reflect) throws {
        if object.isUnfetched { throw object.unfetchedError(in: nil) }
        let mapping = try object.currentMapping()
        let isNumbered = Reflect.isNumbered(mapping)
        PinJournal.note(object)
        // To the second, as the column holds it.
        let now = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
        if isNumbered, object.objectId == nil { return try add(object, now) }
        if object.isDeleted { return try update(object) }
        if !object.isLoaded, !isNumbered, try !exists(object, mapping) { return try add(object, now) }
        object.updatedAt = now
        try update(object, columns: try columnsToUpdate(of: object, mapping))
        object.placeholder = nil
    }

    private func add(_ object: Reflect, _ now: Date) throws {
        object.createdAt = now
        object.updatedAt = now
        try insert(object)
        object.placeholder = nil
    }

    /// Those that changed and the date of the change; of a row that was not fetched, all but its beginning.
    private func columnsToUpdate(of object: Reflect, _ mapping: Mapping) throws -> [String] {
        if object.isLoaded {
            let changed = try object.changedColumns()
            let stamped = mapping.columns.contains { $0.name == ObjectColumn.updatedAt } ? [ObjectColumn.updatedAt] : []
            return changed + stamped
        }
        let key = Set(mapping.key)
        return mapping.columns.indices.filter { !key.contains($0) }.map { mapping.columns[$0].name }
            .filter { $0 != ObjectColumn.createdAt }
    }

    /// Whether there is a row with the object's key.
    private func exists(_ object: Reflect, _ mapping: Mapping) throws -> Bool {
        guard !mapping.key.isEmpty else { return false }
        let key = try mapping.keyValues(of: object)
        if key.contains(where: \.isNull) { return false }
        var statement = SelectStatement().column(.value(1)).from(type(of: object).identifier)
        for (name, value) in zip(mapping.keyNames, key) {
            statement = statement.where(.column(name) == .value(value))
        }
        return try !rows(statement.limit(1)).isEmpty
    }
}

extension Reflect {
    /// The properties whose objects must be saved before this one: new ones, and those that were changed.
    ///
    /// - Throws: `ModelError` where an object was deleted, or was changed without having been fetched.
    final func unsavedReferences() throws -> [Reference] {
        try TableLayout.of(type(of: self)).references.filter { reference in
            guard let inner = reference.object(in: self), inner !== self else {
                return try reference.object(in: self) != nil && requireNumber(for: reference)
            }
            if inner.isDeleted { throw deletedError(reference) }
            if inner.isLoaded { return try inner.hasChanges() }
            if inner.isUnfetched {
                if try inner.isTouched() { throw inner.unfetchedError(in: (self, reference.property.name)) }
                return false
            }
            if inner.placeholder != nil, try !inner.isTouched(), try inner.referenceKey().contains(where: \.isNull) {
                // Its column is NULL, and stays so.
                return false
            }
            return try inner.mustBeAdded()
        }
    }

    /// Whether an object that was not fetched has no row yet, as far as its key says.
    private final func mustBeAdded() throws -> Bool {
        let mapping = try currentMapping()
        if Reflect.isNumbered(mapping) { return objectId == nil }
        let key = try mapping.keyValues(of: self)
        guard !key.isEmpty, !key.contains(where: \.isNull) else { return true }
        var query = SelectStatement().column(.value(1)).from(Self.identifier)
        for (name, value) in zip(mapping.keyNames, key) { query = query.where(.column(name) == .value(value)) }
        let statement = query.limit(1)
        return try Self.reading { try $0.rows(statement).isEmpty }
    }

    /// An object that refers to itself has nothing to refer to before it has a number.
    private final func requireNumber(for reference: Reference) throws -> Bool {
        guard try referenceKey().contains(where: \.isNull) else { return false }
        throw ModelError(
            .keyMissing, "\"\(reference.property.name)\" of a new \(Self.self) refers to the object itself",
            table: Self.entityName(), column: reference.columns.first, hint: "Save it first, then set the reference")
    }

    private final func deletedError(_ reference: Reference) -> ModelError {
        ModelError(
            .deleted,
            "\"\(reference.property.name)\" of \(type(of: self)) holds an object whose row was deleted",
            table: reference.target.entityName(), column: reference.columns.first,
            hint: "Set another object, or nil where the property can be")
    }

    final func unfetchedError(in owner: (object: Reflect, property: String)?) -> ModelError {
        let place = owner.map { "\"\($0.property)\" of \(type(of: $0.object))" } ?? "this \(type(of: self))"
        let key = (try? referenceKey()) ?? []
        return ModelError(
            .notLoaded, "\(place) was changed, but stands for a row that was not fetched",
            table: type(of: self).entityName(), key: key,
            hint: "Fetch it first, by fetch() or fetch(include: \(type(of: self)).self), or set a new object")
    }
}
