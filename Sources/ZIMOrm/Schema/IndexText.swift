internal import ZIMSql

/// The expressions and the condition of an index, which the engine tells only as the text that made it.
///
/// Source: <https://www.sqlite.org/lang_createindex.html>
struct IndexText {
    /// The text of each part between the commas, without its collation and direction.
    private(set) var parts: [String] = []
    /// What stands behind WHERE.
    private(set) var condition: String?

    init(_ sql: String) {
        let tokens = SQLTokenizer(sql).tokens
        // Behind ON stands the table's name, then the list.
        guard let on = tokens.firstIndex(where: { $0.isWord("ON") }),
            let open = tokens[on...].firstIndex(where: { $0.text == "(" })
        else { return }
        let (items, end) = tokens.items(behind: open)
        parts = items.map { Self.text(Self.withoutOrder($0)) }
        if let position = tokens[end...].firstIndex(where: { $0.isWord("WHERE") }) {
            condition = Self.text(Array(tokens[(position + 1)...]))
        }
    }

    private static func withoutOrder(_ tokens: [SQLToken]) -> [SQLToken] {
        var tokens = tokens
        while let last = tokens.last, last.isSpace || last.isWord("ASC") || last.isWord("DESC") { tokens.removeLast() }
        let words = tokens.indices.filter { !tokens[$0].isSpace }
        if words.count > 2, tokens[words[words.count - 2]].isWord("COLLATE") {
            tokens.removeSubrange(words[words.count - 2]...)
        }
        return tokens
    }

    /// The text in one line, without comments.
    private static func text(_ tokens: [SQLToken]) -> String {
        var text = ""
        for token in tokens where token.kind != .terminal {
            if !token.isSpace { text += token.text } else if !text.isEmpty, !text.hasSuffix(" ") { text += " " }
        }
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}
