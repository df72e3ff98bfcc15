/// One step in the history of a schema.
///
/// ```swift
/// Migration("0001 stock") { session in
///     try session.execute(
///         CreateTableStatement("stock").column("warehouse", type: .integer, .notNull)
///             .column("item", type: .integer, .notNull).primaryKey(["warehouse", "item"]))
/// }
/// Migration("0002 shelf", sql: "ALTER TABLE stock ADD COLUMN shelf TEXT")
/// ```
///
/// A ``Migrator`` runs each once, in a transaction, and records it.
public struct Migration: Sendable {
    /// The name under which it is recorded: unique in its list, and never changed once it has run anywhere.
    public let name: String
    /// Its SQL, if it is not a closure; it is recorded, so that edits are noticed.
    public let sql: String?
    /// Whether foreign keys are not enforced while it runs: see ``rebuildingTables()``.
    public private(set) var isRebuildingTables = false
    let body: @Sendable (Session) throws -> Void

    /// A step in Swift. Edits of the closure cannot be noticed.
    public init(_ name: String, _ body: @escaping @Sendable (Session) throws -> Void) {
        self.name = name
        self.body = body
        sql = nil
    }

    /// A step in SQL: any number of statements without parameters.
    public init(_ name: String, sql: String) {
        self.name = name
        self.sql = sql
        body = { try $0.executeMigration(Self.script(of: sql)) }
    }

    /// What is run of a text: the mark that some editors put at the beginning of a file is none of it.
    static func script(of sql: String) -> String {
        guard sql.unicodeScalars.first == "\u{FEFF}" else { return sql }
        return String(sql.unicodeScalars.dropFirst())
    }

    /// On SQLite, switches foreign keys off while the migration runs, as `Session.rebuild(table:as:)` needs, and checks
    /// before the commit that no further ones are violated. On a server it has no effect.
    ///
    /// ```swift
    /// Migration("0003 key") { try $0.rebuild(table: "stock", as: stock) }.rebuildingTables()
    /// // PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE; …; PRAGMA foreign_key_check; COMMIT; PRAGMA foreign_keys = ON
    /// ```
    ///
    /// Source: <https://www.sqlite.org/lang_altertable.html#otheralter>
    public consuming func rebuildingTables() -> Migration {
        isRebuildingTables = true
        return self
    }
}

extension Session {
    /// Runs the statements of a migration's text, none of which may begin or end a transaction.
    ///
    /// - Parameter willRun: is called before a statement that the engine has compiled is run.
    func executeMigration(_ text: String, willRun: () -> Void = {}) throws {
        var start: Int? = 0
        while let position = start, let (statement, next) = try connection.statement(text, from: position) {
            start = next
            if TransactionControl(statement.sql, words: connection.engine.transactionWords) != nil {
                throw DatabaseError(
                    .misuse,
                    "a migration runs in a transaction of its own, so it cannot say \(Self.firstWord(of: statement.sql))",
                    sql: statement.sql)
            }
            guard statement.parameterCount == 0 else {
                throw DatabaseError(
                    .misuse,
                    "the statement has \(statement.parameterCount) parameters, and a migration's text no values",
                    sql: statement.sql, hint: "Write the migration as a closure")
            }
            willRun()
            try run(statement) { statement in
                while try statement.step() {}
            }
        }
        noteChange()
    }

    private static func firstWord(of sql: String) -> String {
        let start = (try? SQLScript.nextStatement(in: sql, after: 0)) ?? 0
        return String(
            decoding: sql.utf8.dropFirst(start).prefix { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }, as: UTF8.self
        ).uppercased()
    }
}
