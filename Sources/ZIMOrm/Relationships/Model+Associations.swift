import ZIMDb

extension Model {
    /// Adds models to a to-many relationship of this one, and saves them: see `Session.add(_:to:_:fill:)`.
    public final func add(_ models: [Model], to name: String) throws {
        try writing { try $0.add(models, to: self, name) }
    }

    /// Adds models to a relationship through a join table; a closure sets the other columns of its rows.
    ///
    /// ```swift
    /// try playlist.add([track], to: "tracks") { (entry: Entry, track: Track) in entry.position = 3 }
    /// // INSERT INTO "entry" ("playlist", "track", "position") VALUES (?, ?, ?)
    /// ```
    public final func add<Link: Model, Target: Model>(
        _ models: [Target], to name: String, fill: (_ link: Link, _ model: Target) throws -> Void
    ) throws {
        let relationship = try currentMapping().relationship(name)
        guard let join = relationship.join, join.type is Link.Type else {
            throw ModelError(
                .unknownRelationship,
                "the relationship \"\(name)\" leads through "
                    + (relationship.join.map { "class \($0.type), not \(Link.self)" } ?? "no join table"),
                table: try currentMapping().table)
        }
        try filling(fill) { fill in try writing { try $0.add(models, to: self, relationship, fill: fill) } }
    }

    /// Removes models from a to-many relationship of this one: see `Session.remove(_:from:_:dependent:)`.
    @discardableResult
    public final func remove(_ models: [Model], from name: String, dependent: Dependent = .nullify) throws -> Int {
        try writing { try $0.remove(models, from: self, name, dependent: dependent) }
    }

    /// Replaces the rows of a to-many relationship of this model: see `Session.replace(_:of:with:dependent:fill:)`.
    @discardableResult
    public final func replace(_ name: String, with models: [Model], dependent: Dependent = .nullify) throws -> Int {
        try writing { try $0.replace(name, of: self, with: models, dependent: dependent) }
    }
}
