/// One unit of work on one connection: a read-only snapshot or a transaction.
///
/// ```swift
/// try database.write { session in
///     try session.execute("UPDATE stock SET s_quantity = s_quantity - \(5) WHERE s_i_id = \(17)")
/// }
/// // BEGIN IMMEDIATE; UPDATE stock SET s_quantity = s_quantity - ? WHERE s_i_id = ?; COMMIT
/// ```
///
/// A session is only valid inside its closure, on the thread of that closure.
public final class Session {
    /// The database of this session.
    public let database: Database
    /// Whether this session only reads.
    public let isReadOnly: Bool
    package let connection: Connection
    package let handle: SessionHandle
    /// What the models that are found one by one have in common, as the mapper keeps it.
    package var findings: AnyObject?
    /// What the models that are inserted one by one have in common, as the mapper keeps it.
    package var insertions: AnyObject?
    /// What the mapper keeps with this session.
    package var attachment: AnyObject?
    /// What is called as soon as changes were rolled back: what a program reads off a model itself must be right by then.
    package var onRollback: [() -> Void] = []
    /// The models whose hooks run when the last statement of a list has been sent; nil where they run at once.
    package var waitingHooks: [AnyObject]?
    /// The models that were read by a statement whose hooks run when it has ended; nil where they run at once.
    package var waitingLoads: [AnyObject]?
    /// What the mapper keeps for as long as one of its calls runs.
    package var scope: AnyObject?
    /// Grows with every statement that may have changed rows and every rollback, so that what was prefetched can tell
    /// whether it is still true.
    package private(set) var generation: UInt64
    /// How many transactions are open inside of another one, each a savepoint.
    var transactionDepth = 0 { didSet { undoScope &+= 1 } }
    /// The generation of the first change that the transaction can make: those before it are not its own to undo.
    package internal(set) var transactionStart: UInt64 = 0 {
        didSet {
            undoScope &+= 1
            onRollback = []
        }
    }
    /// The rows that turned out to be others than the transaction's snapshot says, each with the start of its transaction.
    package var lostRaces: [(start: UInt64, table: String, key: [SQLValue])] = []
    /// Another number with each transaction and savepoint that begins or ends: changes under one number are undone
    /// together, or none of them is.
    package private(set) var undoScope: UInt64 = 0
    /// Another number with each use of a connection, and behind each definition: then what is known of the tables must be
    /// compared with ``schemaVersion()``.
    package private(set) var schemaRevision: UInt64
    /// What statements of the caller's own have made.
    var ownSavepoints = OwnSavepoints() { didSet { undoScope &+= 1 } }
    /// Whether statements run inside a transaction that this session began.
    var expectsTransaction = false
    /// Why the transaction is over although the closure is not.
    var ended: DatabaseError? { didSet { hasEnded = ended != nil } }
    /// The same without a copy of the error, for each statement.
    private var hasEnded = false
    private(set) var isClosed = false
    let interruption: Interruption?
    /// What notes what is read, where that is observed.
    var recorder: ReadRecorder?

    /// What is read from here on depends on the schema itself, as its changes must show to whoever watches it.
    package func noteSchemaRead() { recorder?.readsSchema = true }

    /// What notes which tables are written, where somebody watches.
    var written: WrittenTables?
    /// The generation from which on changes are not published yet.
    var writesBegin: UInt64 = 0

    init(
        database: Database, connection: Connection, isReadOnly: Bool, interruption: Interruption?,
        outer: SessionHandle?, gate: SessionGate? = nil, replacing lost: Session? = nil
    ) {
        self.database = database
        self.connection = connection
        self.isReadOnly = isReadOnly
        self.interruption = interruption
        schemaRevision = connection.nextSchemaRevision()
        // What models know of a session whose connection was lost holds for the one in its place.
        handle =
            lost?.handle ?? SessionHandle(database: database, outer: outer, isReadOnly: isReadOnly, gate: gate)
        generation = lost?.generation ?? 0
        handle.open(self)
        noteWrites()
    }

    /// The engine's dialect, for rendering statements.
    public var dialect: any SQLDialect { connection.engine.dialect }

    /// The rowid of the last INSERT on this connection.
    ///
    /// Source: <https://www.sqlite.org/c3ref/last_insert_rowid.html>
    public var lastInsertedRowID: Int64 { isClosed ? 0 : connection.engine.lastInsertedRowID }

    /// The number of rows that the last INSERT, UPDATE or DELETE changed, without those that triggers changed.
    ///
    /// Source: <https://www.sqlite.org/c3ref/changes.html>
    public var changes: Int { isClosed ? 0 : connection.engine.changes }

    /// Checks that the session's closure is still running: later its connection may be in use elsewhere.
    package func checkOpen() throws {
        #if DEBUG
            guard handle.isOnItsThread else {
                throw DatabaseError(
                    .misuse, "the session of \(database.location) is used by another thread than its own",
                    hint: "A session is valid on the thread of its closure only; open one of your own")
            }
        #endif
        guard isClosed else { return }
        throw DatabaseError(
            .misuse, "the session of \(database.location) is over",
            hint: "A session is valid inside the closure of its read or write only")
    }

    /// Throws where the task was cancelled: asked between rows, of which many may be here already.
    package func checkCancellation() throws {
        if interruption?.isCancelled == true { throw CancellationError() }
    }

    /// Checks that a statement may run now; called before each one.
    package func check(_ statement: Statement) throws {
        try checkOpen()
        if hasEnded, let ended { throw ended }
        try checkCancellation()
        if !statement.isReadOnly {
            if isReadOnly {
                throw DatabaseError(
                    .readOnly, "a read session cannot change the database", sql: statement.sql,
                    hint: "Use write in place of read")
            }
            generation &+= 1
            if statement.isDefinition { noteDefinition() }
        } else if statement.mayChange, !isReadOnly {
            noteChange()
        }
    }

    /// What is known of the tables may no longer be true, on any connection.
    private func noteDefinition() {
        hasDefined = true
        database.noteDefinition()
        schemaRevision = connection.nextSchemaRevision()
    }

    private var hasDefined = false

    /// Runs a compiled statement: binds, steps, and gives it back whatever happens.
    @inlinable
    package func run<T>(_ statement: Statement, _ body: (Statement) throws -> T) throws -> T {
        try begin(statement)
        defer { statement.end() }
        do {
            let result = try body(statement)
            // What the function did with the last row came behind what was read in between.
            if statement.mayChange, !isReadOnly { noteChange() }
            if statement.mayEndTransaction {
                try statement.finish()
                if lostTransaction { throw endTransaction(after: statement) }
            }
            return result
        } catch {
            // What it has done to the transaction is told behind its last result.
            if statement.mayEndTransaction {
                do { try statement.finish() } catch let behind as DatabaseError
                    where behind.isTransient && lostTransaction
                {
                    throw examine(behind)
                } catch {}
            }
            throw examine(error)
        }
    }

    @usableFromInline
    func begin(_ statement: Statement) throws {
        try check(statement)
        if !expectsTransaction { publishOwnStatements() }
        written?.note(statement, in: self)
        statement.begin()
        recorder?.note(statement)
    }

    /// What was prefetched may no longer be true.
    @usableFromInline
    package func noteChange() { generation &+= 1 }

    /// The generations that began with a rollback, and stand for no change of their own.
    private var rollbacks: Set<UInt64> = []
    /// How many rollbacks there were.
    var rollbackCount: Int { rollbacks.count }

    /// Notes that something was undone, while the transaction goes on.
    func noteUndone() {
        noteChange()
        rollbacks.insert(generation)
        if hasDefined { schemaRevision = connection.nextSchemaRevision() }
    }

    /// Whether statements changed something from a generation on that was not undone since.
    func hasChanges(since first: UInt64) -> Bool {
        guard first <= generation else { return false }
        return (first...generation).contains { !rollbacks.contains($0) && !handle.wasRolledBack($0) }
    }

    /// Notes that the changes from a generation on were rolled back.
    func noteRollback(from first: UInt64) {
        handle.noteRollback(from: first, to: generation)
        for restore in onRollback { restore() }
    }

    func close() {
        if !expectsTransaction { publishOwnStatements() }
        isClosed = true
        // What was learnt in between may have been rolled back.
        if hasDefined {
            connection.attachment = nil
            database.noteDefinition()
        }
        attachment = nil
        findings = nil
        insertions = nil
        onRollback = []
        handle.close(at: generation)
    }
}

extension Session {
    /// What differs where the schema was changed: by anybody, or on a server by this program.
    package func schemaVersion() throws -> SchemaVersion {
        SchemaVersion(engine: try connection.engine.schemaVersion(), definitions: database.definitionCount)
    }

    /// How many savepoints are open.
    package var savepointDepth: Int { transactionDepth + ownSavepoints.count }
}

/// Tells two states of a schema apart.
package struct SchemaVersion: Equatable {
    let engine: Int64
    let definitions: UInt64
}
