import ZIMDb

extension Query {
    /// All models that the query finds, with only some of their columns: the others hold what a new model does, and are
    /// not written when the model is saved.
    ///
    /// The key is always read too, and with a path such as `dog.label` the key of each model on the way, which is its row
    /// from then on.
    ///
    /// - Parameter paths: columns, properties, or dotted paths through properties that refer to a model.
    package func models(with paths: [String]) throws -> [M] {
        if let failure { throw failure }
        var resolver = PredicateResolver(plan: plan, session: session, spec: spec)
        var columns: [PartialColumn] = []
        func add(_ route: [String], _ name: String) throws {
            let target = try resolver.path(route + [name], position: nil)
            let column = PartialColumn(route: route, target: target)
            if !columns.contains(where: { $0.isSame(as: column) }) { columns.append(column) }
        }
        for name in plan.mapping.keyNames { try add([], name) }
        var parts = [PartialModel(plan.mapping, loading: spec.loading, in: session)]
        for path in paths {
            let names = path.split(separator: ".").map(String.init)
            try add(names.dropLast(), names.last ?? path)
            for end in names.indices.dropFirst() {
                let route = Array(names[..<end])
                if parts.contains(where: { $0.route == route }) { continue }
                guard let source = parts.firstIndex(where: { $0.route == route.dropLast() }) else { continue }
                let part = try PartialModel(parts[source], source, route, loading: spec.loading, in: session)
                for name in part.mapping.keyNames { try add(route, name) }
                parts.append(part)
            }
        }
        for index in parts.indices { parts[index].find(columns) }
        var query = self
        query.spec = resolver.spec
        let rendered = try query.checked().select(columns.map(\.target.expression))
        return try session.withLoadHooksBehind { try read(rendered, parts) }
    }

    private func read(_ rendered: RenderedSQL, _ parts: [PartialModel]) throws -> [M] {
        try run(rendered) { statement in
            let row = Row(statement)
            var models: [M] = []
            while try statement.step() {
                let root = M()
                var made: [Model?] = []
                for part in parts {
                    let model = try part.source == nil ? root : part.makeModel(row, of: made)
                    try model?.willLoad()
                    if let model { try part.assign(row, to: model) }
                    made.append(model)
                }
                // Those that others refer to first: what refers to a row is compared with its key.
                for index in parts.indices.reversed() {
                    guard let model = made[index] else { continue }
                    try parts[index].keep(model, row)
                    try session.finishLoad(of: model)
                }
                models.append(root)
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
}

/// A model of each row of a partial result: the query's own, or one that a property refers to.
private struct PartialModel {
    let route: [String]
    let mapping: Mapping
    /// Which of the row's models refers to it, and by which property; nil for the query's own.
    let source: (index: Int, reference: ModelReference)?
    private let batch: LoadBatch
    /// Its columns and where they stand in the row, in the mapping's order.
    private var columns: [(position: Int, index: Int)] = []
    /// The places of columns of which at least one is not NULL where there is a row.
    private var presence: [Int] = []
    private var unread: Set<Int> = []

    init(_ mapping: Mapping, loading: RelationshipLoading?, in session: Session) {
        (route, self.mapping, source) = ([], mapping, nil)
        batch = LoadBatch(mapping: mapping, handle: session.handle, loading: loading, since: session.generation)
    }

    init(
        _ parent: PartialModel, _ index: Int, _ route: [String], loading: RelationshipLoading?, in session: Session
    ) throws {
        let name = route.last ?? ""
        let references = parent.mapping.references.lazy.compactMap {
            (parent.mapping.columns[$0].field as? ReferenceField)?.reference
        }
        guard let reference = references.first(where: { $0.property == name }) else {
            throw ModelError(
                .query,
                "\"\(parent.mapping.table)\" (class \(parent.mapping.type)) has no property \"\(name)\" that refers to a model",
                table: parent.mapping.table, column: name)
        }
        (self.route, source) = (route, (index, reference))
        mapping = try session.plan(for: reference.target().type).mapping
        batch = LoadBatch(mapping: mapping, handle: session.handle, loading: loading, since: session.generation)
    }

    /// Finds its columns in the row.
    mutating func find(_ all: [PartialColumn]) {
        columns = all.indices.filter { all[$0].route == route }.map { (position: all[$0].target.position, index: $0) }
            .sorted { $0.position < $1.position }
        presence = all.indices.filter { all[$0].route.starts(with: route) }
        unread = Set(mapping.columns.indices).subtracting(columns.map(\.position))
    }

    /// The model in the property that refers to it. Where there is no row at the other end, there is no model.
    func makeModel(_ row: Row, of made: [Model?]) throws -> Model? {
        guard let source, let parent = made[source.index], presence.contains(where: { !row.isNull($0) }) else {
            return nil
        }
        let model = source.reference.model(of: parent) ?? mapping.type.init()
        source.reference.set(model, in: parent)
        return model
    }

    func assign(_ row: Row, to model: Model) throws {
        for (position, index) in columns {
            let field = mapping.columns[position].field
            do { try field.assign(row.value(at: index), to: model) } catch let mismatch as ValueMismatch {
                throw mapping.refusal(mismatch, of: position)
            }
        }
    }

    /// From here on the model is its row, of which it knows these columns.
    func keep(_ model: Model, _ row: Row) throws {
        if mapping.tracksItself { model.columnChanges = ColumnChanges() }
        let spellings = columns.compactMap { position, index in
            mapping.spelling(row.storedValue(at: index), at: position, of: model)
        }
        try batch.adopt(model, spellings: spellings)
        batch.noteUnread(unread, of: model)
        try batch.keepRow(of: model, writing: columns.lazy.map(\.position))
    }
}
