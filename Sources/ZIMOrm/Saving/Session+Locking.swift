import ZIMDb

/// Saves and deletions that say themselves what the rows must still hold, whatever their classes say.
extension Session {
    /// Saves a model, where its row still holds what a lock expects.
    ///
    /// ```swift
    /// try session.save(stock, locking: .changedColumns)
    /// // UPDATE "stock" SET "quantity" = ? WHERE "warehouse" = ? AND "item" = ? AND "quantity" IS ?
    /// ```
    ///
    /// - Parameters:
    ///   - model: the model.
    ///   - lock: what is compared; `.none` writes over whatever the row holds. A version that the class names is counted up
    ///     all the same.
    /// - Throws: as ``save(_:)-(Model)``; ``ModelError`` with code optimisticLock if the row holds something else, notLoaded
    ///   where old values are compared that the model does not have.
    public func save(_ model: Model, locking lock: OptimisticLock) throws {
        try locking([model], lock) { try save(model) }
    }

    /// Saves several models, where their rows still hold what a lock expects. All are saved or none.
    public func save(_ models: [Model], locking lock: OptimisticLock) throws {
        try locking(models, lock) { try save(models) }
    }

    /// Updates a model's row, where it still holds what a lock expects.
    public func update(_ model: Model, locking lock: OptimisticLock) throws {
        try locking([model], lock) { try update(model) }
    }

    /// Updates the rows of several models, where they still hold what a lock expects. All are updated or none.
    public func update(_ models: [Model], locking lock: OptimisticLock) throws {
        try locking(models, lock) { try update(models) }
    }

    /// Deletes a model's row, where it still holds what a lock expects.
    public func delete(_ model: Model, locking lock: OptimisticLock) throws {
        try locking([model], lock) { try delete(model) }
    }

    /// Deletes the rows of several models, where they still hold what a lock expects. All are deleted or none.
    public func delete(_ models: [Model], locking lock: OptimisticLock) throws {
        try locking(models, lock) { try delete(models) }
    }

    private func locking(_ models: [Model], _ lock: OptimisticLock, _ body: () throws -> Void) throws {
        try saying({ scope in for model in models { scope.locks[ObjectIdentifier(model)] = lock } }, body)
    }
}

// Disfavored, so that `model.save` without arguments names the method without a lock.
extension Model {
    /// Saves this model, where its row still holds what a lock expects: see `Session.save(_:locking:)`.
    @_disfavoredOverload
    public final func save(locking lock: OptimisticLock) throws { try writing { try $0.save(self, locking: lock) } }

    /// Updates this model's row, where it still holds what a lock expects.
    @_disfavoredOverload
    public final func update(locking lock: OptimisticLock) throws {
        try writing { try $0.update(self, locking: lock) }
    }

    /// Deletes this model's row, where it still holds what a lock expects.
    @_disfavoredOverload
    public final func delete(locking lock: OptimisticLock) throws {
        try writing { try $0.delete(self, locking: lock) }
    }

    /// Reads the row again and keeps what was changed here: see `Session.merge(_:)`.
    public final func merge() throws { try reading { try $0.merge(self) } }
}

extension Model {
    /// Saves this model, where its row still holds what a lock expects: see `Session.save(_:locking:)`.
    @_disfavoredOverload
    nonisolated(nonsending) public final func save(locking lock: OptimisticLock) async throws {
        try await writing { try $0.save($1, locking: lock) }
    }

    /// Updates this model's row, where it still holds what a lock expects.
    @_disfavoredOverload
    nonisolated(nonsending) public final func update(locking lock: OptimisticLock) async throws {
        try await writing { try $0.update($1, locking: lock) }
    }

    /// Deletes this model's row, where it still holds what a lock expects.
    @_disfavoredOverload
    nonisolated(nonsending) public final func delete(locking lock: OptimisticLock) async throws {
        try await writing { try $0.delete($1, locking: lock) }
    }

    /// Reads the row again and keeps what was changed here: see `Session.merge(_:)`.
    nonisolated(nonsending) public final func merge() async throws { try await reading { try $0.merge($1) } }
}
