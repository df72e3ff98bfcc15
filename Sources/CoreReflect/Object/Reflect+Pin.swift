import ZIMOrm

extension ReflectProtocol where Self: Reflect {
    /// Saves this object: inserts it, or updates its row if it has one.
    ///
    /// ```swift
    /// try address.pin()
    /// // INSERT INTO "Address" ("createdAt", "updatedAt", "street", "number", "state", "zip") VALUES (?, ?, ?, ?, ?, ?)
    /// address.zip = 20748
    /// try address.pin()            // UPDATE "Address" SET "updatedAt" = ?, "zip" = ? WHERE "objectId" = ?
    /// ```
    ///
    /// Objects in its properties are saved first if they are new or changed, and referenced by their keys; an object
    /// that only has an `objectId` is referenced and not written. Either everything is written or nothing.
    ///
    /// - With an `objectId` that was set by hand, all columns of that row except `createdAt` are written.
    /// - With a key of the class's own, an object that was not fetched updates the row with its key if there is one.
    ///
    /// - Throws: `ModelError` with code rowNotFound if there is no row with the `objectId`, deleted after `unPin()`,
    ///   notLoaded for an unfetched object; `DatabaseError` with code constraint.
    public func pin() throws {
        // Where no session is open, the one that is opened for this call is undone as a whole.
        let isWhole = SessionHandle.innermostSession == nil
        try inWriting { try $0.pinTogether(self, isWhole: isWhole) }
    }

    /// Deletes this object's row.
    ///
    /// ```swift
    /// let user = User()
    /// user.objectId = 2
    /// try user.unPin()             // DELETE FROM "User" WHERE "objectId" = ?
    /// ```
    ///
    /// Objects in its properties are not deleted.
    ///
    /// - Throws: `ModelError` with code keyMissing without an `objectId`, rowNotFound if there is no such row, deleted
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
    ///
    /// - Parameter isWhole: whether the session's transaction holds nothing else.
    func pinTogether(_ object: Reflect, isWhole: Bool) throws {
        let order = try SaveOrder(object, in: self)
        // A savepoint only where there is more than one to undo.
        guard order.objects.count > 1, !isWhole else {
            for (object, isNew) in order.objects { try write(object, isNew: isNew) }
            return
        }
        try transaction { session in
            for (object, isNew) in order.objects { try session.write(object, isNew: isNew) }
        }
    }

    private func write(_ object: Reflect, isNew: Bool) throws {
        if object.isUnfetched { throw object.unfetchedError(in: nil) }
        PinJournal.note(object)
        // To the second, as the column holds it.
        let now = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
        if isNew { return try add(object, now) }
        object.updatedAt = now
        let mapping = try object.currentMapping()
        if object.isLoaded {
            // The date, too, where nothing else changed; what did is looked at when `willSave` has run.
            try update(
                object,
                writing: Set(mapping.columns.indices.filter { mapping.columns[$0].name == ObjectColumn.updatedAt }))
        } else {
            try update(object, columns: columnsOfWholeRow(mapping))
        }
        object.placeholder = nil
    }

    private func add(_ object: Reflect, _ now: Date) throws {
        object.createdAt = now
        object.updatedAt = now
        try insert(object)
        object.placeholder = nil
    }

    /// The columns that are written to a row that was not fetched: all but its key and its beginning.
    private func columnsOfWholeRow(_ mapping: Mapping) -> [String] {
        let key = Set(mapping.key)
        return mapping.columns.indices.filter { !key.contains($0) }.map { mapping.columns[$0].name }
            .filter { $0 != ObjectColumn.createdAt }
    }

    /// Whether there is a row with the object's key.
    func hasRow(of object: Reflect) throws -> Bool {
        let type = type(of: object)
        // As this database's table holds it.
        let mapping = try self.mapping(of: type)
        let key = try mapping.keyValues(of: object)
        if key.isEmpty || key.contains(where: \.isNull) { return false }
        var statement = SelectStatement().column(.operand("1")).from(type.identifier)
        for (index, value) in zip(mapping.key, key) {
            let column = SQLExpression.column(mapping.columns[index].name)
            statement = statement.where(try condition(column, .equalTo, value, at: index, of: type))
        }
        return try !rows(statement.limit(1)).isEmpty
    }
}

extension Reflect {
    /// The error of an object that would overwrite a row which nobody has read.
    final func unfetchedError(in owner: (object: Reflect, property: String)?) -> ModelError {
        let place = owner.map { "\"\($0.property)\" of \(type(of: $0.object))" } ?? "this \(type(of: self))"
        let key = (try? referenceKey()) ?? []
        return ModelError(
            .notLoaded, "\(place) was changed, but stands for a row that was not fetched",
            table: type(of: self).entityName(), key: key,
            hint: "Fetch it first, by fetch() or fetch(include: \(type(of: self)).self), or set a new object")
    }
}
