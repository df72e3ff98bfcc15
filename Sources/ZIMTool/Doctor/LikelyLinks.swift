import ZIMOrm

/// Finds relationships that nobody declared, by the names of the columns. Whether the values agree is for the rows to
/// say: see ``LikelyLink/chosen(_:)``.
struct LikelyLinks {
    private let tables: [TableSchema]
    private let declared: NameMap<[LinkSchema]>
    private let prefixes: NameMap<String>
    private let traits: any EngineTraits
    private var keys: [ParentKey] = []
    /// The words of the keys of one column, by table.
    private var keyNames: NameMap<Set<[String]>> = [:]
    /// The positions of the keys of one column by the letters of their tables' names, of the ends of these, and of their
    /// own names, so that a column is held against those few that it can mean.
    private var keysByLetters: [String: [Int]] = [:]
    private var keysByEnding: [String: [Int]] = [:]
    /// The same for tables whose name is one word, by its first letter.
    private var keysByFirst: [String: [Int]] = [:]
    private var composites = CompositeKeys([])
    /// How many tables have a key of one column that is called so: what several have says nothing of any.
    private var tablesByKey: [[String]: Int] = [:]
    /// The first word of the names of most tables, as many applications have one; empty where there is none.
    private let application: [String]
    /// The tables' names without anything between their words, as columns have them: `salesorderid`.
    private let joinedNames: Set<String>

    private struct Named {
        let name: String
        let words: ColumnWords
        let group: Int?
        /// Those of the ends of its name.
        let letters: Set<String>

        init(_ column: ColumnSchema, _ words: ColumnWords) {
            (name, self.words, group) = (column.name, words, LikelyLinks.group(column))
            var letters: Set<String> = []
            for words in words.bare + [words.whole, words.own] {
                for start in words.indices { letters.insert(words[start...].joined()) }
            }
            if let only = words.whole.first, words.whole.count == 1 {
                for start in only.indices { letters.insert(String(only[start...])) }
            }
            self.letters = letters
        }
    }

    /// More of them for one table would say that its names say nothing.
    private static let most = 48
    /// How many choices of columns are tried for one composite key.
    private static let mostChoices = 6

    /// - Parameter links: the relationships that are known already.
    init(_ schema: DatabaseSchema, knowing links: [LinkSchema]) {
        declared = NameMap.grouping(links, by: \.child.name)
        traits = schema.traits
        tables = schema.tables.filter { $0.kind == .table }
        prefixes = tables.reduce(into: [:]) { $0[$1.name] = ColumnPrefix.of($1) }
        application = Self.application(tables)
        joinedNames = Set(tables.map { [application] in Self.words($0, without: application).joined() })
        for table in tables {
            let prefix = prefixes[table.name]
            for key in table.uniqueKeys where !key.isPartial && !key.hasExpression && !key.columns.isEmpty {
                // Beside the primary key, only a single column that holds the table's name in other words.
                if !key.isPrimaryKey, key.columns.count > 1, table.uniqueKeys.contains(where: \.isPrimaryKey) {
                    continue
                }
                keys.append(
                    ParentKey(
                        table: table, words: words(of: table), columns: key.columns,
                        groups: key.columns.map { table.column($0).flatMap { Self.group($0) } },
                        parts: key.columns.map { name in
                            let whole = NameWords(name).words
                            let isPrefixed = prefix != nil && whole.first == prefix && whole.count > 1
                            return ParentKey.Part(own: isPrefixed ? Array(whole.dropFirst()) : whole, whole: whole)
                        },
                        isPrimary: key.isPrimaryKey || !table.uniqueKeys.contains(where: \.isPrimaryKey),
                        hasPrefix: prefix != nil))
            }
        }
        composites = CompositeKeys(keys)
        for (index, key) in keys.enumerated() where key.columns.count == 1 {
            for letters in Set([key.words, key.parts[0].whole].map { $0.joined() }) {
                keysByLetters[letters, default: []].append(index)
            }
            guard key.isPrimary else { continue }
            for letters in Set(key.words.indices.dropFirst().map { key.words.suffix($0).joined() }) {
                keysByEnding[letters, default: []].append(index)
            }
            if key.words.count == 1 { keysByFirst[String(key.words[0].prefix(1)), default: []].append(index) }
        }
        for table in NameMap.grouping(keys.filter { $0.columns.count == 1 }, by: \.table.name).values {
            let names = Set(table.map { $0.parts[0].whole })
            for name in names { tablesByKey[name, default: 0] += 1 }
            if let name = table.first?.table.name { keyNames[name] = names }
        }
    }

    /// `qrtz` of `qrtz_triggers`, `qrtz_calendars` and their like.
    private static func application(_ tables: [TableSchema]) -> [String] {
        let names = tables.map { NameWords($0.ownName).words }
        let counts = names.filter { $0.count > 1 }.reduce(into: [:]) { $0[$1[0], default: 0] += 1 }
        guard let first = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), first.value > 3,
            first.value * 3 >= tables.count * 2
        else { return [] }
        return [first.key]
    }

    private static func words(_ table: TableSchema, without application: [String]) -> [String] {
        let words = NameWords(table.ownName).singular.words
        return words.count > 1 && words.starts(with: application) ? Array(words.dropFirst(application.count)) : words
    }

    private func words(of table: TableSchema) -> [String] { Self.words(table, without: application) }

    /// Candidates, by the child's table.
    var candidates: NameMap<[LikelyLink]> {
        tables.reduce(into: [:]) { found, table in
            let links = candidates(of: table)
            if !links.isEmpty { found[table.name] = links }
        }
    }

    private func candidates(of child: TableSchema) -> [LikelyLink] {
        let columns = child.columns.filter { !$0.isHidden }.map {
            Named($0, ColumnWords($0.name, prefix: prefixes[child.name], tables: joinedNames))
        }
        let (childWords, names) = (words(of: child), columns.map(\.words))
        var found: [LikelyLink] = []
        func add(_ columns: [String], _ key: ParentKey, _ evidence: LikelyLink.Evidence, score: Int = 0) {
            guard found.count < Self.most, !isSibling(columns, evidence, of: child),
                let link = LinkSchema(
                    child: child, columns: columns, parent: key.table, references: key.columns, isDeclared: false),
                link.isCompared(by: traits), isNews(link)
            else { return }
            // A column that plays its role in a declared key has found it.
            if evidence == .qualified,
                (declared[child.name] ?? []).contains(where: {
                    !Set($0.columns.exactNames).isDisjoint(with: columns.exactNames)
                })
            {
                return
            }
            found.append(LikelyLink(link: link, evidence: evidence, score: score, isPrimary: key.isPrimary))
        }
        for column in columns {
            var hasOther = false
            var weak: ParentKey?
            for key in evidentKeys(for: column, childWords) {
                guard let evidence = evidence(column, key, in: child, childWords),
                    // '7' in a column of texts points to 7 where the name says so.
                    isLike(column.group, key.groups[0]) || evidence == .named
                else { continue }
                if evidence == .ending {
                    weak = key
                    continue
                }
                hasOther = true
                add([column.name], key, evidence)
            }
            if !hasOther, !column.words.isSelf, !column.words.isPolymorphic(among: names),
                let key = keyByEnding(column, childWords) ?? weak
            {
                add([column.name], key, .ending)
            }
            guard !hasOther, column.words.isSelf else { continue }
            for key in keys
            where key.columns.count == 1 && key.isPrimary && key.table.name == child.name
                && isLike(column.group, key.groups[0])
            {
                add([column.name], key, .role)
            }
        }
        for (position, choices) in choices(for: child, columns) where found.count < Self.most {
            for choice in choices { add(choice.columns, keys[position], choice.evidence, score: choice.score) }
        }
        return found
    }

    /// The choices of columns for each composite key that has any, by its position.
    private func choices(for child: TableSchema, _ columns: [Named]) -> [(key: Int, choices: [Choice])] {
        let (named, alike) = composites.meant(by: columns.reduce(into: []) { $0.formUnion($1.letters) })
        var found = named.map { (key: $0, choices: choices(for: keys[$0], columns)) }
        for group in alike {
            guard let first = group.first(where: { !named.contains($0) }) else { continue }
            let choices = choices(for: keys[first], columns).filter { !isSibling($0.columns, $0.evidence, of: child) }
            if choices.isEmpty { continue }
            found += group.lazy.filter { !named.contains($0) }.map { (key: $0, choices: choices) }
        }
        return found.sorted { $0.key < $1.key }.map { key, choices in
            (key, choices.filter { keys[key].table.name != child.name || $0.evidence > .shared })
        }
    }

    /// Two tables that share a key are siblings, unless a name says which is the other's parent.
    private func isSibling(_ columns: [String], _ evidence: LikelyLink.Evidence, of child: TableSchema) -> Bool {
        evidence <= .ending && Set(columns.exactNames) == Set(child.primaryKey.exactNames)
    }

    /// The keys of one column whose name, or whose table's name, stands in a column's name or at its end, or that is called
    /// like the column's table and the column: no others are evident.
    private func evidentKeys(for column: Named, _ childWords: [String]) -> [ParentKey] {
        let letters = column.letters.union(column.words.bare.map { (childWords + $0).joined() })
        return ordered(letters.flatMap { keysByLetters[$0, default: []] })
    }

    /// In their order, each once.
    private func ordered(_ positions: [Int]) -> [ParentKey] { Set(positions).sorted().map { keys[$0] } }

    /// What a column's name says of a key of one column.
    private func evidence(
        _ column: Named, _ key: ParentKey, in child: TableSchema, _ childWords: [String]
    ) -> LikelyLink.Evidence? {
        let isOwn = key.table.name == child.name
        // What tells the rows of its own table apart points to no other of them.
        if isOwn, child.uniqueKeys.contains(where: { $0.columns == [column.name] }) { return nil }
        let part = key.parts[0]
        let isSameName = column.words.whole == part.whole
        // Where the parent has a key of the very same name, that one is meant.
        if !isSameName, keyNames[key.table.name]?.contains(column.words.whole) == true { return nil }
        // The same columns again: a partition, or an archive.
        if isSameName, !isOwn, child.columns.map(\.name) == key.table.columns.map(\.name) { return nil }
        if column.words.isNamed(key.words) {
            return key.isPrimary || !column.words.hasKeyWords || column.words.own == part.own ? .named : nil
        }
        // `film_actor_id` of `film_actor` is its own key, not an actor.
        if child.primaryKey.contains(column.name), column.words.isNamed(childWords) { return nil }
        guard key.isPrimary else {
            // Beside a primary key that says nothing, a number that others know the row by.
            let isKnown = isSameName && part.isNumber && tablesByKey[part.whole] == 1 && !isOwn
            return isKnown && !hasNamedKey(key.table) ? .ending : nil
        }
        if column.words.ends(with: key.words) { return .role }
        guard !isOwn else { return nil }
        // The `type` of a `release` is a `release_type`.
        if column.words.bare.contains(where: { childWords + $0 == key.words }) { return .role }
        // `i_id` of `item` is called so elsewhere; an `id` is everybody's.
        guard tablesByKey[part.whole] == 1, part.whole.count > 1 || !ColumnWords.isGeneric(part.whole),
            !isAnother(part.whole, than: key)
        else {
            return nil
        }
        if column.words.own == part.whole || isSameName { return .named }
        // `billtoaddressid` for `addressid`
        if part.whole.count == 1, column.words.whole.count == 1, part.whole[0].count > 5,
            column.words.whole[0].hasSuffix(part.whole[0])
        {
            return .role
        }
        return part.whole.count > 1 && column.words.own.suffix(part.whole.count) == part.whole[...] ? .role : nil
    }

    /// Whether the primary key is called after its table: `order_id` of `orders`.
    private func hasNamedKey(_ table: TableSchema) -> Bool {
        keys.contains { $0.table.name == table.name && $0.isPrimary && $0.columns.count == 1 && $0.subject == $0.words }
    }

    /// The key of the one table that ends as the column is called, or that the column abbreviates. Of several it is the
    /// one that begins as the child does: `active_storage_blobs` for a `blob_id` of `active_storage_attachments`.
    private func keyByEnding(_ column: Named, _ childWords: [String]) -> ParentKey? {
        let words = column.words.bare.filter { !ColumnWords.isGeneric($0) }
        func fitting(_ positions: [Int]) -> [ParentKey] {
            ordered(positions).filter { $0.words != childWords && isLike(column.group, $0.groups[0]) }
        }
        // The words of each table's name that stand before the column's.
        let ending = fitting(words.flatMap { keysByEnding[$0.joined(), default: []] }).compactMap { key in
            // `entityid` is the key of many tables, and says nothing of any.
            let whole = key.parts[0].whole
            let isPlain = tablesByKey[whole, default: 1] > 1 && !isAnother(whole, than: key)
            return words.lazy.compactMap { key.words(before: $0, isPlain: isPlain) }.first.map {
                (key: key, before: $0)
            }
        }
        let near = ending.filter { childWords.starts(with: $0.before) }
        if near.count == 1 { return near[0].key }
        // A table that is called so has a key of several columns.
        guard column.words.hasKeyWords, !words.contains(where: { joinedNames.contains($0.joined()) }) else {
            return nil
        }
        if !ending.isEmpty { return ending.count == 1 ? ending[0].key : nil }
        let firsts = words.compactMap { $0.first?.prefix(1) }
        let abbreviated = fitting(firsts.flatMap { keysByFirst[String($0), default: []] }).filter { key in
            words.contains { $0.count == 1 && $0[0].count > 2 && NameWords(words: key.words).isAbbreviated(by: $0[0]) }
        }
        return abbreviated.count == 1 ? abbreviated.first : nil
    }

    /// Whether a key is called like another table: then it points there itself.
    private func isAnother(_ words: [String], than key: ParentKey) -> Bool {
        let bare = (NameWords(words: words).withoutKeyWords?.words ?? words).joined()
        return bare != key.words.joined() && joinedNames.contains(bare)
    }

    private struct Choice {
        var columns: [String]
        let evidence: LikelyLink.Evidence
        /// Whether a part is called by a word that every table may have.
        var isGeneric = false
        /// What the names of the parts say, summed up.
        let score: Int
    }

    /// The columns that may point to a composite key, and what their names say.
    private func choices(for key: ParentKey, _ columns: [Named]) -> [Choice] {
        var choices = [Choice(columns: [], evidence: .shared, score: 0)]
        for (index, part) in key.parts.enumerated() {
            let fitting = columns.compactMap { column in
                isLike(column.group, key.groups[index])
                    ? evidence(column, part, key).map { (column.name, $0) } : nil
            }.sorted { $0.1 > $1.1 }
            // `version` is everybody's; beside `node_id` it is the node's.
            let same = columns.first { $0.words.whole == part.whole && isLike($0.group, key.groups[index]) }
            choices = choices.flatMap { choice in
                let free = fitting.filter { !choice.columns.contains($0.0) }
                if free.isEmpty, let same, !choice.columns.contains(same.name) {
                    var choice = choice
                    choice.columns.append(same.name)
                    choice.isGeneric = true
                    return [choice]
                }
                return free.map { name, evidence in
                    // What one part says of the parent holds for all; one part that plays a role makes it one.
                    let plays = evidence == .qualified || choice.evidence == .qualified
                    return Choice(
                        columns: choice.columns + [name], evidence: plays ? .qualified : max(choice.evidence, evidence),
                        isGeneric: choice.isGeneric, score: choice.score + evidence.rawValue)
                }
            }
            choices = Array(choices.prefix(Self.mostChoices))
        }
        return choices.filter { !$0.isGeneric || $0.evidence == .named }
    }

    /// What a column's name says of a part of a composite key.
    private func evidence(
        _ column: Named, _ part: ParentKey.Part, _ key: ParentKey
    ) -> LikelyLink.Evidence? {
        // The part that tells the rows of its parent apart is mostly called as the parent elsewhere.
        if ColumnWords.isGeneric(part.own), column.words.isNamed(key.words) || column.words.ends(with: key.words) {
            return .named
        }
        if column.words.own == key.words + part.own { return .named }
        if key.begins(part), column.words.own == part.own { return .named }
        // `o_id` of `orders` keeps its table's abbreviation.
        if key.hasPrefix, part.whole.count > 1, column.words.own == part.whole { return .named }
        guard !ColumnWords.isGeneric(part.own) || key.hasPrefix && part.own.count > 1 || key.ends(with: part) else {
            return nil
        }
        if column.words.own == part.own || column.words.whole == part.whole { return .shared }
        let ending = part.own
        return ending.count > 1 && column.words.own.suffix(ending.count) == ending[...] ? .qualified : nil
    }

    /// What kind of value a type is for, as far as keys can meet.
    private static func group(_ column: ColumnSchema) -> Int? {
        switch DeclaredType(column).family {
        case .integer, .real, .decimal, .boolean: 0
        case .text, .uuid, .json: 1
        case .date, .time: 2
        case .blob: 3
        case .any: nil
        }
    }

    private func isLike(_ left: Int?, _ right: Int?) -> Bool {
        guard let left, let right else { return true }
        return left == right
    }

    /// Whether it says more than is declared: neither the same, nor the other way round, nor what follows from it, nor
    /// another choice of columns for the same key; a column that is declared to point elsewhere is not asked.
    private func isNews(_ link: LinkSchema) -> Bool {
        let (columns, references) = (link.columns.exactNames, link.references.exactNames)
        if link.child.name.hasSameBytes(as: link.parent.name), columns == references { return false }
        let isReverse = (declared[link.parent.name] ?? []).contains { known in
            known.parent.name.hasSameBytes(as: link.child.name)
                && Set(known.columns.exactNames) == Set(references) && Set(known.references.exactNames) == Set(columns)
        }
        return !isReverse
            && !(declared[link.child.name] ?? []).contains { known in
                let own = Set(known.columns.exactNames)
                return own == Set(columns) || leads(known, link, depth: 0)
                    || columns.count > 1 && known.parent.name.hasSameBytes(as: link.parent.name)
                        && known.references.exactNames == references && !own.isDisjoint(with: columns)
            }
    }

    /// Whether a declared foreign key leads to the same parent by the same columns, over tables between.
    private func leads(_ known: LinkSchema, _ link: LinkSchema, depth: Int) -> Bool {
        guard depth < 8, Set(link.columns.exactNames).isSubset(of: known.columns.exactNames) else { return false }
        let between = link.columns.compactMap { name in
            known.columns.firstIndex { $0.hasSameBytes(as: name) }.map { known.references[$0] }
        }
        if known.parent.name.hasSameBytes(as: link.parent.name), between.exactNames == link.references.exactNames {
            return true
        }
        guard
            let next = LinkSchema(
                child: known.parent, columns: between, parent: link.parent, references: link.references,
                isDeclared: false)
        else { return false }
        return (declared[known.parent.name] ?? []).contains { leads($0, next, depth: depth + 1) }
    }
}

extension LinkSchema {
    /// Whether the engine compares each column with the one that it points to.
    fileprivate func isCompared(by traits: any EngineTraits) -> Bool {
        zip(columns, references).allSatisfy { column, reference in
            guard let own = child.column(column), let other = parent.column(reference) else { return false }
            return traits.compares(own, other)
        }
    }
}
