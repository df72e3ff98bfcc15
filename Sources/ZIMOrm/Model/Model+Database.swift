import ZIMDb

/// The calls that find a session themselves: the one that loaded the model, the task's current one, or a short one of
/// the data source's database.
extension Model {
    /// Saves this model: inserts a new one, or updates the columns that changed.
    ///
    /// ```swift
    /// let person = Person(); person.firstName = "Ada"
    /// try person.save()           // INSERT INTO "person" ("firstName", "lastName") VALUES (?, ?)
    /// ```
    ///
    /// - Throws: see `Session.save(_:)`.
    public final func save() throws { try writing { try $0.save(self) } }

    /// Inserts this model's row.
    public final func insert() throws { try writing { try $0.insert(self) } }

    /// Updates the row that this model was loaded from or, if it was not loaded, the row with its key.
    public final func update() throws { try writing { try $0.update(self) } }

    /// Inserts this model's row, or updates the row that has its key.
    public final func upsert() throws { try writing { try $0.upsert(self) } }

    /// Inserts this model's row, or updates the row that has the same values in a unique key.
    ///
    /// ```swift
    /// try item.upsert(on: ["objId"])
    /// // INSERT INTO "item" … ON CONFLICT ("objId") DO UPDATE SET "label" = "excluded"."label" RETURNING "id", "objId"
    /// ```
    ///
    /// - Throws: see `Session.upsert(_:on:updating:)`.
    public final func upsert(on columns: [String], updating: [String]? = nil) throws {
        try writing { try $0.upsert(self, on: columns, updating: updating) }
    }

    /// Updates the row with this model's key, or inserts it where there is none: see `Session.saveOrUpdate(_:)`.
    public final func saveOrUpdate() throws { try writing { try $0.saveOrUpdate(self) } }

    /// Deletes this model's row.
    public final func delete() throws { try writing { try $0.delete(self) } }

    /// Fills this model from the row with its key.
    public final func load() throws { try reading { try $0.load(self) } }

    /// Reads the row that this model was loaded from again.
    public final func reload() throws { try reading { try $0.reload(self) } }

    /// Runs a closure in the session that this model belongs to.
    package final func reading<T>(_ body: (Session) throws -> T) throws -> T {
        try ModelUse.alone(self) {
            if let session = try currentSession() { return try session.handle.entering { try body(session) } }
            return try currentDatabase().read(body)
        }
    }

    package final func writing<T>(_ body: (Session) throws -> T) throws -> T {
        try ModelUse.alone(self) {
            if let session = try currentSession() { return try session.handle.entering { try body(session) } }
            return try databaseToWrite().write(body)
        }
    }

    /// The database of a write that consists of this model alone.
    ///
    /// - Throws: ``ModelError`` with code otherDatabase if the caller means another one: inside of its transaction, or
    ///   after it took the place of the model's as the data source.
    package final func databaseToWrite() throws -> Database {
        let database = try currentDatabase()
        let ownsRow = record != nil
        if let session = SessionHandle.innermostSession, session.database !== database, !session.isReadOnly {
            throw try otherDatabase(
                database, "and cannot be written in the transaction of \(session.database.calledName)",
                hint: ownsRow
                    ? "Write it before or after, or copy it by session.insert() or upsert()"
                    : "Write it before or after, or save it in this one by the session's own methods")
        }
        if ownsRow, let name = database.replacedName.withLock({ $0 }) {
            let now = (try? DataSource.named(name).calledName).map { ", which is \($0) now" } ?? ""
            throw try otherDatabase(
                database, "and is not written: that is no longer the data source \"\(name)\"\(now)",
                hint: "Load it from there, or write it in a session of its own database")
        }
        return database
    }

    private final func otherDatabase(_ database: Database, _ what: String, hint: String) throws -> ModelError {
        let mapping = try currentMapping()
        let key = record?.key(of: self)
        let row = key.map { "the row \(mapping.describe($0))" } ?? "a new row"
        let owner = database.calledName + (key == nil ? " (data source \"\(mapping.dataSource)\")" : "")
        return ModelError(
            .otherDatabase, "\(row) of \"\(mapping.table)\" belongs to \(owner) \(what)", table: mapping.table,
            key: key ?? [], hint: hint)
    }

    /// The session that is open for this model's calls.
    final func currentSession() throws -> Session? {
        restoreAfterRollback()
        if let session = record?.handle.session { return session }
        return SessionHandle.session(of: try currentDatabase())
    }

    /// The database that this model came from, or the one of its data source.
    package final func currentDatabase() throws -> Database {
        if let database = record?.handle.database { return database }
        let name = try currentMapping().dataSource
        // A session of a database that is no data source can only have been opened for the models that are made in it.
        if let session = SessionHandle.innermostSession, !DataSource.isNamed(session.database) {
            return session.database
        }
        return try DataSource.named(name)
    }
}
