import ZIMSql

/// A constraint of PostgreSQL as the server itself writes it: `UNIQUE NULLS NOT DISTINCT (a) DEFERRABLE`.
struct PostgresConstraint: Sendable, Hashable {
    enum Kind: String, Sendable {
        case primaryKey = "p"
        case unique = "u"
        case exclusion = "x"
        case foreignKey = "f"
        case check = "c"

        var hasIndex: Bool { self == .primaryKey || self == .unique || self == .exclusion }

        /// The first word of its text.
        var word: String {
            switch self {
            case .primaryKey: "PRIMARY"
            case .unique: "UNIQUE"
            case .exclusion: "EXCLUDE"
            case .foreignKey: "FOREIGN"
            case .check: "CHECK"
            }
        }
    }

    /// The text of a foreign key before and behind the name of the table that it references.
    struct Reference: Sendable, Hashable {
        let head: String
        let tail: String
    }

    let kind: Kind
    let name: String
    let text: String

    /// nil for what is no foreign key.
    var reference: Reference? {
        guard kind == .foreignKey else { return nil }
        let tokens = SQLTokenizer(text, rules: .postgreSQL).tokens
        guard let word = tokens.firstIndex(where: { $0.text == "REFERENCES" }),
            let open = tokens[word...].first(where: { $0.text == "(" })
        else { return nil }
        let start = tokens[word].offset + "REFERENCES".utf8.count
        return Reference(
            head: String(decoding: text.utf8.prefix(start), as: UTF8.self),
            tail: String(decoding: text.utf8.dropFirst(open.offset), as: UTF8.self))
    }

    /// Whether words stand in its text one behind the other, outside of parentheses.
    func says(_ words: String) -> Bool { Self.says(words, in: text) }

    static func says(_ words: String, in text: String) -> Bool {
        let tokens = SQLTokenizer(text, rules: .postgreSQL).tokens
        return " \(tokens.outerWords.map { tokens[$0].text }.joined(separator: " ")) ".contains(" \(words) ")
    }
}
