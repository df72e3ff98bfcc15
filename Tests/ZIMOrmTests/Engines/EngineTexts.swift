import Testing

/// How the engines write the same statement, with parameters as `?` and names in double quotes.
extension TestEngine {
    /// The end of an upsert.
    static func upsert(_ key: [String], _ updated: [String]) -> String {
        func quoted(_ name: String) -> String { "\"\(name)\"" }
        guard isMariaDB else {
            let set = updated.map { "\(quoted($0)) = \"excluded\".\(quoted($0))" }.joined(separator: ", ")
            let keys = key.map(quoted).joined(separator: ", ")
            return "ON CONFLICT (\(keys)) DO " + (updated.isEmpty ? "NOTHING" : "UPDATE SET \(set)")
        }
        // Another key than this one fails.
        let same = key.map(quoted).map {
            "\($0) = IF(\($0) <=> VALUES(\($0)) OR (SELECT 1 UNION ALL SELECT 1), \($0), \($0))"
        }
        return "ON DUPLICATE KEY UPDATE "
            + (same + updated.map(quoted).map { "\($0) = VALUES(\($0))" }).joined(separator: ", ")
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
