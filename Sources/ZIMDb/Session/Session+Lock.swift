extension Session {
    /// Waits until no other transaction holds a lock of this name, and holds it until this one ends.
    ///
    /// ```swift
    /// try database.write { session in
    ///     try session.lock("nightly import")
    ///     …
    /// }
    /// // SELECT pg_advisory_xact_lock(hashtextextended($1, 0))
    /// ```
    ///
    /// Only who asks for the same name waits. On SQLite nothing is sent: a transaction that writes is alone there anyway.
    ///
    /// - Throws: ``DatabaseError`` with code busy after the lock time-out, with code misuse outside a transaction that writes.
    ///
    /// Source: <https://www.postgresql.org/docs/15/explicit-locking.html#ADVISORY-LOCKS>
    public func lock(_ name: String) throws {
        guard try needsLock("lock") else { return }
        try execute("SELECT pg_advisory_xact_lock(hashtextextended(\(name), 0))")
    }

    /// Takes a lock of a name where no other transaction holds it, and says whether it did: ``lock(_:)`` without waiting.
    ///
    /// ```swift
    /// guard try session.tryLock("nightly import") else { return }
    /// // SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0))
    /// ```
    ///
    /// Two names that share 64 bits of hash share a lock: the answer may be false although nobody holds this name.
    ///
    /// - Throws: ``DatabaseError`` with code misuse outside a transaction that writes.
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
        return dialect.features.contains(.advisoryLocks)
    }
}
