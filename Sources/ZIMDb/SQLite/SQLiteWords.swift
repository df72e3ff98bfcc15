import ZIMSql

/// The words of a statement, where SQLite's authorizer does not tell enough of it.
enum SQLiteWords {
    /// The tokens in upper case; names and strings in quotes keep them, so that none is taken for a word. nil if SQLite, which
    /// has compiled the text, must have divided it in another way.
    static func of(_ sql: String) -> [String]? {
        let tokenizer = SQLTokenizer(sql)
        guard tokenizer.failure == nil else { return nil }
        return tokenizer.filter { !$0.isSpace }.map { $0.text.uppercased() }
    }
}
