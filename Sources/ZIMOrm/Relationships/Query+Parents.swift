import ZIMDb

extension Query {
    /// Only rows that belong to one of some models, however many: their keys are joined as a table.
    ///
    /// ```swift
    /// let lines = try session.query(OrderLine.self).filter("order", in: orders).all()
    /// // … FROM json_each(?) AS zim_keys CROSS JOIN "order_line" ON "order_line"."year" = zim_keys.value ->> 0 AND …
    /// ```
    ///
    /// New models have no rows. To have the rows of each parent by itself, follow the relationship from there: that is one
    /// statement, too.
    ///
    /// - Parameters:
    ///   - name: a relationship that the class declares, to the class that the foreign key leads to.
    ///   - parents: models of that class.
    /// - Throws: when the query is sent, ``ModelError`` with code unknownRelationship, otherDatabase, or query where the columns of
    ///   both sides are not compared as they are, as texts with numbers, or by two collations.
    public func filter(_ name: String, in parents: [Model]) -> Query {
        adding { query in
            let (relationship, source, relation) = try query.parents(by: name)
            var keys: [[SQLValue]] = []
            for parent in parents {
                guard parent.isA(relationship.target) else {
                    throw relationship.leadsElsewhere(than: type(of: parent), table: query.plan.mapping.table)
                }
                guard parent.isLoaded else { continue }
                if let own = parent.record?.handle.database {
                    try parent.requireOwn(query.session.database, of: own, source.mapping, to: "be filtered by")
                }
                var key = KeyList(width: relation.sourceKey.count)
                if try relation.lookup(parent, in: source.mapping, into: &key) { keys.append(Array(key[0])) }
            }
            try query.join(keys, at: relation.matchedPositions)
        }
    }

    /// Only rows that belong to one of the rows that another query finds.
    ///
    /// ```swift
    /// let open = try session.query(Order.self).filter(\.carrier == nil)
    /// let lines = try session.query(OrderLine.self).filter("order", in: open).all()
    /// // … WHERE ("order_line"."year", "order_line"."order") IN
    /// //   (SELECT "orders"."year", "orders"."number" FROM "orders" WHERE "orders"."carrier" IS NULL)
    /// ```
    ///
    /// The other query may have an order and a limit, and be of a class below the relationship's for the same table. For rows
    /// that belong to none, and for other relationships, there is ``Filter/exists(_:_:)``.
    ///
    /// - Throws: as for models, and query if the other query is of another session.
    public func filter<Parent: Model>(_ name: String, in parents: Query<Parent>) -> Query {
        adding { query in
            let (relationship, source, relation) = try query.parents(by: name)
            let mapping = parents.plan.mapping
            guard mapping.type.isA(relationship.target), mapping.identifier == source.mapping.identifier else {
                throw relationship.leadsElsewhere(than: mapping.type, table: query.plan.mapping.table)
            }
            try parents.requireSession(query.session, around: query.plan.mapping.table)
            let references =
                try relationship.references.map { try source.mapping.indexes(of: $0) } ?? source.mapping.key
            let keys = references.map(source.mapping.column)
            let columns = relation.matchedPositions.map(query.plan.mapping.column)
            query.spec.conditions.append(try parents.holds(columns, keys))
        }
    }

    /// The way from parents to this query's rows, whose columns must be compared as they are.
    private func parents(
        by name: String
    ) throws -> (relationship: Relationship, source: TablePlan, relation: RelationPlan) {
        let relationship = try plan.mapping.relationship(name)
        guard relationship.kind == .belongsTo else {
            throw ModelError(
                .unknownRelationship,
                "the foreign key of \"\(name)\" is not in \"\(plan.mapping.table)\": its rows belong to no model by it",
                table: plan.mapping.table)
        }
        let source = try session.plan(for: relationship.target)
        let relation = try source.relation(
            RelationRequest(
                kind: .hasMany, target: ObjectIdentifier(plan.mapping.type), foreignKey: relationship.foreignKey,
                references: relationship.references),
            plan.mapping.type, nil, [], isUnfiltered: true, in: session)
        guard relation.comparisons.arePlain else {
            let parts = relation.comparisons.parts(KeyParts())
            let hasOtherTypes = parts.contains { $0.cast != nil || $0.serverCast != nil || $0.isBare }
            let collations = zip(relation.matchedNames, parts).compactMap { name, part in
                (part.collation ?? part.mergingCollation).map { "\"\(name)\" by \($0)" }
            }
            let reason =
                hasOtherTypes || collations.isEmpty
                ? "has other types than \"\(source.mapping.table)\""
                : "is compared with \"\(source.mapping.table)\" by another collation (\(collations.joined(separator: ", ")))"
            throw ModelError(
                .query,
                "the foreign key (\(relationship.foreignKey.joined(separator: ", "))) of \"\(plan.mapping.table)\" \(reason), "
                    + "so one list cannot be compared with it",
                table: plan.mapping.table,
                hint: "Follow the relationship from each of the models, or filter by .exists(\"\(name)\", …)")
        }
        return (relationship, source, relation)
    }
}

extension Relationship {
    /// The error of a class that it does not lead to.
    func leadsElsewhere(than type: Model.Type, table: String) -> ModelError {
        ModelError(
            .unknownRelationship, "the relationship \"\(name)\" leads to class \(target), not to \(type)", table: table)
    }
}
