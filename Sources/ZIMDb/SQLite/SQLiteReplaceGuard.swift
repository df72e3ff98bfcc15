import CSQLite
import Foundation
import ZIMSql

/// A table that a statement inserts into or updates.
struct SQLiteRowWrite: Hashable {
    let table: String
    let schema: String
    /// The trigger that does it; empty for the statement itself.
    let trigger: String
}

/// Tells whether a statement may delete rows by REPLACE: SQLite's authorizer is asked for INSERT or UPDATE only.
///
/// Source: <https://www.sqlite.org/lang_conflict.html>
enum SQLiteReplaceGuard {
    /// The table whose rows it may replace, and why; nil if there is none.
    ///
    /// - Parameter texts: the SQL that made a trigger or a table.
    static func replaced(
        by sql: String, _ writes: Set<SQLiteRowWrite>,
        texts: (_ type: String, _ name: String, _ schema: String) throws -> [String]
    ) throws -> (table: String, reason: String)? {
        let table = writes.first { $0.trigger.isEmpty }?.table ?? ""
        guard let said = clauses(of: sql) else { return (table, "the text is not understood") }
        if said.contains("REPLACE") { return (table, "REPLACE deletes the rows that have the same unique values") }
        // What the statement says goes before what its triggers and the tables say.
        guard said.isEmpty else { return nil }
        for write in writes {
            if !write.trigger.isEmpty,
                try texts("trigger", write.trigger, write.schema).contains(where: {
                    clauses(of: $0)?.contains("REPLACE") ?? true
                })
            {
                return (write.table, "the trigger \"\(write.trigger)\" replaces rows")
            }
            if try texts("table", write.table, write.schema).contains(where: replacesRows) {
                return (
                    write.table,
                    "a constraint of the table says ON CONFLICT REPLACE; INSERT OR ABORT, or UPDATE OR ABORT, overrides it"
                )
            }
        }
        return nil
    }

    /// What the INSERTs and UPDATEs of a text do about conflicts, where they say it: `["IGNORE"]` of `INSERT OR IGNORE …`;
    /// nil of a text that cannot be divided into tokens to its end.
    private static func clauses(of sql: String) -> [String]? {
        guard let words = SQLiteWords.of(sql) else { return nil }
        return words.indices.compactMap { index in
            let next = words.dropFirst(index + 1).prefix(2)
            if words[index] == "REPLACE", next.first == "INTO" { return words[index] }
            guard ["INSERT", "UPDATE"].contains(words[index]), next.first == "OR" else { return nil }
            return next.last
        }
    }

    /// Whether a constraint of a table resolves conflicts by REPLACE. That of NOT NULL writes the column's default.
    private static func replacesRows(_ table: String) -> Bool {
        guard let words = SQLiteWords.of(table) else { return true }
        return words.indices.dropFirst().contains { index in
            words[index...].starts(with: ["ON", "CONFLICT", "REPLACE"]) && words[index - 1] != "NULL"
        }
    }
}

extension SQLiteConnection {
    /// Refuses a statement that may delete rows by REPLACE, as SQLite's authorizer does those that DELETE them.
    func refuseReplace(_ sql: String, _ authorizer: SQLiteAuthorizer) throws {
        let found = try SQLiteReplaceGuard.replaced(by: sql, authorizer.writes) { type, name, schema in
            var texts: [String] = []
            for schema in Set([schema, "temp"]) {
                let catalog = "\"\(schema.replacingOccurrences(of: "\"", with: "\"\""))\".sqlite_schema"
                try rows(
                    "SELECT sql FROM \(catalog) WHERE type = '\(type)' AND name = ? COLLATE NOCASE", binding: name
                ) { row in
                    if let text = sqlite3_column_text(row, 0) { texts.append(String(cString: text)) }
                }
            }
            return texts
        }
        guard let found else { return }
        throw DatabaseError(
            .privilege, "\(authorizer.denial(of: .delete, on: found.table)): \(found.reason)", engineCode: SQLITE_AUTH,
            sql: sql)
    }
}
