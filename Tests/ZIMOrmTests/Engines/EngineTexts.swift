import TestServer
import Testing

/// How the engines write the same statement, with parameters as `?` and names in double quotes.
extension ServedEngine {
    /// What makes a collation that takes capital and small letters for one, where it must be made, and the type of such a text.
    static var caseless: (before: String, type: String) {
        on(
            sqlite: ("", "VARCHAR(9) COLLATE NOCASE"),
            postgreSQL: (
                "CREATE COLLATION caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false);",
                "VARCHAR(9) COLLATE caseless"
            ), mariaDB: ("", "VARCHAR(9) COLLATE utf8mb4_general_ci"))
    }

    /// A change of the rows that a query finds by more than conditions.
    ///
    /// - Parameters:
    ///   - set: `"price" = ?`; nil deletes.
    ///   - isNullable: whether SQLite lets NULL into the key, so that rows are told apart by their row identifiers there.
    ///   - found: what follows the columns of the key, ` FROM "ware" …`.
    static func change(
        _ table: String, _ key: [String], set: String? = nil, isNullable: Bool = false, found: String
    ) -> String {
        if isNullable, current == .sqlite {
            let change = set.map { "UPDATE \"\(table)\" SET \($0)" } ?? "DELETE FROM \"\(table)\""
            return "\(change) WHERE \"\(table)\"._rowid_ IN (SELECT \"\(table)\"._rowid_\(found))"
        }
        let columns = key.map { "\"\(table)\".\"\($0)\"" }
        guard isMariaDB else {
            let names = key.map { "\"\($0)\"" }.joined(separator: ", ")
            let change = set.map { "UPDATE \"\(table)\" SET \($0)" } ?? "DELETE FROM \"\(table)\""
            return "\(change) WHERE (\(names)) IN (SELECT \(columns.joined(separator: ", "))\(found))"
        }
        let named = columns.enumerated().map { "\($1) AS zim_k\($0)" }.joined(separator: ", ")
        let joined = columns.enumerated().map { "\($1) = zim_rows.zim_k\($0)" }.joined(separator: " AND ")
        let rows =
            "(SELECT DISTINCT * FROM (SELECT \(named)\(found)) AS zim_found) AS zim_rows STRAIGHT_JOIN \"\(table)\""
        guard let set else { return "DELETE \"\(table)\" FROM \(rows) WHERE \(joined)" }
        return "UPDATE \(rows) SET \"\(table)\".\(set) WHERE \(joined)"
    }
}
