import ZIMDb

/// Rows of a join table, made and deleted without a relationship that the class names.
extension Model {
    /// Inserts a row of a join table that leads from this model to another one, and saves the other if it is new.
    ///
    /// ```swift
    /// try order.add(hammer, through: OrderLine.self, foreignKey: ["year", "number"], targetForeignKey: ["product"]) {
    ///     $0.quantity = 3
    /// }
    /// // INSERT INTO "order_line" ("year", "number", "product", "quantity") VALUES (?, ?, ?, ?)
    /// ```
    ///
    /// - Parameters:
    ///   - model: the model at the other end.
    ///   - join: the class of the join table.
    ///   - foreignKey: the columns of the join table that hold this model's key, in its order.
    ///   - targetForeignKey: the columns of the join table that hold the other's key.
    ///   - references: the columns of this model that the foreign key refers to; nil is its primary key.
    ///   - targetReferences: the same of the other.
    ///   - fill: sets the other columns of the new row.
    /// - Throws: as ``Session/add(_:to:_:fill:)``.
    public final func add<Link: Model, Target: Model>(
        _ model: Target, through join: Link.Type, foreignKey: [String], targetForeignKey: [String],
        references: [String]? = nil, targetReferences: [String]? = nil, fill: (_ link: Link) throws -> Void = { _ in }
    ) throws {
        try add(
            [model], through: join, foreignKey: foreignKey, targetForeignKey: targetForeignKey, references: references,
            targetReferences: targetReferences
        ) { link, _ in try fill(link) }
    }

    /// Inserts rows of a join table that lead from this model to others, and saves those that are new.
    ///
    /// - Parameter fill: gets each new row and the model that it leads to, and sets the other columns of the row.
    /// - Throws: as ``Session/add(_:to:_:fill:)``.
    public final func add<Link: Model, Target: Model>(
        _ models: [Target], through join: Link.Type, foreignKey: [String], targetForeignKey: [String],
        references: [String]? = nil, targetReferences: [String]? = nil,
        fill: (_ link: Link, _ model: Target) throws -> Void = { _, _ in }
    ) throws {
        guard let target = try Self.target(of: models, join) else { return }
        let relationship = Relationship.hasMany(
            join.table, target, through: join, foreignKey: foreignKey, targetForeignKey: targetForeignKey,
            references: references, targetReferences: targetReferences)
        try filling(fill) { fill in try writing { try $0.add(models, to: self, relationship, fill: fill) } }
    }

    /// Deletes the rows of a join table that lead from this model to another one.
    ///
    /// ```swift
    /// try order.remove(hammer, through: OrderLine.self, foreignKey: ["year", "number"], targetForeignKey: ["product"])
    /// // SELECT … FROM "order_line" …; DELETE FROM "order_line" WHERE ("year", "number", "product") IN (…)
    /// ```
    ///
    /// - Returns: the number of rows that were deleted; 0 if none leads to it.
    /// - Throws: as ``Session/remove(_:from:_:dependent:)``.
    @discardableResult
    public final func remove<Link: Model, Target: Model>(
        _ model: Target, through join: Link.Type, foreignKey: [String], targetForeignKey: [String],
        references: [String]? = nil, targetReferences: [String]? = nil
    ) throws -> Int {
        try remove(
            [model], through: join, foreignKey: foreignKey, targetForeignKey: targetForeignKey, references: references,
            targetReferences: targetReferences)
    }

    /// Deletes the rows of a join table that lead from this model to others.
    ///
    /// - Returns: the number of rows that were deleted.
    /// - Throws: as ``Session/remove(_:from:_:dependent:)``.
    @discardableResult
    public final func remove<Link: Model, Target: Model>(
        _ models: [Target], through join: Link.Type, foreignKey: [String], targetForeignKey: [String],
        references: [String]? = nil, targetReferences: [String]? = nil
    ) throws -> Int {
        guard let target = try Self.target(of: models, join) else { return 0 }
        let relationship = Relationship.hasMany(
            join.table, target, through: join, foreignKey: foreignKey, targetForeignKey: targetForeignKey,
            references: references, targetReferences: targetReferences)
        return try writing { try $0.remove(models, from: self, relationship) }
    }

    /// Makes the rows of a join table lead from this model to some others and to nothing else: missing rows are inserted,
    /// others deleted, and those that are there stay as they are.
    ///
    /// ```swift
    /// try order.replace(with: [saw], through: OrderLine.self, foreignKey: ["year", "number"], targetForeignKey: ["product"])
    /// // SELECT … FROM "order_line" …; DELETE FROM "order_line" WHERE … IN (…)
    /// // INSERT INTO "order_line" ("year", "number", "product", "quantity") VALUES (?, ?, ?, ?)
    /// ```
    ///
    /// Rows that lead to what the other class's default filter hides stay; `[]` alone names no class, and deletes them as well:
    /// write `[Product]()`.
    ///
    /// - Parameter fill: gets each new row and the model that it leads to, and sets the other columns of the row.
    /// - Returns: the number of rows that were deleted.
    /// - Throws: as ``Session/replace(_:of:with:dependent:fill:)``.
    @discardableResult
    public final func replace<Link: Model, Target: Model>(
        with models: [Target], through join: Link.Type, foreignKey: [String], targetForeignKey: [String],
        references: [String]? = nil, targetReferences: [String]? = nil,
        fill: (_ link: Link, _ model: Target) throws -> Void = { _, _ in }
    ) throws -> Int {
        guard let target = try Self.target(of: models, join) else {
            // To nothing, of whatever class.
            let links = Relationship.hasMany(join.table, join, foreignKey: foreignKey, references: references)
            return try writing { try $0.deleteLinks(links, of: self) }
        }
        let relationship = Relationship.hasMany(
            join.table, target, through: join, foreignKey: foreignKey, targetForeignKey: targetForeignKey,
            references: references, targetReferences: targetReferences)
        return try filling(fill) { fill in
            try writing { try $0.replace(relationship, of: self, with: models, fill: fill) }
        }
    }

    /// The class of some models, which the caller may know as models of a class above it; nil for none of no known class.
    ///
    /// - Throws: ``ModelError`` with code unknownRelationship for models of several classes.
    private static func target<Target: Model>(of models: [Target], _ join: Model.Type) throws -> Model.Type? {
        let first = models.first.map { type(of: $0) }
        if let first, models.allSatisfy({ type(of: $0) == first }) { return first }
        guard Target.self == Model.self else { return Target.self }
        guard let first, let other = models.first(where: { type(of: $0) != first }) else { return nil }
        throw ModelError(
            .unknownRelationship,
            "the rows of \"\(join.table)\" lead to one class, and the list has models of \(first) and \(type(of: other))",
            table: join.table, hint: "Give the models of each class by a call of their own")
    }

    /// Calls a closure with one that fills rows of any class.
    func filling<Link: Model, Target: Model, Result>(
        _ fill: (Link, Target) throws -> Void, _ body: (@escaping (Model, Model) throws -> Void) throws -> Result
    ) throws -> Result {
        try withoutActuallyEscaping(fill) { fill in
            try body { link, model in
                // The session makes the rows, of the class that the relationship names.
                guard let link = link as? Link, let model = model as? Target else { return }
                try fill(link, model)
            }
        }
    }
}
