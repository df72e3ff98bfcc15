import Synchronization

/// Models, their database and its sessions: the Amigo-compatible API.
///
/// ```swift
/// let amigo = try Amigo([dog, person], factory: SQLiteEngineFactory(":memory:", echo: true))
/// try amigo.createAll()
/// let session = amigo.session            // a transaction is open from here on
/// try session.add(lucy, foo)
/// try session.commit()                   // and the next one is
/// ```
///
/// ## Topics
/// ### Setting up
/// - ``init(_:factory:dates:)``
/// - ``init(contentsOf:classes:factory:)``
/// - ``createAll()``
/// ### Working
/// - ``session``
/// - ``query(_:)``
/// - ``execute(_:)``
public final class Amigo: Sendable {
    /// The base class of models.
    public typealias AmigoModel = Model
    /// A column, as `ORMModel` takes it.
    public typealias Column = ZIMOrm.Column

    /// How columns of type `Date` store their dates.
    public enum DateForm: Sendable, Hashable {
        /// ISO 8601 text in UTC.
        case iso8601
        /// Seconds since 1970, as FMDB bound them: in a column of type TEXT they are text. For files that Amigo wrote.
        case seconds
    }

    let catalog: ModelCatalog
    private let factory: any EngineFactory
    /// Which relationships with a through model have a join table beside it; known once the database was looked at.
    private let placements = Mutex<[String: Bool]>([:])

    /// Registers models and connects to their database.
    ///
    /// ```swift
    /// let amigo = try Amigo([dog, owner], factory: SQLiteEngineFactory("app.sqlite"))
    /// ```
    ///
    /// - Parameters:
    ///   - models: the models, in any order.
    ///   - factory: makes the engine of each thread.
    ///   - dates: how dates are written and read; a row that holds another form is an error where it is read.
    /// - Throws: `ModelError` if a model contradicts its class or another model: a property or column that does not
    ///   exist, a class that is not registered, a through model without its foreign keys, a cycle of foreign keys.
    ///   `DatabaseError` if the database cannot be opened. Nothing is written in either case.
    public init(_ models: [ORMModel], factory: any EngineFactory, dates: DateForm = .iso8601) throws {
        catalog = try ModelCatalog(models)
        self.factory = factory
        catalog.forms.writesSeconds = dates == .seconds
        let dialect = try factory.connect().database.dialect
        // SQLite, whose columns take values of any type, makes numbers of its own of those in numeric columns.
        catalog.forms.keepsAllDigits = !dialect.features.contains(.untypedColumns)
        if dialect.features.contains(.fixedDecimals) { catalog.forms.fractionDigits = AttributeType.fractionDigits }
    }

    /// The calling thread's engine.
    public var engine: AmigoEngine {
        get throws { try factory.connect() }
    }

    /// The calling thread's database.
    public var database: Database {
        get throws { try engine.database }
    }

    /// Opens a session, which begins a transaction. If a session of the engine is already open, the new one is nested
    /// in it as a savepoint.
    ///
    /// If it cannot be opened, for example because another process holds the lock, its first call throws the error.
    public var session: AmigoSession {
        do { return try engine.open(self) } catch { return AmigoSession(self, failedBy: error) }
    }

    /// Makes a query that runs in the open session, or in a read of its own if there is none.
    ///
    /// ```swift
    /// let dogs = try amigo.query(Dog.self).filter("label = 'Lucy'").all()
    /// ```
    public func query<M: Model>(_ type: M.Type) -> QuerySet<M> { QuerySet(type, from: .amigo(self)) }

    /// Creates all missing tables, join tables and indexes in one transaction; on MariaDB and MySQL, which commit before each
    /// of them, one by one.
    ///
    /// ```swift
    /// try amigo.createAll()
    /// // CREATE TABLE IF NOT EXISTS "app_dog" ("id" INTEGER PRIMARY KEY NOT NULL, "label" TEXT)
    /// // CREATE INDEX IF NOT EXISTS "app_dog_label_idx" ON "app_dog" ("label")
    /// ```
    ///
    /// - Throws: `ModelError` with code mapping where an index of other columns or of another uniqueness has an index's name, or
    ///   one of another table but on MariaDB and MySQL; `DatabaseError`. Then no table is created. On MariaDB and MySQL those
    ///   before the failure stay, and with code misuse if the open session has changed something and a table or index is missing.
    ///
    /// Source: <https://www.sqlite.org/lang_createtable.html>
    public func createAll() throws {
        try write { session in
            let joins = try catalog.joins.filter { try hasJoinTable($0, in: session) }
            let maker = SchemaMaker(catalog: catalog, dialect: session.dialect)
            // A savepoint would not outlive the commits.
            if session.commitsSchemaChanges { return try maker.createAll(joins: joins, in: session) }
            try session.transaction { try maker.createAll(joins: joins, in: $0) }
        }
    }

    /// Runs a closure in the open session, or in a transaction of its own.
    func write<T>(_ body: (Session) throws -> T) throws -> T { try run(body, isWriting: true) }

    /// Runs a closure in the open session, or in a read of its own.
    func read<T>(_ body: (Session) throws -> T) throws -> T { try run(body, isWriting: false) }

    private func run<T>(_ body: (Session) throws -> T, isWriting: Bool) throws -> T {
        let engine = try engine
        let database = engine.database
        // A closure that this thread is inside of is looked for before the engine is asked, which may be waiting for the
        // end of that very closure in another thread.
        if let session = SessionHandle.session(of: database), session.handle.isBoundToClosure {
            return try prepared(session, body)
        }
        if let session = engine.innermost { return try session.run(body) }
        // What cannot be changed has no transaction that could; a statement that tries says so itself.
        guard isWriting, database.options.access != .readOnly else {
            return try database.read { try prepared($0, body) }
        }
        return try database.write { try prepared($0, body) }
    }

    /// Runs a closure with this Amigo's mappings.
    func prepared<T>(_ session: Session, _ body: (Session) throws -> T) rethrows -> T {
        let previous = session.attachment
        session.attachment = catalog.mappings
        // Where the session had none, the models that were loaded in it go on needing these.
        defer { if previous != nil { session.attachment = previous } }
        return try body(session)
    }

    /// Whether a relationship's rows stand in a join table, and not in the through model's own.
    func hasJoinTable(_ join: JoinPlan, in session: Session) throws -> Bool {
        guard let through = join.through else { return true }
        switch through.placement {
        case .separate: return true
        case .throughModel: return false
        case .automatic: break
        }
        let place = session.database.location + "\u{0}" + join.table
        if let known = placements.withLock({ $0[place] }) { return known }
        let tables = Set(try session.tableNames().map { $0.lowercased() })
        let own = try catalog.entry(for: through.type).table
        let hasJoinTable = tables.contains(join.table.lowercased())
        guard tables.contains(own.lowercased()) else { return true }
        placements.withLock { $0[place] = hasJoinTable }
        return hasJoinTable
    }
}

/// The name of `Model` in Amigo.
public typealias AmigoModel = Model
