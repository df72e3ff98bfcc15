/// The SQL of one engine. The default is standard SQL, which a dialect overrides in small parts.
///
/// ```swift
/// struct Shouting: SQLDialect {                     // a custom dialect is a small type
///     let name = "Shouting"
///     let identifierQuote = UInt8(ascii: "`")
///     let placeholder = SQLPlaceholder.numbered(prefix: ":v")
/// }
/// ```
public protocol SQLDialect: Sendable {
    /// The engine's name in error messages.
    var name: String { get }
    /// The character around an identifier; inside an identifier it is doubled.
    var identifierQuote: UInt8 { get }
    /// How a parameter is written.
    var placeholder: SQLPlaceholder { get }
    /// The features that this engine has.
    var features: SQLFeatures { get }
    /// The maximum length of a name in bytes; nil if there is no limit.
    var longestIdentifier: Int? { get }
    /// The maximum number of conditions in a row with AND or OR; nil if there is no limit.
    var longestChain: Int? { get }
    /// The hidden column that identifies a row of a table; nil if there is none.
    var rowIdentity: String? { get }
    /// The hidden columns that identify a row among those of a table and its partitions; ``rowIdentity`` alone by default.
    var rowIdentities: [String] { get }
    /// The SQL text of a value that the engine reads back to the same value.
    func literal(_ value: SQLValue) throws -> String
    /// The engine's name of a column type.
    func typeName(_ type: SQLDataType) -> String
    /// The engine's name of a type in a CAST; the column type's own unless it says otherwise.
    func castName(_ type: SQLDataType) -> String
    /// The query that answers a question about the schema. Without it the SHOW statements throw.
    func catalog(_ question: SQLCatalogQuestion) throws -> SQL
}

/// How a dialect writes the placeholder of a parameter.
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
    public var rowIdentities: [String] { rowIdentity.map { [$0] } ?? [] }

    public func literal(_ value: SQLValue) throws -> String { try StandardLiteral.text(value, dialect: self) }

    public func typeName(_ type: SQLDataType) -> String { type.name }
    public func castName(_ type: SQLDataType) -> String { typeName(type) }
}
