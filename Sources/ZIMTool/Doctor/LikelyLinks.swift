import ZIMOrm

/// Finds relationships that nobody declared, by the names of the columns. Whether the values agree is for the rows to
/// say.
struct LikelyLinks {
    private let schema: DatabaseSchema
    private let declared: [LinkSchema]
    private let tables: [TableSchema]
    private let prefixes: [String: String]
    private let tableWords: Set<NameWords>

    init(_ schema: DatabaseSchema) {
        self.schema = schema
        declared = schema.links()
        tables = schema.tables.filter { $0.kind == .table }
        prefixes = tables.reduce(into: [:]) { $0[$1.name] = ColumnPrefix.of($1) }
        tableWords = Set(tables.map { NameWords($0.name).singular })
    }

    /// Candidates, by the child's table.
    var candidates: [String: [LinkSchema]] {
        let parents = tables.map { (table: $0, words: NameWords($0.name).singular) }
        // Every column of every table against every key would be quadratic: keys are found by their names.
        var found: [String: [LinkSchema]] = [:]
        for child in tables {
            let columns: Columns = child.columns.filter { !$0.isHidden }.map {
                (column: $0, words: words(of: $0.name, in: child))
            }
            var links: [LinkSchema] = []
            for parent in parents {
                let keys = parent.table.uniqueKeys.filter { !$0.isPartial && !$0.hasExpression }
                for key in keys where key.isPrimaryKey || !keys.contains(where: \.isPrimaryKey) {
                    guard let own = match(key.columns, of: parent.table, parent.words, in: child, columns),
                        let link = LinkSchema(
                            child: child, columns: own, parent: parent.table, references: key.columns, isDeclared: false
                        ),
                        isNews(link, links)
                    else { continue }
                    links.append(link)
                }
            }
            if !links.isEmpty { found[child.name] = links }
        }
        return found
    }

    /// The words of a column without its table's abbreviation.
    private func words(of column: String, in table: TableSchema) -> NameWords {
        let words = NameWords(column)
        guard let prefix = prefixes[table.name], words.words.first == prefix, words.words.count > 1 else {
            return words
        }
        return NameWords(words: Array(words.words.dropFirst()))
    }

    private typealias Columns = [(column: TableSchema.Column, words: NameWords)]

    private func match(
        _ key: [String], of parent: TableSchema, _ parentWords: NameWords, in child: TableSchema, _ columns: Columns
    ) -> [String]? {
        guard !(child.name == parent.name && key.count > 1) else { return nil }
        var own: [String] = []
        for part in key {
            guard let column = parent.column(part) else { return nil }
            let partWords = words(of: part, in: parent)
            let found = columns.first { candidate in
                !own.contains(candidate.column.name) && !(child.name == parent.name && candidate.column.name == part)
                    && isLike(candidate.column.type, column.type)
                    && (key.count == 1
                        ? isNamed(candidate.words, partWords, parentWords, child: child, parent: parent)
                        : isPartNamed(candidate.words, partWords, NameWords(part), parentWords))
            }
            guard let found else { return nil }
            own.append(found.column.name)
        }
        return own
    }

    /// `customer_id` or `customer` for a key `id` of `customers`; `customer_id` for a key `customer_id`; `billing_…`
    /// before either; `parent_id` for the table's own key.
    private func isNamed(
        _ words: NameWords, _ key: NameWords, _ parentWords: NameWords, child: TableSchema, parent: TableSchema
    ) -> Bool {
        let bare = words.withoutKeyWords
        if child.name == parent.name {
            return bare.map {
                ["parent", "boss", "manager", "supervisor", "predecessor"].contains($0.words.last ?? "")
            } ?? false
        }
        let isGeneric = key.words.allSatisfy(NameWords.keyWords.contains)
        if isGeneric || key.withoutKeyWords == parentWords {
            return words == parentWords || bare.map { $0.ends(with: parentWords) } == true
        }
        // A key that is called like another table points there itself.
        if let other = key.withoutKeyWords, tableWords.contains(other) { return false }
        return key.words.count > 1 && words.ends(with: key)
    }

    private func isPartNamed(
        _ words: NameWords, _ part: NameWords, _ full: NameWords, _ parentWords: NameWords
    ) -> Bool {
        if words == full || words.words == parentWords.words + part.words { return true }
        // Two tables that both have an "id" have nothing to do with each other.
        guard part.words.allSatisfy(NameWords.keyWords.contains) else { return words == part }
        return (words.withoutKeyWords ?? words) == parentWords
    }

    private func isLike(_ left: String, _ right: String) -> Bool {
        func group(_ type: String) -> Int? {
            switch DeclaredType(type).family {
            case .integer, .real, .decimal, .boolean: 0
            case .text, .uuid, .json: 1
            case .date, .time: 2
            case .blob: 3
            case .any: nil
            }
        }
        guard let left = group(left), let right = group(right) else { return true }
        return left == right
    }

    /// Whether it says more than is declared: neither the same, nor what follows from a declared one.
    private func isNews(_ link: LinkSchema, _ links: [LinkSchema]) -> Bool {
        if links.contains(where: { Set($0.columns) == Set(link.columns) && $0.parent.name == link.parent.name }) {
            return false
        }
        if link.child.name == link.parent.name, link.columns == link.references { return false }
        return !declared.contains { known in
            guard known.child.name == link.child.name else { return false }
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
        return declared.contains { $0.child.name == known.parent.name && leads($0, next, depth: depth + 1) }
    }

    /// Whether enough rows agree: at least one, and nine of ten.
    static func isLikely(_ answer: Probe.Answer) -> Bool { answer.yes > 0 && answer.share >= 0.9 }
}
