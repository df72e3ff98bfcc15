/// A word that is no name in a predicate, in any case, unless it is quoted, has a `#` before it or a dot beside it.
enum PredicateKeyword: String, CaseIterable {
    case and, or, not, `in`, between, `is`, null, `nil`, `true`, `false`, yes, no, truepredicate, falsepredicate
    /// Known only to say that no engine has it.
    case matches

    /// Whether it stands for a value.
    var isValue: Bool {
        switch self {
        case .null, .nil, .true, .false, .yes, .no: true
        default: false
        }
    }

    /// The words with a meaning, in lower case: these and the comparisons.
    private static let words: [String: PredicateToken.Kind] = {
        var words: [String: PredicateToken.Kind] = [:]
        for word in allCases { words[word.rawValue] = .keyword(word) }
        for comparison in PredicateComparison.allCases where comparison.isTextual {
            words[comparison.rawValue.lowercased()] = .comparison(comparison)
        }
        return words
    }()

    private static let longest = words.keys.map(\.utf8.count).max() ?? 0

    /// What the word means, or nil if it is a name.
    static func meaning(of word: ArraySlice<UInt8>) -> PredicateToken.Kind? {
        guard word.count >= 2, word.count <= longest else { return nil }
        // At most 15 bytes of ASCII: such a string lives in place, without an allocation.
        return words[String(decoding: word.lazy.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)]
    }
}
