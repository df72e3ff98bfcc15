import ZIMDb

/// Saves and deletions with an optimistic lock of their own, in place of that of the class.
extension Session {
    /// Saves a model with an optimistic lock for this call.
    ///
    /// ```swift
    /// try session.save(stock, locking: .changedColumns)
    /// // UPDATE "stock" SET "quantity" = ? WHERE "warehouse" = ? AND "item" = ? AND "quantity" IS ?
    /// ```
    ///
    /// - Parameters:
    ///   - model: the model.
    ///   - lock: what is compared; `.none` overwrites any change. A version that the class names is incremented in any case.
    /// - Throws: as ``save(_:)-(Model)``; ``ModelError`` with code staleRow if the row differs, notLoaded if old values
    ///   are compared and the model has none.
    public func save(_ model: Model, locking lock: Locking) throws {
        try locking([model], lock) { try save(model) }
    }

    /// Saves several models with an optimistic lock for this call. All are saved or none.
    public func save(_ models: [Model], locking lock: Locking) throws {
        try locking(models, lock) { try save(models) }
    }

    /// Updates a model's row with an optimistic lock for this call.
    public func update(_ model: Model, locking lock: Locking) throws {
        try locking([model], lock) { try update(model) }
    }

    /// Updates the rows of several models with an optimistic lock for this call. All are updated or none.
    public func update(_ models: [Model], locking lock: Locking) throws {
        try locking(models, lock) { try update(models) }
    }

    /// Deletes a model's row with an optimistic lock for this call.
    public func delete(_ model: Model, locking lock: Locking) throws {
        try locking([model], lock) { try delete(model) }
    }

    /// Deletes the rows of several models with an optimistic lock for this call. All are deleted or none.
    public func delete(_ models: [Model], locking lock: Locking) throws {
        try locking(models, lock) { try delete(models) }
    }

    private func locking(_ models: [Model], _ lock: Locking, _ body: () throws -> Void) throws {
        try saying({ scope in for model in models { scope.locks[ObjectIdentifier(model)] = lock } }, body)
    }
}

// Disfavored, so that `model.save` without arguments names the method without a lock.
extension Model {
    /// Saves this model with an optimistic lock for this call: see `Session.save(_:locking:)`.
    @_disfavoredOverload
    public final func save(locking lock: Locking) throws { try writing { try $0.save(self, locking: lock) } }

    /// Updates this model's row with an optimistic lock for this call.
    @_disfavoredOverload
    public final func update(locking lock: Locking) throws {
        try writing { try $0.update(self, locking: lock) }
    }

    /// Deletes this model's row with an optimistic lock for this call.
    @_disfavoredOverload
    public final func delete(locking lock: Locking) throws {
        try writing { try $0.delete(self, locking: lock) }
    }

    /// Reads the row again and keeps the changes of this model: see `Session.merge(_:)`.
    public final func merge() throws { try reading { try $0.merge(self) } }

    /// Saves this model with an optimistic lock for this call: see `Session.save(_:locking:)`.
    @_disfavoredOverload
    nonisolated(nonsending) public final func save(locking lock: Locking) async throws {
        try await writing { try $0.save($1, locking: lock) }
    }

    /// Updates this model's row with an optimistic lock for this call.
    @_disfavoredOverload
    nonisolated(nonsending) public final func update(locking lock: Locking) async throws {
        try await writing { try $0.update($1, locking: lock) }
    }

    /// Deletes this model's row with an optimistic lock for this call.
    @_disfavoredOverload
    nonisolated(nonsending) public final func delete(locking lock: Locking) async throws {
        try await writing { try $0.delete($1, locking: lock) }
    }

    /// Reads the row again and keeps the changes of this model: see `Session.merge(_:)`.
    nonisolated(nonsending) public final func merge() async throws { try await reading { try $0.merge($1) } }
}
