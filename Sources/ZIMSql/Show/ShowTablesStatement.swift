/// Lists the names of the tables, in the column `name`.
///
/// ```swift
/// ShowTablesStatement().show(.permanent).like("person%")
/// ```
///
/// Objects of the engine itself are not listed.
public struct ShowTablesStatement: SQLStatement {
    var scope = SQLCatalogQuestion.Scope.permanent
    var pattern: String?
    var schema: String?

    /// Lists the permanent tables.
    public init() {}

    /// Chooses between permanent and temporary ones.
    public consuming func show(_ scope: SQLCatalogQuestion.Scope) -> ShowTablesStatement {
        self.scope = scope
        return self
    }

    /// Lists only those whose names are LIKE a pattern.
    public consuming func like(_ pattern: String) -> ShowTablesStatement {
        self.pattern = pattern
        return self
    }

    /// Lists those of one schema: an attached database on SQLite.
    public consuming func from(schema: String) -> ShowTablesStatement {
        self.schema = schema
        return self
    }

    /// - Throws: ``SQLBuildError`` if the dialect does not know its catalogue.
    public func write(to writer: inout SQLWriter) throws {
        try writer.dialect.catalog(.names(.table, scope, like: pattern, schema: schema)).write(to: &writer)
    }
}
