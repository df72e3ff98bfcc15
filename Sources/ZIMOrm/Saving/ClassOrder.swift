import ZIMDb

extension Session {
    /// Sorts models so that the tables which foreign keys point to come first, and in a table that refers to itself the rows
    /// which others of the list refer to. All others stay as they were.
    ///
    /// Foreign keys are those of the database and those that the classes' relationships name. Where they lead in a circle,
    /// it is opened where least depends on it: see ``ClassReferences``.
    ///
    /// - Parameter childrenFirst: whether the tables come the other way round.
    package func sortedByForeignKeys(_ models: [Model], childrenFirst: Bool = false) throws -> [Model] {
        guard let first = models.first else { return models }
        guard models.contains(where: { type(of: $0) != type(of: first) }) else {
            return try sortedByOwnReferences(models, plan(of: first), childrenFirst)
        }
        var tables: [TablePlan] = []
        var members: [ObjectIdentifier: [Model]] = [:]
        for model in models {
            let plan = try plan(of: model)
            if members[ObjectIdentifier(plan)] == nil { tables.append(plan) }
            members[ObjectIdentifier(plan), default: []].append(model)
        }
        var references = ClassReferences(count: tables.count)
        var stored: [[Model]] = []
        for (child, plan) in tables.enumerated() {
            var models = members[ObjectIdentifier(plan)] ?? []
            if childrenFirst { models = try asStored(models, plan) }
            stored.append(models)
            for (parent, other) in tables.enumerated() where other !== plan {
                try references.add(from: child, to: parent, rank: rank(of: other, for: plan, models))
            }
        }
        var order = parentsFirst(references.withoutCircles(), tables.indices)
        if childrenFirst { order.reverse() }
        return try order.flatMap { index in
            try sortedByOwnReferences(
                members[ObjectIdentifier(tables[index])] ?? [], tables[index], childrenFirst, stored: stored[index])
        }
    }

    /// The models of a table that refers to itself.
    ///
    /// - Parameter known: the models as they are stored, if that has been asked.
    private func sortedByOwnReferences(
        _ models: [Model], _ plan: TablePlan, _ childrenFirst: Bool, stored known: [Model]? = nil
    ) throws -> [Model] {
        let references = try ownReferences(plan)
        guard models.count > 1, !references.isEmpty else { return models }
        // Turned round twice, those that refer to none stay as they stand.
        func inOrder(_ models: [Model]) -> [Model] { childrenFirst ? models.reversed() : models }
        let stored = try inOrder(known ?? (childrenFirst ? asStored(models, plan) : models))
        let models = inOrder(models)
        // Parents by keys that a collation may take for one order where the others leave it open.
        var likely: [Int: [Int]] = [:]
        var parents = Array(repeating: [Int](), count: models.count)
        for reference in references {
            let rows = try rowReferences(stored, reference, plan)
            for (child, parent) in rows.repeated + rows.exact where parents[child].last != parent {
                parents[child].append(parent)
            }
            for (child, parent) in rows.likely { likely[child, default: []].append(parent) }
        }
        if likely.isEmpty, parents.allSatisfy(\.isEmpty) { return inOrder(models) }
        var list = Array(models.indices)
        if !likely.isEmpty { list = parentsFirst(parents.indices.map { parents[$0] + likely[$0, default: []] }, list) }
        let order = parentsFirst(parents, list)
        return inOrder(keepingRowOrder(order, models).map { models[$0] })
    }

    /// Which models of a list refer to which others of it by a foreign key of the table to itself.
    func rowReferences(
        _ models: [Model], _ key: (columns: [Int], references: [Int]), _ plan: TablePlan
    ) throws -> RowReferences {
        let mapping = plan.mapping
        func values(_ positions: [Int], of model: Model) throws -> [SQLValue]? {
            let values = try positions.map { position in
                let value = try mapping.value(position, of: model)
                // What a property that nothing was loaded into refers to is known as the row spells it.
                return (try? mapping.columns[position].field.normalized(value)) ?? value
            }
            return values.contains(where: \.isNull) ? nil : values
        }
        var found = RowReferences()
        var byKey: [[SQLValue]: Int] = [:]
        var own: [[SQLValue]?] = []
        for (index, model) in models.enumerated() {
            let key = try values(key.references, of: model)
            own.append(key)
            if let key, let earlier = byKey.updateValue(index, forKey: key) { found.repeated.append((index, earlier)) }
        }
        var byFolded: [[SQLValue]: [Int]]?
        for (index, model) in models.enumerated() {
            guard let key = try values(key.columns, of: model), key != own[index] else { continue }
            if let parent = byKey[key] {
                found.exact.append((index, parent))
            } else if key.contains(where: \.hasSpellings) {
                let known = byFolded ?? Dictionary(grouping: own.indices) { own[$0]?.map(\.folded) ?? [] }
                byFolded = known
                // Texts of signs alone are all of one form, and a list has thousands of models.
                found.likely += known[key.map(\.folded), default: []].lazy.filter { $0 != index }.prefix(16)
                    .map { (index, $0) }
            }
        }
        return found
    }

    /// Models that are to be deleted, those with unsaved changes of what refers to other rows as their rows are: what refers to
    /// what is said by the rows then.
    private func asStored(_ models: [Model], _ plan: TablePlan) throws -> [Model] {
        let mapping = plan.mapping
        let keys = try plan.schema(in: self)?.foreignKeys.map(\.columns) ?? []
        let named = mapping.relationships.filter {
            $0.kind == .belongsTo || $0.kind != .hasManyThrough && $0.target == mapping.type
        }.map(\.foreignKey)
        let linked = Set((keys + named).flatMap { (try? mapping.indexes(of: $0)) ?? [] }).union(mapping.key)
        let changed = models.indices.filter { !linked.isDisjoint(with: UniqueMoves.changes(of: models[$0], in: self)) }
        guard !changed.isEmpty else { return models }
        let rows = try rows(plan, with: mapping.key, changed.map { models[$0].record?.key(of: models[$0]) ?? [] })
        var stored = models
        for (index, row) in zip(changed, rows) { if let row { stored[index] = row } }
        return stored
    }

    /// The models of one row as they are listed, in the places that the row has got: also where its rows refer to each other in a
    /// circle, the last is saved last.
    private func keepingRowOrder(_ order: [Int], _ models: [Model]) -> [Int] {
        let rows = models.map { $0.isLoaded ? $0.record?.key(of: $0) : nil }
        var members: [[SQLValue]: ArraySlice<Int>] = [:]
        for (index, row) in rows.enumerated() { if let row { members[row, default: []].append(index) } }
        return order.map { index in rows[index].flatMap { members[$0]?.popFirst() } ?? index }
    }

    /// The columns by which a table refers to itself, and those that they refer to.
    func ownReferences(_ plan: TablePlan) throws -> [(columns: [Int], references: [Int])] {
        let mapping = plan.mapping
        let declared = try foreignKeys(of: plan, to: plan).map { ($0.columns, $0.references) }
        let named = mapping.relationships.filter { $0.kind != .hasManyThrough && $0.target == mapping.type }
            .map { ($0.foreignKey, $0.references ?? []) }
        var found: [(columns: [Int], references: [Int])] = []
        for (columns, references) in declared + named {
            guard let columns = try? mapping.indexes(of: columns),
                let references = references.isEmpty ? mapping.key : try? mapping.indexes(of: references),
                columns.count == references.count, !found.contains(where: { $0 == (columns, references) })
            else { continue }
            found.append((columns, references))
        }
        return found
    }

    /// An order in which what others point to comes before them; else that of the list.
    private func parentsFirst(_ parents: [[Int]], _ list: some Sequence<Int>) -> [Int] {
        var order: [Int] = []
        var next = [Int](repeating: 0, count: parents.count)
        var isNoted = [Bool](repeating: false, count: parents.count)
        var way: [Int] = []
        for start in list where !isNoted[start] {
            way.append(start)
            isNoted[start] = true
            while let last = way.last {
                guard next[last] < parents[last].count else {
                    order.append(last)
                    way.removeLast()
                    continue
                }
                let parent = parents[last][next[last]]
                next[last] += 1
                guard !isNoted[parent] else { continue }
                isNoted[parent] = true
                way.append(parent)
            }
        }
        return order
    }

    /// Whether a foreign key of a class's table leads to another's. Of tables of the same name in two schemas that is one.
    private func leads(_ key: TableSchema.ForeignKey, of child: Mapping, to parent: Mapping) -> Bool {
        guard key.identifier.parts.last?.isSameName(as: parent.table) == true else { return false }
        // A foreign key says no schema where its table is in the child's, or is what a bare name finds.
        guard let schema = key.schema ?? child.schema else { return true }
        // The schema of a class that names none is not known here, only that it is one where bare names are found.
        return parent.schema?.isSameName(as: schema) ?? (child.schema != nil)
    }

    /// The positions of a class's columns that identify its rows, to themselves and to foreign keys of other classes; empty without
    /// other classes.
    func identifyingColumns(_ plan: TablePlan, _ children: [TablePlan]) throws -> Set<Int> {
        guard !children.isEmpty else { return [] }
        let referred = try children.flatMap { try foreignKeys(of: $0, to: plan).flatMap(\.references) }
        let columns = plan.mapping.columns
        return Set(plan.mapping.key).union(
            columns.indices.filter { index in referred.contains { $0.isSameName(as: columns[index].name) } })
    }

    func foreignKeys(of child: TablePlan, to parent: TablePlan) throws -> [TableSchema.ForeignKey] {
        try child.schema(in: self)?.foreignKeys.filter { leads($0, of: child.mapping, to: parent.mapping) } ?? []
    }

    /// How much depends on it that the rows of one class come behind those of another; nil where they do not refer to them.
    private func rank(of parent: TablePlan, for child: TablePlan, _ models: [Model]) throws -> Int? {
        let declared = try foreignKeys(of: child, to: parent)
        let named =
            child.mapping.relationships.filter { $0.kind == .belongsTo && $0.target == parent.mapping.type }
            + parent.mapping.relationships.filter { relationship in
                switch relationship.kind {
                case .hasOne, .hasMany: relationship.target == child.mapping.type
                case .hasManyThrough: relationship.join?.type == child.mapping.type
                case .belongsTo: false
                }
            }
        func hasValues(_ columns: [String]) -> Bool {
            guard let positions = try? child.mapping.indexes(of: columns) else { return true }
            return models.contains { model in
                positions.allSatisfy { (try? child.mapping.value($0, of: model))?.isNull != true }
            }
        }
        let schema = try child.schema(in: self)
        let ranks = declared.map { key in
            let isRequired = key.columns.allSatisfy { schema?.column($0)?.isNotNull == true }
            return (hasValues(key.columns) ? 4 : 0) + (isRequired ? 2 : 1)
        }
        return (ranks + named.map { hasValues($0.foreignKey) ? 4 : 0 }).max()
    }
}

/// Which models of a list refer to which others of it by one foreign key, by their positions.
struct RowReferences {
    var exact: [(child: Int, parent: Int)] = []
    /// By keys that a collation may take for one.
    var likely: [(child: Int, parent: Int)] = []
    /// Models with one key: of several models of one row the last is saved last.
    var repeated: [(later: Int, earlier: Int)] = []
}
