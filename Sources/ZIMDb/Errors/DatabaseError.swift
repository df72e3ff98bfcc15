public import Foundation

/// What went wrong in the database, with everything needed to act on it.
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
        /// Another connection holds a lock, and waiting for it took longer than the busy time-out.
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
        /// No room is left, on the disk or within the database's own limit.
        public static let full = Code(rawValue: "full")
        /// The engine got no memory for what it was asked.
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
        /// A value does not fit the type of its column or of the expression that it is part of.
        public static let value = Code(rawValue: "value")
        /// The transaction would not be as if it had run alone: repeat it, as `write(retrying:)` does.
        public static let serialization = Code(rawValue: "serialization")
        /// A table or a type changed since the statement was prepared: repeat the transaction, as `write(retrying:)` does.
        public static let schemaChanged = Code(rawValue: "schemaChanged")
        /// Transactions wait for one another in a circle, and this one was chosen to fail: repeat it.
        public static let deadlock = Code(rawValue: "deadlock")
        /// The statement took longer than it may, or no connection became free in time.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The server cannot be reached, or the connection to it is gone.
        public static let connection = Code(rawValue: "connection")
        /// The server does not know the user, or the password is wrong.
        public static let authentication = Code(rawValue: "authentication")
        /// The migrations that ran are not those that are given: see ``Migrator``.
        public static let migration = Code(rawValue: "migration")
        /// Any other failure: see ``DatabaseError/engineCode``.
        public static let other = Code(rawValue: "other")
    }

    /// What kind of failure it is.
    public var code: Code
    /// The engine's own result code, extended where the engine has such; 0 where the failure is not the engine's.
    public var engineCode: Int32
    /// The five characters of the SQL standard's SQLSTATE, where the engine has them: "23505".
    public var sqlState: String?
    /// What happened, in words.
    public var message: String
    /// The statement's text.
    public var sql: String?
    /// The values that were bound, not part of ``description``.
    public var parameters: [SQLValue]
    /// Which constraint was violated.
    public var constraint: ConstraintViolation?
    /// What to do about it.
    public var hint: String?

    /// An error of the database; see the properties for each parameter.
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
