import Synchronization

/// A transaction that is open from the start; ``commit()`` begins the next one.
///
/// ```swift
/// let session = amigo.session
/// try session.add(lucy, foo)
/// let people = try session.query(Person.self).using(lucy).relationship("people").all()
/// try session.commit()
/// ```
///
/// Changes that are not committed are rolled back when the session is released, which is logged. Any thread may use it,
/// one at a time; each model belongs to one thread at a time.
///
/// ## Topics
/// ### Changing
/// - ``add(_:upsert:)-(Model...,_)``
/// - ``delete(_:)-(Model...)``
/// - ``batch(_:)``
/// - ``using(_:)``
/// ### Asking
/// - ``query(_:)``
/// ### Ending
/// - ``commit()``
/// - ``rollback()``
public final class AmigoSession: Sendable {
    let amigo: Amigo
    private let engine: AmigoEngine?
    /// The session that this one is nested in, which must not end before it.
    private let outer: AmigoSession?
    private let state: Mutex<State>

    private enum State: Sendable {
        case open(OpenSession)
        /// It could not be opened; the next call tries again.
        case failed(any Error)
        case closed
    }

    init(_ amigo: Amigo, on engine: AmigoEngine, inside outer: AmigoSession?) {
        self.amigo = amigo
        self.engine = engine
        self.outer = outer
        do { state = Mutex(.open(try Self.open(engine, outer))) } catch { state = Mutex(.failed(error)) }
    }

    init(_ amigo: Amigo, failedBy error: any Error) {
        self.amigo = amigo
        engine = nil
        outer = nil
        state = Mutex(.failed(error))
    }

    private static func open(_ engine: AmigoEngine, _ outer: AmigoSession?) throws -> OpenSession {
        try outer?.opened().nested() ?? engine.database.openSession()
    }

    /// The database, where it could be opened.
    var database: Database? { engine?.database }

    private func opened() throws -> OpenSession {
        try state.withLock { state in
            switch state {
            case .open(let session): return session
            case .closed: throw DatabaseError(.misuse, "the session is closed", hint: "Ask Amigo for another")
            case .failed(let error):
                guard let engine else { throw error }
                let session = try Self.open(engine, outer)
                state = .open(session)
                return session
            }
        }
    }

    /// Whether it has ended, by itself or with the session around it.
    var isClosed: Bool {
        let isOver = state.withLock { state in
            if case .closed = state { return true }
            return false
        }
        return isOver || outer?.isClosed == true
    }

    /// Runs a closure on the underlying `Session`, which uses the mapping of this Amigo's models.
    ///
    /// ```swift
    /// try session.run { try $0.query(Dog.self).filter(\.label == "Lucy").delete() }
    /// ```
    ///
    /// - Throws: what the closure throws, `DatabaseError`.
    @discardableResult
    public func run<T>(_ body: (Session) throws -> T) throws -> T {
        try opened().run { session in
            session.attachment = amigo.catalog.mappings
            return try body(session)
        }
    }

    /// Runs a closure that changes something: all of it or nothing.
    func change<T>(_ body: (Session) throws -> T) throws -> T {
        let open = try opened()
        guard try !open.hasNestedChanges else {
            throw DatabaseError(
                .misuse,
                "a nested session has changes that are neither committed nor rolled back, and would take this with them",
                hint: "Commit it or roll it back first")
        }
        return try run { session in try session.transaction(body) }
    }

    /// Commits everything since the last commit and begins the next transaction. A nested session passes its changes to
    /// the surrounding one.
    ///
    /// - Throws: `DatabaseError`; then nothing is lost, and the transaction is still open.
    public func commit() throws { try opened().commit() }

    /// Rolls back everything since the last commit and begins the next transaction. Models that were inserted in it are
    /// new again.
    ///
    /// - Throws: `DatabaseError`.
    public func rollback() throws { try opened().rollback() }

    /// Rolls back what was not committed and ends the session. It may be called several times.
    public func close() {
        let previous = state.withLock { state in
            defer { state = .closed }
            return state
        }
        if case .open(let session) = previous { session.close() }
    }

    /// Makes a query for a class's rows.
    ///
    /// ```swift
    /// let named = try session.query(Owner.self).selectRelated("dog").filter("dog.label = 'Lucy'").all()
    /// ```
    public func query<M: Model>(_ type: M.Type) -> QuerySet<M> { QuerySet(type, from: .session(self)) }

    /// Runs raw SQL; interpolated values are bound.
    ///
    /// - Throws: `DatabaseError`.
    @discardableResult
    public func execute(_ sql: SQL) throws -> ExecutionResult { try run { try $0.execute(sql) } }
}
