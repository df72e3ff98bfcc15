import ZIMOrm

/// Finds relationships that nobody declared, by the names of the columns. Whether the values agree is for the rows to
/// say: see ``LikelyLink/chosen(_:)``.
struct LikelyLinks {
    private let tables: [TableSchema]
    private let declared: [String: [LinkSchema]]
    private let prefixes: [String: String]
    private let traits: any EngineTraits
    private var keys: [Key] = []
    /// How many tables have a key of one column that is called so: what several have says nothing of any.
    private var tablesByKey: [[String]: Int] = [:]
    /// The tables' names without anything between their words, as columns have them: `salesorderid`.
    private let joinedNames: Set<String>

    /// A key that may be pointed to.
    private struct Key {
        let table: TableSchema
        /// The words of its table's name.
        let words: [String]
        let columns: [String]
        let groups: [Int?]
        /// The words of each column: without its table's abbreviation, and as they stand.
        let parts: [(own: [String], whole: [String])]
        let isPrimary: Bool
        let hasPrefix: Bool
    }

    private struct Named {
        let name: String
        let words: ColumnWords
        let group: Int?
    }

    /// More of them for one table would say that its names say nothing.
    private static let most = 48
    /// How many choices of columns are tried for one composite key.
    private static let mostChoices = 6

    init(_ schema: DatabaseSchema) {
        declared = Dictionary(grouping: schema.links(), by: \.child.name)
        traits = schema.traits
        tables = schema.tables.filter { $0.kind == .table }
        prefixes = tables.reduce(into: [:]) { $0[$1.name] = ColumnPrefix.of($1) }
        joinedNames = Set(tables.map { NameWords($0.ownName).singular.words.joined() })
        for table in tables {
            let prefix = prefixes[table.name]
            for key in table.uniqueKeys where !key.isPartial && !key.hasExpression && !key.columns.isEmpty {
                // Beside the primary key, only a single column that holds the table's name in other words.
                if !key.isPrimaryKey, key.columns.count > 1, table.uniqueKeys.contains(where: \.isPrimaryKey) {
                    continue
                }
                keys.append(
                    Key(
                        table: table, words: NameWords(table.ownName).singular.words, columns: key.columns,
                        groups: key.columns.map { table.column($0).flatMap { Self.group($0) } },
                        parts: key.columns.map { name in
                            let whole = NameWords(name).words
                            let isPrefixed = prefix != nil && whole.first == prefix && whole.count > 1
                            return (isPrefixed ? Array(whole.dropFirst()) : whole, whole)
                        },
                        isPrimary: key.isPrimaryKey || !table.uniqueKeys.contains(where: \.isPrimaryKey),
                        hasPrefix: prefix != nil))
            }
        }
        for table in Dictionary(grouping: keys.filter { $0.columns.count == 1 }, by: \.table.name).values {
            for name in Set(table.map { $0.parts[0].whole }) { tablesByKey[name, default: 0] += 1 }
        }
    }

    /// Candidates, by the child's table.
    var candidates: [String: [LikelyLink]] {
        tables.reduce(into: [:]) { found, table in
            let links = candidates(of: table)
            if !links.isEmpty { found[table.name] = links }
        }
    }

    private func candidates(of child: TableSchema) -> [LikelyLink] {
        let columns = child.columns.filter { !$0.isHidden }.map {
            Named(
                name: $0.name, words: ColumnWords($0.name, prefix: prefixes[child.name], tables: joinedNames),
                group: Self.group($0))
        }
        var found: [LikelyLink] = []
        func add(_ columns: [String], _ key: Key, _ evidence: LikelyLink.Evidence, score: Int = 0) {
            guard found.count < Self.most,
                let link = LinkSchema(
                    child: child, columns: columns, parent: key.table, references: key.columns, isDeclared: false),
                link.isCompared(by: traits), isNews(link)
            else { return }
            // Two tables that share a key are siblings, unless a name says which is the other's parent.
            if evidence <= .shared, Set(columns) == Set(child.primaryKey) { return }
            // A column that plays its role in a declared key has found it.
            if evidence == .qualified,
                (declared[child.name] ?? []).contains(where: { !Set($0.columns).isDisjoint(with: columns) })
            {
                return
            }
            found.append(LikelyLink(link: link, evidence: evidence, score: score, isPrimary: key.isPrimary))
        }
        for column in columns {
            var hasOther = false
            for key in keys where key.columns.count == 1 {
                guard let evidence = evidence(column, key, in: child),
                    // '7' in a column of texts points to 7 where the name says so.
                    isLike(column.group, key.groups[0]) || evidence == .named
                else { continue }
                hasOther = true
                add([column.name], key, evidence)
            }
            guard !hasOther, column.words.isSelf else { continue }
            for key in keys
            where key.columns.count == 1 && key.isPrimary && key.table.name == child.name
                && isLike(column.group, key.groups[0])
            {
                add([column.name], key, .role)
            }
        }
        for key in keys where key.columns.count > 1 {
            for choice in choices(for: key, columns) where key.table.name != child.name || choice.evidence > .shared {
                add(choice.columns, key, choice.evidence, score: choice.score)
            }
        }
        return found
    }

    /// What a column's name says of a key of one column.
    private func evidence(_ column: Named, _ key: Key, in child: TableSchema) -> LikelyLink.Evidence? {
        let isOwn = key.table.name == child.name
        if isOwn, key.columns == [column.name] { return nil }
        let part = key.parts[0]
        if column.words.isNamed(key.words) {
            return key.isPrimary || !column.words.hasKeyWords || column.words.own == part.own ? .named : nil
        }
        guard key.isPrimary, !isOwn else { return nil }
        if column.words.ends(with: key.words) { return .role }
        // `i_id` of `item` is called so elsewhere; an `id` is everybody's.
        guard tablesByKey[part.whole] == 1, part.whole.count > 1 || !ColumnWords.isGeneric(part.whole),
            !isAnother(part.whole, than: key.table)
        else {
            return nil
        }
        if column.words.own == part.whole || column.words.whole == part.whole { return .named }
        return part.whole.count > 1 && column.words.own.suffix(part.whole.count) == part.whole[...] ? .role : nil
    }

    /// Whether a key is called like another table: then it points there itself.
    private func isAnother(_ words: [String], than table: TableSchema) -> Bool {
        let bare = (NameWords(words: words).withoutKeyWords?.words ?? words).joined()
        return bare != NameWords(table.ownName).singular.words.joined() && joinedNames.contains(bare)
    }

    private struct Choice {
        let columns: [String]
        let evidence: LikelyLink.Evidence
        /// What the names of the parts say, summed up.
        let score: Int
    }

    /// The columns that may point to a composite key, and what their names say.
    private func choices(for key: Key, _ columns: [Named]) -> [Choice] {
        var choices = [Choice(columns: [], evidence: .shared, score: 0)]
        for (place, part) in key.parts.enumerated() {
            let fitting = columns.compactMap { column in
                isLike(column.group, key.groups[place])
                    ? evidence(column, part, key).map { (column.name, $0) } : nil
            }.sorted { $0.1 > $1.1 }
            choices = choices.flatMap { choice in
                fitting.filter { !choice.columns.contains($0.0) }.map { name, evidence in
                    // What one part says of the parent holds for all; one part that plays a role makes it one.
                    let plays = evidence == .qualified || choice.evidence == .qualified
                    return Choice(
                        columns: choice.columns + [name], evidence: plays ? .qualified : max(choice.evidence, evidence),
                        score: choice.score + evidence.rawValue)
                }
            }
            choices = Array(choices.prefix(Self.mostChoices))
        }
        return choices
    }

    /// What a column's name says of a part of a composite key.
    private func evidence(
        _ column: Named, _ part: (own: [String], whole: [String]), _ key: Key
    ) -> LikelyLink.Evidence? {
        // The part that tells the rows of its parent apart is mostly called as the parent elsewhere.
        if ColumnWords.isGeneric(part.own), column.words.isNamed(key.words) || column.words.ends(with: key.words) {
            return .named
        }
        if column.words.own == key.words + part.own { return .named }
        // `Order No` of `Order`
        if part.own.count > key.words.count, part.own.starts(with: key.words), column.words.own == part.own {
            return .named
        }
        // `o_id` of `orders` keeps its table's abbreviation.
        if key.hasPrefix, part.whole.count > 1, column.words.own == part.whole { return .named }
        guard !ColumnWords.isGeneric(part.own) || key.hasPrefix && part.own.count > 1 else { return nil }
        if column.words.own == part.own || column.words.whole == part.whole { return .shared }
        let ending = part.own
        return ending.count > 1 && column.words.own.suffix(ending.count) == ending[...] ? .qualified : nil
    }

    /// What kind of value a type is for, as far as keys can meet.
    private static func group(_ column: TableSchema.Column) -> Int? {
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
        if link.child.name == link.parent.name, link.columns == link.references { return false }
        let isReverse = (declared[link.parent.name] ?? []).contains { known in
            known.parent.name == link.child.name && Set(known.columns) == Set(link.references)
                && Set(known.references) == Set(link.columns)
        }
        return !isReverse
            && !(declared[link.child.name] ?? []).contains { known in
                Set(known.columns) == Set(link.columns) || leads(known, link, depth: 0)
                    || link.columns.count > 1 && known.parent.name == link.parent.name
                        && known.references == link.references
                        && !Set(known.columns).isDisjoint(with: link.columns)
            }
    }

    /// Whether a declared foreign key leads to the same parent by the same columns, over tables between.
    private func leads(_ known: LinkSchema, _ link: LinkSchema, depth: Int) -> Bool {
        guard depth < 8, Set(link.columns).isSubset(of: known.columns) else { return false }
        let between = link.columns.compactMap { name in
            known.columns.firstIndex(of: name).map { known.references[$0] }
        }
        if known.parent.name == link.parent.name, between == link.references { return true }
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
