/// Removes every row of a table: TRUNCATE if the engine has it, otherwise DELETE.
///
/// ```swift
/// TruncateTableStatement("log")
/// // PostgreSQL: TRUNCATE TABLE "log"        SQLite: DELETE FROM "log"
/// ```
///
/// ``restartingIdentity()`` restarts the numbers of an identity column at one: RESTART IDENTITY, and on SQLite a second
/// statement in the same text. That one needs the table `sqlite_sequence`, which exists as soon as one table is
/// AUTOINCREMENT. MySQL and MariaDB restart AUTO_INCREMENT with every TRUNCATE; `DeleteStatement` goes on counting there.
///
/// Source: <https://www.sqlite.org/lang_delete.html>, <https://www.postgresql.org/docs/15/sql-truncate.html>
public struct TruncateTableStatement: SQLStatement {
    var name: SQLTable?
    var cascades = false
    var restarts = false

    /// Starts a TRUNCATE; name the table with ``table(_:)``.
    public init() {}

    /// Starts a TRUNCATE of a table.
    public init(_ table: some SQLTableSource) { name = table.sqlTable }

    /// Names the table.
    public consuming func table(_ table: some SQLTableSource) -> TruncateTableStatement {
        name = table.sqlTable
        return self
    }

    /// Also removes the rows of tables that reference this one: `CASCADE`. PostgreSQL.
    public consuming func cascade() -> TruncateTableStatement {
        cascades = true
        return self
    }

    /// Restarts the numbers of an identity column at one.
    public consuming func restartingIdentity() -> TruncateTableStatement {
        restarts = true
        return self
    }

    /// - Throws: ``SQLBuildError`` if the name is missing or the dialect lacks CASCADE.
    public func write(to writer: inout SQLWriter) throws {
        let isNative = writer.features.contains(.truncate)
        writer.put(isNative ? "TRUNCATE TABLE " : "DELETE FROM ")
        try writer.table(name, of: "a TRUNCATE")
        if isNative {
            // Where columns count by AUTO_INCREMENT, they begin anew in any case.
            if restarts, !writer.features.contains(.autoIncrement) { writer.put(" RESTART IDENTITY") }
        } else if restarts {
            try writeRestart(to: &writer)
        }
        if cascades { try writer.cascade() }
    }

    private func writeRestart(to writer: inout SQLWriter) throws {
        guard writer.features.contains(.rowidTables) else {
            return try writer.require(.truncate, "TRUNCATE … RESTART IDENTITY", hint: "Leave restartingIdentity out")
        }
        var schema: [String] = []
        var last: String?
        switch name?.node {
        case .name(let path): schema = try DottedName.parts(of: path).map(\.text)
        case .identifier(let identifier): schema = identifier.parts
        default: break
        }
        last = schema.popLast()
        writer.put("; DELETE FROM ")
        try SQLIdentifier(parts: schema + ["sqlite_sequence"]).write(to: &writer)
        writer.put(" WHERE name = ")
        try writer.inlined { try $0.bind(last.sqlValue) }
        // The name stands there as it was when the table was created.
        writer.put(" COLLATE NOCASE")
    }
}
