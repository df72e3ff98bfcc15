/// Lists the names of the views, in the column `name`.
///
/// ```swift
/// ShowViewsStatement().show(.permanent).like("person%")
/// ```
///
/// Objects of the engine itself are not listed.
public struct ShowViewsStatement: SQLStatement {
    var scope = SQLCatalogQuestion.Scope.permanent
    var pattern: String?
    var schema: String?

    /// Lists the permanent views.
    public init() {}

    /// Chooses between permanent and temporary ones.
    public consuming func show(_ scope: SQLCatalogQuestion.Scope) -> ShowViewsStatement {
        self.scope = scope
        return self
    }

    /// Lists only those whose names are LIKE a pattern.
    public consuming func like(_ pattern: String) -> ShowViewsStatement {
        self.pattern = pattern
        return self
    }

    /// Lists those of one schema: an attached database on SQLite.
    public consuming func from(schema: String) -> ShowViewsStatement {
        self.schema = schema
        return self
    }

    /// - Throws: ``SQLBuildError`` if the dialect does not know its catalogue.
    public func write(to writer: inout SQLWriter) throws {
        try writer.dialect.catalog(.names(.view, scope, like: pattern, schema: schema)).write(to: &writer)
    }
}
