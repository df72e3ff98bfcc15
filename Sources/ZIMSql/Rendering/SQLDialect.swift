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
    /// How many bytes of a name the engine keeps; nil where there is no limit.
    var longestIdentifier: Int? { get }
    /// How many conditions may stand in a row with AND or OR between them; nil where there is no limit.
    var longestChain: Int? { get }
    /// The hidden column that tells one row of a table from the others; nil where there is none.
    var rowIdentity: String? { get }
    /// The SQL text of a value that the engine reads back to the same value.
    func literal(_ value: SQLValue) throws -> String
    /// The engine's name of a column type.
    func typeName(_ type: SQLDataType) -> String
    /// The query that answers a question about the schema. Without it the SHOW statements throw.
    func catalog(_ question: SQLCatalogQuestion) throws -> SQL
}

/// How a dialect writes the place of a parameter.
public enum SQLPlaceholder: Sendable, Hashable {
    /// `?`
    case questionMark
    /// A prefix and the parameter's number, counted from 1: `$1`.
    case numbered(prefix: String)
}

extension SQLDialect {
    public var identifierQuote: UInt8 { UInt8(ascii: "\"") }
    public var placeholder: SQLPlaceholder { .questionMark }
    public var features: SQLFeatures { .standard }
    public var longestIdentifier: Int? { nil }
    public var longestChain: Int? { nil }
    public var rowIdentity: String? { nil }

    public func literal(_ value: SQLValue) throws -> String { try StandardLiteral.text(value, dialect: self) }

    public func typeName(_ type: SQLDataType) -> String { type.name }
}
