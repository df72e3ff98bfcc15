/// Begins a transaction.
///
/// ```swift
/// BeginStatement()                                  // BEGIN
/// BeginStatement(.immediate)                        // BEGIN IMMEDIATE, on SQLite
/// BeginStatement(isolation: .serializable)          // BEGIN ISOLATION LEVEL SERIALIZABLE, on PostgreSQL
/// ```
///
/// Source: <https://www.sqlite.org/lang_transaction.html>, <https://www.postgresql.org/docs/15/sql-begin.html>
public struct BeginStatement: SQLStatement {
    /// When SQLite takes its locks.
    public enum Mode: String, Sendable, Hashable {
        /// `BEGIN DEFERRED`: locks are taken when they are needed.
        case deferred = "DEFERRED"
        /// `BEGIN IMMEDIATE`: takes the write lock at once.
        case immediate = "IMMEDIATE"
        /// `BEGIN EXCLUSIVE`: keeps readers out, too, outside WAL mode.
        case exclusive = "EXCLUSIVE"
    }

    /// The isolation level of a transaction. PostgreSQL.
    public enum Isolation: String, Sendable, Hashable {
        /// `READ UNCOMMITTED`
        case readUncommitted = "READ UNCOMMITTED"
        /// `READ COMMITTED`
        case readCommitted = "READ COMMITTED"
        /// `REPEATABLE READ`
        case repeatableRead = "REPEATABLE READ"
        /// `SERIALIZABLE`
        case serializable = "SERIALIZABLE"
    }

    var mode: Mode?
    var isolation: Isolation?
    var readOnly: Bool?

    /// Begins with the engine's defaults.
    public init() {}

    /// Begins with a mode of SQLite.
    public init(_ mode: Mode) { self.mode = mode }

    /// Begins with an isolation level of PostgreSQL.
    public init(isolation: Isolation, readOnly: Bool? = nil) {
        self.isolation = isolation
        self.readOnly = readOnly
    }

    /// - Throws: ``SQLBuildError`` if the dialect lacks the mode or the level.
    public func write(to writer: inout SQLWriter) throws {
        let starts = readOnly != nil && writer.features.contains(.onDuplicateKey)
        writer.put(starts ? "START TRANSACTION" : "BEGIN")
        if let mode {
            try writer.require(.beginMode, "BEGIN \(mode.rawValue)", hint: "Use BeginStatement(isolation:)")
            writer.put(" ")
            writer.raw(mode.rawValue)
        }
        if let isolation {
            if writer.features.contains(.onDuplicateKey) {
                throw SQLBuildError(
                    .unsupported, "\(writer.dialect.name) sets the isolation level before a transaction begins",
                    hint: "Send SET TRANSACTION ISOLATION LEVEL \(isolation.rawValue) first, or use write(isolation:)")
            }
            try writer.require(
                .isolationLevels, "isolation levels", hint: "Every transaction is serializable: use BeginStatement()")
            writer.put(" ISOLATION LEVEL ")
            writer.raw(isolation.rawValue)
        }
        if let readOnly { writer.put(readOnly ? " READ ONLY" : " READ WRITE") }
    }
}

/// Commits a transaction: COMMIT.
///
/// Source: <https://www.sqlite.org/lang_transaction.html>
public struct CommitStatement: SQLStatement {
    /// `COMMIT`
    public init() {}
    public func write(to writer: inout SQLWriter) throws { writer.put("COMMIT") }
}

/// Rolls back a transaction, or the changes since a savepoint.
///
/// ```swift
/// RollbackStatement()                    // ROLLBACK
/// RollbackStatement(to: "before")        // ROLLBACK TO SAVEPOINT "before"
/// ```
///
/// Source: <https://www.sqlite.org/lang_savepoint.html>
public struct RollbackStatement: SQLStatement {
    var savepoint: String?

    /// Rolls back the whole transaction.
    public init() {}

    /// Rolls back to a savepoint; the transaction continues.
    public init(to savepoint: String) { self.savepoint = savepoint }

    public func write(to writer: inout SQLWriter) throws {
        writer.put("ROLLBACK")
        guard let savepoint else { return }
        writer.put(" TO SAVEPOINT ")
        writer.identifier(savepoint)
    }
}

/// Sets a savepoint, to which the transaction can be rolled back: SAVEPOINT.
///
/// ```swift
/// SavepointStatement("before")           // SAVEPOINT "before"
/// ReleaseStatement("before")             // RELEASE SAVEPOINT "before"
/// ```
///
/// Source: <https://www.sqlite.org/lang_savepoint.html>, <https://www.postgresql.org/docs/15/sql-savepoint.html>
public struct SavepointStatement: SQLStatement {
    var name: String

    /// Sets a savepoint of this name.
    public init(_ name: String) { self.name = name }

    public func write(to writer: inout SQLWriter) throws {
        writer.put("SAVEPOINT ")
        writer.identifier(name)
    }
}

/// Releases a savepoint and keeps the changes after it: RELEASE SAVEPOINT.
public struct ReleaseStatement: SQLStatement {
    var name: String

    /// Releases the savepoint with this name.
    public init(_ name: String) { self.name = name }

    public func write(to writer: inout SQLWriter) throws {
        writer.put("RELEASE SAVEPOINT ")
        writer.identifier(name)
    }
}
