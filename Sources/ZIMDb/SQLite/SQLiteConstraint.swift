import CSQLite
import Foundation

/// Finds out which table and which columns a violated constraint is about.
///
/// SQLite says so in words, without quotation marks: `UNIQUE constraint failed: a.b.c, a.b.d` may be the columns `c`
/// and `d` of table `a.b` or `b.c` and `b.d` of `a`, so every reading is held against the schema. For CHECK, FOREIGN
/// KEY and triggers it does not name the table at all: there the statement's own code tells which table it writes to.
struct SQLiteConstraint {
    let database: OpaquePointer
    let connection: SQLiteConnection

    func complete(_ error: inout DatabaseError, message: String) {
        guard var violation = error.constraint else { return }
        switch violation.kind {
        case .check: violation.name = detail(of: message)
        case .dataType:
            // cannot store TEXT value in INTEGER column person.age
            if let range = message.range(of: " column ") {
                readColumns(String(message[range.upperBound...]), &violation)
            }
        case .foreignKey, .trigger: break
        default:
            guard let detail = detail(of: message) else { break }
            if detail.hasPrefix("index '"), detail.hasSuffix("'") {
                violation.name = String(detail.dropFirst(7).dropLast())
            } else {
                readColumns(detail, &violation)
            }
        }
        if violation.table == nil, let sql = error.sql {
            connection.withoutPrivileges { violation.table = writtenTable(of: sql) }
            if let table = violation.table { error.message += " (in \"\(table)\")" }
        }
        error.constraint = violation
    }

    private func detail(of message: String) -> String? {
        message.range(of: "constraint failed: ").map { String(message[$0.upperBound...]) }
    }

    /// Takes the first reading of `table.column, table.column` that the schema bears out, else the likeliest.
    private func readColumns(_ detail: String, _ violation: inout ConstraintViolation) {
        var likeliest: (table: String, columns: [String])?
        for dot in detail.indices where detail[dot] == "." {
            let table = String(detail[..<dot])
            let columns = String(detail[detail.index(after: dot)...]).components(separatedBy: ", " + table + ".")
            if columns.allSatisfy({ isColumn($0, of: table) }) {
                (violation.table, violation.columns) = (table, columns)
                return
            }
            if likeliest == nil { likeliest = (table, columns) }
        }
        violation.table = likeliest?.table
        violation.columns = likeliest?.columns ?? []
    }

    private func isColumn(_ column: String, of table: String) -> Bool {
        sqlite3_table_column_metadata(database, nil, table, column, nil, nil, nil, nil, nil) == SQLITE_OK
    }

    /// The table that a statement writes to first, read from the instructions that SQLite compiles it to.
    ///
    /// Source: <https://www.sqlite.org/opcode.html>, OpenWrite
    private func writtenTable(of sql: String) -> String? {
        var root: (page: Int64, schema: Int32)?
        eachRow("EXPLAIN " + sql) { statement in
            guard root == nil, let name = sqlite3_column_text(statement, 1), String(cString: name) == "OpenWrite" else {
                return
            }
            root = (sqlite3_column_int64(statement, 3), sqlite3_column_int(statement, 4))
        }
        guard let root, root.schema < 2 else { return nil }
        var table: String?
        eachRow(
            "SELECT tbl_name FROM \(root.schema == 1 ? "sqlite_temp_schema" : "sqlite_schema") "
                + "WHERE rootpage = \(root.page)"
        ) { statement in
            table = sqlite3_column_text(statement, 0).map { String(cString: $0) }
        }
        return table
    }

    private func eachRow(_ sql: String, _ body: (OpaquePointer) -> Void) {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, let statement else { return }
        while sqlite3_step(statement) == SQLITE_ROW { body(statement) }
    }
}
