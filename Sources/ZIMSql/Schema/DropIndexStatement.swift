/// A DROP INDEX.
///
/// ```swift
/// DropIndexStatement("old").ifExists()      // DROP INDEX IF EXISTS "old"
/// ```
///
/// Source: <https://www.sqlite.org/lang_dropindex.html>, <https://www.postgresql.org/docs/15/sql-dropindex.html>
public struct DropIndexStatement: SQLStatement {
    var name: SQLTable?
    var isConditional = false
    var cascades = false

    /// Starts a DROP INDEX; name the index with ``index(_:exists:)``.
    public init() {}

    /// Starts a DROP INDEX of an index.
    public init(_ index: some SQLTableSource) { name = index.sqlTable }

    /// Names the index; with `exists` nothing happens if there is none.
    public consuming func index(_ index: some SQLTableSource, exists: Bool = false) -> DropIndexStatement {
        name = index.sqlTable
        isConditional = exists
        return self
    }

    /// Does nothing if the index does not exist: `IF EXISTS`.
    public consuming func ifExists(_ isConditional: Bool = true) -> DropIndexStatement {
        self.isConditional = isConditional
        return self
    }

    /// Also drops objects that depend on it: `CASCADE`. PostgreSQL.
    public consuming func cascade() -> DropIndexStatement {
        cascades = true
        return self
    }

    /// - Throws: ``SQLBuildError`` if the name is missing or the dialect lacks CASCADE.
    public func write(to writer: inout SQLWriter) throws {
        if writer.features.contains(.onDuplicateKey) {
            throw SQLBuildError(
                .unsupported, "\(writer.dialect.name) drops an index by its table",
                hint: "Send ALTER TABLE … DROP INDEX …")
        }
        writer.put("DROP INDEX ")
        if isConditional { writer.put("IF EXISTS ") }
        try writer.table(name, of: "a DROP INDEX")
        if cascades { try writer.cascade() }
    }
}
