/// The words that a name of a table or column is made of, in lower case: `OrderDetails`, `order_details`,
/// `ORDER DETAILS` and `order-details` are all `order`, `details`.
struct NameWords: Hashable {
    private(set) var words: [String] = []

    init(words: [String]) { self.words = words }

    init(_ name: String) {
        // A name without a small letter has no capitals that begin a word.
        let hasSmall = name.contains { $0.isLowercase }
        let characters = Array(name)
        var word = ""
        for (index, character) in characters.enumerated() {
            guard character.isLetter || character.isNumber else {
                finish(&word)
                continue
            }
            if hasSmall, character.isUppercase, !word.isEmpty {
                let isAfterCapital = index > 0 && characters[index - 1].isUppercase
                let isBeforeSmall = characters.indices.contains(index + 1) && characters[index + 1].isLowercase
                // "OrderID" is order, id; "IDCard" is id, card; "personPKs" keeps its PK together.
                if !isAfterCapital
                    || (isBeforeSmall && !Self.isPluralMark(characters, index + 1) && word + [character] != "ID")
                {
                    finish(&word)
                }
            } else if word == "ID", character.isLowercase, !Self.isPluralMark(characters, index) {
                // "teamIDwinner" is team, id, winner.
                finish(&word)
            }
            word.append(character)
        }
        finish(&word)
    }

    private mutating func finish(_ word: inout String) {
        if !word.isEmpty { words.append(word.lowercased()) }
        word = ""
    }

    /// Whether only an s follows, as in "IDs".
    private static func isPluralMark(_ characters: [Character], _ position: Int) -> Bool {
        characters[position] == "s" && (position + 1 == characters.count || !characters[position + 1].isLetter)
    }

    /// `orderID`
    var lowerCamel: String {
        words.enumerated().map { $0 == 0 ? $1 : Self.capitalized($1) }.joined()
    }

    /// `OrderID`
    var upperCamel: String { words.map(Self.capitalized).joined() }

    var isEmpty: Bool { words.isEmpty }

    /// The same with the last word in the singular.
    var singular: NameWords {
        guard let last = words.last else { return self }
        return NameWords(words: words.dropLast() + [EnglishNoun.singular(last)])
    }

    /// The same with the last word in the plural: of `document mailed` it is the word before.
    var plural: NameWords {
        guard let last = words.last else { return self }
        if words.count > 1, last.count > 4, last.hasSuffix("ed"), !last.hasSuffix("eed") {
            return NameWords(words: NameWords(words: Array(words.dropLast())).plural.words + [last])
        }
        return NameWords(words: words.dropLast() + [EnglishNoun.plural(EnglishNoun.singular(last))])
    }

    /// Words that Swift writes in capitals behind another word.
    private static let acronyms: Set<String> = ["id", "url", "uuid", "pk", "fk", "xml", "json", "html", "ip"]

    private static func capitalized(_ word: String) -> String {
        if acronyms.contains(word) { return word.uppercased() }
        if word.last == "s", acronyms.contains(String(word.dropLast())) { return word.dropLast().uppercased() + "s" }
        return word.prefix(1).uppercased() + word.dropFirst()
    }

    /// Words that say that a column holds a key, and nothing else.
    static let keyWords: Set<String> = [
        "id", "pk", "fk", "key", "no", "nr", "num", "number", "code", "uuid", "guid", "ref", "oid", "rowid", "idx",
    ]

    /// Without the words of a key at the end: `customer_id` is `customer`; nil where none is left, or there was none.
    var withoutKeyWords: NameWords? {
        var rest = words[...]
        while let last = rest.last, Self.keyWords.contains(last) { rest.removeLast() }
        return rest.isEmpty || rest.count == words.count ? nil : NameWords(words: Array(rest))
    }

    /// Whether the other's words stand at the end of this one's.
    func ends(with other: NameWords) -> Bool { !other.isEmpty && words.suffix(other.words.count) == other.words[...] }
}
