extension Session {
    /// Runs a closure inside a savepoint: where it throws, its changes are undone and the transaction goes on.
    ///
    /// ```swift
    /// try database.write { session in
    ///     try session.execute("INSERT INTO orders …")
    ///     try? session.transaction { session in try session.execute("INSERT INTO gift …"); throw OutOfStock() }
    /// }
    /// // BEGIN IMMEDIATE; INSERT …; SAVEPOINT zim_1; INSERT …; ROLLBACK TO zim_1; RELEASE zim_1; COMMIT
    /// ```
    ///
    /// Outside a transaction, as in ``Database/withoutTransaction(_:)``, it is a transaction of its own.
    ///
    /// - Throws: what the closure throws, and ``DatabaseError``.
    ///
    /// Source: <https://www.sqlite.org/lang_savepoint.html>
    public func transaction<T>(_ body: (Session) throws -> T) throws -> T {
        if let ended { throw ended }
        guard expectsTransaction else {
            return try inTransaction(connection.engine.beginStatement(readOnly: isReadOnly), body)
        }
        savepointDepth += 1
        defer { savepointDepth -= 1 }
        let name = "zim_\(savepointDepth)"
        let first = generation + 1
        try connection.run("SAVEPOINT " + name)
        do {
            let result = try body(self)
            if let ended { throw ended }
            try connection.run("RELEASE " + name)
            return result
        } catch {
            handle.noteRollback(from: first, to: generation)
            noteChange()
            // Where the engine has given the whole transaction up, its savepoints are gone with it.
            if ended == nil, connection.engine.isInTransaction {
                try? connection.run("ROLLBACK TO " + name)
                try? connection.run("RELEASE " + name)
            }
            throw examine(error)
        }
    }

    /// Begins, runs, commits; rolls back on a throw, also one of COMMIT itself.
    func inTransaction<T>(_ begin: String, _ body: (Session) throws -> T) throws -> T {
        if interruption?.isCancelled == true { throw CancellationError() }
        do { try connection.run(begin) } catch { throw examine(error) }
        expectsTransaction = true
        defer { expectsTransaction = false }
        do {
            let result = try body(self)
            if let ended { throw ended }
            if interruption?.isCancelled == true { throw CancellationError() }
            try connection.run("COMMIT")
            return result
        } catch {
            let cause = examine(error)
            handle.noteRollback(from: 0, to: generation)
            noteChange()
            if connection.engine.isInTransaction { try? connection.run("ROLLBACK") }
            throw cause
        }
    }
}
