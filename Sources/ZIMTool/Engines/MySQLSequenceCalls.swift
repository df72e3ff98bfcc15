import ZIMSql

/// Calls of the sequences of MariaDB in what a server prints of a table, where it names their database:
/// ``nextval(`shop`.`numbers`)``.
///
/// Source: <https://mariadb.com/kb/en/sequence-functions/>
enum MySQLSequenceCalls {
    private static func isFunction(_ token: SQLToken) -> Bool {
        token.isWord("NEXTVAL") || token.isWord("LASTVAL") || token.isWord("SETVAL")
    }

    /// Where the default of a column begins and ends, if it asks a sequence: ``DEFAULT concat('A', nextval(…))``.
    static func asked(byDefaultIn column: [SQLToken]) -> Range<Int>? {
        guard let mark = column.firstIndex(where: { $0.isWord("DEFAULT") }),
            let first = column[(mark + 1)...].firstIndex(where: { !$0.isSpace }),
            // An expression is a call or stands in parentheses; what comes behind a value is not part of it.
            let open = column[first...].prefix(2).firstIndex(where: { $0.text == "(" })
        else { return nil }
        let end = column.items(behind: open).end
        return column[first..<end].contains(where: isFunction) ? mark..<end : nil
    }

    /// The text of a table without the name of its own database in front of sequences: ``nextval(`numbers`)``.
    static func withoutDatabase(_ database: String, in tokens: [SQLToken]) -> [SQLToken] {
        var kept = tokens
        // From the end, so that what is in front keeps its index.
        for index in tokens.indices.reversed() where isFunction(tokens[index]) && index + 3 < tokens.count {
            let (name, dot) = (tokens[index + 2], tokens[index + 3])
            guard tokens[index + 1].text == "(", name.text.hasPrefix("`"), name.name == database, dot.text == "." else {
                continue
            }
            kept.removeSubrange(index + 2...index + 3)
        }
        return kept
    }

    /// Asks for the names of a database's sequences.
    static let list: SQL = """
        SELECT TABLE_NAME FROM information_schema.TABLES \
        WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'SEQUENCE' ORDER BY 1
        """

    /// The sequences of a table's own database that a part of its text asks, where that names them without the database.
    static func names(in text: String) -> [String] {
        let tokens = SQLTokenizer(text, rules: .mySQL).tokens
        return tokens.indices.dropLast(3).compactMap { index in
            let name = tokens[index + 2]
            guard isFunction(tokens[index]), tokens[index + 1].text == "(", name.text.hasPrefix("`"),
                tokens[index + 3].text != "."
            else { return nil }
            return name.name
        }
    }
}
