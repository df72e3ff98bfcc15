import ZIMDb

extension Model {
    /// The model that this one belongs to; nil if a part of the foreign key is NULL or there is no such row.
    ///
    /// ```swift
    /// func address() throws -> Address? { try belongsTo(Address.self, foreignKey: ["firstName", "lastName"]) }
    /// // SELECT … FROM "Address" WHERE "Address"."firstName" = ? AND "Address"."lastName" = ?
    /// ```
    ///
    /// - Parameters:
    ///   - type: the class that this one belongs to.
    ///   - foreignKey: columns or properties of this class, in the order of the key that they reference.
    ///   - references: the columns of the other class that they reference; its primary key by default.
    /// - Throws: ``ModelError`` with code keyMismatch or unknownColumn if the names do not match.
    public final func belongsTo<Parent: Model>(
        _ type: Parent.Type, foreignKey: [String], references: [String]? = nil
    ) throws -> Parent? {
        let request = RelationRequest(
            kind: .belongsTo, target: ObjectIdentifier(type), foreignKey: foreignKey, references: references)
        return try related(request, type, nil, []).models.first.map { unsafeDowncast($0, to: Parent.self) }
    }

    /// The one model that belongs to this one; the first by its key if there are several, nil if there is none.
    ///
    /// ```swift
    /// func email() throws -> Email? { try hasOne(Email.self, foreignKey: ["personPK"]) }
    /// // SELECT … FROM "Email" WHERE "Email"."personPK" = ? ORDER BY "Email"."pk" LIMIT ?
    /// ```
    ///
    /// - Parameters:
    ///   - type: the other class.
    ///   - foreignKey: columns or properties of the other class, in the order of this class's key.
    ///   - references: the columns of this class that they reference; its primary key by default.
    ///   - options: a filter, an order, a limit, an offset.
    public final func hasOne<Child: Model>(
        _ type: Child.Type, foreignKey: [String], references: [String]? = nil, options: [RelationshipOption] = []
    ) throws -> Child? {
        let request = RelationRequest(
            kind: .hasOne, target: ObjectIdentifier(type), foreignKey: foreignKey, references: references)
        return try related(request, type, nil, options).models.first.map { unsafeDowncast($0, to: Child.self) }
    }

    /// The models that belong to this one.
    ///
    /// ```swift
    /// func phoneNumbers() throws -> [PhoneNumber] {
    ///     try hasMany(PhoneNumber.self, foreignKey: ["personPK"], options: [.limit(5), .offset(2)])
    /// }
    /// // SELECT … FROM "PhoneNumber" WHERE "PhoneNumber"."personPK" = ? ORDER BY "PhoneNumber"."pk" LIMIT ? OFFSET ?
    /// ```
    ///
    /// The first model of a batch that calls it loads the relationship for the whole batch.
    ///
    /// - Parameters:
    ///   - type: the other class.
    ///   - foreignKey: columns or properties of the other class, in the order of this class's key.
    ///   - references: the columns of this class that they reference; its primary key by default.
    ///   - options: a filter, an order, a limit, an offset.
    public final func hasMany<Child: Model>(
        _ type: Child.Type, foreignKey: [String], references: [String]? = nil, options: [RelationshipOption] = []
    ) throws -> [Child] {
        let request = RelationRequest(
            kind: .hasMany, target: ObjectIdentifier(type), foreignKey: foreignKey, references: references)
        return try related(request, type, nil, options).models.cast()
    }

    /// The models related to this one through a join table.
    ///
    /// ```swift
    /// func tracks() throws -> [Track] {
    ///     try hasMany(Track.self, through: PlaylistTrack.self, foreignKey: ["PlaylistId"], targetForeignKey: ["TrackId"])
    /// }
    /// // SELECT … FROM "PlaylistTrack" JOIN "Track" ON "Track"."TrackId" = "PlaylistTrack"."TrackId"
    /// //   WHERE "PlaylistTrack"."PlaylistId" = ?
    /// ```
    ///
    /// - Parameters:
    ///   - type: the class at the other end.
    ///   - join: the class of the join table.
    ///   - foreignKey: the join table's columns that reference this class.
    ///   - targetForeignKey: the join table's columns that reference the other class.
    ///   - references: the columns of this class that they reference; its primary key by default.
    ///   - targetReferences: the columns of the other class that they are compared with; its primary key by default. Where the
    ///     other table has the foreign key, as tracks have that of their album, these are its columns.
    ///   - options: a filter, an order, a limit, an offset.
    public final func hasMany<Target: Model, Join: Model>(
        _ type: Target.Type, through join: Join.Type, foreignKey: [String], targetForeignKey: [String],
        references: [String]? = nil, targetReferences: [String]? = nil, options: [RelationshipOption] = []
    ) throws -> [Target] {
        try through(
            type, join, foreignKey, targetForeignKey, references, targetReferences, options, isJoinWanted: false
        ).models.cast()
    }

    /// The models related to this one through a join table, each with its row of the join table.
    ///
    /// ```swift
    /// for (product, line) in try order.hasManyLinked(Product.self, through: OrderDetail.self,
    ///     foreignKey: ["OrderID"], targetForeignKey: ["ProductID"]) { print(product.name, line.quantity) }
    /// ```
    public final func hasManyLinked<Target: Model, Join: Model>(
        _ type: Target.Type, through join: Join.Type, foreignKey: [String], targetForeignKey: [String],
        references: [String]? = nil, targetReferences: [String]? = nil, options: [RelationshipOption] = []
    ) throws -> [(model: Target, link: Join)] {
        let found = try through(
            type, join, foreignKey, targetForeignKey, references, targetReferences, options, isJoinWanted: true)
        return zip(found.models, found.joins).map {
            (unsafeDowncast($0, to: Target.self), unsafeDowncast($1, to: Join.self))
        }
    }

    private func through(
        _ type: Model.Type, _ join: Model.Type, _ foreignKey: [String], _ targetForeignKey: [String],
        _ references: [String]?, _ targetReferences: [String]?, _ options: [RelationshipOption], isJoinWanted: Bool
    ) throws -> RelatedModels {
        let table = RelationRequest.JoinTable(
            type: ObjectIdentifier(join), targetForeignKey: targetForeignKey, targetReferences: targetReferences,
            isWanted: isJoinWanted)
        var request = RelationRequest(
            kind: .hasManyThrough, target: ObjectIdentifier(type), foreignKey: foreignKey, references: references)
        request.join = table
        return try related(request, type, join, options)
    }

    final func related(
        _ request: RelationRequest, _ type: Model.Type, _ join: Model.Type?, _ options: [RelationshipOption]
    ) throws -> RelatedModels {
        if let found = try latestAnswer(request, type, join, options) { return found }
        restoreAfterRollback()
        // What was loaded with the query needs no session any more.
        if options.isEmpty, let record, !record.batches.isEmpty, let rows = record.kept(request, for: self) {
            return rows
        }
        return try reading { session in
            let source = try session.plan(of: self)
            let plan = try source.relation(request, type, join, options, in: session)
            if !options.isEmpty, let rows = record?.kept(plan.request, for: self) { return rows }
            return try RelationLoader(
                session: session, plan: plan, source: source.mapping, loading: record?.loading
            ).rows(of: self)
        }
    }
}

extension TablePlan {
    /// The plan of a relationship of this class; made once.
    func relation(
        _ request: RelationRequest, _ type: Model.Type, _ join: Model.Type?, _ options: [RelationshipOption],
        isUnfiltered: Bool = false, in session: Session
    ) throws -> RelationPlan {
        let target = try session.plan(for: type)
        let joinPlan = try join.map { try session.plan(for: $0) }
        let asked = try options.isEmpty ? request : complete(request, with: options, target, joinPlan, session)
        if isUnfiltered || type.defaultFilter == nil && join?.defaultFilter == nil {
            return try relation(asked, target, joinPlan, session)
        }
        var filtered = asked
        guard !session.isUnfiltered else {
            filtered.isUnfiltered = true
            return try relation(filtered, target, joinPlan, session)
        }
        let conditions = [
            asked.filter, try session.defaultFilter(of: target),
            try joinPlan.flatMap {
                try session.defaultFilter(of: $0, alias: $0.mapping.joinName(beside: target.mapping))
            },
        ]
        filtered.filter = .all(conditions.compactMap { $0 })
        return try relation(filtered, target, joinPlan, session, asked: asked)
    }

    private func relation(
        _ request: RelationRequest, _ target: TablePlan, _ joinPlan: TablePlan?, _ session: Session,
        asked: RelationRequest? = nil
    ) throws -> RelationPlan {
        // A session with mappings of its own may mean other tables by the same classes.
        for known in relations where known.target === target && known.join === joinPlan && known.request == request {
            return known
        }
        let made = try RelationPlan(request, source: self, target: target, join: joinPlan, in: session)
        made.asked = asked
        // A filter's values are part of the request, so there may be very many of them.
        if relations.count >= 64 { relations.removeFirst(32) }
        relations.append(made)
        return made
    }

    private func complete(
        _ request: RelationRequest, with options: [RelationshipOption], _ target: TablePlan, _ join: TablePlan?,
        _ session: Session
    ) throws -> RelationRequest {
        var request = request
        for option in options {
            switch option.kind {
            case .limit(let count):
                guard count >= 0 else {
                    throw ModelError(.query, "a limit of \(count) rows is negative", table: target.mapping.table)
                }
                request.limit = count
            case .offset(let count):
                guard count >= 0 else {
                    throw ModelError(.query, "an offset of \(count) rows is negative", table: target.mapping.table)
                }
                request.offset = count
            case .orderBy(let text): request.orders = request.orders.map { $0 + ", " + text } ?? text
            case .filter(let predicate):
                var resolver = PredicateResolver(plan: target, session: session, spec: QuerySpec())
                resolver.join = join?.mapping
                let condition = try resolver.expression(predicate.parse())
                guard resolver.spec.joins.isEmpty else {
                    throw ModelError(
                        .query,
                        "a relationship's filter can only name columns of \"\(target.mapping.table)\""
                            + (join.map { " and \"\($0.mapping.table)\"" } ?? ""),
                        table: target.mapping.table)
                }
                request.filter = request.filter.map { $0 && condition } ?? condition
            }
        }
        return request
    }
}
