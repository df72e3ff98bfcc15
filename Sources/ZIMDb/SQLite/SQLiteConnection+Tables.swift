import CSQLite

/// The tables that statements use, as SQLite's authorizer tells while it compiles them: those behind views, and those
/// that triggers and foreign keys change, too.
extension SQLiteConnection {
    /// Table names of all schemas are folded into one list: of two with one name, a change of either counts.
    func tablesRead(by statements: [String]) throws -> TableSet {
        var tables = TableSet()
        for sql in statements {
            let use = try tableUse(of: sql)
            tables.formUnion(use.asksPragma ? .any : TableSet(use.read))
        }
        // A function that is used as a table reads what it is given, unless the file has a table of that name.
        let functions = try ["json_each", "json_tree"].filter { name in
            try tables.names.contains(name)
                && !hasRow("SELECT 1 FROM main.sqlite_schema WHERE lower(name) = ?", binding: name)
        }
        let names = tables.names.subtracting(functions)
        guard try !tables.isAny && isMadeOfTables(names) else { return .any }
        // Whoever reads no table, since there is none yet, reads the schema.
        return TableSet(names.isEmpty ? ["sqlite_master"] : names)
    }

    func tablesWritten(by sql: String) throws -> TableSet {
        let use = try tableUse(of: sql)
        // VACUUM, REINDEX and a PRAGMA name no table; a definition writes the schema, on which all others rest.
        let isSchema = use.written.contains { $0.hasPrefix("sqlite_") && $0 != "sqlite_sequence" }
        if use.written.isEmpty || isSchema { return .any }
        // The authorizer is not asked for the row of its counter that an AUTOINCREMENT table has there.
        let counters = "SELECT 1 FROM main.sqlite_schema WHERE lower(name) = ? AND sql LIKE '%AUTOINCREMENT%'"
        let counts = try use.written.contains { try hasRow(counters, binding: $0) }
        return TableSet(counts ? use.written.union(["sqlite_sequence"]) : use.written)
    }

    func rowWrites(of sql: String) throws -> [RowWrite] { try tableUse(of: sql).rowWrites }

    /// Whether all of these are tables and views of the file. What a virtual table, a function or an attached database
    /// holds may change without a statement that names it.
    ///
    /// - Throws: ``DatabaseError`` with code misuse for a table of an attached database: its file is not watched.
    private func isMadeOfTables(_ names: Set<String>) throws -> Bool {
        var isKnown = true
        for name in names where !["sqlite_master", "sqlite_schema"].contains(name) {
            // Only virtual tables have no page, besides views.
            let sql =
                "SELECT 1 FROM main.sqlite_schema WHERE lower(name) = lower(?) AND (rootpage > 0 OR type = 'view')"
            if try hasRow(sql, binding: name) { continue }
            let elsewhere = """
                SELECT 1 FROM pragma_database_list AS d JOIN pragma_table_list AS t ON t.schema = d.name
                WHERE d.name NOT IN ('main', 'temp') AND lower(t.name) = lower(?)
                """
            guard try !hasRow(elsewhere, binding: name) else {
                throw DatabaseError(
                    .misuse, "\"\(name)\" is a table of an attached database, and only \(locationName) is watched",
                    hint: "Open the other file as a database of its own and watch that")
            }
            isKnown = false
        }
        return isKnown
    }
}

/// The tables that one statement uses, by their names in lower case.
struct SQLiteTableUse {
    var read: Set<String> = []
    var written: Set<String> = []
    var asksPragma = false
    /// In the order in which SQLite compiles them: a trigger behind the statement that sets it off.
    var rowWrites: [RowWrite] = []

    mutating func note(_ action: Int32, _ first: String, _ second: String, schema: String) {
        switch action {
        case SQLITE_READ: read.insert(String(decoding: first.foldedName, as: UTF8.self))
        case SQLITE_INSERT: note(.insert, first, schema)
        case SQLITE_UPDATE: note(.update(column: second), first, schema)
        case SQLITE_DELETE: note(.delete, first, schema)
        case SQLITE_PRAGMA: asksPragma = true
        default: break
        }
    }

    private mutating func note(_ action: RowWrite.Action, _ table: String, _ schema: String) {
        written.insert(String(decoding: table.foldedName, as: UTF8.self))
        rowWrites.append(RowWrite(action: action, schema: schema, table: table))
    }
}
