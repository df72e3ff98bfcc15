import ZIMOrm

/// Names the methods that follow the relationships of each class.
struct MethodNamer {
    let links: [LinkSchema]
    let classNames: [String: String]
    let settings: GeneratorSettings
    private let pairs: [JoinTables.Pair]
    private let byChild: [String: [LinkSchema]]
    private let byParent: [String: [LinkSchema]]
    /// How many foreign keys there are between two tables: declared ones, and all.
    private let counts: [[String]: (declared: Int, all: Int)]
    private let words: [String: NameWords]
    private let prefixes: [String: String]

    init(links: [LinkSchema], classNames: [String: String], settings: GeneratorSettings, schema: DatabaseSchema) {
        self.links = links
        self.classNames = classNames
        self.settings = settings
        byChild = Dictionary(grouping: links, by: \.child.name)
        byParent = Dictionary(grouping: links, by: \.parent.name)
        counts = links.reduce(into: [:]) { counts, link in
            counts[[link.child.name, link.parent.name], default: (0, 0)].all += 1
            if link.isDeclared { counts[[link.child.name, link.parent.name], default: (0, 0)].declared += 1 }
        }
        let classWords = ClassWords(schema.tables)
        words = schema.tables.reduce(into: [:]) { words, table in
            words[table.name] =
                settings.table(table.name).class.map { NameWords($0) }
                ?? classWords.words(of: table, class: classNames[table.name])
        }
        prefixes = schema.tables.reduce(into: [:]) { $0[$1.name] = ColumnPrefix.of($1) }
        pairs = JoinTables(schema: schema, links: links).pairs
    }

    /// Columns whose name, as it stands, is that of the method which follows them.
    func heldNames(of table: TableSchema) -> [String: String] {
        guard settings.names != .verbatim else { return [:] }
        var held: [String: String] = [:]
        for link in byChild[table.name] ?? [] {
            guard let column = link.columns.first, link.columns.count == 1 else { continue }
            let role = names(of: link).role
            if role == NameWords(column) {
                held[column] = SwiftName.member(role, fallback: "parent")
            }
        }
        return held
    }

    func methods(of table: TableSchema, _ pool: inout NamePool) -> [ModelPlan.Method] {
        let decided = settings.table(table.name).relationships ?? [:]
        var methods: [ModelPlan.Method] = []
        func add(
            _ candidates: [[String]], _ relationship: RelationshipSchema, _ link: LinkSchema, far: LinkSchema? = nil
        ) {
            guard let target = classNames[relationship.target] else { return }
            var names = candidates.map { SwiftName.member(NameWords(words: $0), fallback: "related") }
            let ownName = names.first ?? ""
            names = names.map { pool.isReserved($0) ? $0 + "Row" : $0 }
            if let chosen = decided[ownName]?.name { names = [chosen] }
            methods.append(
                ModelPlan.Method(
                    name: pool.take(names), ownName: ownName, relationship: relationship, targetClass: target,
                    joinClass: relationship.join.flatMap { classNames[$0.table] },
                    isRequired: relationship.kind == .belongsTo && !relationship.isOptional,
                    referencesKey: link.referencesKey && far?.referencesKey != false,
                    dependent: decided[ownName]?.dependent))
        }
        for link in byChild[table.name] ?? [] { add(names(of: link).toParent(), link.toParent, link) }
        for link in byParent[table.name] ?? [] {
            add(names(of: link).toChildren(isOne: link.isUnique), link.toChildren, link)
        }
        for join in manyToMany(of: table) {
            let through = join.words.words + ["through"] + classWords(join.near.child).words
            add(join.isPlain ? [join.words.words, through] : [through], join.relationship, join.near, far: join.far)
        }
        return methods
    }

    /// What a table has through join tables. Where several join the same two, the plain name goes to the one that is called as
    /// both of them and has nothing else to say; the others, or all, name the join table.
    private func manyToMany(of table: TableSchema) -> [ManyToMany] {
        var found: [ManyToMany] = []
        for pair in pairs {
            for (relationship, (near, far)) in zip(
                pair.relationships, [(pair.first, pair.second), (pair.second, pair.first)])
            where relationship.table == table.name {
                let role = names(of: far)
                found.append(
                    ManyToMany(
                        relationship: relationship, near: near, far: far,
                        words: role.isPlain ? classWords(far.parent).plural : role.role.plural))
            }
        }
        for index in found.indices {
            let rivals = found.filter { $0.words == found[index].words }
            let deserving = rivals.filter { join in
                Set(classWords(join.near.child).words)
                    == Set(classWords(join.near.parent).words + classWords(join.far.parent).words)
            }
            let best = deserving.count == 1 ? deserving : rivals
            found[index].isPlain = best.count == 1 && best.first?.near.child.name == found[index].near.child.name
        }
        return found
    }

    private struct ManyToMany {
        let relationship: RelationshipSchema
        let near: LinkSchema
        let far: LinkSchema
        let words: NameWords
        var isPlain = true
    }

    private func names(of link: LinkSchema) -> RelationshipNames {
        // A likely relationship takes no name from a declared one.
        let count = counts[[link.child.name, link.parent.name]] ?? (1, 1)
        return RelationshipNames(
            link: link, parent: classWords(link.parent), child: classWords(link.child),
            isOnly: (link.isDeclared ? count.declared : count.all) == 1,
            childPrefix: prefixes[link.child.name], parentPrefix: prefixes[link.parent.name])
    }

    private func classWords(_ table: TableSchema) -> NameWords {
        words[table.name] ?? NameWords(table.ownName).singular
    }
}
