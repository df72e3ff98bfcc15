import ZIMOrm
import ZIMSql

/// A table of SQLite, part by part as its CREATE TABLE has it, so that two can be compared and one can be changed.
///
/// Spaces, comments, the case and quotes of names, the names of constraints and the order of columns do not count. A key,
/// check or foreign key of one column is the same behind the column and behind all columns.
///
/// Source: <https://www.sqlite.org/lang_createtable.html>
struct SQLiteDefinition {
    /// A constraint or an option of a column: its text, and what is compared.
    struct Part {
        /// `NOT`, `DEFAULT`, `PRIMARY` …: the word that it begins with, without its name.
        let word: String
        let text: String
        let key: String
        /// The words behind its name, as tokens.
        let tokens: [SQLToken]
    }

    struct Column {
        let name: String
        var type: String
        var parts: [Part]

        func part(_ word: String) -> Part? { parts.first { $0.word == word } }
        var isGenerated: Bool { part("GENERATED") != nil }
        var isNotNull: Bool { part("NOT") != nil }
        var text: String {
            ([name.sqlName, type] + parts.map(\.text)).filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    var columns: [Column] = []
    var constraints: [Part] = []
    var options: [String] = []

    /// - Throws: ``ToolError`` where the text is no CREATE TABLE with columns.
    init(_ sql: String, of table: String) throws {
        let tokens = SQLTokenizer(sql).tokens.filter { !$0.isSpace }
        guard let open = tokens.firstIndex(where: { $0.text == "(" }),
            !tokens.contains(where: { $0.kind == .terminal || $0.kind == .error })
        else {
            throw ToolError("the definition of \"\(table)\" is not a CREATE TABLE with columns: \(sql.prefix(200))")
        }
        let (items, end) = tokens.items(behind: open)
        for item in items { take(item, of: sql) }
        options = tokens[end...].split { $0.text == "," }.map { SQLText.key($0) }.sorted()
    }

    init() {}

    /// Whether both make the same table.
    func isSame(as other: SQLiteDefinition) -> Bool {
        columnKeys == other.columnKeys && allConstraints == other.allConstraints && options == other.options
    }

    func column(_ name: String) -> Column? { columns.first { $0.name.foldedName == name.foldedName } }

    /// The CREATE TABLE under some name.
    func sql(_ name: String) -> String {
        let items = (columns.map(\.text) + constraints.map(\.text)).map { "    " + $0 }
        let options = options.map { $0.uppercased() }.joined(separator: ", ")
        return "CREATE TABLE \(name.sqlName) (\n\(items.joined(separator: ",\n"))\n)"
            + (options.isEmpty ? "" : " " + options)
    }

    private var columnKeys: Set<String> { folded(columns.map(\.key)) }

    private var allConstraints: Set<String> {
        folded(constraints.map(\.key) + columns.flatMap { column in column.parts.compactMap { column.hoisted($0) } })
    }

    private func folded(_ keys: [String]) -> Set<String> {
        let names = Set(columns.map(\.name.foldedName))
        return Set(keys.map { SQLText.folding($0, columns: names) })
    }

    private mutating func take(_ item: [SQLToken], of sql: String) {
        guard let first = item.first else { return }
        let words: Set = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"]
        // A column can be called key, but not so.
        if first.kind != .string, words.contains(first.text.uppercased()) {
            constraints.append(Part(item))
            return
        }
        let start = item.dropFirst().firstIndex { Self.starts.contains($0.text.uppercased()) } ?? item.endIndex
        columns.append(
            Column(
                name: first.unquotedName, type: Self.text(of: item[1..<start], in: sql),
                parts: Self.parts(Array(item[start...]))))
    }

    /// Tokens as they are written, which is how SQLite tells a column's type.
    private static func text(of tokens: ArraySlice<SQLToken>, in sql: String) -> String {
        guard let first = tokens.first, let last = tokens.last else { return "" }
        let bytes = sql.utf8
        let end = last.offset + last.text.utf8.count
        guard first.offset >= 0, first.offset < end, end <= bytes.count else { return SQLText.text(tokens) }
        let start = bytes.index(bytes.startIndex, offsetBy: first.offset)
        let text = String(decoding: bytes[start..<bytes.index(start, offsetBy: end - first.offset)], as: UTF8.self)
        // A comment would be a part of it.
        return text.contains("--") || text.contains("/*") || text.contains("\n") ? SQLText.text(tokens) : text
    }

    private static let starts: Set = [
        "CONSTRAINT", "PRIMARY", "NOT", "NULL", "UNIQUE", "CHECK", "DEFAULT", "COLLATE", "REFERENCES", "GENERATED",
        "AS",
    ]

    /// The constraints of a column.
    private static func parts(_ tokens: [SQLToken]) -> [Part] {
        var parts: [Part] = []
        var start = 0
        while start < tokens.count {
            var position = start
            while tokens[position].isWord("CONSTRAINT"), position + 2 < tokens.count { position += 2 }
            let end = end(of: position, in: tokens)
            parts.append(Part(Array(tokens[start..<end])))
            start = end
        }
        return parts
    }

    private static func end(of position: Int, in tokens: [SQLToken]) -> Int {
        var end = position + 1
        switch tokens[position].text.uppercased() {
        case "DEFAULT" where end < tokens.count:
            if tokens[end].text == "(" { return tokens.items(behind: end).end }
            end += tokens[end].text == "+" || tokens[end].text == "-" ? 2 : 1
        case "NOT": end += 1
        default: break
        }
        while end < tokens.count {
            let token = tokens[end]
            if token.text == "(" {
                end = tokens.items(behind: end).end
                continue
            }
            let before = tokens[end - 1].text.uppercased()
            // ON DELETE SET NULL, SET DEFAULT, NOT DEFERRABLE, GENERATED ALWAYS AS
            let isInside =
                before == "SET" || before == "ALWAYS"
                || token.isWord("NOT") && end + 1 < tokens.count && tokens[end + 1].isWord("DEFERRABLE")
            if starts.contains(token.text.uppercased()), !isInside { break }
            end += 1
        }
        return min(end, tokens.count)
    }
}

extension SQLiteDefinition.Part {
    init(_ tokens: [SQLToken]) {
        var own = tokens[...]
        while let first = own.first, first.isWord("CONSTRAINT"), own.count > 2 { own = own.dropFirst(2) }
        let first = own.first?.text.uppercased() ?? ""
        let mayHoldStrings = ["AS", "GENERATED", "CHECK", "DEFAULT"].contains(first)
        self.init(
            word: first == "AS" ? "GENERATED" : first, text: SQLText.text(tokens[...]),
            key: mayHoldStrings ? SQLText.keyWithStrings(own) : SQLText.key(own), tokens: Array(own))
    }

    init(_ sql: String) { self.init(SQLTokenizer(sql).tokens.filter { !$0.isSpace }) }

    /// The names in the first parentheses: of a key's or foreign key's columns.
    var columns: [String] {
        guard let open = tokens.firstIndex(where: { $0.text == "(" }) else { return [] }
        return tokens.items(behind: open).items.compactMap { $0.first?.unquotedName }
    }

    func names(_ column: String) -> Bool {
        tokens.contains { ($0.kind == .identifier || $0.kind == .keyword) && $0.name.foldedName == column.foldedName }
    }
}

extension SQLiteDefinition.Column {
    /// What is compared of it besides the constraints that can stand behind all columns.
    fileprivate var key: String {
        // NULL alone says nothing.
        let own = parts.filter { hoisted($0) == nil && $0.word != "NULL" }.map(\.key).sorted()
        let type = SQLText.key(SQLTokenizer(type).tokens.filter { !$0.isSpace })
        return ([SQLText.key(name), type] + own).joined(separator: "\u{1}")
    }

    /// The constraint as it would stand behind all columns; nil for those that stand behind a column only.
    fileprivate func hoisted(_ part: SQLiteDefinition.Part) -> String? {
        let name = SQLText.key(self.name)
        switch part.word {
        case "PRIMARY": return "primary key ( \(name) )" + part.key.dropFirst("primary key".count)
        case "UNIQUE": return "unique ( \(name) )" + part.key.dropFirst("unique".count)
        case "REFERENCES": return "foreign key ( \(name) ) " + part.key
        case "CHECK": return part.key
        default: return nil
        }
    }
}
