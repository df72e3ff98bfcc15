/// One physical connection of an engine, as the layers above see it.
///
/// It is used by one thread at a time; only ``interrupt()`` may be called from any thread at any time.
package protocol EngineConnection: AnyObject {
    var dialect: any SQLDialect { get }
    /// Compiles the first statement of a text from a byte on; `next` is where the one behind it begins. nil for a text
    /// without a statement.
    func prepare(_ sql: String, from start: Int, traces: TraceHub) throws -> (statement: Statement, next: Int?)?
    /// Whether a transaction is open, whoever began it.
    var isInTransaction: Bool { get }
    /// What became of the transaction where a statement ended it whose text does not say so, such as CALL: another may be
    /// open by now. nil where none did since the last transaction began.
    var hiddenEnd: TransactionEnd? { get }
    /// The row identifier that the last INSERT gave.
    var lastInsertedRowID: Int64 { get }
    /// The row identifiers that the last INSERT gave its rows, in their order, where it left that column out; nil if the
    /// engine does not tell.
    func insertedRowIDs(count: Int) throws -> [Int64]?
    /// How many rows the last INSERT, UPDATE or DELETE changed, without those changed by triggers.
    var changes: Int { get }
    /// Grows with every row that a statement of this connection changes.
    var totalChanges: Int { get }
    /// The statement that begins a transaction which can write, or one that cannot.
    func beginStatement(readOnly: Bool) -> String
    /// The same with an isolation level of one's own.
    func beginStatement(readOnly: Bool, isolation: BeginStatement.Isolation) -> String
    /// Whether a statement of the open transaction has failed, so that the engine takes no other before a rollback.
    var isTransactionFailed: Bool { get }
    /// Whether it can be checked out again. Asked when it comes back, and before it is checked out.
    func isUsable(after idle: Duration) -> Bool
    /// The error of a connection that the server, or the network, has ended, whichever statement met that; nil where none did.
    var lostConnection: DatabaseError? { get }
    /// Throws if what a transaction has read may be of several states of the database.
    func requireUnchanged() throws
    /// Throws where COMMIT would now, for a constraint that is checked no sooner; the transaction may have failed then.
    func requireDeferredConstraints() throws
    /// The questions to the catalogue; nil for SQLite, which is asked by PRAGMA.
    var catalog: (any SchemaQueries)? { get }
    /// What the types of its columns mean; nil for SQLite, whose columns have affinities.
    var types: (any ServerTypes)? { get }
    /// The words by which a caller's own statement begins or ends a transaction.
    var transactionWords: TransactionWords { get }
    /// Differs where the schema was changed, by whomever; always 0 for an engine that has no such number.
    func schemaVersion() throws -> Int64
    /// How a column of a table is declared; nil if there is no such column, for a view, and for an engine that has a
    /// catalogue.
    func declaration(of column: String, table: String, schema: String?) -> ColumnDeclaration?
    /// Whether statements are compiled without the data source's privileges right now.
    var arePrivilegesSuspended: Bool { get }
    /// Runs `body` without the data source's privileges, for the library's own look at the schema.
    func withoutPrivileges<T>(_ body: () throws -> T) rethrows -> T
    /// Runs `body`, whose statements can make what a definition of a catalogue makes, and do nothing else.
    func defining<T>(_ definition: CatalogDefinition, _ body: () throws -> T) throws -> T
    /// Runs statements that are sent together, and gives how many rows each changed; nil for an engine that gains
    /// nothing by it.
    func run(together statements: [(statement: Statement, parameters: [SQLValue])], traces: TraceHub) throws -> [Int]?
    /// How migrations run where each change of the schema is committed at once; nil for an engine that undoes them with the
    /// transaction.
    var schemaSteps: (any SchemaSteps)? { get }
    /// Inserts rows faster than by INSERT, and gives their number; nil for an engine that has no such way.
    ///
    /// - Parameters:
    ///   - target: the table and its columns, quoted: `"stock" ("s_w_id", "s_i_id")`.
    ///   - rows: fills in one row with each call, and returns false at the end.
    func copy(into target: String, rows: (inout BulkRow) throws -> Bool, traces: TraceHub) throws -> Int?
    /// Whether a change runs for many sets of parameters with one message: see ``EngineCursor/addParameterSet()``.
    var takesParameterSets: Bool { get }
    /// The maximum size in bytes of the values of an INSERT of several rows; nil if the engine does not benefit from them.
    var insertSize: Int? { get }
    /// Runs `body`, whose statements fail as timed out where they take longer, in place of what a statement may take
    /// otherwise. A server restores that with the end of the transaction, or of the savepoint where the body throws.
    ///
    /// - Parameter time: nil for as long as it takes; a server keeps to what it was told before.
    func limiting<T>(to time: Duration?, _ body: () throws -> T) throws -> T
    /// The tables that the open transaction has read with these statements, with all that is behind them.
    func tablesRead(by statements: [String]) throws -> TableSet
    /// The tables that a statement may write, with those that it changes by triggers and foreign keys.
    func tablesWritten(by sql: String) throws -> TableSet
    /// What a statement may write: first itself, then by triggers and foreign keys. Empty for an engine that does not tell.
    func rowWrites(of sql: String) throws -> [RowWrite]
    /// From here on, statements and waits for locks end where this task is cancelled; nil for none.
    func watch(_ interruption: Interruption?)
    /// Stops the running statement; it then fails as interrupted.
    func interrupt()
    /// Whether ``interrupt()`` returns without waiting for anybody.
    var interruptsAtOnce: Bool { get }
    /// Runs a closure that the server should answer soon. Where it does not for as long as connecting may take, nor answers over another
    /// connection, this one is given up.
    func limitingSilence<T>(_ body: () throws -> T) rethrows -> T
    /// Whether this side has given the connection up.
    var isGivenUp: Bool { get }
    /// Ends the connection; all calls that come later fail. It may be called again.
    func close()
}

/// What became of a transaction.
package enum TransactionEnd: Sendable {
    case committed
    case rolledBack
    /// The server has rolled it back, without an error.
    case rolledBackByServer
}

extension EngineConnection {
    package var hiddenEnd: TransactionEnd? { nil }
    package func insertedRowIDs(count: Int) throws -> [Int64]? { nil }
    package func beginStatement(readOnly: Bool) -> String { "BEGIN" }
    package func beginStatement(readOnly: Bool, isolation: BeginStatement.Isolation) -> String {
        beginStatement(readOnly: readOnly)
    }
    package func run(
        together statements: [(statement: Statement, parameters: [SQLValue])], traces: TraceHub
    ) throws -> [Int]? { nil }
    package var schemaSteps: (any SchemaSteps)? { nil }
    /// A server's privileges are its own, by GRANT.
    package var arePrivilegesSuspended: Bool { false }
    package func withoutPrivileges<T>(_ body: () throws -> T) rethrows -> T { try body() }
    package func copy(
        into target: String, rows: (inout BulkRow) throws -> Bool, traces: TraceHub
    ) throws -> Int? { nil }
    package var takesParameterSets: Bool { false }
    package var insertSize: Int? { nil }
    package var catalog: (any SchemaQueries)? { nil }
    package var types: (any ServerTypes)? { nil }
    package var transactionWords: TransactionWords { .sqlite }
    package func schemaVersion() throws -> Int64 { 0 }
    package func declaration(of column: String, table: String, schema: String?) -> ColumnDeclaration? { nil }
    /// A server keeps no definitions that are run as they are.
    package func defining<T>(_ definition: CatalogDefinition, _ body: () throws -> T) throws -> T {
        throw DatabaseError(.misuse, "\(definition.words) can be run by SQLite only", sql: definition.sql)
    }
    package func limiting<T>(to time: Duration?, _ body: () throws -> T) throws -> T {
        guard time == nil else {
            throw DatabaseError(.misuse, "\(dialect.name) has no time limit for the statements of a closure")
        }
        return try body()
    }
    package func tablesRead(by statements: [String]) throws -> TableSet { .any }
    package func tablesWritten(by sql: String) throws -> TableSet { .any }
    package func rowWrites(of sql: String) throws -> [RowWrite] { [] }
    package func watch(_ interruption: Interruption?) {}
    package func interrupt() {}
    package var interruptsAtOnce: Bool { true }
    package var isGivenUp: Bool { false }
    package func limitingSilence<T>(_ body: () throws -> T) rethrows -> T { try body() }
    package var isTransactionFailed: Bool { false }
    package func isUsable(after idle: Duration) -> Bool { true }
    package var lostConnection: DatabaseError? { nil }
    package func requireUnchanged() throws {}
    package func requireDeferredConstraints() throws {}
}

/// What decides how SQLite compares the values of a column.
package struct ColumnDeclaration: Sendable, Hashable {
    /// As it was written; empty where none was.
    package let type: String
    package let collation: String
}

/// How connections of one database may be used side by side.
package enum ConnectionSharing: Sendable {
    /// One connection does everything: a database in memory.
    case single
    /// Many readers or one writer: a SQLite file with a rollback journal.
    case readersOrWriter(readers: Int)
    /// Many readers beside one writer: a SQLite file in WAL mode.
    case readersAndWriter(readers: Int)
    /// Any mixture up to a number: a server.
    case pool(size: Int)
}

/// Makes connections: the engine of one database.
package protocol Engine: Sendable {
    var dialect: any SQLDialect { get }
    /// Where the database is, for messages: a path or a URL without its password.
    var location: String { get }
    /// The same for two handles of one database; nil where that cannot be told, or no other handle reaches it.
    var identity: String? { get }
    /// How connections may be shared; may open the first connection to find out.
    var sharing: ConnectionSharing { get }
    func connect(readOnly: Bool) throws -> any EngineConnection
    /// The same for a task; where that is cancelled, it ends at once.
    func connect(readOnly: Bool, interruption: Interruption) throws -> any EngineConnection
    /// How long somebody waits for a connection at most; nil for as long as it takes.
    var acquireTimeout: Duration? { get }
    /// How long a connection may lie idle before it is closed; nil for ever.
    var idleLimit: Duration? { get }
    /// How connections may be shared from now on, after one did what it liked outside a transaction.
    func sharing(after connection: any EngineConnection) throws -> ConnectionSharing
    /// Begins to watch for commits; when it returns, none is missed any more. May block.
    ///
    /// - Throws: ``DatabaseError`` with code misuse for an engine that cannot.
    func makeWatcher(
        over writer: IdleWriter, report: @escaping @Sendable (WatcherReport) -> Void
    ) throws -> any EngineWatcher
}

extension Engine {
    /// What everybody is told once the database was closed.
    var closedError: DatabaseError { DatabaseError(.misuse, "\(location) was closed") }

    /// The client libraries of servers wait without being asked.
    package func connect(readOnly: Bool, interruption: Interruption) throws -> any EngineConnection {
        try interruption.leaving({ try connect(readOnly: readOnly) }, undo: { $0.close() })
    }
    package var identity: String? { nil }
    package var acquireTimeout: Duration? { nil }
    package var idleLimit: Duration? { nil }
    package func sharing(after connection: any EngineConnection) throws -> ConnectionSharing { sharing }
    package func makeWatcher(
        over writer: IdleWriter, report: @escaping @Sendable (WatcherReport) -> Void
    ) throws -> any EngineWatcher {
        throw DatabaseError(
            .misuse, "\(location) cannot be watched: its engine does not tell of commits",
            hint: "Read it again now and then")
    }
}
