import ZIMOrm

/// A key that undeclared relationships may reference.
struct ParentKey {
    /// A column of the key.
    struct Part: Hashable {
        /// Its words without its table's abbreviation.
        let own: [String]
        let whole: [String]

        /// Whether it is called as a number of something: `subject_id`, `itemid`.
        var isNumber: Bool {
            guard let last = whole.last else { return false }
            if whole.count > 1 { return NameWords.keyWords.contains(last) }
            return NameWords.keyWords.contains { last.count > $0.count && last.hasSuffix($0) }
        }
    }

    let table: TableSchema
    /// The words of its table's name.
    let words: [String]
    let columns: [String]
    let groups: [Int?]
    let parts: [Part]
    let isPrimary: Bool
    let hasPrefix: Bool

    /// Whether the words of the table stand at the beginning of a part's name: `Order No` of `Order`.
    func begins(_ part: Part) -> Bool { part.own.count > words.count && part.own.starts(with: words) }

    /// Whether a part is called after the end of the table's name: `line_no` of `invoice_lines`.
    func ends(with part: Part) -> Bool {
        let bare = NameWords(words: part.own).withoutKeyWords?.words ?? part.own
        return !bare.isEmpty && words.suffix(bare.count) == bare[...]
    }

    /// What its one column is called after, without the words of a key; empty for a plain `id`.
    var subject: [String] {
        guard parts.count == 1 else { return [] }
        if let bare = NameWords(words: parts[0].own).withoutKeyWords { return bare.words }
        return parts[0].own.allSatisfy(NameWords.keyWords.contains) ? [] : parts[0].own
    }

    /// What stands before some words at the end of the table's name; nil if they do not stand there, or if the key is
    /// called after something else.
    ///
    /// - Parameter isPlain: whether the key's name says nothing of its table.
    func words(before ending: [String], isPlain: Bool) -> [String]? {
        guard isPlain || words.suffix(subject.count) == subject[...] else { return nil }
        for count in words.indices.dropFirst() where words.suffix(count).joined() == ending.joined() {
            return Array(words.dropLast(count))
        }
        return nil
    }
}
