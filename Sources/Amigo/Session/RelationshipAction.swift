/// A model whose relationship to change: `session.using(parent)`.
public struct RelationshipSource {
    let session: AmigoSession
    let model: Model

    /// Names the relationship.
    public func relationship(_ name: String) -> RelationshipAction {
        RelationshipAction(session: session, model: model, name: name)
    }
}

/// A relationship of one model, to which you add other models.
///
/// ```swift
/// try session.using(parent).relationship("children").add(ada, grace)
/// // INSERT INTO "app_child_app_parent" ("child_id", "parent_id") VALUES (?, ?), (?, ?) ON CONFLICT DO NOTHING
/// try session.using(parent).relationship("children").delete(ada)
/// ```
public struct RelationshipAction {
    let session: AmigoSession
    let model: Model
    let name: String

    /// Adds models to the relationship; new models are saved first. Pairs that exist already are kept.
    ///
    /// - Throws: `ModelError` with code throughModel for a relationship that goes through a model, unknownRelationship,
    ///   query if the models are of another class than the relationship's.
    public func add(_ others: Model...) throws { try add(others) }

    /// Adds an array of models to the relationship.
    public func add(_ others: [Model]) throws {
        let side = try side(for: others)
        try session.change { core in
            try session.add(SavePlan(amigo: session.amigo, [model] + others, upserts: []).newModels(in: core))
            let pairs = try others.map { try keys(of: $0, side, in: core) }
            try JoinRows(join: side.join, catalog: session.amigo.catalog).insert(pairs, in: core)
        }
    }

    /// Removes models from the relationship; their rows stay.
    ///
    /// - Throws: as ``add(_:)-(Model...)``, and keyMissing for a model that was not added yet.
    public func delete(_ others: Model...) throws { try delete(others) }

    /// Removes an array of models from the relationship.
    public func delete(_ others: [Model]) throws {
        let side = try side(for: others)
        try session.change { core in
            let pairs = try others.map { try keys(of: $0, side, in: core) }
            let rows = JoinRows(join: side.join, catalog: session.amigo.catalog)
            for pair in pairs { try rows.unlink(left: pair.left, right: pair.right, in: core) }
        }
    }

    private func side(for others: [Model]) throws -> ManyToManySide {
        let entry = try session.amigo.catalog.entry(of: model)
        let subject = "the relationship \"\(name)\" of \"\(entry.table)\""
        switch try entry.relationship(name) {
        case .toOne:
            throw ModelError(
                .query, "\(subject) leads to one model", table: entry.table,
                hint: "Set the property \"\(name)\" and add the model")
        case .oneToMany(let type, let link):
            throw ModelError(
                .query, "\(subject) is kept by class \(type)", table: entry.table,
                hint: "Set its property \"\(link.property)\" and add it")
        case .manyToMany(let side):
            if let through = side.join.through {
                throw ModelError(
                    .throughModel, "\(subject) goes through class \(through.type)", table: entry.table,
                    hint: "Add or delete a \(through.type) in its place")
            }
            for other in others where Swift.type(of: other) != side.other.type {
                throw ModelError(
                    .query, "\(subject) leads to class \(side.other.type), not to \(Swift.type(of: other))",
                    table: entry.table)
            }
            return side
        }
    }

    private func keys(
        of other: Model, _ side: ManyToManySide, in core: Session
    ) throws -> (left: [SQLValue], right: [SQLValue]) {
        let catalog = session.amigo.catalog
        let purpose = "\"\(name)\" cannot join it"
        let own = try catalog.entry(of: model).values(side.own.key, of: model, for: purpose, in: core)
        let theirs = try catalog.entry(of: other).values(side.other.key, of: other, for: purpose, in: core)
        return side.isLeft ? (own, theirs) : (theirs, own)
    }
}
