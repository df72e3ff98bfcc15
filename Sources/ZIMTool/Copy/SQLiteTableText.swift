import ZIMSql

/// What only the text of a CREATE TABLE says: checks, collations, when foreign keys are checked.
///
/// Source: <https://www.sqlite.org/lang_createtable.html>
struct SQLiteTableText {
    struct Check {
        let name: String?
        let tokens: [SQLToken]
    }

    private(set) var checks: [Check] = []
    /// For each foreign key, in the order in which they stand there, whether it waits for the end of the transaction.
    private(set) var areDeferred: [Bool] = []
    /// The same for whether it names the columns that it references.
    private(set) var areNamed: [Bool] = []
    /// The collations by column.
    private(set) var collations: [String: String] = [:]
    private(set) var isAutoincremented = false
    /// The names of unique constraints and of the primary key, by their columns.
    private(set) var keyNames: [[String]: String] = [:]

    init(_ sql: String) {
        let tokens = SQLTokenizer(sql).tokens.filter { !$0.isSpace }
        guard let open = tokens.firstIndex(where: { $0.text == "(" }) else { return }
        for item in tokens.items(behind: open).items { take(item) }
    }

    private mutating func take(_ item: [SQLToken]) {
        guard let first = item.first else { return }
        let isConstraint = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"].contains { first.isWord($0) }
        let column = isConstraint ? nil : first.unquotedName
        var name: String?
        var position = isConstraint ? 0 : 1
        while position < item.count {
            let token = item[position]
            let next = position + 1 < item.count ? item[position + 1] : nil
            if token.text == "(" {
                position = item.items(behind: position).end
                continue
            }
            if token.isWord("CONSTRAINT"), let next {
                name = next.unquotedName
                position += 2
                continue
            }
            if token.isWord("CHECK"), next?.text == "(" {
                let end = item.items(behind: position + 1).end
                checks.append(Check(name: name, tokens: Array(item[(position + 2)..<max(position + 2, end - 1)])))
                name = nil
                position = end
                continue
            }
            if token.isWord("COLLATE"), let next, let column { collations[column] = next.unquotedName }
            if token.isWord("AUTOINCREMENT") { isAutoincremented = true }
            if token.isWord("REFERENCES") {
                areDeferred.append(false)
                areNamed.append(position + 2 < item.count && item[position + 2].text == "(")
            }
            // NOT DEFERRABLE INITIALLY DEFERRED is checked at once.
            if token.isWord("DEFERRABLE"), position > 0, !item[position - 1].isWord("NOT"), position + 2 < item.count,
                item[position + 1].isWord("INITIALLY"), item[position + 2].isWord("DEFERRED"), !areDeferred.isEmpty
            {
                areDeferred[areDeferred.count - 1] = true
            }
            if let own = name, token.isWord("PRIMARY") || token.isWord("UNIQUE") || token.isWord("FOREIGN") {
                if let columns = column.map({ [$0] }) ?? Self.columns(behind: position, in: item) {
                    keyNames[token.isWord("FOREIGN") ? columns + ["→"] : columns] = own
                }
                name = nil
            }
            position += 1
        }
    }

    private static func columns(behind position: Int, in item: [SQLToken]) -> [String]? {
        guard let open = item[position...].prefix(3).firstIndex(where: { $0.text == "(" }) else { return nil }
        return item.items(behind: open).items.compactMap { $0.first?.unquotedName }
    }
}

extension SQLToken {
    /// The name that it stands for; SQLite takes 'text' for one, too, where only a name can be.
    var unquotedName: String {
        guard kind == .string else { return name }
        return String(text.dropFirst().dropLast()).replacing("''", with: "'")
    }
}
