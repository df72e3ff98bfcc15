public import Foundation

/// An error of the engine or of a session.
///
/// ```swift
/// do { try database.write { try $0.execute("INSERT INTO person (pk) VALUES (1)") } }
/// catch let error as DatabaseError where error.constraint?.kind == .primaryKey {
///     print(error.constraint?.table ?? "", error.constraint?.columns ?? [])        // person ["pk"]
/// }
/// ```
///
/// The values of parameters are kept but not printed, since logs outlive secrets: see ``parameters``.
///
/// Source: <https://www.sqlite.org/rescode.html>, <https://www.postgresql.org/docs/15/errcodes-appendix.html>
public struct DatabaseError: LocalizedError, Sendable, CustomStringConvertible {
    /// The kind of failure. More codes may come: keep a `default` in a switch.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The statement is wrong: its syntax, a table or a column that does not exist.
        public static let sql = Code(rawValue: "sql")
        /// A constraint forbids the change: see ``DatabaseError/constraint``.
        public static let constraint = Code(rawValue: "constraint")
        /// Another connection held a lock for longer than the busy timeout.
        public static let busy = Code(rawValue: "busy")
        /// The database, the session or the file system does not allow changes.
        public static let readOnly = Code(rawValue: "readOnly")
        /// The data source does not grant what the statement does.
        public static let privilege = Code(rawValue: "privilege")
        /// The file cannot be opened: it is missing, a folder, or forbidden.
        public static let cannotOpen = Code(rawValue: "cannotOpen")
        /// The file is something else than a database, or encrypted.
        public static let notADatabase = Code(rawValue: "notADatabase")
        /// The file is damaged or truncated.
        public static let corrupt = Code(rawValue: "corrupt")
        /// No space is left, on the disk or within the database's own limit, or no number for the key of another row.
        public static let full = Code(rawValue: "full")
        /// The engine could not allocate memory.
        public static let outOfMemory = Code(rawValue: "outOfMemory")
        /// The operating system failed to read or write the file.
        public static let inputOutput = Code(rawValue: "inputOutput")
        /// The statement was interrupted.
        public static let interrupted = Code(rawValue: "interrupted")
        /// A text or blob is larger, or a statement nested deeper, than the engine allows.
        public static let tooBig = Code(rawValue: "tooBig")
        /// The call cannot be made here: a closed session, a wrong number of parameters, a write inside a read.
        public static let misuse = Code(rawValue: "misuse")
        /// The engine rolled the transaction back, or a statement ended it.
        public static let transactionEnded = Code(rawValue: "transactionEnded")
        /// A data source's name or definition is wrong.
        public static let dataSource = Code(rawValue: "dataSource")
        /// A value is invalid for the type of its column or expression.
        public static let value = Code(rawValue: "value")
        /// The transaction could not be serialized with concurrent ones: repeat it, as `write(retrying:)` does.
        public static let serialization = Code(rawValue: "serialization")
        /// A table or a type changed since the statement was prepared: repeat the transaction, as `write(retrying:)` does.
        public static let schemaChanged = Code(rawValue: "schemaChanged")
        /// Transactions waited for each other, and this one was chosen to fail: repeat it.
        public static let deadlock = Code(rawValue: "deadlock")
        /// The statement exceeded its time limit, or no connection became free in time.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The server cannot be reached, or the connection to it is gone.
        public static let connection = Code(rawValue: "connection")
        /// The server does not know the user, or the password is wrong.
        public static let authentication = Code(rawValue: "authentication")
        /// The migrations that ran are not the given ones: see ``Migrator``.
        public static let migration = Code(rawValue: "migration")
        /// Any other failure: see ``DatabaseError/engineCode``.
        public static let other = Code(rawValue: "other")
    }

    /// The kind of error, for code that handles it.
    public var code: Code
    /// The engine's own result code, extended if the engine has such codes; 0 if the error is not the engine's.
    public var engineCode: Int32
    /// The SQLSTATE of the SQL standard, if the engine has one: "23505".
    public var sqlState: String?
    /// What happened, as a sentence.
    public var message: String
    /// The statement's text.
    public var sql: String?
    /// The bound values; not part of ``description``.
    public var parameters: [SQLValue]
    /// The violated constraint.
    public var constraint: ConstraintViolation?
    /// What to do about it.
    public var hint: String?
    /// Whether a lock was waited for in vain; a statement with NOWAIT is ``Code/busy`` without that.
    package var isLockTimeout = false

    /// Makes an error; each parameter sets the property of that name.
    public init(
        _ code: Code, _ message: String, engineCode: Int32 = 0, sql: String? = nil, parameters: [SQLValue] = [],
        constraint: ConstraintViolation? = nil, hint: String? = nil, sqlState: String? = nil
    ) {
        self.code = code
        self.engineCode = engineCode
        self.message = message
        self.sql = sql
        self.parameters = parameters
        self.constraint = constraint
        self.hint = hint
        self.sqlState = sqlState
    }

    /// The engine's result code without its extension: 19 for every constraint of SQLite.
    public var primaryCode: Int32 { engineCode & 0xFF }

    public var description: String {
        var text = code.rawValue
        if let sqlState { text += " (\(sqlState))" } else if engineCode != 0 { text += " (\(engineCode))" }
        text += ": " + message
        if let hint { text += ". " + hint }
        if let sql { text += " — SQL: " + sql.shortened }
        return text
    }

    public var errorDescription: String? { description }
}

extension String {
    /// The text, or where it is long the beginning of it: an error is read by people.
    package var shortened: String {
        let most = 2_000
        guard utf8.count > most else { return self }
        return prefix(most) + "… (\(utf8.count) bytes)"
    }
}
