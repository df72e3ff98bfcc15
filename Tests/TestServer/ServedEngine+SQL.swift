import Foundation

/// How the engines write the same statement, with parameters as `?` and names in double quotes.
extension ServedEngine {
    /// The end of an upsert.
    public static func upsert(_ key: [String], _ updated: [String] = []) -> String {
        func quoted(_ name: String) -> String { "\"\(name)\"" }
        guard isMariaDB else {
            let set = updated.map { "\(quoted($0)) = \"excluded\".\(quoted($0))" }.joined(separator: ", ")
            let keys = key.map(quoted).joined(separator: ", ")
            return "ON CONFLICT (\(keys)) DO " + (updated.isEmpty ? "NOTHING" : "UPDATE SET \(set)")
        }
        // Another key than this one fails.
        let same = key.map(quoted).map { "\($0) <=> VALUES(\($0))" }.joined(separator: " AND ")
        let kept = key.first.map(quoted) ?? ""
        return "ON DUPLICATE KEY UPDATE "
            + (["\(kept) = IF(\(same) OR (SELECT 1 UNION ALL SELECT 1), \(kept), \(kept))"]
            + updated.map(quoted).map { "\($0) = VALUES(\($0))" }).joined(separator: ", ")
    }
}

extension String {
    /// A statement with its parameters as `?`, so that one text holds for all engines.
    public var withQuestionMarks: String {
        if ServedEngine.isMariaDB { return replacing("`", with: "\"") }
        return replacingOccurrences(of: "\\$[0-9]+", with: "?", options: .regularExpression)
    }
}
