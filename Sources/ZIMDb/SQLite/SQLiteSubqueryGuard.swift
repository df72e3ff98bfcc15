import CSQLite

/// Tells whether a change, or a trigger that is made, has a subquery: of `x IN (SELECT y FROM t)`, where an index of `t` has the column, SQLite's
/// authorizer is asked for no SELECT.
enum SQLiteSubqueryGuard {
    /// Why a change needs SELECT; nil if it reads nothing but the rows that it changes.
    static func reason(in sql: String) -> String? {
        guard let words = SQLiteWords.of(sql) else { return "the text is not understood" }
        let statement = words.drop { $0 == ";" }
        let changes = ["INSERT", "REPLACE", "UPDATE", "DELETE", "WITH"].contains(statement.first)
        guard changes || statement.first == "CREATE" && statement.prefix(3).contains("TRIGGER") else { return nil }
        // A table or a function may stand behind IN without a SELECT.
        let hasQuery = words.contains("SELECT") || zip(words, words.dropFirst()).contains { $0 == "IN" && $1 != "(" }
        return hasQuery ? "the statement has a subquery" : nil
    }
}

extension SQLiteConnection {
    /// Refuses a change that has a subquery, as SQLite's authorizer does those of which it is asked.
    func refuseSubquery(_ sql: String, _ authorizer: SQLiteAuthorizer) throws {
        guard let reason = SQLiteSubqueryGuard.reason(in: sql) else { return }
        throw DatabaseError(
            .privilege, "\(authorizer.denial(of: .select, on: "")): \(reason)", engineCode: SQLITE_AUTH, sql: sql)
    }
}
