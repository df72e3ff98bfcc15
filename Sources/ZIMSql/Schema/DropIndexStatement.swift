/// A DROP INDEX.
///
/// ```swift
/// DropIndexStatement("old").ifExists()      // DROP INDEX IF EXISTS "old"
/// DropIndexStatement("old", on: "person")   // DROP INDEX "old", on MariaDB and MySQL DROP INDEX `old` ON `person`
/// ```
///
/// Source: <https://www.sqlite.org/lang_dropindex.html>, <https://www.postgresql.org/docs/15/sql-dropindex.html>
public struct DropIndexStatement: SQLStatement {
    var name: SQLTable?
    var table: SQLTable?
    var isConditional = false
    var cascades = false

    /// Starts a DROP INDEX; name the index with ``index(_:exists:)``.
    public init() {}

    /// Starts a DROP INDEX of an index.
    public init(_ index: some SQLTableSource) { name = index.sqlTable }

    /// Starts a DROP INDEX of a table's index. Only MariaDB and MySQL look for an index by its table. The schema may stand
    /// before either.
    public init(_ index: some SQLTableSource, on table: some SQLTableSource) {
        name = index.sqlTable
        self.table = table.sqlTable
    }

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

    /// - Throws: ``SQLBuildError`` if the name is missing, or the table's where the dialect needs it; if the names have two
    ///   schemas; if the dialect lacks CASCADE, or `IF EXISTS`, as MySQL does.
    public func write(to writer: inout SQLWriter) throws {
        let isByTable = writer.features.contains(.indexesByTable)
        if isByTable {
            guard table != nil else {
                throw SQLBuildError(
                    .unsupported, "\(writer.dialect.name) drops an index by its table",
                    hint: "Name the table: DropIndexStatement(_:on:)")
            }
        }
        if isConditional { try writer.requireConditionalIndexes("DROP INDEX IF EXISTS") }
        let place = try IndexPlace(
            name, on: table, schemaBeforeIndex: !isByTable, foldsNames: writer.features.contains(.rowidTables))
        writer.put("DROP INDEX ")
        if isConditional { writer.put("IF EXISTS ") }
        try writer.table(place.index, of: "a DROP INDEX")
        if isByTable {
            writer.put(" ON ")
            try writer.table(place.table, of: "the table of a DROP INDEX")
        }
        if cascades { try writer.cascade() }
    }
}
