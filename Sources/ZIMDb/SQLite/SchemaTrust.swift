import CSQLite

/// Whether a connection can be told not to trust the schema of its file.
///
/// Then views, indexes and computed columns call only functions that SQLite has marked as harmless. Before 3.41 the JSON
/// functions were not among them, so that a file that uses them in its schema could not be read. Such a library keeps its
/// trust: without extensions, and with no functions of a program, it has no function that does harm.
///
/// Source: <https://www.sqlite.org/pragma.html#pragma_trusted_schema>
package enum SchemaTrust {
    package static let canBeOff: Bool = {
        var database: OpaquePointer?
        defer { sqlite3_close(database) }
        guard sqlite3_open(":memory:", &database) == SQLITE_OK else { return true }
        _ = zim_sqlite3_switch(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        let code = sqlite3_exec(database, "CREATE TABLE t (a, b AS (json_array(a)))", nil, nil, nil)
        // A library without JSON functions has none to trust.
        return code == SQLITE_OK || sqlite3_exec(database, "SELECT json_array(1)", nil, nil, nil) != SQLITE_OK
    }()

    /// What each connection to a file with such a schema sends first.
    package static var setup: [String] { canBeOff ? ["PRAGMA trusted_schema = OFF"] : [] }
}
