import Foundation
import Synchronization

/// A database. It owns the connections, which its sessions check out.
///
/// ```swift
/// let database = try Database(path: "people.sqlite")
/// let count = try database.read { try $0.value("SELECT count(*) FROM person", as: Int.self) }
/// ```
///
/// All threads and tasks can share it. `read` opens a read-only snapshot and `write` a transaction; both exist blocking
/// and `async`. Opening a database changes nothing in it.
///
/// ## Topics
/// ### Opening
/// - ``init(path:options:)``
/// - ``init(url:options:)``
/// - ``inMemory(options:)``
/// - ``temporary(options:)``
/// ### Working
/// - ``read(file:line:_:)-7cfvn``
/// - ``write(file:line:_:)-99m3r``
/// - ``withoutTransaction(file:line:_:)``
/// ### Watching
/// - ``observe(startsWithCurrent:_:)``
/// - ``changes(in:)-(String...)``
/// - ``changes(in:)-([String])``
/// - ``trace(_:)``
public final class Database: Sendable {
    /// The options with which the database was opened.
    public let options: DatabaseOptions
    package let engine: any Engine
    let pool: ConnectionPool
    /// Those who watch it.
    let changeHub = ChangeHub()
    /// The sessions that are open without a closure.
    let openSessions = OpenSessions()
    package let traces: TraceHub
    /// A setting of the mapper's that it reads with every query.
    package var mapperSetting: UInt8 {
        get { setting.load(ordering: .relaxed) }
        set { setting.store(newValue, ordering: .relaxed) }
    }
    private let setting = Atomic<UInt8>(0)
    private let definitions = Atomic<UInt64>(0)
    /// How many statements of this program may have changed the schema.
    var definitionCount: UInt64 { definitions.load(ordering: .acquiring) }
    func noteDefinition() { definitions.add(1, ordering: .acquiringAndReleasing) }
    /// The name of the data source that this database was, and that another is now.
    package let replacedName = Mutex<String?>(nil)

    package init(engine: any Engine, options: DatabaseOptions) {
        self.engine = engine
        self.options = options
        traces = TraceHub(
            echo: options.echo, logger: options.logger, showsValues: options.valuesInMessages)
        pool = ConnectionPool(
            engine: engine, traces: traces, capacity: options.statementCacheSize, changeHub: changeHub)
    }

    deinit { pool.close() }

    /// Opens a SQLite file.
    ///
    /// ```swift
    /// let database = try Database(path: "legacy.sqlite", options: .readOnly)
    /// // PRAGMA foreign_keys = ON; SELECT count(*) FROM sqlite_schema
    /// ```
    ///
    /// - Parameters:
    ///   - path: the file's path; a missing file is created, unless the options say otherwise.
    ///   - options: how to open it.
    /// - Throws: ``DatabaseError`` with code cannotOpen, notADatabase, corrupt or busy.
    ///
    /// Source: <https://www.sqlite.org/c3ref/open.html>
    public convenience init(path: String, options: DatabaseOptions = DatabaseOptions()) throws {
        self.init(engine: try SQLiteEngine(path: path, options: options), options: options)
    }

    /// A new SQLite database in memory, which exists as long as this object.
    public static func inMemory(options: DatabaseOptions = DatabaseOptions()) throws -> Database {
        Database(engine: try SQLiteEngine(source: .memory, options: options), options: options)
    }

    /// A new SQLite database in a temporary file, which is deleted with this object; it is kept in memory as long as it
    /// fits.
    public static func temporary(options: DatabaseOptions = DatabaseOptions()) throws -> Database {
        Database(engine: try SQLiteEngine(source: .temporary, options: options), options: options)
    }

    /// How many connections are checked out, and how many are idle.
    package var connectionCounts: (checkedOut: Int, idle: Int) { pool.counts }

    /// Where the database is: its full path, the server's URL without the password, or a description if it has neither.
    public var location: String { engine.location }

    /// Whether a handle is of the same database as this one.
    package func isSame(as other: Database) -> Bool {
        if self === other { return true }
        guard let identity = engine.identity else { return false }
        return identity == other.engine.identity
    }

    /// What messages call it: the label of its options, or where it is.
    package var calledName: String { options.label ?? location }

    /// The engine's dialect.
    public var dialect: any SQLDialect { engine.dialect }

    /// Runs a closure on a read-only snapshot of the database.
    ///
    /// ```swift
    /// let count = try database.read { try $0.value("SELECT count(*) FROM person", as: Int.self) }
    /// // BEGIN DEFERRED; SELECT count(*) FROM person; COMMIT
    /// ```
    ///
    /// Inside a session of this database on the same thread, the closure gets that session. If no connection is free
    /// within ``DatabaseOptions/poolTimeout``, the error says which calls hold them, by file and line.
    ///
    /// - Throws: what the closure throws, and ``DatabaseError``.
    ///
    /// Source: <https://www.sqlite.org/isolation.html>
    public func read<T>(
        file: StaticString = #fileID, line: UInt = #line, _ body: (Session) throws -> T
    ) throws -> T {
        if let session = SessionHandle.session(of: self) { return try session.handle.entering { try body(session) } }
        return try checkOut(.read, CallSite(file: file, line: line)) {
            try $0.inTransaction(self.begin(.read, $0), body)
        }
    }

    /// Runs a closure in a transaction: committed when it returns, rolled back when it throws.
    ///
    /// ```swift
    /// try database.write { try $0.execute("UPDATE person SET age = \(36) WHERE pk = \(1)") }
    /// // BEGIN IMMEDIATE; UPDATE person SET age = ? WHERE pk = ?; COMMIT
    /// ```
    ///
    /// Inside a write of this database on the same thread, the closure gets that session in a savepoint.
    ///
    /// - Throws: what the closure throws, and ``DatabaseError``: with code busy if another process holds the lock for
    ///   longer than the busy timeout, with code misuse inside a read.
    ///
    /// Source: <https://www.sqlite.org/lang_transaction.html>
    @discardableResult
    public func write<T>(
        file: StaticString = #fileID, line: UInt = #line, _ body: (Session) throws -> T
    ) throws -> T {
        if let session = try outerWriter() { return try session.handle.entering { try session.transaction(body) } }
        return try checkOut(.write, CallSite(file: file, line: line)) {
            try $0.inTransaction(self.begin(.write, $0), body)
        }
    }

    /// Runs a closure on the writing connection without a transaction around it, for VACUUM or
    /// PRAGMA journal_mode: each statement is its own transaction.
    ///
    /// ```swift
    /// try database.withoutTransaction { try $0.execute("VACUUM") }
    /// ```
    ///
    /// A transaction that the closure begins must also be ended by it: one that is left open is rolled back, and the
    /// call throws. Attached databases stay with the writing connection; readers do not see them.
    ///
    /// - Throws: what the closure throws, and ``DatabaseError`` with code misuse inside another session, or for a
    ///   transaction that was left open.
    @discardableResult
    public func withoutTransaction<T>(
        file: StaticString = #fileID, line: UInt = #line, _ body: (Session) throws -> T
    ) throws -> T {
        if SessionHandle.session(of: self) != nil {
            throw DatabaseError(.misuse, "a session of \(location) is open here already")
        }
        pool.closeIdleReaders()
        let lease = try pool.acquire(.write, CallSite(file: file, line: line))
        defer { pool.release(lease) }
        return try open(lease, interruption: nil) { session in
            let result = try body(session)
            guard !lease.connection.engine.isInTransaction else {
                throw DatabaseError(
                    .misuse, "the closure left a transaction open in \(location); it was rolled back",
                    hint: "End it with COMMIT, or use write")
            }
            try pool.updateSharing(after: lease)
            return result
        }
    }

    /// Runs a closure on a read-only snapshot, on a thread of its own; cancelling the task interrupts it.
    ///
    /// ```swift
    /// let ada = try await database.read { try $0.rows("SELECT * FROM person WHERE pk = \(1)").first }
    /// ```
    ///
    /// - Throws: what the closure throws, ``DatabaseError``, `CancellationError`.
    public func read<T>(
        file: StaticString = #fileID, line: UInt = #line, _ body: sending @escaping (Session) throws -> sending T
    ) async throws -> sending T {
        try await run(.read, site: CallSite(file: file, line: line), body)
    }

    /// Runs a closure in a transaction, on a thread of its own; cancelling the task interrupts it and rolls back.
    ///
    /// A cancelled task also stops waiting for a connection or for another process's lock.
    ///
    /// ```swift
    /// try await database.write { try $0.execute("DELETE FROM basket WHERE age > \(30)") }
    /// ```
    ///
    /// Models that the closure uses are sent to it: using one afterwards is a compile-time error. To keep a model, use
    /// its own `save()`, or return it from the closure.
    ///
    /// ```swift
    /// let customer = try await database.find(Customer.self, 1, 2)
    /// customer?.name = "Ada"
    /// try await database.write { if let customer { try $0.save(customer) } }
    /// ```
    ///
    /// - Throws: what the closure throws, ``DatabaseError``, `CancellationError`.
    @discardableResult
    public func write<T>(
        file: StaticString = #fileID, line: UInt = #line, _ body: sending @escaping (Session) throws -> sending T
    ) async throws -> sending T {
        try await run(.write, site: CallSite(file: file, line: line), body)
    }

    /// Runs SQL in a transaction of its own.
    ///
    /// ```swift
    /// try database.execute("DELETE FROM basket WHERE age > \(30)")
    /// // BEGIN IMMEDIATE; DELETE FROM basket WHERE age > ?; COMMIT
    /// ```
    ///
    /// - Throws: ``DatabaseError``.
    @discardableResult
    public func execute(_ sql: SQL) throws -> ExecutionResult {
        try write { try $0.execute(sql) }
    }

    /// Runs a statement of the statement builder in a transaction of its own.
    @discardableResult
    public func execute(_ statement: some SQLRenderable) throws -> ExecutionResult {
        try write { try $0.execute(statement) }
    }

    /// Closes all connections; those in use are closed when they are returned. No session can be opened afterwards, and whoever
    /// watches or listens gets an error.
    public func close() {
        pool.close()
        changeHub.close(engine.closedError)
    }

    /// Stops the statements that run on a server, for a process that ends: where the connection just goes, MySQL finishes them
    /// first. From any thread; it waits until they have stopped.
    package func interruptStatements() { pool.interruptStatements() }

    /// What everybody is told once it was closed; nil until then.
    package var closedError: DatabaseError? { pool.isClosed ? engine.closedError : nil }

    func begin(
        _ use: ConnectionPool.Use, _ session: Session, _ isolation: BeginStatement.Isolation? = nil
    ) -> String {
        let engine = session.connection.engine
        guard let isolation else { return engine.beginStatement(readOnly: use == .read) }
        return engine.beginStatement(readOnly: use == .read, isolation: isolation)
    }

    func outerWriter() throws -> Session? {
        guard let session = SessionHandle.session(of: self) else { return nil }
        guard !session.isReadOnly else {
            throw DatabaseError(
                .misuse, "a read of \(location) is open on this thread, and a write inside it would wait for its end",
                hint: "Begin with write")
        }
        return session
    }

    func checkOut<T>(_ use: ConnectionPool.Use, _ site: CallSite? = nil, _ body: (Session) throws -> T) throws -> T {
        let lease = try pool.acquire(use, site)
        defer { pool.release(lease) }
        return try open(lease, interruption: nil, body)
    }

    /// Runs a closure on a connection beside the pool's, without a transaction: what it sets for the connection ends with it.
    /// An engine whose connections cannot be had in any number has none to spare.
    func withOwnConnection<T>(_ body: (Session) throws -> T) throws -> T {
        let connection = try pool.connect(readOnly: false)
        defer { connection.close() }
        return try open(ConnectionPool.Lease(connection: connection, use: .write), interruption: nil, body)
    }

    func run<T>(
        _ use: ConnectionPool.Use, site: CallSite? = nil, isolation: BeginStatement.Isolation? = nil,
        interruption: Interruption = Interruption(),
        _ body: sending @escaping (Session) throws -> sending T
    ) async throws -> sending T {
        // The closure was sent to us, and runs on one thread while we wait.
        nonisolated(unsafe) let body = body
        return try await pool.run(use, site, interruption: interruption) { [self] lease in
            // The closure's result was sent to us, and only goes through here.
            nonisolated(unsafe) let result = try open(lease, interruption: interruption) { session in
                try session.inTransaction(begin(use, session, isolation)) { try body($0) }
            }
            return result
        }
    }

    /// Runs a closure on a snapshot that cannot be changed, with models that stay with the caller.
    package func readForCaller(
        isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Session) throws -> Void
    ) async throws {
        try await runForCaller(.read, isolation, body)
    }

    /// Runs a closure in a transaction, with models that stay with the caller.
    package func writeForCaller(
        isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Session) throws -> Void
    ) async throws {
        try await runForCaller(.write, isolation, body)
    }

    /// Waits for a connection without blocking a thread. The closure runs on the caller's actor, whose other work might
    /// use the same models; where there is none, on a thread of its own.
    private func runForCaller(
        _ use: ConnectionPool.Use, _ isolation: isolated (any Actor)?, _ body: @escaping (Session) throws -> Void
    ) async throws {
        let interruption = Interruption()
        guard isolation != nil else {
            // Outside of actors only the task that waits here can use what the closure uses.
            nonisolated(unsafe) let body = body
            return try await run(use, interruption: interruption) { try body($0) }
        }
        let lease = try await pool.kept(use, interruption: interruption)
        defer { pool.release(lease) }
        try await withTaskCancellationHandler {
            // A closure runs on the actor only where it captures it.
            _ = isolation
            try open(lease, interruption: interruption) { session in
                try session.inTransaction(begin(use, session), body)
            }
        } onCancel: {
            interruption.cancel()
        }
    }

    private func open<T>(
        _ lease: ConnectionPool.Lease, interruption: Interruption?, _ body: (Session) throws -> T
    ) throws -> T {
        let connection = lease.connection
        interruption?.begin(connection.engine)
        let session = Session(
            database: self, connection: connection, isReadOnly: lease.use == .read, interruption: interruption,
            outer: SessionHandle.innermost)
        defer {
            session.close()
            interruption?.end()
        }
        return try SessionHandle.$innermost.withValue(session.handle) { try body(session) }
    }
}
