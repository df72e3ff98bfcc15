extension Session {
    /// Waits until no other transaction holds the lock with this name, and holds it until this transaction ends.
    ///
    /// ```swift
    /// try database.write { session in
    ///     try session.lock("nightly import")
    ///     …
    /// }
    /// // SELECT pg_advisory_xact_lock(hashtextextended($1, 0))
    /// ```
    ///
    /// Only calls with the same name wait. On SQLite nothing is sent, since a write transaction is alone there anyway.
    ///
    /// - Throws: ``DatabaseError`` with code busy after the lock timeout, with code misuse outside a write transaction.
    ///
    /// Source: <https://www.postgresql.org/docs/15/explicit-locking.html#ADVISORY-LOCKS>
    public func lock(_ name: String) throws {
        guard try needsLock("lock") else { return }
        try execute("SELECT pg_advisory_xact_lock(hashtextextended(\(name), 0))")
    }

    /// Takes the lock with a name if no other transaction holds it, and returns whether it did: ``lock(_:)`` without
    /// waiting.
    ///
    /// ```swift
    /// guard try session.tryLock("nightly import") else { return }
    /// // SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0))
    /// ```
    ///
    /// Names with the same 64-bit hash share a lock, so the result may be false although nobody holds this name.
    ///
    /// - Throws: ``DatabaseError`` with code misuse outside a write transaction.
    public func tryLock(_ name: String) throws -> Bool {
        guard try needsLock("tryLock") else { return true }
        return try value("SELECT pg_try_advisory_xact_lock(hashtextextended(\(name), 0))", as: Bool.self) ?? false
    }

    /// Whether the engine has locks by name; else the transaction itself is the lock.
    private func needsLock(_ call: String) throws -> Bool {
        try checkOpen()
        guard !isReadOnly, connection.engine.isInTransaction else {
            throw DatabaseError(.misuse, "\(call) needs a transaction that writes", hint: "Call it inside write")
        }
        if dialect.features.contains(.advisoryLocks) { return true }
        // BEGIN IMMEDIATE is the lock: one transaction writes at a time.
        if dialect.features.contains(.beginMode) { return false }
        throw DatabaseError(
            .misuse, "\(call) is not there for \(database.location): its locks by name do not end with the transaction",
            hint: "Lock a row: SELECT … FOR UPDATE")
    }
}
