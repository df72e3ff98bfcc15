/// Migrations that are added one by one, and run in that order.
///
/// ```swift
/// var migrations = Migrations()
/// migrations.add("0001 stock", sql: "CREATE TABLE stock (warehouse INT, item INT, PRIMARY KEY (warehouse, item))")
/// migrations.add("0002 shelf") { session in try session.execute("ALTER TABLE stock ADD COLUMN shelf TEXT") }
/// let done = try migrations.run(on: database)     // ["0001 stock", "0002 shelf"]; the next time []
/// ```
///
/// They run as those of a ``Migrator`` do, which also says what is pending, tries them, and reads them from a folder.
public struct Migrations: Sendable {
    /// What runs them.
    public private(set) var migrator: Migrator

    /// Makes an empty list.
    ///
    /// - Parameter table: the name of the table that records the migrations.
    public init(table: String = "zim_migration") { migrator = Migrator([], table: table) }

    /// Adds a step in Swift. MySQL and MariaDB take steps in SQL only.
    public mutating func add(_ name: String, _ body: @escaping @Sendable (Session) throws -> Void) {
        add(Migration(name, body))
    }

    /// Adds a step in SQL: any number of statements without parameters.
    public mutating func add(_ name: String, sql: String) { add(Migration(name, sql: sql)) }

    /// Adds a step that is made already, such as one that rebuilds tables.
    public mutating func add(_ migration: Migration) {
        migrator = Migrator(migrator.migrations + [migration], table: migrator.table)
    }

    /// Runs those that have not run yet, each in a transaction of its own.
    ///
    /// - Returns: the names of the migrations that this call ran.
    /// - Throws: as ``Migrator/up(_:through:)``.
    @discardableResult
    public func run(on database: Database) throws -> [String] { try migrator.up(database) }
}
