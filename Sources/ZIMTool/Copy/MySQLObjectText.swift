import ZIMSql

/// What a MySQL or MariaDB server says that made a view, function, procedure, trigger, event or sequence, without who
/// defined it.
///
/// ```
/// CREATE DEFINER=`root`@`localhost` TRIGGER counted AFTER INSERT ON sale FOR EACH ROW …
/// CREATE TRIGGER counted AFTER INSERT ON sale FOR EACH ROW …
/// ```
/// An event is made so that it does not run.
///
/// Whoever pretends to be a server can say anything: the text is taken only where it begins as the statement that makes
/// this object, and it is sent as one statement.
struct MySQLObjectText: Hashable {
    /// The database that the object is from.
    struct Home: Hashable {
        let name: String
        /// The names of its tables, views, sequences and routines, in lower case.
        var objects: Set<String> = []
    }

    let sql: String
    /// What may be the names of tables and the like.
    let names: Set<String>
    /// Why it cannot be made elsewhere; nil if it can.
    let refusal: String?
    /// Whether it has texts of its own, as parameters and variables, which are compared as the database says.
    let hasTexts: Bool

    /// What stands in front of what is made, but for who defined it.
    private static let front = [
        "CREATE", "ALGORITHM", "=", "UNDEFINED", "MERGE", "TEMPTABLE", "SQL", "SECURITY", "DEFINER", "INVOKER",
        "AGGREGATE",
    ]
    private static let texts = [
        "CHAR", "VARCHAR", "NCHAR", "NVARCHAR", "CHARACTER", "NATIONAL", "TEXT", "TINYTEXT", "MEDIUMTEXT", "LONGTEXT",
        "LONG", "ENUM",
    ]

    /// nil where the text is none of such an object.
    ///
    /// - Parameters:
    ///   - mode: the SQL mode that the text is read in.
    ///   - table: the table of a trigger.
    init?(
        _ text: String, _ kind: CopyObject.Kind, _ name: String, in home: Home, mode: String? = nil,
        on table: String? = nil
    ) {
        var tokens = SQLTokenizer(text, rules: .mySQL).tokens
        // A view that asks a sequence names its database, as a default does.
        if kind == .view { tokens = MySQLSequenceCalls.withoutDatabase(home.name, in: tokens) }
        let word = kind.rawValue.uppercased()
        guard tokens.first?.isWord("CREATE") == true, let mark = tokens.firstIndex(where: { $0.isWord(word) }) else {
            return nil
        }
        // Who defined it stands in front of SQL SECURITY, or of what is made.
        let security = tokens[..<mark].firstIndex { $0.isWord("SQL") || $0.isWord("AGGREGATE") } ?? mark
        let definer = tokens[..<security].firstIndex { $0.isWord("DEFINER") } ?? security
        let isKnown = (tokens[..<definer] + tokens[security..<mark]).allSatisfy { token in
            token.isSpace || Self.front.contains { token.isWord($0) || token.text == $0 }
        }
        let start =
            tokens[(mark + 1)...].firstIndex {
                !$0.isSpace && !$0.isWord("IF") && !$0.isWord("NOT") && !$0.isWord("EXISTS")
            }
            ?? tokens.endIndex
        var words = tokens[start...].filter { !$0.isSpace && $0.kind != .comment }[...]
        // A trigger is shown as somebody wrote it.
        let isQualified = words.count > 2 && Self.isSame(words[0], home.name) && words[1].text == "."
        if isQualified { words = words.dropFirst(2) }
        guard isKnown, let own = words.popFirst(), Self.isSame(own, name) else { return nil }
        var state: Int?
        switch kind {
        // Else it would be one of a library that is loaded into the server.
        case .function, .procedure: guard words.first?.text == "(" else { return nil }
        case .trigger:
            var place = words.drop { !$0.isWord("ON") }.dropFirst()
            if place.dropFirst().first?.text == "." { place = place.dropFirst(2) }
            guard let table, let named = place.first, Self.isSame(named, table) else { return nil }
        case .event:
            guard let body = tokens[start...].firstIndex(where: { $0.isWord("DO") }),
                let found = tokens[start..<body].lastIndex(where: { $0.isWord("ENABLE") || $0.isWord("DISABLE") })
            else { return nil }
            state = found
        default: break
        }
        sql = tokens.indices.map { index in
            if definer..<security ~= index || mark + 2..<max(start, mark + 2) ~= index { return "" }
            return index == state ? "DISABLE" : tokens[index].text
        }.joined()
        names = Set(words.map(Self.name))
        hasTexts =
            words.contains { token in Self.texts.contains { token.isWord($0) } }
            || zip(words, words.dropFirst()).contains { $0.isWord("SET") && $1.text == "(" }
        if !Self.isReadable(tokens, text, mode ?? "") {
            refusal = "it holds what cannot be read here"
        } else if isQualified || Self.names(home, words) {
            refusal = "it names the database \(home.name)"
        } else {
            refusal = nil
        }
    }

    /// Whether the text is read as the server reads it.
    private static func isReadable(_ tokens: [SQLToken], _ text: String, _ mode: String) -> Bool {
        let modes = mode.split(separator: ",")
        if modes.contains("NO_BACKSLASH_ESCAPES"), text.contains("\\") { return false }
        return tokens.allSatisfy { token in
            switch token.kind {
            // A label before LOOP reads like a parameter.
            case .error, .parameter: false
            case .comment: !SQLLexicalRules.mySQL.executes(token)
            case .string: !modes.contains("ANSI_QUOTES") || !token.text.hasPrefix("\"") || !token.text.contains("\\")
            default: true
            }
        }
    }

    /// Whether something is looked for in the database by its name: `shop.sale`, `shop.sale.number`. A table may have the
    /// same name, so that `shop.number` is a column.
    private static func names(_ home: Home, _ words: ArraySlice<SQLToken>) -> Bool {
        let database = home.name.lowercased()
        // `shop.2024` reads like a number behind a name.
        let isNumbered = zip(words, words.dropFirst()).contains {
            isSame($0, database) && $1.text.count > 1 && $1.text.hasPrefix(".")
        }
        // What is put together as a text and run may name it, too.
        let isBuilt = words.contains { $0.isWord("PREPARE") || $0.isWord("IMMEDIATE") }
        if isNumbered
            || (isBuilt && words.contains { $0.kind == .string && $0.text.lowercased().contains(database) })
        {
            return true
        }
        return words.indices.dropLast(2).contains { index in
            guard words[index + 1].text == ".", name(words[index]).lowercased() == database,
                index == words.startIndex || words[index - 1].text != "."
            else { return false }
            return home.objects.contains(name(words[index + 2]).lowercased()) || !home.objects.contains(database)
                || (index + 3 < words.endIndex && words[index + 3].text == ".")
        }
    }

    /// Names of routines ignore case, and on some servers all others.
    private static func isSame(_ token: SQLToken, _ name: String) -> Bool {
        Self.name(token).lowercased() == name.lowercased()
    }

    /// With ANSI_QUOTES, `"sale"` is a name.
    private static func name(_ token: SQLToken) -> String {
        token.text.hasPrefix("\"") ? MySQLLiteral.text(of: token) : token.name
    }
}
