/// How one engine spells SQL: small overrides over a full default, which is standard SQL.
///
/// ```swift
/// struct Shouting: SQLDialect {                     // a dialect of one's own is a small type
///     let name = "Shouting"
///     let identifierQuote = UInt8(ascii: "`")
///     let placeholder = SQLPlaceholder.numbered(prefix: ":v")
/// }
/// ```
public protocol SQLDialect: Sendable {
    /// The engine's name as error messages say it.
    var name: String { get }
    /// The character around an identifier; inside an identifier it is doubled.
    var identifierQuote: UInt8 { get }
    /// How a parameter is written.
    var placeholder: SQLPlaceholder { get }
    /// The features that this engine has.
    var features: SQLFeatures { get }
    /// The SQL text of a value that the engine reads back to the same value.
    func literal(_ value: SQLValue) throws -> String
}

/// How a dialect writes the place of a parameter.
public enum SQLPlaceholder: Sendable, Hashable {
    /// `?`
    case questionMark
    /// A prefix and the parameter's number, counted from 1: `$1`.
    case numbered(prefix: String)
}

/// What an engine can do that another cannot.
public struct SQLFeatures: OptionSet, Sendable, Hashable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// `ORDER BY a NULLS LAST`
    public static let nullsOrdering = SQLFeatures(rawValue: 1 << 0)
    /// `RETURNING *`
    public static let returning = SQLFeatures(rawValue: 1 << 1)
    /// `ON CONFLICT (a, b) DO UPDATE`
    public static let onConflict = SQLFeatures(rawValue: 1 << 2)
    /// `a IS b` with any operand on the right
    public static let isAnyValue = SQLFeatures(rawValue: 1 << 3)
    /// `LIKE` takes upper and lower case ASCII letters as the same
    public static let likeIgnoresCase = SQLFeatures(rawValue: 1 << 40)
    /// `LIMIT` must precede `OFFSET`
    public static let offsetNeedsLimit = SQLFeatures(rawValue: 1 << 4)
}

extension SQLDialect {
    public var identifierQuote: UInt8 { UInt8(ascii: "\"") }
    public var placeholder: SQLPlaceholder { .questionMark }
    public var features: SQLFeatures { [.nullsOrdering, .returning, .onConflict] }

    public func literal(_ value: SQLValue) throws -> String { value.description }
}

/// SQLite, 3.35 or later.
///
/// Source: <https://www.sqlite.org/lang.html>
public struct SQLiteDialect: SQLDialect {
    public init() {}
    public var name: String { "SQLite" }
    public var features: SQLFeatures {
        [.nullsOrdering, .returning, .onConflict, .isAnyValue, .offsetNeedsLimit, .likeIgnoresCase]
    }
}

/// PostgreSQL, 15 or later.
///
/// Source: <https://www.postgresql.org/docs/15/sql.html>
public struct PostgreSQLDialect: SQLDialect {
    public init() {}
    public var name: String { "PostgreSQL" }
    public var placeholder: SQLPlaceholder { .numbered(prefix: "$") }
}

extension SQLDialect where Self == SQLiteDialect {
    /// SQLite.
    public static var sqlite: SQLiteDialect { SQLiteDialect() }
}

extension SQLDialect where Self == PostgreSQLDialect {
    /// PostgreSQL.
    public static var postgreSQL: PostgreSQLDialect { PostgreSQLDialect() }
}
