import ZIMOrm

/// The words of the classes of a schema's tables.
///
/// The last word is in the singular, and so is the name of another table that stands before it: `groups_users`, beside a
/// table `groups`, is a `GroupUser`.
struct ClassWords {
    /// The words of tables whose names are plurals, and the same in the singular.
    private let plurals: [[String]: [String]]

    init(_ tables: [TableSchema]) {
        plurals = tables.reduce(into: [:]) { plurals, table in
            let words = NameWords(table.ownName)
            let singular = words.singular
            if singular != words { plurals[words.words] = singular.words }
        }
    }

    func words(of name: String) -> NameWords {
        var words = NameWords(name).words
        for start in words.indices {
            for end in words.indices where end > start && end - start < words.count {
                if let singular = plurals[Array(words[start..<end])] {
                    words.replaceSubrange(start..<end, with: singular)
                }
            }
        }
        return NameWords(words: words).singular
    }

    /// The words of a class that got its table's name, or that of its schema before it.
    func words(of table: TableSchema, class name: String?) -> NameWords {
        let own = words(of: table.ownName)
        guard let schema = table.schema, let name, SwiftName.type(own) != name else { return own }
        let whole = NameWords(words: NameWords(schema).words + own.words)
        return SwiftName.type(whole) == name ? whole : NameWords(name)
    }
}
