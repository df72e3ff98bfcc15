/// The steps of a transaction that no closure stands for.
extension Session {
    func beginTransaction() throws {
        do { try connection.run(connection.engine.beginStatement(readOnly: isReadOnly)) } catch { throw examine(error) }
        beginWatched()
        expectsTransaction = true
        ended = nil
        transactionDepth = 0
        ownSavepoints = OwnSavepoints()
        transactionStart = generation + 1
    }

    /// Commits and begins the next. Where COMMIT fails, the transaction is still open, unless the engine has ended it.
    func commitTransaction() throws {
        try requireTransaction()
        do { try connection.run("COMMIT") } catch {
            let cause = examine(error)
            if !connection.engine.isInTransaction { noteRollback(from: transactionStart) }
            throw cause
        }
        expectsTransaction = false
        publishWrites()
        // From here on others may change what was loaded.
        noteChange()
        // What is committed stays so, whatever becomes of the next: the next use tries to begin it again.
        try? beginTransaction()
    }

    /// Rolls back, also what the engine has given up itself, and begins the next.
    func rollBackTransaction() throws {
        undoTransaction()
        if connection.engine.isInTransaction { try connection.rollBack() }
        try? beginTransaction()
    }

    /// Rolls back as far as the engine lets us; the pool tries again with a connection that it gets back.
    func undoTransaction() {
        guard expectsTransaction || ended != nil else { return }
        noteRollback(from: transactionStart)
        noteChange()
        if connection.engine.isInTransaction { try? connection.rollBack() }
        expectsTransaction = false
        ended = nil
        transactionDepth = 0
        ownSavepoints = OwnSavepoints()
    }

    func beginSavepoint() throws {
        if let ended { throw ended }
        do { try connection.run(NestedSavepoint(depth: transactionDepth + 1).begin) } catch { throw examine(error) }
        transactionDepth += 1
    }

    func releaseSavepoint() throws {
        if let ended { throw ended }
        let savepoint = NestedSavepoint(depth: transactionDepth)
        do { try connection.engine.limitingSilence { try connection.run(savepoint.release) } } catch {
            throw examine(error)
        }
        transactionDepth -= 1
    }

    /// Undoes the changes since a generation; the savepoint stays open.
    func rollBackSavepoint(from first: UInt64) throws {
        if let ended { throw ended }
        noteRollback(from: first)
        noteUndone()
        let savepoint = NestedSavepoint(depth: transactionDepth)
        do { try connection.engine.limitingSilence { try connection.run(savepoint.rollBack) } } catch {
            give(up: error)
            throw error
        }
    }
}
