/// What the words of a column's name say about the table that it points to.
struct ColumnWords {
    /// All of them.
    let whole: [String]
    /// Without the table's abbreviation.
    let own: [String]
    /// What may be another table's name: without the words of a key, or a number, at the end.
    let bare: [[String]]
    let hasKeyWords: Bool

    /// - Parameter tables: the tables' names, their words joined.
    init(_ name: String, prefix: String?, tables: Set<String>) {
        whole = NameWords(name).words
        own = prefix != nil && whole.first == prefix && whole.count > 1 ? Array(whole.dropFirst()) : whole
        let words = NameWords(words: own)
        var bare = [own]
        if let rest = words.withoutKeyWords?.words { bare.append(rest) }
        hasKeyWords = words.withoutKeyWords != nil || words.words.allSatisfy(NameWords.keyWords.contains)
        // `team_id_winner` is a team, too.
        if let position = own.firstIndex(where: NameWords.keyWords.contains), position > 0, position < own.count - 1 {
            bare.append(Array(own[..<position]))
        }
        for words in bare {
            guard let last = words.last else { continue }
            let letters = last.prefix { !$0.isNumber }
            // `country1`
            if letters.count < last.count, last.dropFirst(letters.count).allSatisfy(\.isNumber), !letters.isEmpty {
                bare.append(words.dropLast() + [String(letters)])
            }
            // `countrycode`, where there is a table of countries.
            for end in NameWords.keyWords where last.count > end.count && last.hasSuffix(end) {
                let rest = EnglishNoun.singular(String(last.dropLast(end.count)))
                if tables.contains(words.dropLast().joined() + rest) || tables.contains(rest) {
                    bare.append(words.dropLast() + [rest])
                }
            }
        }
        // `groups_id`
        if hasKeyWords { bare += bare.map { NameWords(words: $0).singular.words }.filter { !bare.contains($0) } }
        self.bare = bare
    }

    /// Whether the column is called as a table: `customer`, `customer_id`, `customerid`, `customer2`.
    func isNamed(_ table: [String]) -> Bool {
        bare.contains { $0 == table || $0.joined() == table.joined() }
    }

    /// Whether the table's name stands at its end, behind a role: `billing_address_id`.
    func ends(with table: [String]) -> Bool {
        bare.contains { $0.count > table.count && $0.suffix(table.count) == table[...] }
    }

    /// Whether the name means another row of the same table.
    var isSelf: Bool {
        bare.contains { words in
            guard let first = words.first, let last = words.last else { return false }
            return Self.superiors.contains(first) || Self.superiors.contains(last) || words == ["reports", "to"]
                || words == ["reportsto"]
        }
    }

    /// Whether another column names the table that it references: `record_id` beside `record_type`.
    func isPolymorphic(among others: [ColumnWords]) -> Bool {
        bare.contains { words in others.contains { $0.whole == words + ["type"] } }
    }

    private static let superiors: Set<String> = ["parent", "boss", "manager", "supervisor", "predecessor"]

    /// Words that every table may have, so that the same in two tables says nothing.
    static func isGeneric(_ words: [String]) -> Bool {
        words.allSatisfy { NameWords.keyWords.contains($0) || names.contains($0) }
    }

    private static let names: Set<String> = [
        "name", "title", "label", "description", "type", "kind", "date", "time", "year", "line", "seq", "sequence",
        "position", "version", "status", "value", "abbreviation", "short", "symbol",
    ]
}
