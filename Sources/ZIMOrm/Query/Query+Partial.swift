import ZIMDb

extension Query {
    /// All models that the query finds, with only some of their columns: the others hold what a new model does, and are
    /// not written when the model is saved.
    ///
    /// The key is always read too, and with a path such as `dog.label` the key of the model that it leads to.
    ///
    /// - Parameter paths: columns, properties, or dotted paths through properties that refer to a model.
    package func models(with paths: [String]) throws -> [M] {
        if let failure { throw failure }
        var resolver = PredicateResolver(plan: plan, session: session, spec: spec)
        var columns: [PartialColumn] = []
        func add(_ names: [String]) throws {
            let target = try resolver.path(names, position: nil)
            let column = PartialColumn(route: Array(names.dropLast()), target: target)
            if !columns.contains(where: { $0.isSame(as: column) }) { columns.append(column) }
        }
        for name in plan.mapping.keyNames { try add([name]) }
        for path in paths {
            let names = path.split(separator: ".").map(String.init)
            try add(names)
            guard names.count > 1, let target = columns.last?.target.mapping, target !== plan.mapping else { continue }
            for name in target.keyNames { try add(names.dropLast() + [name]) }
        }
        var query = self
        query.spec = resolver.spec
        let rendered = try query.checked().select(columns.map(\.target.expression))
        let batch = LoadBatch(
            mapping: plan.mapping, handle: session.handle, loading: spec.loading, since: session.generation)
        return try session.withLoadHooksBehind { try read(rendered, columns, batch) }
    }

    private func read(_ rendered: RenderedSQL, _ columns: [PartialColumn], _ batch: LoadBatch) throws -> [M] {
        try run(rendered) { statement in
            let row = Row(statement)
            var models: [M] = []
            while try statement.step() {
                let model = M()
                try model.willLoad()
                var spellings: [Spelling] = []
                for (index, column) in columns.enumerated() {
                    let value = row.value(at: index)
                    try column.store(value, in: model, plan)
                    guard column.isOwn(plan) else { continue }
                    if let spelling = plan.mapping.spelling(value, at: column.target.position, of: model) {
                        spellings.append(spelling)
                    }
                }
                try batch.adopt(model, spellings: spellings)
                batch.noteUnreadVersion(of: model) { position in
                    columns.contains { $0.isOwn(plan) && $0.target.position == position }
                }
                try batch.keepRow(
                    of: model, writing: columns.lazy.filter { $0.isOwn(plan) }.map(\.target.position))
                try session.finishLoad(of: model)
                models.append(model)
            }
            return models
        }
    }
}

/// A column of a partial result, and the properties that lead to its model.
private struct PartialColumn {
    let route: [String]
    let target: PredicateResolver.Target

    func isSame(as other: PartialColumn) -> Bool {
        route == other.route && target.mapping === other.target.mapping && target.position == other.target.position
    }

    /// Whether it is one of the query's own class.
    func isOwn(_ plan: TablePlan) -> Bool { target.mapping === plan.mapping && route.isEmpty }

    func store(_ value: SQLValue, in root: Model, _ plan: TablePlan) throws {
        guard !isOwn(plan) else { return try assign(value, to: root) }
        // Where there is no row at the other end, there is no model.
        guard !value.isNull else { return }
        var model = root
        var mapping = plan.mapping
        for name in route {
            guard let reference = mapping.reference(named: name) else {
                throw ModelError(
                    .query,
                    "\"\(mapping.table)\" (class \(mapping.type)) has no property \"\(name)\" that refers to a model",
                    table: mapping.table, column: name)
            }
            mapping = try reference.target()
            let next = reference.model(of: model) ?? mapping.type.init()
            reference.set(next, in: model)
            model = next
        }
        try assign(value, to: model)
    }

    private func assign(_ value: SQLValue, to model: Model) throws {
        do { try target.mapping.columns[target.position].field.assign(value, to: model) } catch let mismatch
            as ValueMismatch
        {
            throw target.mapping.refusal(mismatch, of: target.position)
        }
    }
}

extension Mapping {
    /// The property of a name that refers to a model, where it has columns of its own.
    func reference(named name: String) -> ModelReference? {
        references.lazy.compactMap { (self.columns[$0].field as? ReferenceField)?.reference }
            .first { $0.property == name }
    }
}
