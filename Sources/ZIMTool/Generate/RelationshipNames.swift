import ZIMOrm

/// The names that a foreign key gives to the methods on both of its sides.
///
/// They come from the foreign key itself, so that another one beside it changes nothing: `billing_address_id` is
/// `billingAddress` however many addresses there are.
struct RelationshipNames {
    let link: LinkSchema
    /// The words of the parent's class.
    let parent: NameWords
    /// The words of the child's class.
    let child: NameWords
    /// Whether it is the only one between the two tables.
    let isOnly: Bool
    /// The abbreviations before the names of their columns.
    let childPrefix: String?
    let parentPrefix: String?

    /// What the parent is to the child: `customer`, `billingAddress`, `boss`.
    var role: NameWords {
        if let column = link.columns.first, link.columns.count == 1 {
            let words = NameWords(column)
            if let role = words.role(of: parent) { return role }
            if let role = roleBeforeKey { return role }
            if let bare = words.withoutKeyWords { return trimmed(bare) }
            // Where the column is the parent's key itself, as in a table that shares its key, it says nothing more.
            let isPlain = words.words.allSatisfy(NameWords.keyWords.contains)
            return isPlain || link.references.first.map { NameWords($0) } == words ? parent : words
        }
        let extra = extraWords
        return extra.isEmpty ? parent : NameWords(words: extra + parent.words)
    }

    /// Whether the role says only what the parent's class says.
    var isPlain: Bool { role == parent }

    /// Names for the method of the child, the best first.
    func toParent() -> [[String]] {
        let whole = role.ends(with: parent) ? [] : [role.words + parent.words]
        return [role.words] + whole + [parent.words + ["by"] + columnWords]
    }

    /// Names for the method of the parent, the best first.
    func toChildren(isOne: Bool) -> [[String]] {
        let base = isOne ? child.words : child.plural.words
        // "approved by" says what the children are to the parent.
        let byRole = base + (role.words.firstIndex(of: "by") == 1 ? [] : ["as"]) + role.words
        let isSelf = link.child.name == link.parent.name
        var first = isPlain || (isOnly && !isSelf) ? [base, byRole] : [byRole]
        if isSelf, role.words == ["parent"] { first.insert([isOne ? "child" : "children"], at: 0) }
        if isSelf, role.words == ["parent"] + parent.words { first.insert(["child"] + base, at: 0) }
        return first + [base + ["by"] + columnWords]
    }

    /// What stands before the parent's key where that is an abbreviation: `target_u_id` is the `targetUser`.
    private var roleBeforeKey: NameWords? {
        guard let column = link.columns.first, let reference = link.references.first,
            let bare = NameWords(column).withoutKeyWords, let key = NameWords(reference).withoutKeyWords,
            key.lowerCamel.count <= 2, bare.words.count > key.words.count, bare.ends(with: key)
        else { return nil }
        let role = NameWords(words: Array(bare.words.dropLast(key.words.count)))
        return role.words == childPrefix.map { [$0] } ? nil : NameWords(words: role.words + parent.words)
    }

    private var columnWords: [String] { link.columns.flatMap { NameWords($0).words } }

    /// A table's name as a prefix of the column says nothing: `ol_supply` of `order_line` is `supply`.
    private func trimmed(_ words: NameWords) -> NameWords {
        // `groups_id`
        if words.words.map(EnglishNoun.singular) == parent.words.map(EnglishNoun.singular) { return parent }
        if let only = words.words.first, words.words.count == 1, parent.isAbbreviated(by: only) { return parent }
        guard words.words.count > 1, let prefix = childPrefix, words.words.first == prefix else {
            return words
        }
        let rest = NameWords(words: Array(words.words.dropFirst()))
        // A single letter is an abbreviation, not a role: `d_w_id` is the warehouse.
        return rest.lowerCamel.count <= 2 ? parent : rest
    }

    /// What the columns of a key of several say beyond the names of the columns that they point to.
    private var extraWords: [String] {
        var extra: [String] = []
        for (column, reference) in zip(link.columns, link.references) {
            var own = NameWords(column).words
            if own.first == childPrefix, own.count > 1 { own.removeFirst() }
            var other = NameWords(reference).words
            if other.first == parentPrefix, other.count > 1 { other.removeFirst() }
            let known = Set(other + parent.words + child.words + NameWords.keyWords)
            extra += own.filter { $0.count > 2 && !known.contains($0) && !extra.contains($0) }
        }
        return extra
    }
}

extension NameWords {
    /// Whether a short word stands for the whole name: `au` for `author`, `dept` for `department`.
    func isAbbreviated(by word: String) -> Bool {
        guard let whole = words.first, words.count == 1, word.count <= 4, word.count < whole.count,
            word.first == whole.first
        else { return false }
        var rest = whole[...]
        for letter in word {
            guard let index = rest.firstIndex(of: letter) else { return false }
            rest = rest[rest.index(after: index)...]
        }
        return true
    }

    /// What stands behind the parent's name and the words of its key: `teamIDwinner` is the `winnerTeam`.
    fileprivate func role(of parent: NameWords) -> NameWords? {
        guard words.starts(with: parent.words) else { return nil }
        let behind = words.dropFirst(parent.words.count)
        let role = behind.drop(while: NameWords.keyWords.contains)
        guard !role.isEmpty, role.count < behind.count, !role.contains(where: NameWords.keyWords.contains) else {
            return nil
        }
        // `club_id_2`
        let isNumber = role.allSatisfy { $0.allSatisfy(\.isNumber) }
        return NameWords(words: isNumber ? parent.words + role : role + parent.words)
    }
}
