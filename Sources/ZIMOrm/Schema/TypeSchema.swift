/// A type that somebody made in the database: an enumeration, or a domain, which narrows another type.
///
/// ```swift
/// let schema = try database.read { try $0.schema() }
/// print(schema.types.first { $0.name == "mood" }?.labels ?? [])       // ["sad", "ok", "happy"]
/// ```
///
/// Source: <https://www.postgresql.org/docs/15/catalog-pg-type.html>
public struct TypeSchema: Sendable, Hashable, Codable {
    /// The name as ``TableSchema/Column/type`` spells it: quoted where it must be, with its schema where a bare name does
    /// not find it.
    public let name: String
    /// The values of an enumeration in their order; empty for a domain.
    public internal(set) var labels: [String] = []
    /// The type that a domain narrows, which may be a domain itself; nil for an enumeration.
    public internal(set) var baseType: String?
    /// Whether the domain refuses NULL.
    public internal(set) var isNotNull = false
    /// The default's SQL text.
    public internal(set) var defaultValue: String?
    /// What the values of a domain fulfil; the value itself is `VALUE` there.
    public internal(set) var checks: [TableSchema.Check] = []
}
