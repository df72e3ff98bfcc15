import ZIMDb

/// The same calls with `await`. The model stays with the caller, who can go on using it.
///
/// They wait for a connection without blocking a thread. The statements run on the caller's actor, if there is one,
/// because its other work may use the same model; otherwise on a thread of the database's own. Inside an open session on
/// this thread they are part of it. Cancelling the task interrupts the statement and rolls back.
extension Model {
    /// Saves this model: inserts a new one, or updates the columns that changed.
    ///
    /// ```swift
    /// let customer = try await database.find(Customer.self, 1, 2)
    /// customer?.name = "Ada"
    /// try await customer?.save()
    /// // UPDATE "customer" SET "c_name" = ? WHERE "c_w_id" = ? AND "c_id" = ?
    /// ```
    ///
    /// - Throws: see `Session.save(_:)`; `CancellationError`.
    nonisolated(nonsending) public final func save() async throws { try await writing { try $0.save($1) } }

    /// Inserts this model's row.
    nonisolated(nonsending) public final func insert() async throws { try await writing { try $0.insert($1) } }

    /// Updates the row that this model was loaded from or, if it was not loaded, the row with its key.
    nonisolated(nonsending) public final func update() async throws { try await writing { try $0.update($1) } }

    /// Inserts this model's row, or updates the row that has its key.
    nonisolated(nonsending) public final func upsert() async throws { try await writing { try $0.upsert($1) } }

    /// Inserts this model's row, or updates the row that has the same values in a unique key.
    nonisolated(nonsending) public final func upsert(on columns: [String], updating: [String]? = nil) async throws {
        try await writing { try $0.upsert($1, on: columns, updating: updating) }
    }

    /// Updates the row with this model's key, or inserts it where there is none.
    nonisolated(nonsending) public final func saveOrUpdate() async throws {
        try await writing { try $0.saveOrUpdate($1) }
    }

    /// Deletes this model's row.
    nonisolated(nonsending) public final func delete() async throws { try await writing { try $0.delete($1) } }

    /// Fills this model from the row with its key.
    nonisolated(nonsending) public final func load() async throws { try await reading { try $0.load($1) } }

    /// Reads the row that this model was loaded from again.
    nonisolated(nonsending) public final func reload() async throws { try await reading { try $0.reload($1) } }

    nonisolated(nonsending) final func writing(_ body: @escaping (Session, Model) throws -> Void) async throws {
        if let session = try currentSession() {
            return try ModelUse.alone(self) { try session.handle.entering { try body(session, self) } }
        }
        try await databaseToWrite().writeForCaller { session in try ModelUse.alone(self) { try body(session, self) } }
    }

    nonisolated(nonsending) final func reading(_ body: @escaping (Session, Model) throws -> Void) async throws {
        if let session = try currentSession() {
            return try ModelUse.alone(self) { try session.handle.entering { try body(session, self) } }
        }
        try await currentDatabase().readForCaller { session in try ModelUse.alone(self) { try body(session, self) } }
    }
}
