import ZIMOrm
import ZIMSql

/// Whether a check or an index compares in a way that MySQL alone does: a text with a number, or texts by a collation.
///
/// Source: <https://mariadb.com/kb/en/type-conversion/>
struct MySQLComparisons {
    let tokens: [SQLToken]
    let table: CopyTable

    /// In words that go on from "it".
    var objection: String? {
        var clause: [SQLToken] = []
        for token in tokens {
            let word = token.text.uppercased()
            if word == "CASE" || word == "LIKE" { return "uses \(token.text)" }
            if word == "AND" || word == "OR", token.text == token.name {
                if let reason = reason(clause) { return reason }
                clause = []
            } else {
                clause.append(token)
            }
        }
        return reason(clause)
    }

    private func reason(_ clause: [SQLToken]) -> String? {
        var hasNumber = false
        var hasText = false
        var collated: String?
        var padded: String?
        var isSpaced = false
        var depth: Int?
        var level = 0
        for (index, token) in clause.enumerated() {
            if token.text == "(" { level += 1 }
            if token.text == ")" { level -= 1 }
            // The length of a text is a number.
            if let start = depth {
                if level == start { depth = nil }
                continue
            }
            let next = index + 1 < clause.count ? clause[index + 1].text : ""
            if next == "(", ["LENGTH", "CHAR_LENGTH"].contains(token.text.uppercased()) {
                hasNumber = true
                depth = level
                continue
            }
            switch token.kind {
            case .integer, .real, .hexadecimal: hasNumber = true
            case .string:
                hasText = true
                if token.text.dropLast().hasSuffix(" ") { isSpaced = true }
            case .identifier, .keyword:
                guard next != "(", let column = column(token) else { continue }
                switch column.kind {
                case .boolean, .integer, .unsigned, .real, .decimal, .number: hasNumber = true
                default: hasText = true
                }
                guard let name = column.source.collationName else { continue }
                if !name.hasSuffix("_bin") { collated = name }
                // All older collations ignore spaces at the end.
                if !name.contains("_nopad_"), !name.contains("_0900_") { padded = name }
            default: break
            }
        }
        if hasNumber, hasText { return "compares a text with a number" }
        let compares =
            clause.contains { ["=", "<", ">", "<=", ">=", "<>", "!=", "<=>"].contains($0.text) }
            || clause.contains { ["IN", "BETWEEN"].contains($0.text.uppercased()) && $0.text == $0.name }
        if let collated, compares { return "compares texts by the collation \(collated)" }
        if let padded, compares, isSpaced { return "compares spaces at the end, which \(padded) ignores" }
        return nil
    }

    private func column(_ token: SQLToken) -> CopyColumn? {
        table.column(token.name) ?? table.columns.first { $0.name.lowercased() == token.name.lowercased() }
    }
}

extension ColumnSchema {
    /// Whether MySQL may store `''` in it for what is none of its labels.
    var isEnumWithoutEmptyLabel: Bool {
        type.lowercased().hasPrefix("enum(") && !MySQLLiteral.labels(of: type).contains("")
    }

    /// The collation of a column of texts on MySQL.
    var collationName: String? {
        guard let listType, let mark = listType.firstRange(of: " COLLATE ") else { return nil }
        return String(listType[mark.upperBound...])
    }
}
