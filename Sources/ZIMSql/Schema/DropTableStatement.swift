/// A DROP TABLE.
///
/// ```swift
/// DropTableStatement("old").ifExists()      // DROP TABLE IF EXISTS "old"
/// ```
///
/// Source: <https://www.sqlite.org/lang_droptable.html>, <https://www.postgresql.org/docs/15/sql-droptable.html>
public struct DropTableStatement: SQLStatement {
    var name: SQLTable?
    var isConditional = false
    var cascades = false

    /// Starts a DROP TABLE; name the table with ``table(_:exists:)``.
    public init() {}

    /// Starts a DROP TABLE of a table.
    public init(_ table: some SQLTableSource) { name = table.sqlTable }

    /// Names the table; with `exists` nothing happens if there is none.
    public consuming func table(_ table: some SQLTableSource, exists: Bool = false) -> DropTableStatement {
        name = table.sqlTable
        isConditional = exists
        return self
    }

    /// Does nothing if the table does not exist: `IF EXISTS`.
    public consuming func ifExists(_ isConditional: Bool = true) -> DropTableStatement {
        self.isConditional = isConditional
        return self
    }

    /// Also drops objects that depend on it: `CASCADE`. PostgreSQL.
    public consuming func cascade() -> DropTableStatement {
        cascades = true
        return self
    }

    /// - Throws: ``SQLBuildError`` if the name is missing or the dialect lacks CASCADE.
    public func write(to writer: inout SQLWriter) throws {
        writer.put("DROP TABLE ")
        if isConditional { writer.put("IF EXISTS ") }
        try writer.table(name, of: "a DROP TABLE")
        if cascades { try writer.cascade() }
    }
}

extension SQLWriter {
    /// Writes ` CASCADE`.
    mutating func cascade() throws {
        try require(.cascade, "CASCADE", hint: "Drop what depends on it first")
        put(" CASCADE")
    }
}
