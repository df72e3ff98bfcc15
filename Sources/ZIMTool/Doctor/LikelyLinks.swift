import ZIMOrm

/// Finds relationships that nobody declared, by the names of the columns. Whether the values agree is for the rows to
/// say.
struct LikelyLinks {
    private let tables: [TableSchema]
    private let declared: [String: [LinkSchema]]
    private let prefixes: [String: String]
    private let habits: any EngineHabits
    /// Keys of one column that are meant by the name of their table: `customer`, `customer_id`.
    private var byTable: [[String]: [Key]] = [:]
    /// Keys of one column that are meant by their own name.
    private var byName: [[String]: [Key]] = [:]
    private var composite: [Key] = []

    /// A key that may be pointed to.
    private struct Key {
        let table: TableSchema
        let columns: [String]
        let groups: [Int?]
        /// For each part of a composite key: the words that a column of another table has that points to it.
        let names: [[[String]]]
    }

    /// More of them for one table would say that its names say nothing.
    private static let most = 32
    private static let mostParents = 3

    init(_ schema: DatabaseSchema) {
        declared = Dictionary(grouping: schema.links(), by: \.child.name)
        habits = schema.habits
        tables = schema.tables.filter { $0.kind == .table }
        let found = tables.reduce(into: [:]) { $0[$1.name] = ColumnPrefix.of($1) }
        prefixes = found
        let tableWords = Set(tables.map { NameWords($0.ownName).singular })
        for table in tables {
            let words = NameWords(table.ownName).singular
            let keys = table.uniqueKeys.filter { !$0.isPartial && !$0.hasExpression && !$0.columns.isEmpty }
            for key in keys where key.isPrimaryKey || !keys.contains(where: \.isPrimaryKey) {
                let groups = key.columns.map { table.column($0).flatMap { Self.group($0) } }
                guard key.columns.count == 1, let only = key.columns.first else {
                    let names = key.columns.map { Self.names(of: $0, Self.words(of: $0, table, found), words) }
                    composite.append(Key(table: table, columns: key.columns, groups: groups, names: names))
                    continue
                }
                let made = Key(table: table, columns: key.columns, groups: groups, names: [])
                let own = Self.words(of: only, table, found)
                if own.words.allSatisfy(NameWords.keyWords.contains) || own.withoutKeyWords == words {
                    byTable[words.words, default: []].append(made)
                } else if own.words.count > 1, own.withoutKeyWords.map(tableWords.contains) != true {
                    // A key that is called like another table points there itself.
                    byName[own.words, default: []].append(made)
                }
            }
        }
    }

    /// Candidates, by the child's table.
    var candidates: [String: [LinkSchema]] {
        tables.reduce(into: [:]) { found, table in
            let links = candidates(of: table)
            if !links.isEmpty { found[table.name] = links }
        }
    }

    private struct Named {
        let column: TableSchema.Column
        let words: NameWords
        let group: Int?
    }

    private func candidates(of child: TableSchema) -> [LinkSchema] {
        let columns = child.columns.filter { !$0.isHidden }.map {
            Named(column: $0, words: Self.words(of: $0.name, child, prefixes), group: Self.group($0))
        }
        var found: [(columns: [String], key: Key)] = []
        for named in columns {
            for key in keys(meantBy: named.words, in: child) where isLike(named.group, key.groups.first ?? nil) {
                found.append(([named.column.name], key))
            }
        }
        let byWords = Dictionary(columns.map { ($0.words.words, $0) }) { first, _ in first }
        for key in composite where key.table.name != child.name {
            if let own = match(key, byWords) { found.append((own, key)) }
        }
        let counts = Dictionary(grouping: found) { Set($0.columns) }.mapValues(\.count)
        var links: [LinkSchema] = []
        for (columns, key) in found where counts[Set(columns), default: 0] <= Self.mostParents {
            guard links.count < Self.most,
                let link = LinkSchema(
                    child: child, columns: columns, parent: key.table, references: key.columns, isDeclared: false),
                link.isCompared(by: habits), isNews(link, links)
            else { continue }
            links.append(link)
        }
        return links
    }

    /// The keys of one column that a column's name means: by its whole name, or by its last words.
    private func keys(meantBy words: NameWords, in child: TableSchema) -> [Key] {
        var found: [Key] = []
        if let keys = byTable[words.words] { found += keys.filter { $0.table.name != child.name } }
        if let bare = words.withoutKeyWords {
            for start in bare.words.indices {
                found += (byTable[Array(bare.words[start...])] ?? []).filter { $0.table.name != child.name }
            }
            // `parent_id`: the table's own key.
            let own = ["parent", "boss", "manager", "supervisor", "predecessor"]
            if let last = bare.words.last, own.contains(last) || bare.words.first.map(own.contains) == true {
                found += byTable[NameWords(child.ownName).singular.words] ?? []
            }
        }
        for start in words.words.indices {
            found += (byName[Array(words.words[start...])] ?? []).filter { $0.table.name != child.name }
        }
        return found
    }

    private func match(_ key: Key, _ columns: [[String]: Named]) -> [String]? {
        var own: [String] = []
        for (part, names) in key.names.enumerated() {
            let found = names.lazy.compactMap { columns[$0] }.first {
                !own.contains($0.column.name) && isLike($0.group, key.groups[part])
            }
            guard let found else { return nil }
            own.append(found.column.name)
        }
        return own
    }

    /// What columns are called that point to a part of a composite key, the likeliest first.
    private static func names(of column: String, _ part: NameWords, _ parent: NameWords) -> [[String]] {
        var names = [NameWords(column).words, parent.words + part.words]
        // Two tables that both have an "id" have nothing to do with each other.
        if part.words.allSatisfy(NameWords.keyWords.contains) {
            names += [parent.words]
            names += NameWords.keyWords.sorted().map { parent.words + [$0] }
        } else {
            names.append(part.words)
        }
        return names
    }

    /// The words of a column without its table's abbreviation.
    private static func words(of column: String, _ table: TableSchema, _ prefixes: [String: String]) -> NameWords {
        let words = NameWords(column)
        guard let prefix = prefixes[table.name], words.words.first == prefix, words.words.count > 1 else {
            return words
        }
        return NameWords(words: Array(words.words.dropFirst()))
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

    /// Whether it says more than is declared: neither the same, nor what follows from a declared one.
    private func isNews(_ link: LinkSchema, _ links: [LinkSchema]) -> Bool {
        if links.contains(where: { Set($0.columns) == Set(link.columns) && $0.parent.name == link.parent.name }) {
            return false
        }
        if link.child.name == link.parent.name, link.columns == link.references { return false }
        return !(declared[link.child.name] ?? []).contains { known in
            if Set(known.columns) == Set(link.columns), known.parent.name == link.parent.name { return true }
            return leads(known, link, depth: 0)
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

    /// Whether enough rows agree: at least one, and nine of ten.
    static func isLikely(_ answer: Probe.Answer) -> Bool { answer.yes > 0 && answer.share >= 0.9 }
}

extension LinkSchema {
    /// Whether the engine compares each column with the one that it points to.
    fileprivate func isCompared(by habits: any EngineHabits) -> Bool {
        zip(columns, references).allSatisfy { column, reference in
            guard let own = child.column(column), let other = parent.column(reference) else { return false }
            return habits.compares(own, other)
        }
    }
}
