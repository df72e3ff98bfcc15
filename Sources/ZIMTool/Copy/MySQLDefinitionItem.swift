import ZIMSql

/// One line of what `SHOW CREATE TABLE` prints in its parentheses: a column, a key or a check.
struct MySQLDefinitionItem: Sendable {
    enum Kind {
        case column, primaryKey, key, check, period, other
    }

    private(set) var tokens: [SQLToken]

    init(_ tokens: [SQLToken]) { self.tokens = tokens }

    var text: String { MySQLDefinition.text(tokens) }

    var kind: Kind {
        let words = tokens.filter { !$0.isSpace }.prefix(3)
        guard let first = words.first else { return .other }
        if first.text.hasPrefix("`") { return .column }
        if first.isWord("PRIMARY") { return .primaryKey }
        if first.isWord("PERIOD") { return .period }
        if first.isWord("CHECK") || (first.isWord("CONSTRAINT") && words.last?.isWord("CHECK") == true) {
            return .check
        }
        return ["UNIQUE", "KEY", "FULLTEXT", "SPATIAL", "VECTOR", "INDEX"].contains(where: first.isWord) ? .key : .other
    }

    /// The name of a column, key or constraint.
    var name: String? { tokens.first { $0.text.hasPrefix("`") }?.name }

    // MARK: Words

    /// Where the words stand that are in no parentheses.
    var words: [Int] { tokens.outerWords }

    func has(_ word: String) -> Bool { words.contains { tokens[$0].isWord(word) } }

    /// Where some words stand one behind the other.
    func range(of phrase: [String]) -> Range<Int>? { tokens.range(of: phrase) }

    /// The words of a type as `varchar`, in lower case.
    var type: String? { words.dropFirst().first.map { tokens[$0].text.lowercased() } }

    /// What stands in parentheses behind a word.
    func group(behind word: String) -> Range<Int>? {
        guard let mark = range(of: [word]),
            let open = words.first(where: { $0 >= mark.upperBound && tokens[$0].text == "(" })
        else { return nil }
        return open..<tokens.items(behind: open).end
    }

    // MARK: Changes

    mutating func replace(_ range: Range<Int>, with text: String) {
        tokens = tokens.replacing(range, with: text)
    }

    mutating func replaceWord(_ word: String, with text: String) -> Bool {
        guard let range = range(of: [word]) else { return false }
        replace(range, with: text)
        return true
    }

    /// - Returns: whether they were there.
    mutating func remove(_ phrase: [String]) -> Bool {
        guard let range = range(of: phrase) else { return false }
        replace(range, with: "")
        return true
    }

    /// Where CONSTRAINT stands that belongs to its check: with a name, or without.
    private var checkHead: Int? {
        guard let mark = range(of: ["CHECK"]) else { return nil }
        let front = words.filter { $0 < mark.lowerBound }.suffix(2)
        if let last = front.last, tokens[last].isWord("CONSTRAINT") { return last }
        guard front.count == 2, let first = front.first, tokens[first].isWord("CONSTRAINT") else { return nil }
        return first
    }

    /// The name of the check that it is, or that the column has.
    var checkName: String? {
        guard let head = checkHead, let place = words.first(where: { $0 > head }), tokens[place].text.hasPrefix("`")
        else {
            return nil
        }
        return tokens[place].name
    }

    /// Takes the check out of a column.
    mutating func takeCheck() -> MySQLDefinitionItem? {
        guard kind == .column, let mark = range(of: ["CHECK"]), let group = group(behind: "CHECK") else { return nil }
        let range = (checkHead ?? mark.lowerBound)..<group.upperBound
        let check = MySQLDefinitionItem(Array(tokens[range]))
        replace(range, with: "")
        return check
    }

    /// Gives its check another name; nil leaves it to the server.
    mutating func nameCheck(_ name: String?) {
        guard let mark = range(of: ["CHECK"]) else { return }
        let name = name.map { "CONSTRAINT \($0.mySQLName) " } ?? ""
        replace((checkHead ?? mark.lowerBound)..<mark.upperBound, with: name + "CHECK")
    }

    /// The columns of a key; of an expression what it begins with.
    var keyParts: [String] {
        guard let open = words.first(where: { tokens[$0].text == "(" }) else { return [] }
        return tokens.items(behind: open).items.compactMap { part in part.first { !$0.isSpace }?.name }
    }

    /// Where the default of a column stands, without the word.
    var defaultValue: Range<Int>? {
        guard let mark = words.first(where: { tokens[$0].isWord("DEFAULT") }),
            let first = tokens[(mark + 1)...].firstIndex(where: { !$0.isSpace })
        else { return nil }
        if tokens[first].text == "(" { return first..<tokens.items(behind: first).end }
        let next = tokens[(first + 1)...].firstIndex { !$0.isSpace } ?? tokens.endIndex
        guard next < tokens.endIndex, tokens[first].kind != .string else { return first..<first + 1 }
        // A call.
        if tokens[next].text == "(" { return first..<tokens.items(behind: next).end }
        // A sign, or what stands in front of a text as its character set or `b'101'`.
        let hasSecond = ["-", "+"].contains(tokens[first].text) || tokens[next].kind == .string
        return first..<(hasSecond ? next : first) + 1
    }

    /// nil where it has none.
    var withoutDefault: MySQLDefinitionItem? {
        guard kind == .column, let value = defaultValue,
            let mark = tokens[..<value.lowerBound].lastIndex(where: { $0.isWord("DEFAULT") })
        else { return nil }
        return MySQLDefinitionItem(tokens.replacing(mark..<value.upperBound, with: ""))
    }

    mutating func setDefault(_ sql: String) {
        if let value = defaultValue { replace(value, with: sql) }
    }

    /// Puts a default in parentheses, which MySQL asks for wherever it is no constant, and in columns that are as long as
    /// they like.
    ///
    /// Source: <https://dev.mysql.com/doc/refman/8.0/en/data-type-defaults.html>
    mutating func parenthesizeDefault() {
        guard let value = defaultValue, let first = tokens[value].first, let last = tokens[value].last,
            first.text != "("
        else { return }
        let type = type ?? ""
        switch last.kind {
        case .string, .blob, .integer, .hexadecimal, .real:
            guard ["text", "blob", "json", "geometry"].contains(where: type.hasSuffix) else { return }
        default:
            if ["NULL", "TRUE", "FALSE"].contains(where: first.isWord) { return }
            let isMoment = ["CURRENT_TIMESTAMP", "NOW", "LOCALTIME", "LOCALTIMESTAMP"].contains(where: first.isWord)
            if isMoment, type == "datetime" || type == "timestamp" { return }
        }
        replace(value, with: "(" + tokens[value].map(\.text).joined() + ")")
    }
}

extension [SQLToken] {
    /// The positions of the words that stand in no parentheses, and of those that open some.
    var outerWords: [Int] {
        var depth = 0
        var found: [Int] = []
        for index in indices where !self[index].isSpace {
            if self[index].text == ")" { depth -= 1 }
            if depth == 0 { found.append(index) }
            if self[index].text == "(" { depth += 1 }
        }
        return found
    }

    /// Where some words stand one behind the other, in no parentheses.
    func range(of phrase: [String]) -> Range<Int>? {
        let words = outerWords
        for start in words.indices where start + phrase.count <= words.count {
            let found = words[start..<start + phrase.count]
            if zip(found, phrase).allSatisfy({ self[$0].isWord($1) }), let first = found.first, let last = found.last {
                return first..<last + 1
            }
        }
        return nil
    }

    /// Where the value of an option stands: `ENGINE=InnoDB`.
    private func value(behind word: Int) -> Int? {
        self[(word + 1)...].firstIndex { !$0.isSpace && $0.text != "=" }
    }

    func replacing(_ range: Range<Int>, with text: String) -> [SQLToken] {
        // What stands on either side never becomes one word with it, or without it.
        let pad = text.hasPrefix("'") ? "" : " "
        let new = self[..<range.lowerBound].map(\.text) + [pad, text, pad] + self[range.upperBound...].map(\.text)
        return SQLTokenizer(new.joined(), rules: .mySQL).tokens
    }

    /// Without `_utf8mb4` in front of texts, as MySQL prints them. MariaDB reads `_utf8mb4'ö'` as `'xC3xB6'` when it opens the
    /// table again, and others know no such thing.
    var withoutUnicodeIntroducers: [SQLToken] {
        let texts = indices.map { index in
            guard ["_utf8mb4", "_utf8mb3", "_utf8"].contains(self[index].text.lowercased()), index + 1 < endIndex,
                self[index + 1].kind == .string
            else { return self[index].text }
            // Of a collation of its own it says the character set.
            let next = self[(index + 2)...].first { !$0.isSpace }
            let isNeeded = next?.isWord("COLLATE") == true && self[index].text.lowercased() != "_utf8mb4"
            return isNeeded ? self[index].text : " "
        }
        return texts == map(\.text) ? self : SQLTokenizer(texts.joined(), rules: .mySQL).tokens
    }

    /// With another storage engine of the table and its partitions, and without a row format that only the other one has.
    func withStorageEngine(_ name: String) -> [SQLToken] {
        var texts = map(\.text)
        for index in indices where self[index].isWord("ENGINE") || self[index].isWord("ROW_FORMAT") {
            guard let value = value(behind: index) else { continue }
            if self[index].isWord("ENGINE") {
                texts[value] = " \(name) "
            } else if self[value].isWord("PAGE") {
                for place in index...value { texts[place] = " " }
            }
        }
        return SQLTokenizer(texts.joined(), rules: .mySQL).tokens
    }

    /// With `COLLATE` behind a character set that stands alone.
    func spellingCollation(_ defaults: [String: String]) -> [SQLToken] {
        guard range(of: ["COLLATE"]) == nil,
            let mark = range(of: ["CHARACTER", "SET"]) ?? range(of: ["CHARSET"]),
            let place = value(behind: mark.upperBound - 1),
            let collation = defaults[self[place].name]
        else { return self }
        return replacing(place..<place + 1, with: "\(self[place].text) COLLATE \(collation)")
    }

    /// With other names behind COLLATE.
    func renamingCollations(_ name: (String) -> String) -> [SQLToken] {
        var texts = map(\.text)
        var isChanged = false
        for index in indices where self[index].isWord("COLLATE") {
            guard let behind = value(behind: index) else { continue }
            let old = self[behind].name
            let new = name(old)
            guard new != old else { continue }
            // COLLATE`utf8mb4_bin` has no space.
            texts[behind] = " \(new) "
            isChanged = true
        }
        return isChanged ? SQLTokenizer(texts.joined(), rules: .mySQL).tokens : self
    }
}
