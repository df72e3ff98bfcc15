import CSQLite

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
        case .check: violation.name = text(of: message, behind: "constraint failed: ").map(Self.string)
        case .dataType:
            // cannot store TEXT value in INTEGER column person.age
            if let names = text(of: message, behind: " column ") { readColumns(names, of: error.sql, &violation) }
        case .foreignKey, .trigger: break
        default:
            guard let names = text(of: message, behind: "constraint failed: ") else { break }
            let index = Array("index '".utf8)
            if names.starts(with: index), names.last == UInt8(ascii: "'") {
                violation.name = Self.string(names.dropFirst(index.count).dropLast())
            } else {
                readColumns(names, of: error.sql, &violation)
            }
        }
        if violation.table == nil, let sql = error.sql {
            violation.table = writtenTable(of: sql)
            if let table = violation.table { error.message += " (in \"\(table)\")" }
        }
        error.constraint = violation
    }

    /// Works on bytes: a name may begin with an accent, which makes one character with what stands before it.
    private func text(of message: String, behind words: String) -> ArraySlice<UInt8>? {
        let bytes = Array(message.utf8)
        return bytes.firstRange(of: Array(words.utf8)).map { bytes[$0.upperBound...] }
    }

    private static func string(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Takes the reading of `table.column, table.column` that the schema bears out; the statement decides between two.
    private func readColumns(_ names: ArraySlice<UInt8>, of sql: String?, _ violation: inout ConstraintViolation) {
        let readings = names.indices.filter { names[$0] == UInt8(ascii: ".") }.map { dot in
            let table = names[..<dot]
            let columns = names[(dot + 1)...].split(
                separator: Array(", ".utf8) + table + Array(".".utf8), omittingEmptySubsequences: false)
            return (table: Self.string(table), columns: columns.map(Self.string))
        }
        let known = readings.filter { reading in reading.columns.allSatisfy { isColumn($0, of: reading.table) } }
        let written = known.count > 1 ? sql.flatMap { writtenTable(of: $0) } : nil
        guard let best = known.first(where: { $0.table == written }) ?? known.first ?? readings.first else { return }
        (violation.table, violation.columns) = (best.table, best.columns)
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
        connection.withoutPrivileges {
            guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, let statement else { return }
            while sqlite3_step(statement) == SQLITE_ROW { body(statement) }
        }
    }
}
