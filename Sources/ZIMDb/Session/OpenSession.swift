/// A transaction without a closure: it is open from the start, and each commit or rollback begins the next one.
///
/// ```swift
/// let session = try database.openSession()
/// try session.run { try $0.execute("UPDATE stock SET s_quantity = \(90) WHERE s_i_id = \(17)") }
/// try session.commit()
/// // BEGIN IMMEDIATE; UPDATE stock SET s_quantity = ? WHERE s_i_id = ?; COMMIT; BEGIN IMMEDIATE
/// ```
///
/// It holds the writing connection until ``close()`` or until it is released, and then rolls back what was not
/// committed; releasing it with changes is logged. Any thread may call it, one at a time; the others wait. In the
/// task that opened it, or outside of tasks on the thread, the blocking `read` and `write` and a model's own calls use it too;
/// awaited ones are sessions of their own. For a transaction in one closure, use `write`.
///
/// Source: <https://www.sqlite.org/lang_transaction.html>
public final class OpenSession: Sendable {
    /// Its database.
    public let database: Database
    /// The session around this one; kept alive, since this one is a part of its transaction.
    private let outer: OpenSession?
    private let gate: SessionGate
    // Unchecked: the gate touches it only while its lock is held.
    private nonisolated(unsafe) let level: SessionGate.Level

    init(_ database: Database, _ site: CallSite) throws {
        self.database = database
        outer = nil
        gate = SessionGate()
        level = SessionGate.Level(inside: nil)
        guard SessionHandle.session(of: database) == nil else {
            throw DatabaseError(
                .misuse,
                "a session of \(database.location) is open here already, and another would wait for it",
                hint: "Use nested() of an open session, or transaction inside a closure")
        }
        try gate.open(database, site)
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

    /// Begins a savepoint as a session of its own, which can be rolled back without the rest.
    ///
    /// ```swift
    /// let inner = try session.nested()     // SAVEPOINT zim_1
    /// try inner.rollback()                 // ROLLBACK TO zim_1
    /// ```
    ///
    /// - Throws: ``DatabaseError`` with code misuse if this session is closed.
    ///
    /// Source: <https://www.sqlite.org/lang_savepoint.html>
    public func nested() throws -> OpenSession { try OpenSession(inside: self) }

    /// Runs a closure in the transaction; if the closure throws, the transaction stays open with its changes.
    ///
    /// - Throws: what the closure throws, and ``DatabaseError`` with code misuse if the session is closed.
    @discardableResult
    public func run<T>(_ body: (Session) throws -> T) throws -> T { try gate.run(in: level, body) }

    /// Whether a nested session has changes that it neither committed nor rolled back.
    public var hasNestedChanges: Bool {
        get throws { try gate.hasChanges(inside: level) }
    }

    /// Commits and begins the next transaction. A nested session passes its changes to the surrounding one.
    ///
    /// - Throws: ``DatabaseError``: with code constraint or busy if the engine refuses, and the state is as before the
    ///   call; with code misuse if a nested session has changes of its own.
    public func commit() throws { try gate.commit(level) }

    /// Rolls back everything since the last commit, including nested sessions, and begins the next transaction. What
    /// models know of their rows is restored, but not their properties.
    ///
    /// Where the connection to a server was lost, all calls fail until this one, and the next transaction uses another
    /// connection.
    public func rollback() throws { try gate.rollBack(level) }

    /// Rolls back what was not committed and returns the connection to the pool. It may be called several times.
    public func close() { _ = gate.close(level) }
}

extension Database {
    /// Opens a transaction without a closure; see ``OpenSession``.
    ///
    /// ```swift
    /// let session = try database.openSession()     // BEGIN IMMEDIATE
    /// ```
    ///
    /// It waits until no other session writes; while it is open, other writers wait.
    ///
    /// - Throws: ``DatabaseError`` with code misuse if a session of this database is open in this task or on this thread, busy if
    ///   another process holds the lock for longer than the busy timeout.
    public func openSession(file: StaticString = #fileID, line: UInt = #line) throws -> OpenSession {
        try OpenSession(self, CallSite(file: file, line: line))
    }
}
