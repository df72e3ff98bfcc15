import ZIMSql

/// Whether a query of a server calls what may change rows: a function of the database's own, of which its text does not say what
/// it does.
///
/// Each name in front of a parenthesis counts, unless it is a word of SQL or one of the engine's own functions. A name too many
/// costs a look-up; one too few would leave rows in memory that are no longer those of the database.
package enum FunctionCalls {
    /// - Parameters:
    ///   - tokens: those of one statement.
    ///   - harmless: the words of the engine and its functions, in upper case.
    ///   - catalog: the schema of the engine's own functions, in upper case.
    ///   - quotedAreOwn: whether a name in quotes may be one of the engine's functions, written in lower case.
    package static func mayChange(
        _ tokens: some Sequence<SQLToken>, harmless: Set<String>, catalog: String? = nil, quotedAreOwn: Bool = false
    ) -> Bool {
        /// The last token, the one before, and that before it.
        var (last, second, third): (SQLToken?, SQLToken?, SQLToken?)
        for token in tokens where !token.isSpace {
            defer { (last, second, third) = (token, last, second) }
            guard token.text == "(", let last, let word = last.word else { continue }
            let name = quotedAreOwn && last.name != last.text ? last.name : word
            if quotedAreOwn, name != word, name != name.lowercased() { return true }
            switch second?.text {
            case ".": if third?.word != catalog { return true }
            // A type, or a name that is given to something with the names of its columns.
            case "::": continue
            default: if let word = second?.word, ["AS", "WITH", "RECURSIVE"].contains(word) { continue }
            }
            if !harmless.contains(name.uppercasedASCII) { return true }
        }
        return false
    }
}
