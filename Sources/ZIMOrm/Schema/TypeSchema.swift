/// A user-defined type: an enumeration, or a domain over another type.
///
/// ```swift
/// let schema = try database.read { try $0.schema() }
/// print(schema.types?.first { $0.name == "mood" }?.labels ?? [])       // ["sad", "ok", "happy"]
/// ```
///
/// Source: <https://www.postgresql.org/docs/15/catalog-pg-type.html>
public struct TypeSchema: Sendable, Hashable, Codable {
    /// The name as ``ColumnSchema/type`` spells it: quoted if necessary, with its schema if an unqualified name
    /// does not find it.
    public let name: String
    /// The values of an enumeration in their order; empty for a domain.
    public internal(set) var labels: [String] = []
    /// The type that a domain is based on, which may be a domain itself; nil for an enumeration.
    public internal(set) var baseType: String?
    /// Whether the domain refuses NULL.
    public internal(set) var isNotNull = false
    /// The default's SQL text.
    public internal(set) var defaultValue: String?
    /// The CHECK constraints of a domain, in which `VALUE` is the value.
    public internal(set) var checks: [TableSchema.Check] = []
}
