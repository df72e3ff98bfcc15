/// What is known of a transaction that is over although its closure is not.
extension Session {
    /// Whether the transaction that this session began is over.
    @usableFromInline
    var lostTransaction: Bool {
        expectsTransaction && (!connection.engine.isInTransaction || connection.engine.hiddenEnd != nil)
    }

    /// Throws where there is nothing to commit any more.
    package func requireTransaction() throws {
        if let ended { throw ended }
        guard lostTransaction else { return }
        let hiddenEnd = connection.engine.hiddenEnd
        if hiddenEnd == .committed { keepCommitted() }
        throw end(
            hiddenEnd == .rolledBackByServer
                ? .rolledBackByServer(sql: "COMMIT")
                : lostConnection("COMMIT")
                    ?? DatabaseError(.transactionEnded, "the transaction was over before its COMMIT", sql: "COMMIT"))
    }

    /// A statement of the caller's own has ended the transaction that the closure stands for.
    @usableFromInline
    func endTransaction(after statement: Statement) -> DatabaseError {
        let control = TransactionControl(statement.sql, words: connection.engine.transactionWords)
        switch (connection.engine.hiddenEnd, control) {
        case (.rolledBackByServer, _): return end(.rolledBackByServer(sql: statement.sql))
        case (.committed, _), (nil, .commit): keepCommitted()
        default: if let lost = lostConnection(statement.sql) { return end(lost) }
        }
        return end(
            DatabaseError(
                .transactionEnded, "the statement ended the transaction that this closure runs in", sql: statement.sql,
                hint: "A write commits by itself; throw an error to roll back, or use withoutTransaction"))
    }

    /// The error of a statement behind which the connection turned out to be lost: it has ended nothing itself.
    private func lostConnection(_ sql: String? = nil) -> DatabaseError? {
        guard connection.engine.hiddenEnd == nil, var error = connection.engine.lostConnection else { return nil }
        error.sql = sql
        return error
    }

    /// After a failure: whether the transaction is over, and whether the task was cancelled.
    @usableFromInline
    package func examine(_ error: any Error) -> any Error {
        let failure = error as? DatabaseError
        if ended == nil, lostTransaction {
            guard connection.engine.hiddenEnd == .committed else {
                let reason = failure ?? lostConnection()
                end("the engine rolled the transaction back" + (reason == nil ? "" : " after"), reason)
                return cancelled(failure) ?? error
            }
            keepCommitted()
            // Whoever ran the closure again would write a second time what is committed.
            let cause = end(
                "the statement committed the transaction that this closure runs in"
                    + (failure == nil ? "" : ", and failed"), failure, isRepeatable: false,
                hint: "What was written before it is committed; use withoutTransaction for what ends transactions")
            return failure == nil ? error : cause
        }
        return cancelled(failure) ?? error
    }

    private func cancelled(_ failure: DatabaseError?) -> CancellationError? {
        guard failure?.code == .interrupted || failure?.code == .busy, interruption?.isCancelled == true else {
            return nil
        }
        return CancellationError()
    }

    /// What should have been undone is still there, so nothing of the transaction may be committed.
    func give(up error: any Error, hint: String = "Roll the outermost session back") {
        end("a savepoint could not be rolled back, so the transaction is", error as? DatabaseError, hint: hint)
    }

    /// Notes why the transaction is over, for all that the closure goes on to do.
    ///
    /// What was a conflict with others, or a lost connection, remains one, also where the closure passes over it: whoever
    /// repeats such writes repeats this one.
    @discardableResult
    private func end(
        _ reason: String, _ failure: DatabaseError?, isRepeatable: Bool = true, hint: String? = nil
    ) -> DatabaseError {
        // As it was: of a COMMIT it says that nobody knows.
        if isRepeatable, let failure, failure.code == .connection { return end(failure) }
        let isConflict = isRepeatable && failure?.isTransient == true
        var cause = DatabaseError(
            isConflict ? failure?.code ?? .transactionEnded : .transactionEnded,
            reason + (failure.map { ": \($0.message)" } ?? ""),
            engineCode: failure?.engineCode ?? 0, sql: failure?.sql,
            hint: isConflict ? DatabaseError.runAgain : hint)
        cause.isLockTimeout = failure?.isLockTimeout == true
        return end(cause)
    }

    @discardableResult
    private func end(_ cause: DatabaseError) -> DatabaseError {
        ended = cause
        return cause
    }

    /// What was written so far is committed, whatever becomes of the session.
    private func keepCommitted() {
        publishWrites()
        transactionStart = generation + 1
    }
}
