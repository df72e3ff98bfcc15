/// Collects statistics about tables for the query planner: ANALYZE.
///
/// ```swift
/// AnalyzeStatement("person")      // ANALYZE "person"
/// ```
///
/// Source: <https://www.sqlite.org/lang_analyze.html>, <https://www.postgresql.org/docs/15/sql-analyze.html>
public struct AnalyzeStatement: SQLStatement {
    var name: SQLTable?

    /// Analyzes everything.
    public init() {}

    /// Analyzes one table.
    public init(_ table: some SQLTableSource) { name = table.sqlTable }

    /// Names the table.
    public consuming func table(_ table: some SQLTableSource) -> AnalyzeStatement {
        name = table.sqlTable
        return self
    }

    public func write(to writer: inout SQLWriter) throws {
        let isPlain = writer.features.contains(.maintenance)
        writer.put(isPlain ? "ANALYZE" : "ANALYZE TABLE")
        guard let name else {
            guard isPlain else {
                throw SQLBuildError(.incomplete, "an ANALYZE has no table", hint: "\(writer.dialect.name) needs one")
            }
            return
        }
        writer.put(" ")
        try name.write(to: &writer)
    }
}

/// Rebuilds indexes: REINDEX.
///
/// ```swift
/// ReindexStatement("person")      // SQLite: REINDEX "person"     PostgreSQL: REINDEX TABLE "person"
/// ```
///
/// Source: <https://www.sqlite.org/lang_reindex.html>, <https://www.postgresql.org/docs/15/sql-reindex.html>
public struct ReindexStatement: SQLStatement {
    var name: SQLTable?
    var isIndex = false

    /// Rebuilds every index. On PostgreSQL name a table, since this form needs the database's name there.
    public init() {}

    /// Rebuilds the indexes of one table.
    public init(_ table: some SQLTableSource) { name = table.sqlTable }

    /// Names the table.
    public consuming func table(_ table: some SQLTableSource) -> ReindexStatement {
        name = table.sqlTable
        return self
    }

    /// Names one index.
    public consuming func index(_ index: some SQLTableSource) -> ReindexStatement {
        name = index.sqlTable
        isIndex = true
        return self
    }

    /// - Throws: ``SQLBuildError`` if the engine needs a name and there is none.
    public func write(to writer: inout SQLWriter) throws {
        try writer.require(.maintenance, "REINDEX", hint: "Send OPTIMIZE TABLE")
        writer.put("REINDEX")
        let isPlain = writer.features.contains(.rowidTables)
        guard let name else {
            guard isPlain else {
                throw SQLBuildError(.incomplete, "a REINDEX has no table", hint: "\(writer.dialect.name) needs one")
            }
            return
        }
        writer.put(isPlain ? " " : isIndex ? " INDEX " : " TABLE ")
        try name.write(to: &writer)
    }
}

/// Reclaims the space of deleted rows: VACUUM.
///
/// ```swift
/// VacuumStatement()                          // VACUUM
/// VacuumStatement().into("copy.sqlite")      // VACUUM INTO ?
/// ```
///
/// Source: <https://www.sqlite.org/lang_vacuum.html>, <https://www.postgresql.org/docs/15/sql-vacuum.html>
public struct VacuumStatement: SQLStatement {
    var name: SQLTable?
    var file: String?

    /// Vacuums everything.
    public init() {}

    /// Vacuums an attached database on SQLite, a table on PostgreSQL.
    public init(_ name: some SQLTableSource) { self.name = name.sqlTable }

    /// Writes a compact copy to a new file: `VACUUM INTO`. SQLite.
    public consuming func into(_ file: String) -> VacuumStatement {
        self.file = file
        return self
    }

    /// - Throws: ``SQLBuildError`` if the dialect has no VACUUM INTO.
    public func write(to writer: inout SQLWriter) throws {
        try writer.require(.maintenance, "VACUUM", hint: "Send OPTIMIZE TABLE")
        writer.put("VACUUM")
        if let name {
            writer.put(" ")
            try name.write(to: &writer)
        }
        if let file {
            try writer.require(.attach, "VACUUM INTO", hint: "Dump the database")
            writer.put(" INTO ")
            try writer.bind(.text(file))
        }
    }
}
