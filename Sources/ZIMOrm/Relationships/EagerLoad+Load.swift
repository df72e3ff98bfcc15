import ZIMDb

extension EagerLoad {
    /// Loads the relationship for models and keeps the answers with them.
    func load(for models: [Model], in session: Session) throws {
        for models in models.byLoadBatch { try load(forBatch: models, in: session) }
    }

    /// The same for models of one load batch.
    private func load(forBatch models: [Model], in session: Session) throws {
        guard let first = models.first else { return }
        let source = try session.plan(of: first)
        let request = RelationRequest(relationship)
        let plan = try source.relation(request, relationship.target, relationship.join?.type, options, in: session)
        let loader = RelationLoader(
            session: session, plan: plan, source: source.mapping, loading: first.record?.loading)
        // Each statement reads all rows of the other table where no index finds them.
        let isOneChunk = try models.count > Window.size && loader.readsAll(for: models)
        let size = isOneChunk ? models.count : Window.size
        for chunk in models.pieces(of: size) { try load(chunk: Array(chunk), with: loader) }
    }

    private func load(chunk models: [Model], with loader: RelationLoader) throws {
        guard let loadBatch = models.first?.record else { return }
        let (session, plan) = (loader.session, loader.plan)
        let known = loadBatch.batches.first { $0.isKept && $0.plan.request == plan.request }
        var (next, open): ([Model], [Model]) = ([], models)
        if let known, known.generation == session.generation {
            // What the query's own statement has loaded by a join stays: so does what was joined to that.
            let kept = try models.map { try known.kept($0, in: loader.source) }
            if !nested.isEmpty { next = kept.flatMap { $0?.models ?? [] }.distinct() }
            open = zip(models, kept).filter { $1 == nil }.map(\.0)
        }
        if !open.isEmpty { next += try load(open, of: loadBatch, into: known, with: loader) }
        for load in nested { try load.load(for: next, in: session) }
    }

    /// - Returns: the models that were found.
    private func load(
        _ models: [Model], of loadBatch: LoadBatch, into known: RelationshipBatch?, with loader: RelationLoader
    ) throws -> [Model] {
        let plan = loader.plan
        let batch =
            known
            ?? RelationshipBatch(
                plan: plan, generation: loader.session.generation, members: loadBatch.members.count, isKept: true)
        var keys = KeyList(width: plan.sourceKey.count, capacity: models.count)
        var slots: [UInt32] = []
        slots.reserveCapacity(models.count)
        for model in models {
            if try plan.lookup(model, in: loader.source, into: &keys) {
                slots.append(model.slot)
            } else {
                batch.noteWithoutKey(model.slot)
            }
        }
        let found = try loader.many(keys)
        batch.note(found, for: slots, keys: keys)
        if known == nil { loadBatch.batches.append(batch) }
        return nested.isEmpty ? [] : found.allModels
    }
}

extension [Model] {
    /// The models of each load batch. What several statements have read is of several: lists of keys that are numbers, texts
    /// and bytes.
    fileprivate var byLoadBatch: [[Model]] {
        guard let first, let other = firstIndex(where: { $0.record !== first.record }) else { return [self] }
        var parts = [Array(self[..<other])]
        var places = [first.record.map { ObjectIdentifier($0) }: 0]
        for model in self[other...] {
            let batch = model.record.map { ObjectIdentifier($0) }
            if let place = places[batch] {
                parts[place].append(model)
            } else {
                places[batch] = parts.count
                parts.append([model])
            }
        }
        return parts
    }
}

extension RelationRequest {
    /// - Parameter isJoinWanted: whether the rows of the join table are wanted beside those of the target.
    init(_ relationship: Relationship, isJoinWanted: Bool = false) {
        self.init(
            kind: relationship.kind, target: ObjectIdentifier(relationship.target), foreignKey: relationship.foreignKey,
            references: relationship.references)
        if let join = relationship.join {
            self.join = JoinTable(
                type: ObjectIdentifier(join.type), targetForeignKey: join.targetForeignKey,
                targetReferences: join.targetReferences, isWanted: isJoinWanted)
        }
    }
}

extension Query {
    /// Loads a relationship with the rows, in one additional statement.
    ///
    /// ```swift
    /// let orders = try session.query(Order.self).with("lines.item").with("customer").all()
    /// // SELECT … FROM "orders"; SELECT … FROM json_each(?) … "order_line"; … "item"; … "customer"
    /// ```
    ///
    /// The models then answer from memory, even after the session, until something is written in it.
    ///
    /// The same relationship may be loaded several times with different options; longer paths through it are loaded for
    /// the rows of each.
    ///
    /// - Parameters:
    ///   - path: the name of a declared relationship, or several joined by dots.
    ///   - options: the options of the last relationship of the path.
    /// - Throws: when the query is sent, ``ModelError`` with code unknownRelationship.
    public func with(_ path: String, options: [RelationshipOption] = []) -> Query {
        adding { query in
            let names = path.split(separator: ".").map(String.init)
            try query.spec.eager.add(names[...], query.plan.mapping, options, query.session)
        }
    }

    /// Loads a relationship that the class does not declare with the rows.
    public func with(_ relationship: Relationship, options: [RelationshipOption] = []) -> Query {
        adding { $0.spec.eager.append(EagerLoad(relationship: relationship, options: options, nested: [])) }
    }

    /// Sets how the query's models, those that are loaded with them and those that you reach from them load the
    /// relationships that you follow.
    public func relationships(_ loading: RelationshipLoading) -> Query { adding { $0.spec.loading = loading } }
}

extension [EagerLoad] {
    fileprivate mutating func add(
        _ names: ArraySlice<String>, _ mapping: Mapping, _ options: [RelationshipOption], _ session: Session
    ) throws {
        guard let name = names.first else {
            throw ModelError(.unknownRelationship, "the name of a relationship is empty")
        }
        let relationship = try mapping.relationship(name)
        let rest = names.dropFirst()
        func isPlain(_ load: EagerLoad) -> Bool { load.relationship.name == name && load.options.isEmpty }
        // With other options it is another question, which is answered beside the first.
        if !contains(where: isPlain) || rest.isEmpty && !options.isEmpty {
            let nested = first { $0.relationship.name == name }?.nested ?? []
            append(EagerLoad(relationship: relationship, options: rest.isEmpty ? options : [], nested: nested))
        }
        guard !rest.isEmpty else { return }
        let target = try session.plan(for: relationship.target).mapping
        for index in indices where self[index].relationship.name == name {
            try self[index].nested.add(rest, target, options, session)
        }
    }
}

extension Mapping {
    /// The relationship that the class declares under a name.
    func relationship(_ name: String) throws -> Relationship {
        if let found = relationships.first(where: { $0.name == name }) { return found }
        throw ModelError(
            .unknownRelationship, "\"\(table)\" (class \(type)) has no relationship \"\(name)\"", table: table,
            hint: NearestNames.hint(for: name, among: relationships.map(\.name))
                ?? "Name it in the class's relationships")
    }
}
