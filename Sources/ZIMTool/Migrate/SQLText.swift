import ZIMOrm
import ZIMSql

/// Pieces of a definition's text, for comparing and for writing them again.
enum SQLText {
    /// `'it''s'`
    static func string(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }

    /// Tokens as one line, with spaces where two words would become one.
    static func text(_ tokens: ArraySlice<SQLToken>) -> String {
        var text = ""
        var last: SQLToken?
        for token in tokens {
            if let last, !isTight(last, token) { text += " " }
            text += token.text
            last = token
        }
        return text
    }

    private static func isTight(_ left: SQLToken, _ right: SQLToken) -> Bool {
        ["(", "."].contains(left.text) || [")", ",", "."].contains(right.text)
            || right.text == "(" && left.kind == .identifier
    }

    /// Tokens as they are compared: names and words in small letters and without quotes.
    static func key(_ tokens: some Sequence<SQLToken>) -> String { tokens.map(key).joined(separator: " ") }

    private static func key(_ token: SQLToken) -> String {
        token.kind == .identifier || token.kind == .keyword ? key(token.name) : token.text
    }

    /// The same, with what stands in double quotes as it is, between two marks: SQLite takes it for a string where nothing has
    /// that name.
    static func keyWithStrings(_ tokens: ArraySlice<SQLToken>) -> String {
        tokens.indices.map { index in
            let token = tokens[index]
            // The name of a table before a column, and that of a collation, are no strings.
            let isName =
                tokens.indices.contains(index + 1) && tokens[index + 1].text == "."
                || tokens.indices.contains(index - 1)
                    && (tokens[index - 1].text == "." || tokens[index - 1].isWord("COLLATE"))
            return token.text.hasPrefix("\"") && !isName ? "\u{2}" + token.name + "\u{3}" : key(token)
        }.joined(separator: " ")
    }

    /// Such a key, in which the names of columns are folded as others.
    static func folding(_ key: String, columns: Set<[UInt8]>) -> String {
        guard key.unicodeScalars.contains("\u{2}") else { return key }
        return key.split(separator: "\u{2}", omittingEmptySubsequences: false).enumerated().map { index, part in
            guard index > 0, let end = part.firstIndex(of: "\u{3}") else { return String(part) }
            let name = String(part[..<end])
            return (columns.contains(name.foldedName) ? self.key(name) : "'\(name)'") + part[part.index(after: end)...]
        }.joined()
    }

    static func key(_ name: String) -> String { String(decoding: name.foldedName, as: UTF8.self) }

    /// A definition as it is compared.
    static func key(of sql: String) -> String {
        key(SQLTokenizer(sql).tokens.filter { !$0.isSpace && $0.kind != .terminal })
    }

    /// Whether a text names something, as a whole word.
    static func names(_ name: String, in sql: String, rules: SQLLexicalRules) -> Bool {
        SQLTokenizer(sql, rules: rules).tokens.contains {
            ($0.kind == .identifier || $0.kind == .keyword) && $0.name.foldedName == name.foldedName
        }
    }
}
