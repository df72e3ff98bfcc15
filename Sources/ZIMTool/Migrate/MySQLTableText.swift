import ZIMOrm
import ZIMSql

/// A table of MySQL or MariaDB, part by part as `SHOW CREATE TABLE` prints it, so that two can be compared.
///
/// Source: <https://mariadb.com/kb/en/show-create-table/>
struct MySQLTableText {
    struct Column {
        let name: String
        /// `decimal(8,2)`
        let type: String
        /// All behind the name, with the character set and collation of a text.
        var text: String
        var isGenerated = false
        var isNotNull = false
        var hasDefault = false
        var isCounted = false

        /// Whether two servers say the same in other words.
        func isSame(as other: Column) -> Bool {
            MySQLTypeName.withoutWidth(text) == MySQLTypeName.withoutWidth(other.text)
        }
    }

    struct Key: Equatable {
        /// `PRIMARY KEY`, `UNIQUE KEY` …
        let kind: String
        /// Empty for the primary key.
        let name: String
        /// ``(`a`,`b`(10))``
        let text: String
        /// Those without an expression.
        let columns: [String]

        var sql: String {
            [kind, name.isEmpty ? "" : name.mySQLName, text].filter { !$0.isEmpty }.joined(separator: " ")
        }
        var dropped: String { name.isEmpty ? "DROP PRIMARY KEY" : "DROP KEY " + name.mySQLName }
    }

    struct ForeignKey {
        let name: String
        /// ``FOREIGN KEY (`w`) REFERENCES `p` (`w`) ON DELETE CASCADE``
        let text: String
        let columns: [String]
        let parent: String
        let references: [String]
    }

    struct Check {
        let name: String
        /// ``CHECK (`a` > 0)``
        let text: String
    }

    var columns: [Column] = []
    var keys: [Key] = []
    var foreignKeys: [ForeignKey] = []
    var checks: [Check] = []
    /// ``PERIOD FOR SYSTEM_TIME (`since`, `until`)``
    var periods: [String] = []
    /// Parts that are none of these.
    var others: [String] = []
    /// `ENGINE` and others, without the counter of AUTO_INCREMENT.
    var options: [(name: String, value: String)] = []
    /// Whether the server keeps the rows of the past.
    var isVersioned = false
    /// What stands behind them: `PARTITION BY …`
    var rest = ""

    init() {}

    /// - Parameter database: where the table is: the sequences that it asks there are named without it.
    /// - Throws: ``ToolError`` where the text is no CREATE TABLE with columns.
    init(_ sql: String, of table: String, in database: String? = nil) throws {
        var tokens = SQLTokenizer(sql, rules: .mySQL).tokens
        if let database { tokens = MySQLSequenceCalls.withoutDatabase(database, in: tokens) }
        guard let open = tokens.firstIndex(where: { $0.text == "(" }),
            !tokens.contains(where: { $0.kind == .terminal || $0.kind == .error })
        else {
            throw ToolError("the definition of \"\(table)\" is not a CREATE TABLE with columns: \(sql.prefix(200))")
        }
        let (items, end) = tokens.items(behind: open)
        takeOptions(tokens[end...])
        for item in items { take(item.filter { !$0.isSpace }, MySQLDefinition.text(item)) }
    }

    func column(_ name: String) -> Column? { columns.first { $0.name.hasSameBytes(as: name) } }

    func option(_ name: String) -> String? { options.first { $0.name == name }?.value }

    /// The CREATE TABLE without foreign keys: they come when all tables are there.
    func sql(_ name: String) -> String {
        let items =
            columns.map { $0.name.mySQLName + " " + $0.text } + keys.map(\.sql) + checks.map(\.sql) + periods + others
        let options = options.map { $0.name + "=" + $0.value }
        let list = items.map { "    " + $0 }.joined(separator: ",\n")
        let parts = ["CREATE TABLE \(name.mySQLName) (\n\(list)\n)"] + options
        return (parts + [isVersioned ? "WITH SYSTEM VERSIONING" : "", rest].filter { !$0.isEmpty })
            .joined(separator: " ")
    }

    // MARK: Reading

    private mutating func take(_ words: [SQLToken], _ text: String) {
        guard let first = words.first else { return }
        let word = first.text.uppercased()
        switch word {
        case "PRIMARY", "UNIQUE", "KEY", "FULLTEXT", "SPATIAL", "INDEX": takeKey(words)
        case "CONSTRAINT" where words.count > 2:
            takeConstraint(words[1].name, Array(words[2...]), text)
        case "FOREIGN", "CHECK": takeConstraint("", words, text)
        case "PERIOD": periods.append(text)
        default: if first.text.hasPrefix("`") { takeColumn(words, text) } else { others.append(text) }
        }
    }

    private mutating func takeKey(_ words: [SQLToken]) {
        guard let open = words.firstIndex(where: { $0.text == "(" }) else { return }
        let head = words[..<open]
        let named = head.last.flatMap { $0.text.hasPrefix("`") ? $0 : nil }
        let kind = (named == nil ? head : head.dropLast()).map { $0.text.uppercased() }.joined(separator: " ")
        let (parts, _) = words.items(behind: open)
        keys.append(
            Key(
                kind: kind, name: named?.name ?? "", text: Self.joined(words[open...]),
                columns: parts.compactMap { $0.first }.filter { $0.text.hasPrefix("`") }.map(\.name)))
    }

    private mutating func takeConstraint(_ name: String, _ words: [SQLToken], _ text: String) {
        guard words.first?.isWord("FOREIGN") == true else {
            checks.append(Check(name: name, text: Self.behindName(text)))
            return
        }
        guard let open = words.firstIndex(where: { $0.text == "(" }),
            let mark = words.firstIndex(where: { $0.isWord("REFERENCES") }), mark + 1 < words.count,
            let other = words[mark...].firstIndex(where: { $0.text == "(" })
        else { return others.append(text) }
        func names(_ open: Int) -> [String] { words.items(behind: open).items.compactMap { $0.first?.name } }
        foreignKeys.append(
            ForeignKey(
                name: name, text: Self.behindName(text), columns: names(open), parent: words[mark + 1].name,
                references: names(other)))
    }

    private mutating func takeColumn(_ words: [SQLToken], _ text: String) {
        let outer = words.outerWords.map { words[$0] }
        func has(_ word: String) -> Bool { outer.contains { $0.isWord(word) } }
        var typeEnd = 2
        if words.count > 2, words[2].text == "(" { typeEnd = words.items(behind: 2).end }
        let type = Self.joined(words[1..<min(typeEnd, words.count)])
        let rest = String(text.dropFirst(words[0].text.count)).trimmingSpaces
        var column = Column(name: words[0].name, type: type, text: rest)
        column.isGenerated = has("GENERATED")
        column.isNotNull = zip(outer, outer.dropFirst()).contains { $0.isWord("NOT") && $1.isWord("NULL") }
        column.hasDefault = has("DEFAULT")
        column.isCounted = has("AUTO_INCREMENT")
        if Self.texts.contains(words.count > 1 ? words[1].text.lowercased() : ""), !has("COLLATE"), !has("CHARACTER") {
            // It says the same whatever the table's own are.
            let set = [
                option("DEFAULT CHARSET").map { "CHARACTER SET " + $0 }, option("COLLATE").map { "COLLATE " + $0 },
            ].compactMap { $0 }
            column.text = ([type] + set + [String(rest.dropFirst(type.count)).trimmingSpaces]).filter { !$0.isEmpty }
                .joined(separator: " ")
        }
        columns.append(column)
    }

    private mutating func takeOptions(_ tokens: ArraySlice<SQLToken>) {
        var name: [String] = []
        var words = tokens[...]
        while let token = words.popFirst() {
            if token.isWord("WITH"), words.first(where: { !$0.isSpace })?.isWord("SYSTEM") == true {
                isVersioned = true
                words = words.drop { $0.isSpace || $0.isWord("SYSTEM") || $0.isWord("VERSIONING") }
                continue
            }
            if token.isWord("PARTITION") || token.isWord("WITH") || token.kind == .comment {
                rest = (token.text + words.map(\.text).joined()).trimmingSpaces
                return
            }
            if token.kind == .whitespace { continue }
            guard token.text == "=" else {
                name.append(token.text.uppercased())
                continue
            }
            words = words.drop { $0.isSpace }
            let option = name.joined(separator: " ")
            name = []
            if let value = words.popFirst(), option != "AUTO_INCREMENT" { options.append((option, value.text)) }
        }
    }

    /// Types of columns that have a character set.
    private static let texts: Set<String> = [
        "char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum", "set",
    ]

    /// Tokens as the server prints them: `decimal(8,2)`.
    private static func joined(_ tokens: ArraySlice<SQLToken>) -> String {
        var text = ""
        for token in tokens {
            let isTight =
                text.isEmpty || text.hasSuffix("(") || text.hasSuffix(",") || ["(", ")", ","].contains(token.text)
            text += isTight ? token.text : " " + token.text
        }
        return text
    }

    /// A constraint without `CONSTRAINT` and its name.
    private static func behindName(_ text: String) -> String {
        let tokens = SQLTokenizer(text, rules: .mySQL).tokens
        guard let first = tokens.first, first.isWord("CONSTRAINT"),
            let position = tokens.dropFirst().firstIndex(where: { $0.isWord("FOREIGN") || $0.isWord("CHECK") })
        else { return text }
        return tokens[position...].map(\.text).joined()
    }
}

extension MySQLTableText.ForeignKey {
    /// `ADD` it; a name that the server had chosen it chooses again.
    func sql(of table: String) -> String {
        let isChosen = name.isEmpty || name.hasPrefix(table + "_ibfk_")
        return (isChosen ? "" : "CONSTRAINT \(name.mySQLName) ") + text
    }
}

extension MySQLTableText.Check {
    var sql: String { (name.isEmpty ? "" : "CONSTRAINT \(name.mySQLName) ") + text }
}

extension String {
    /// `` `a name` ``
    var mySQLName: String { "`" + replacing("`", with: "``") + "`" }
}
