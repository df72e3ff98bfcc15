extension Session {
    /// Runs a closure in a savepoint: if it throws, its changes are rolled back and the transaction continues.
    ///
    /// ```swift
    /// try database.write { session in
    ///     try session.execute("INSERT INTO orders …")
    ///     try? session.transaction { session in try session.execute("INSERT INTO gift …"); throw OutOfStock() }
    /// }
    /// // BEGIN IMMEDIATE; INSERT …; SAVEPOINT zim_1; INSERT …; ROLLBACK TO zim_1; RELEASE zim_1; COMMIT
    /// ```
    ///
    /// Outside a transaction, as in ``Database/withoutTransaction(file:line:_:)``, it is a transaction of its own.
    ///
    /// Where the engine takes no savepoint, as MariaDB behind the use of a table of Aria, a throw ends the whole transaction.
    ///
    /// - Throws: what the closure throws, and ``DatabaseError``.
    ///
    /// Source: <https://www.sqlite.org/lang_savepoint.html>
    @discardableResult
    public func transaction<T>(_ body: (Session) throws -> T) throws -> T {
        try checkOpen()
        if let ended { throw ended }
        guard expectsTransaction || connection.engine.isInTransaction else {
            return try inTransaction(connection.engine.beginStatement(readOnly: isReadOnly), body)
        }
        transactionDepth += 1
        // Savepoints that the closure makes end with this one.
        let own = ownSavepoints
        defer {
            transactionDepth -= 1
            ownSavepoints = own
        }
        let savepoint = NestedSavepoint(depth: transactionDepth)
        let first = generation + 1
        // A storage engine of MariaDB's, Aria, takes none: then all of the transaction is undone where a part of it is to be.
        var refusal: DatabaseError?
        do { try connection.run(savepoint.begin) } catch {
            // Where that fails, the engine may have rolled the transaction back.
            let cause = examine(error)
            refusal = cause as? DatabaseError
            guard refusal?.code == .sql, ended == nil, connection.engine.isInTransaction,
                !connection.engine.isTransactionFailed
            else { throw cause }
        }
        do {
            let result = try body(self)
            if let ended { throw ended }
            if refusal == nil { try connection.run(savepoint.release) }
            return result
        } catch {
            let cause = examine(error)
            noteRollback(from: max(first, transactionStart))
            noteUndone()
            undo(to: savepoint, refused: refusal)
            throw cause
        }
    }

    private func undo(to savepoint: NestedSavepoint, refused refusal: DatabaseError?) {
        // Where the engine has given the whole transaction up, its savepoints are gone with it.
        guard ended == nil, connection.engine.isInTransaction else { return }
        if let refusal {
            return give(up: refusal, hint: "Let the error end the write; tables of InnoDB take savepoints")
        }
        // A cancellation stops the statement that runs for the task, and none that cleans up after it.
        interruption?.end()
        defer { interruption?.begin(connection.engine) }
        do {
            try connection.engine.limitingSilence {
                try connection.run(savepoint.rollBack)
                try connection.run(savepoint.release)
            }
        } catch { give(up: error, hint: "Let the error end the write") }
    }

    /// Begins, runs, commits; rolls back on a throw, also one of COMMIT itself.
    func inTransaction<T>(_ begin: String, _ body: (Session) throws -> T) throws -> T {
        try checkCancellation()
        do { try connection.run(begin) } catch { throw examine(error) }
        beginWatched()
        expectsTransaction = true
        transactionStart = generation + 1
        ownSavepoints = OwnSavepoints()
        defer {
            expectsTransaction = false
            ended = nil
            ownSavepoints = OwnSavepoints()
        }
        do {
            let result = try body(self)
            try requireTransaction()
            try checkCancellation()
            try connection.engine.requireUnchanged()
            try connection.run("COMMIT")
            publishWrites()
            return result
        } catch {
            var cause = examine(error)
            // What seems to be damaged may have been read in two halves.
            if let failure = cause as? DatabaseError {
                if isReadOnly { cause = failure.ofRead }
                do { try connection.engine.requireUnchanged() } catch { cause = error }
            }
            noteRollback(from: transactionStart)
            noteChange()
            rollBack()
            throw cause
        }
    }

    /// The pool tries again where it fails, and parts with the connection where that fails too.
    private func rollBack() {
        guard connection.engine.isInTransaction else { return }
        // A cancellation must stop the statement that runs for the task, not the ROLLBACK that cleans up after it.
        interruption?.end()
        try? connection.rollBack()
    }
}
