import ZIMOrm
import ZIMSql

/// What a MySQL server says that made a table, in parts: between two servers, the table is made from it.
///
/// Whoever pretends to be a server can say anything, so the text is taken apart and checked: it makes this one table, and
/// takes nothing from other tables, files or servers.
///
/// Source: <https://mariadb.com/kb/en/show-create-table/>
struct MySQLDefinition: Sendable {
    struct ForeignKey: Sendable {
        /// ``CONSTRAINT `of_order` FOREIGN KEY (`w`, `d`) REFERENCES``
        private(set) var head: String
        /// The same without the name.
        fileprivate let namelessHead: String
        /// That of the table that it references, where it is another one.
        fileprivate let database: String?
        var parent: String
        /// ``(`w`, `d`) ON DELETE CASCADE``
        let tail: String
        /// How a person reads it.
        var text: String { head + " `" + parent + "` " + tail }

        /// The same key, whose name the server chooses.
        var nameless: ForeignKey {
            var key = self
            key.head = namelessHead
            return key
        }
    }

    private let table: String
    /// Columns, keys and checks.
    private(set) var items: [MySQLDefinitionItem]
    /// What stands behind the list.
    private(set) var options: [SQLToken]
    private(set) var foreignKeys: [ForeignKey]
    /// Columns whose default asks a sequence, with that default: they are made without it, which would go on asking the
    /// source's own.
    private(set) var sequenceDefaults: [(column: String, text: String)] = []

    /// - Throws: ``ToolError`` where the text is more than the definition of this table.
    init(_ sql: String, of table: String) throws {
        func refusal(_ what: String) -> ToolError {
            ToolError(
                "nothing was copied: the definition of the table \"\(table)\" \(what)",
                "--except TABLE copies the others without it")
        }
        self.table = table
        let tokens = SQLTokenizer(sql.withoutVersionComments, rules: .mySQL).tokens
        for token in tokens {
            switch token.kind {
            case .terminal: throw refusal("goes on behind its statement")
            case .error, .comment, .parameter: throw refusal("holds \(token.text.prefix(100))")
            default: break
            }
            if token.text == token.name, Self.refused.contains(token.text.uppercased()) {
                throw refusal("uses \(token.text)")
            }
        }
        let words = tokens.indices.filter { !tokens[$0].isSpace }
        guard words.count > 4, tokens[words[0]].isWord("CREATE"), tokens[words[1]].isWord("TABLE"),
            tokens[words[2]].name == table, tokens[words[3]].text == "("
        else { throw refusal("is none: \(sql.prefix(100))") }
        let (items, end) = tokens.items(behind: words[3])
        let rest = Array(tokens[end...])
        for engine in Self.storageEngines(in: rest) where !Self.engines.contains(engine.lowercased()) {
            throw refusal("has the storage engine \(engine)")
        }
        // Rows of elsewhere: AS SELECT, AS TABLE.
        let front = rest.prefix { !$0.isWord("PARTITION") }
        if let word = front.first(where: { token in Self.sources.contains { token.isWord($0) } }) {
            throw refusal("uses \(word.text)")
        }
        var (kept, keys): ([MySQLDefinitionItem], [ForeignKey]) = ([], [])
        for item in items {
            // The columns of another table; in a check it compares texts.
            if let word = item.first(where: { !$0.isSpace }), word.isWord("LIKE") { throw refusal("uses \(word.text)") }
            if !Self.isForeignKey(item) {
                guard let asking = MySQLSequenceCalls.asked(byDefaultIn: item),
                    let column = item.first(where: { !$0.isSpace })
                else {
                    kept.append(MySQLDefinitionItem(item))
                    continue
                }
                sequenceDefaults.append((column.name, Self.text(Array(item[asking].dropFirst()))))
                kept.append(MySQLDefinitionItem(Array(item[..<asking.lowerBound] + item[asking.upperBound...])))
            } else if let key = ForeignKey(item) {
                keys.append(key)
            } else {
                throw refusal("has \(Self.text(item))")
            }
        }
        self.items = kept
        options = rest
        foreignKeys = keys
    }

    /// Storage engines that keep their rows themselves.
    private static let engines: Set<String> = ["innodb", "myisam", "aria", "rocksdb", "memory"]
    /// What reads or waits for something else.
    private static let refused: Set<String> = [
        "SELECT", "UNION", "DIRECTORY", "CONNECTION", "LOAD_FILE", "SLEEP", "BENCHMARK", "GET_LOCK",
    ]

    private static let sources = ["AS", "TABLE", "VALUES", "IGNORE", "REPLACE", "LIKE"]

    /// That of the table, and of partitions.
    private static func storageEngines(in options: [SQLToken]) -> [String] {
        let words = options.filter { !$0.isSpace }
        return words.indices.filter { words[$0].isWord("ENGINE") }.compactMap { index in
            words[(index + 1)...].first { $0.text != "=" }?.name
        }
    }

    private static func isForeignKey(_ item: [SQLToken]) -> Bool {
        let words = item.filter { !$0.isSpace }
        return words.first?.isWord("FOREIGN") == true
            || (words.first?.isWord("CONSTRAINT") == true && words.dropFirst(2).first?.isWord("FOREIGN") == true)
    }

    static func text(_ tokens: some Sequence<SQLToken>) -> String { tokens.map(\.text).joined().trimmingSpaces }

    mutating func keepForeignKeys(where isKept: (ForeignKey) -> Bool) { foreignKeys.removeAll { !isKept($0) } }

    mutating func mapForeignKeys(_ key: (ForeignKey) -> ForeignKey?) { foreignKeys = foreignKeys.compactMap(key) }

    /// Calls the tables that it references as the copy does: `sales.orders`, but for those of one database.
    ///
    /// - Parameters:
    ///   - schema: its own database; nil for the one whose tables have bare names.
    ///   - home: the name of that one.
    mutating func qualifyParents(schema: String?, home: String?) {
        for index in foreignKeys.indices {
            let key = foreignKeys[index]
            let other = key.database == home ? nil : key.database
            foreignKeys[index].parent = QualifiedName.text(
                schema: key.database == nil ? schema : other, table: key.parent)
        }
    }

    mutating func renameParents(_ name: (String) -> String) {
        for index in foreignKeys.indices { foreignKeys[index].parent = name(foreignKeys[index].parent) }
    }

    /// Parts in place of its own; they are looked at as those of the source were.
    ///
    /// - Throws: ``ToolError`` where they are more than the definition of the table.
    mutating func take(_ items: [MySQLDefinitionItem], options: [SQLToken]) throws {
        let list = items.map(\.text).joined(separator: ",\n")
        let read = try MySQLDefinition("CREATE TABLE \(table.mySQLName) (\n\(list)\n) \(Self.text(options))", of: table)
        guard read.items.map(\.text) == items.map(\.text), read.foreignKeys.isEmpty else {
            throw ToolError(
                "nothing was copied: the definition of the table \"\(table)\" cannot be fitted to the target")
        }
        (self.items, self.options) = (items, options)
    }

    /// The same, with the names of keys and checks for the server to choose.
    var nameless: MySQLDefinition {
        var definition = self
        definition.mapForeignKeys(\.nameless)
        for index in items.indices { definition.items[index].nameCheck(nil) }
        return definition
    }

    mutating func setDefault(of column: String, _ sql: String) {
        for index in items.indices where items[index].kind == .column && items[index].name == column {
            items[index].setDefault(sql)
        }
    }

    /// - Parameter labels: those of an ENUM, as many as it has.
    mutating func setLabels(of column: String, _ labels: [String]) {
        for index in items.indices where items[index].kind == .column && items[index].name == column {
            let places = items[index].group(behind: "ENUM")?.filter { items[index].tokens[$0].kind == .string } ?? []
            guard places.count == labels.count else { continue }
            for (place, label) in zip(places, labels).reversed() {
                items[index].replace(place..<place + 1, with: MySQLLiteral.quoted(label))
            }
        }
    }

    /// The collations of columns that name a character set only, and of the table: another server has other defaults.
    mutating func spellCollations(_ defaults: [String: String]) {
        items = items.map { item in
            item.kind == .column ? MySQLDefinitionItem(item.tokens.spellingCollation(defaults)) : item
        }
        options = options.spellingCollation(defaults)
    }

    func create(_ table: String, _ ddl: CopyDDL) -> SQL {
        let list = items.map { "  " + $0.text }.joined(separator: ",\n")
        return "CREATE TABLE \(ddl.identifier(table)) (\n\(unsafe: list)\n) \(unsafe: Self.text(options))"
    }
}

extension MySQLDefinition.ForeignKey {
    func clause(_ ddl: CopyDDL) -> SQL { "\(unsafe: head) \(ddl.identifier(parent)) \(unsafe: tail)" }

    /// nil where it is written in another way than a server does.
    fileprivate init?(_ item: [SQLToken]) {
        guard let mark = item.firstIndex(where: { $0.isWord("REFERENCES") }) else { return nil }
        var behind = item[(mark + 1)...].drop { $0.isSpace }
        let isQualified = behind.dropFirst().first?.text == "."
        database = isQualified ? behind.first?.name : nil
        if isQualified { behind = behind.dropFirst(2) }
        guard let name = behind.first, let next = behind.dropFirst().first(where: { !$0.isSpace }), next.text == "("
        else { return nil }
        head = MySQLDefinition.text(Array(item[...mark]))
        let start = item[..<mark].firstIndex { $0.isWord("FOREIGN") } ?? item.startIndex
        namelessHead = MySQLDefinition.text(Array(item[start...mark]))
        parent = name.name
        tail = MySQLDefinition.text(Array(behind.dropFirst()))
    }
}
