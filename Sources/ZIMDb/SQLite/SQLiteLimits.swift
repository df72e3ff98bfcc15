import CSQLite

/// What one statement on a SQLite database may take; nil leaves a limit as SQLite was built.
///
/// ```swift
/// var options = DatabaseOptions.untrusted
/// options.limits.statementTimeout = .seconds(30)
/// options.limits.length = 256 << 20
/// let database = try Database(path: "upload.sqlite", options: options)
/// ```
///
/// A statement that would exceed one fails: with ``DatabaseError/Code/timedOut`` for its time, with
/// ``DatabaseError/Code/tooBig`` for a value, else with ``DatabaseError/Code/sql``.
///
/// Source: <https://www.sqlite.org/c3ref/c_limit_attached.html>, <https://www.sqlite.org/security.html>
public struct SQLiteLimits: Sendable, Hashable {
    /// How long a statement may take to be compiled, and from its first step to its last row, including what the caller
    /// does between rows.
    public var statementTimeout: Duration?
    /// The bytes of a text, a blob or a whole row.
    public var length: Int?
    /// The bytes of a statement's text.
    public var statementLength: Int?
    /// How deeply expressions may be nested.
    public var expressionDepth: Int?
    /// How many SELECTs UNION and the like may join.
    public var compoundSelects: Int?
    /// How many databases may be attached; 0 refuses ATTACH and VACUUM.
    public var attachedDatabases: Int?
    /// The instructions that a statement is compiled to.
    public var instructions: Int?
    /// The bytes of a pattern of LIKE or GLOB.
    public var patternLength: Int?
    /// How deeply triggers may set off one another.
    public var triggerDepth: Int?

    public init() {}

    /// What ``DatabaseOptions/untrusted`` allows: 5 s, values of 64 MiB, statements of 1 MiB, nothing attached.
    public static var untrusted: SQLiteLimits {
        var limits = SQLiteLimits()
        limits.statementTimeout = .seconds(5)
        limits.length = 64 << 20
        limits.statementLength = 1 << 20
        limits.expressionDepth = 250
        limits.compoundSelects = 100
        limits.attachedDatabases = 0
        limits.instructions = 1_000_000
        limits.patternLength = 1_000
        limits.triggerDepth = 50
        return limits
    }

    /// Limits the memory of SQLite in this process; a statement that needs more fails with "out of memory".
    ///
    /// ```swift
    /// SQLiteLimits.limitMemoryOfProcess(to: 512 << 20)
    /// ```
    ///
    /// SQLite counts memory for the process, so this holds for all databases of the program, trusted ones too. That is
    /// why no option of a single database sets it. ``length`` bounds each value; this bounds their sum.
    ///
    /// - Parameter bytes: 0 for no limit.
    ///
    /// Source: <https://www.sqlite.org/c3ref/hard_heap_limit64.html>
    public static func limitMemoryOfProcess(to bytes: Int) { sqlite3_hard_heap_limit64(Int64(max(0, bytes))) }

    func install(on database: OpaquePointer) {
        let limits = [
            (SQLITE_LIMIT_LENGTH, length), (SQLITE_LIMIT_SQL_LENGTH, statementLength),
            (SQLITE_LIMIT_EXPR_DEPTH, expressionDepth), (SQLITE_LIMIT_COMPOUND_SELECT, compoundSelects),
            (SQLITE_LIMIT_ATTACHED, attachedDatabases), (SQLITE_LIMIT_VDBE_OP, instructions),
            (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, patternLength), (SQLITE_LIMIT_TRIGGER_DEPTH, triggerDepth),
        ]
        // A negative number would leave the limit as it is.
        for case (let which, let most?) in limits { sqlite3_limit(database, which, Int32(clamping: max(0, most))) }
    }
}
