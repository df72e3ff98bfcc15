import Synchronization

/// A transaction that is open from the start; ``commit()`` opens the next.
///
/// ```swift
/// let session = amigo.session
/// try session.add(lucy, foo)
/// let people = try session.query(Person.self).using(lucy).relationship("people").all()
/// try session.commit()
/// ```
///
/// What was not committed is rolled back when the session is released, and the log says so. Any thread may use it, one at a time; the models
/// belong to one thread at a time themselves.
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

    /// Runs a closure on the core's session, in which this Amigo's models are mapped as it says.
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

    /// Makes everything since the last commit last, and opens the next transaction. A nested session gives it to the one
    /// around it.
    ///
    /// - Throws: `DatabaseError`; nothing is lost then, and the transaction is still open.
    public func commit() throws { try opened().commit() }

    /// Undoes everything since the last commit, and opens the next transaction. Models are new again whose rows were.
    ///
    /// - Throws: `DatabaseError`.
    public func rollback() throws { try opened().rollback() }

    /// Undoes what was not committed and ends the session. It may be called again.
    public func close() {
        let former = state.withLock { state in
            defer { state = .closed }
            return state
        }
        if case .open(let session) = former { session.close() }
    }

    /// Begins a query for a class's rows.
    ///
    /// ```swift
    /// let named = try session.query(Owner.self).selectRelated("dog").filter("dog.label = 'Lucy'").all()
    /// ```
    public func query<M: Model>(_ type: M.Type) -> QuerySet<M> { QuerySet(type, from: .session(self)) }

    /// Runs SQL of one's own; values that are interpolated are bound.
    ///
    /// - Throws: `DatabaseError`.
    @discardableResult
    public func execute(_ sql: SQL) throws -> ExecutionResult { try run { try $0.execute(sql) } }
}
