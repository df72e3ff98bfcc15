/// Limits for a single statement on a SQLite database; nil keeps the limit with which SQLite was built.
///
/// ```swift
/// var options = DatabaseOptions.untrusted
/// options.limits.statementTimeout = .seconds(30)
/// options.limits.length = 256 << 20
/// let database = try Database(path: "upload.sqlite", options: options)
/// ```
///
/// A statement that would exceed a limit fails: with ``DatabaseError/Code/timedOut`` for its time, with
/// ``DatabaseError/Code/tooBig`` for a value, a statement's length and the depth of its parentheses and expressions, with
/// ``DatabaseError/Code/outOfMemory`` for its instructions, since SQLite does not tell the two apart, otherwise with
/// ``DatabaseError/Code/sql``.
///
/// Source: <https://www.sqlite.org/c3ref/c_limit_attached.html>, <https://www.sqlite.org/security.html>
public struct SQLiteLimits: Sendable, Hashable {
    /// How long a statement may take to be compiled, and from its first step to its last row, including what the caller
    /// does between rows.
    public var statementTimeout: Duration?
    /// The maximum bytes of a text, a blob or a whole row.
    public var length: Int?
    /// The maximum bytes of a statement's text.
    public var statementLength: Int?
    /// How deeply expressions may be nested.
    public var expressionDepth: Int?
    /// How many SELECTs a compound statement such as UNION may have.
    public var compoundSelects: Int?
    /// How many databases may be attached; 0 refuses ATTACH and VACUUM.
    public var attachedDatabases: Int?
    /// The maximum number of instructions of a compiled statement.
    public var instructions: Int?
    /// The maximum bytes of a pattern of LIKE or GLOB.
    public var patternLength: Int?
    /// How deeply triggers may fire each other.
    public var triggerDepth: Int?

    /// No limits other than those with which SQLite was built.
    public init() {}

    /// The limits of ``DatabaseOptions/untrusted``: 5 s, values of 64 MiB, statements of 1 MiB, nothing attached.
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
}
