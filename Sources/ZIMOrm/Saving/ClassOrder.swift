import ZIMDb

extension Session {
    /// Sorts models so that the tables which foreign keys point to come first; those of one table stay as they were.
    ///
    /// Foreign keys are those of the database and those that the classes' relationships name. Where they lead in a circle,
    /// the table that was named first comes last.
    ///
    /// - Parameter childrenFirst: whether the tables come the other way round.
    func sortedByForeignKeys(_ models: [Model], childrenFirst: Bool = false) throws -> [Model] {
        guard let first = models.first, models.contains(where: { type(of: $0) != type(of: first) }) else {
            return models
        }
        var tables: [TablePlan] = []
        var members: [ObjectIdentifier: [Model]] = [:]
        for model in models {
            let plan = try plan(of: model)
            if members[ObjectIdentifier(plan)] == nil { tables.append(plan) }
            members[ObjectIdentifier(plan), default: []].append(model)
        }
        guard tables.count > 1 else { return models }
        var parents = try tables.map { child in
            try tables.indices.filter { try tables[$0] !== child && isReferred(tables[$0], by: child) }
        }
        var order: [Int] = []
        var isNoted = [Bool](repeating: false, count: tables.count)
        var way: [Int] = []
        for table in tables.indices where !isNoted[table] {
            way.append(table)
            isNoted[table] = true
            while let last = way.last {
                if let parent = parents[last].first {
                    parents[last].removeFirst()
                    guard !isNoted[parent] else { continue }
                    isNoted[parent] = true
                    way.append(parent)
                } else {
                    order.append(last)
                    way.removeLast()
                }
            }
        }
        if childrenFirst { order.reverse() }
        return order.flatMap { members[ObjectIdentifier(tables[$0])] ?? [] }
    }

    private func isReferred(_ parent: TablePlan, by child: TablePlan) throws -> Bool {
        let isDeclared = try child.tableSchema(in: self).foreignKeys.contains {
            $0.table.isSameName(as: parent.mapping.table)
                || $0.identifier.parts.last?.isSameName(as: parent.mapping.table) == true
        }
        func leads(_ relationship: Relationship, to plan: TablePlan) -> Bool {
            relationship.target == plan.mapping.type
        }
        return isDeclared
            || child.mapping.relationships.contains { $0.kind == .belongsTo && leads($0, to: parent) }
            || parent.mapping.relationships.contains { relationship in
                switch relationship.kind {
                case .hasOne, .hasMany: leads(relationship, to: child)
                case .hasManyThrough: relationship.join?.type == child.mapping.type
                case .belongsTo: false
                }
            }
    }
}
