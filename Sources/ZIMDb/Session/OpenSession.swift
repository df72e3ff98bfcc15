/// A transaction that no closure stands for: open from the start until it is told to commit or roll back, and then the
/// next one is open.
///
/// ```swift
/// let session = try database.openSession()
/// try session.run { try $0.execute("UPDATE stock SET s_quantity = \(90) WHERE s_i_id = \(17)") }
/// try session.commit()
/// // BEGIN IMMEDIATE; UPDATE stock SET s_quantity = ? WHERE s_i_id = ?; COMMIT; BEGIN IMMEDIATE
/// ```
///
/// It keeps the writing connection to itself until ``close()`` or until it is released, and rolls back then what was not
/// committed; a session that is released with changes says so in the log. Any thread may call it; one at a time is let in, the others
/// wait. The thread that opened it finds it in `read` and `write`, too. A
/// transaction of one closure needs none of this: use `write`.
///
/// Source: <https://www.sqlite.org/lang_transaction.html>
public final class OpenSession: Sendable {
    /// The database that it works on.
    public let database: Database
    /// The session around this one; kept alive, since this one is a part of its transaction.
    private let outer: OpenSession?
    private let gate: SessionGate
    // Unchecked: the gate touches it only while its lock is held.
    private nonisolated(unsafe) let level: SessionGate.Level

    init(_ database: Database) throws {
        self.database = database
        outer = nil
        gate = SessionGate()
        level = SessionGate.Level(inside: nil)
        guard SessionHandle.session(of: database) == nil else {
            throw DatabaseError(
                .misuse,
                "a session of \(database.location) is open on this thread already, and another would wait for it",
                hint: "Use nested() of an open session, or transaction inside a closure")
        }
        try gate.open(database)
    }

    private init(inside outer: OpenSession) throws {
        database = outer.database
        self.outer = outer
        gate = outer.gate
        level = SessionGate.Level(inside: outer.level)
        try gate.run(in: level) { _ in }
    }

    deinit {
        guard gate.close(level) else { return }
        Notice.warn(
            "a session of \(database.calledName) was released with changes that were not committed, and they are rolled back: "
                + "call commit() before, or close() to roll back on purpose", on: database)
    }

    /// Begins a savepoint, as a session of its own: what it does can be undone without the rest.
    ///
    /// ```swift
    /// let inner = try session.nested()     // SAVEPOINT zim_1
    /// try inner.rollback()                 // ROLLBACK TO zim_1
    /// ```
    ///
    /// - Throws: ``DatabaseError`` with code misuse where this session is closed.
    ///
    /// Source: <https://www.sqlite.org/lang_savepoint.html>
    public func nested() throws -> OpenSession { try OpenSession(inside: self) }

    /// Runs a closure in the transaction; a throw leaves it open with what was done before.
    ///
    /// - Throws: what the closure throws, and ``DatabaseError`` with code misuse where the session is closed.
    @discardableResult
    public func run<T>(_ body: (Session) throws -> T) throws -> T { try gate.run(in: level, body) }

    /// Whether a session nested in this one has changed something that it neither committed nor rolled back.
    public var hasNestedChanges: Bool {
        get throws { try gate.hasChanges(inside: level) }
    }

    /// Commits, and the next transaction is open. A nested session gives what it did to the one around it.
    ///
    /// - Throws: ``DatabaseError``: with code constraint or busy where the engine refuses, and everything is as it was
    ///   before the call; with code misuse where a session nested in this one has changes of its own.
    public func commit() throws { try gate.commit(level) }

    /// Undoes everything since the last commit, what nested sessions did too, and the next transaction is open. Models
    /// are given back as they were before.
    public func rollback() throws { try gate.rollBack(level) }

    /// Undoes what was not committed and gives the connection back. It may be called again.
    public func close() { _ = gate.close(level) }
}

extension Database {
    /// Opens a transaction that no closure stands for; see ``OpenSession``.
    ///
    /// ```swift
    /// let session = try database.openSession()     // BEGIN IMMEDIATE
    /// ```
    ///
    /// It waits until no other session writes, and while it is open, others wait for it.
    ///
    /// - Throws: ``DatabaseError`` with code misuse where a session of this database is open on this thread, busy where
    ///   another process holds the lock for longer than the busy time-out.
    public func openSession() throws -> OpenSession { try OpenSession(self) }
}
