import ZIMOrm

/// Names the methods that follow the relationships of each class.
struct MethodNamer {
    let links: [LinkSchema]
    let classNames: [String: String]
    let settings: GeneratorSettings
    private let pairs: [JoinTables.Pair]
    private let byChild: [String: [LinkSchema]]
    private let byParent: [String: [LinkSchema]]

    init(links: [LinkSchema], classNames: [String: String], settings: GeneratorSettings, schema: DatabaseSchema) {
        self.links = links
        self.classNames = classNames
        self.settings = settings
        byChild = Dictionary(grouping: links, by: \.child.name)
        byParent = Dictionary(grouping: links, by: \.parent.name)
        pairs = JoinTables(schema: schema, links: links).pairs
    }

    /// Columns whose name, as it stands, is that of the method which follows them.
    func heldNames(of table: TableSchema) -> [String: String] {
        guard settings.names != .verbatim else { return [:] }
        var held: [String: String] = [:]
        for link in byChild[table.name] ?? [] {
            guard let column = link.columns.first, link.columns.count == 1 else { continue }
            let role = names(of: link).role
            // A key that is its own parent's name would lose more than the method gains.
            if role == NameWords(column), !table.primaryKey.contains(column) {
                held[column] = SwiftName.member(role, fallback: "parent")
            }
        }
        return held
    }

    func methods(of table: TableSchema, _ pool: inout NamePool) -> [ModelPlan.Method] {
        let renamed = settings.table(table.name).relationships ?? [:]
        var methods: [ModelPlan.Method] = []
        func add(
            _ candidates: [[String]], _ relationship: RelationshipSchema, _ link: LinkSchema, far: LinkSchema? = nil
        ) {
            guard let target = classNames[relationship.target] else { return }
            var names = candidates.map { SwiftName.member(NameWords(words: $0), fallback: "related") }
            if let chosen = names.first.flatMap({ renamed[$0] }) { names = [chosen] }
            methods.append(
                ModelPlan.Method(
                    name: pool.take(names), relationship: relationship, targetClass: target,
                    joinClass: relationship.join.flatMap { classNames[$0.table] },
                    isRequired: relationship.kind == .belongsTo && !relationship.isOptional,
                    referencesKey: link.referencesKey && far?.referencesKey != false))
        }
        for link in byChild[table.name] ?? [] { add(names(of: link).toParent(), link.toParent, link) }
        for link in byParent[table.name] ?? [] {
            add(names(of: link).toChildren(isOne: link.isUnique), link.toChildren, link)
        }
        for pair in pairs {
            for (relationship, (near, far)) in zip(
                pair.relationships, [(pair.first, pair.second), (pair.second, pair.first)])
            where relationship.table == table.name {
                let role = names(of: far)
                let words = role.isPlain ? classWords(far.parent).plural : role.role.plural
                add(
                    [words.words, words.words + ["through"] + classWords(near.child).words],
                    relationship, near, far: far)
            }
        }
        return methods
    }

    private func names(of link: LinkSchema) -> RelationshipNames {
        // A likely relationship takes no name from a declared one.
        let rivals = links.filter {
            $0.child.name == link.child.name && $0.parent.name == link.parent.name
                && ($0.isDeclared || !link.isDeclared)
        }
        return RelationshipNames(
            link: link, parent: classWords(link.parent), child: classWords(link.child),
            isOnly: rivals.count == 1)
    }

    private func classWords(_ table: TableSchema) -> NameWords {
        if let name = settings.table(table.name).class { return NameWords(name) }
        return NameWords(table.name).singular
    }
}
