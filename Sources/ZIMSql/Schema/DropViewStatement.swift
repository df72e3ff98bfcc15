/// A DROP VIEW.
///
/// ```swift
/// DropViewStatement("old").ifExists()      // DROP VIEW IF EXISTS "old"
/// ```
///
/// Source: <https://www.sqlite.org/lang_dropview.html>, <https://www.postgresql.org/docs/15/sql-dropview.html>
public struct DropViewStatement: SQLStatement {
    var name: SQLTable?
    var isConditional = false
    var cascades = false

    /// Starts a DROP VIEW; name the view with ``view(_:exists:)``.
    public init() {}

    /// Starts a DROP VIEW of a view.
    public init(_ view: some SQLTableSource) { name = view.sqlTable }

    /// Names the view; with `exists` nothing happens if there is none.
    public consuming func view(_ view: some SQLTableSource, exists: Bool = false) -> DropViewStatement {
        name = view.sqlTable
        isConditional = exists
        return self
    }

    /// Does nothing if the view does not exist: `IF EXISTS`.
    public consuming func ifExists(_ isConditional: Bool = true) -> DropViewStatement {
        self.isConditional = isConditional
        return self
    }

    /// Also drops objects that depend on it: `CASCADE`. PostgreSQL.
    public consuming func cascade() -> DropViewStatement {
        cascades = true
        return self
    }

    /// - Throws: ``SQLBuildError`` if the name is missing or the dialect lacks CASCADE.
    public func write(to writer: inout SQLWriter) throws {
        writer.put("DROP VIEW ")
        if isConditional { writer.put("IF EXISTS ") }
        try writer.table(name, of: "a DROP VIEW")
        if cascades { try writer.cascade() }
    }
}
