import ZIMOrm

/// All classes to be generated for a database, with every name decided.
package struct ModelsPlan: Sendable {
    let schema: DatabaseSchema
    let settings: GeneratorSettings
    private(set) var models: [ModelPlan] = []
    private var positions: [String: Int] = [:]
    /// Tables that get no class, and why.
    private(set) var skipped: [(table: String, reason: String)] = []

    package init(
        schema: DatabaseSchema, observation: Observation, likely: [LinkSchema] = [], settings: GeneratorSettings
    ) throws {
        self.schema = schema
        self.settings = settings
        try settings.check(against: schema)
        var taken: Set<String> = []
        let tables = schema.tables.filter { table in
            if table.kind == .shadow { return false }
            guard let reason = self.reason(toSkip: table, &taken) else { return true }
            skipped.append((table.name, reason))
            return false
        }
        let classNames = Self.classNames(tables, settings)
        // By their bytes: a link of the other table of a name is none of this one's.
        let wanted = Set(tables.map { Array($0.name.utf8) })
        let links = schema.links(besides: likely).filter {
            wanted.contains(Array($0.child.name.utf8)) && wanted.contains(Array($0.parent.name.utf8))
        }
        var keyColumns: [String: Set<String>] = [:]
        for table in tables { keyColumns[table.name] = Set(key(of: table)) }
        for link in links {
            keyColumns[link.child.name, default: []].formUnion(link.columns)
            keyColumns[link.parent.name, default: []].formUnion(link.references)
        }
        // Inside a class its member of that name would stand before the type: in scripts without capitals, and verbatim.
        let types = SwiftName.reservedTypes.union(classNames.values)
        let namer = MethodNamer(links: links, classNames: classNames, settings: settings, schema: schema)
        for table in tables {
            guard let className = classNames[table.name] else { continue }
            let own = settings.table(table.name)
            let typing = ColumnTyping(
                table: table, profile: observation.profiles[table.name] ?? TableProfile(),
                keyColumns: keyColumns[table.name] ?? [], nullKeys: observation.nullKeys[table.name] ?? [],
                givenKey: isGiven(key(of: table), of: table) ? key(of: table).first : nil, settings: own,
                rules: schema.dialect.rules)
            var names = NamePool(reserved: types)
            let properties = properties(of: table, typing, own, namer.heldNames(of: table), &names)
            let key = key(of: table)
            let methods = namer.methods(of: table, &names)
            try settings.check(methods, of: table)
            positions[table.name] = models.count
            models.append(
                ModelPlan(
                    table: table, className: className, columns: properties, key: key,
                    isKeyGiven: isGiven(key, of: table), methods: methods))
        }
    }

    package func model(of table: String) -> ModelPlan? { positions[table].map { models[$0] } }

    private func reason(toSkip table: TableSchema, _ taken: inout Set<String>) -> String? {
        if table.isMigrationRecord { return "it records which migrations have run" }
        if settings.table(table.name).skip == true { return "the settings skip it" }
        if let problem = schema.problems[table.name] { return problem }
        if !table.columns.contains(where: { !$0.isHidden || $0.isGenerated }) { return "it has no columns" }
        let names = Dictionary(grouping: table.columns.map(\.name)) { $0.lowercased() }
        if let twins = table.columns.lazy.compactMap({ names[$0.name.lowercased()] }).first(where: { $0.count > 1 }) {
            return "its columns \(twins.listed) differ in case only"
        }
        // Two names that differ in their bytes only, `é` and `e` with an accent behind it, are one name to Swift.
        return taken.insert(table.name).inserted ? nil : "another table's name is equal to it in Unicode"
    }

    private static func classNames(_ tables: [TableSchema], _ settings: GeneratorSettings) -> [String: String] {
        var pool = NamePool()
        var names: [String: String] = [:]
        let classWords = ClassWords(tables)
        for table in tables {
            if let name = settings.table(table.name).class { names[table.name] = pool.take([name]) }
        }
        // A bare name goes before one that needs its schema.
        for table in tables.filter({ $0.schema == nil }) + tables.filter({ $0.schema != nil })
        where names[table.name] == nil {
            let words = NameWords(table.ownName)
            let singular = classWords.words(of: table.ownName)
            let name =
                settings.names == .verbatim
                ? SwiftName.type(NameWords(words: [SwiftName.verbatim(table.ownName, fallback: "Table")]))
                : SwiftName.type(singular)
            // "order" and "orders" in one database: the second keeps its plural; in another schema it is "SalesOrder".
            let withSchema = table.schema.map {
                SwiftName.type(NameWords(words: NameWords($0).words + singular.words))
            }
            names[table.name] = pool.take([name] + [withSchema ?? SwiftName.type(words)])
        }
        return names
    }

    /// The primary key, or else a unique key whose columns are never NULL.
    private func key(of table: TableSchema) -> [String] {
        if let own = settings.table(table.name).key { return own.compactMap { table.column($0)?.name } }
        if !table.primaryKey.isEmpty { return table.primaryKey }
        return table.uniqueKeys.first { key in
            !key.isPartial && !key.hasExpression && !key.columns.isEmpty
                && key.columns.allSatisfy { table.column($0)?.isNotNull == true }
        }?.columns ?? []
    }

    /// Whether the database gives new rows their key.
    private func isGiven(_ key: [String], of table: TableSchema) -> Bool {
        guard let only = key.first.flatMap({ table.column($0) }), key.count == 1 else { return false }
        return schema.traits.gives(only, of: table)
    }

    private func properties(
        of table: TableSchema, _ typing: ColumnTyping, _ own: GeneratorSettings.Table, _ held: [String: String],
        _ names: inout NamePool
    ) -> [ModelPlan.Property] {
        let columns = table.columns.filter { !$0.isHidden || $0.isGenerated }
        // Names that a person chose go first.
        var chosen: [String: String] = [:]
        for column in columns {
            if let name = own.column(column.name).name { chosen[column.name] = names.take([name]) }
        }
        // Which key a new row got must be told by its insert.
        let unknown = schema.dialect.features.isDisjoint(with: [.returning, .insertReturning]) ? key(of: table) : []
        return columns.enumerated().map { index, column in
            let name =
                chosen[column.name]
                ?? names.take(
                    candidates(column, index, held[column.name]).map { names.isReserved($0) ? $0 + "Value" : $0 })
            let type = typing.type(of: column)
            return ModelPlan.Property(
                column: column, name: name, type: type, initial: typing.initialValue(of: column, type),
                takesDefault: typing.takesDefault(column, type) && !unknown.contains(column.name))
        }
    }

    private func candidates(_ column: ColumnSchema, _ position: Int, _ held: String?) -> [String] {
        let fallback = "column\(position + 1)"
        if settings.names == .verbatim { return [SwiftName.verbatim(column.name, fallback: fallback)] }
        let words = NameWords(column.name)
        // A column named `seller` leaves the name to the method that gives the seller.
        if let held, SwiftName.member(words, fallback: fallback) == held { return [held + "ID", held + "Key"] }
        return [SwiftName.member(words, fallback: words.isEmpty ? fallback : "column")]
    }
}

extension GeneratorSettings {
    /// Decisions about relationships that do not exist are misspelt, or out of date.
    fileprivate func check(_ methods: [ModelPlan.Method], of table: TableSchema) throws {
        let own =
            (tables ?? [:]).first { $0.key == table.name }
            ?? (tables ?? [:]).first { $0.key.lowercased() == table.name.lowercased() }
        guard let own else { return }
        for (name, decision) in (own.value.relationships ?? [:]).sorted(by: { $0.key < $1.key }) {
            let place = place("tables", own.key, "relationships", name)
            guard let method = methods.first(where: { $0.ownName == name }) else {
                throw ToolError(
                    "\(place)the settings name the relationship \"\(name)\", which \"\(table.name)\" does not have",
                    NearestNames.hint(for: name, among: methods.map(\.ownName)))
            }
            if let chosen = decision.name, method.name != chosen {
                throw ToolError(
                    "\(place)the settings call the relationship \"\(name)\" \(chosen), as a property or another relationship of its class is called"
                )
            }
            if decision.dependent != nil, method.relationship.kind == .belongsTo {
                throw ToolError(
                    "\(place)the settings give \"\(table.name)\".\"\(name)\" a dependent: only relationships to rows that refer to this one have it",
                    "Give it to the relationship of \"\(method.relationship.target)\"")
            }
        }
    }
}

extension TableSchema {
    /// Whether `zim migrate` keeps it.
    package var isMigrationRecord: Bool { kind == .table && ownName == "zim_migration" && column("position") != nil }
}
