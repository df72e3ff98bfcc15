/// The expression that is written in HAVING in place of an alias.
struct AliasSubstitution {
    var name: String
    /// Whether the name means a column in an aggregate: the alias hides one, or is an aggregate itself.
    var isColumnInAggregates: Bool
    var write: (inout SQLWriter) throws -> Void
}
