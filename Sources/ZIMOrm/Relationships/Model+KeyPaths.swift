/// Relationships whose foreign keys are named by properties, so that the compiler finds a name that is wrong.
extension Model {
    /// The model that this one belongs to, by a foreign key of properties.
    ///
    /// ```swift
    /// func order() throws -> Order? { try belongsTo(Order.self, foreignKey: [\OrderLine.year, \OrderLine.number]) }
    /// // SELECT … FROM "orders" WHERE "orders"."year" = ? AND "orders"."number" = ?
    /// ```
    ///
    /// - Parameters:
    ///   - type: the class that this one belongs to.
    ///   - foreignKey: properties of this class, in the order of the other class's primary key.
    /// - Throws:
    ///   ``ModelError`` with code mapping if a property belongs to another class or is not a column; otherwise as ``belongsTo(_:foreignKey:references:)``.
    public final func belongsTo<Owner: Model, Parent: Model>(
        _ type: Parent.Type, foreignKey: [PartialKeyPath<Owner>]
    ) throws -> Parent? {
        try belongsTo(type, foreignKey: currentMapping().names(of: foreignKey))
    }

    /// The model that this one belongs to, which must exist, by a foreign key of properties.
    ///
    /// ```swift
    /// func order() throws -> Order { try belongsTo(required: Order.self, foreignKey: [\OrderLine.year, \OrderLine.number]) }
    /// // SELECT … FROM "orders" WHERE "orders"."year" = ? AND "orders"."number" = ?
    /// ```
    ///
    /// - Parameters:
    ///   - type: the class that this one belongs to.
    ///   - foreignKey: properties of this class, in the order of the other class's primary key.
    /// - Throws: ``ModelError`` with code rowNotFound if there is no such row; mapping if a property belongs to another
    ///   class or is not a column.
    public final func belongsTo<Owner: Model, Parent: Model>(
        required type: Parent.Type, foreignKey: [PartialKeyPath<Owner>]
    ) throws -> Parent {
        try belongsTo(required: type, foreignKey: currentMapping().names(of: foreignKey))
    }

    /// The one model that belongs to this one, by a foreign key of its properties.
    ///
    /// ```swift
    /// func email() throws -> Email? { try hasOne(Email.self, foreignKey: [\.person]) }
    /// // SELECT … FROM "Email" WHERE "Email"."person" = ? ORDER BY "Email"."pk" LIMIT ?
    /// ```
    ///
    /// - Parameters:
    ///   - type: the other class.
    ///   - foreignKey: properties of the other class, in the order of this class's primary key.
    ///   - options: a filter, an order, a limit, an offset.
    public final func hasOne<Child: Model>(
        _ type: Child.Type, foreignKey: [PartialKeyPath<Child>], options: [RelationshipOption] = []
    ) throws -> Child? {
        let names = try MappingRegistry.mapping(of: type).names(of: foreignKey)
        return try hasOne(type, foreignKey: names, options: options)
    }

    /// The models that belong to this one, by a foreign key of their properties.
    ///
    /// ```swift
    /// func lines() throws -> [OrderLine] { try hasMany(OrderLine.self, foreignKey: [\.year, \.number]) }
    /// // SELECT … FROM "order_line" WHERE "order_line"."year" = ? AND "order_line"."number" = ?
    /// ```
    ///
    /// - Parameters:
    ///   - type: the other class.
    ///   - foreignKey: properties of the other class, in the order of this class's primary key.
    ///   - options: a filter, an order, a limit, an offset.
    public final func hasMany<Child: Model>(
        _ type: Child.Type, foreignKey: [PartialKeyPath<Child>], options: [RelationshipOption] = []
    ) throws -> [Child] {
        let names = try MappingRegistry.mapping(of: type).names(of: foreignKey)
        return try hasMany(type, foreignKey: names, options: options)
    }

    /// The models related to this one through a join table, by foreign keys of its properties.
    ///
    /// ```swift
    /// func tracks() throws -> [Track] {
    ///     try hasMany(Track.self, through: Entry.self, foreignKey: [\.playlist], targetForeignKey: [\.track])
    /// }
    /// // SELECT … FROM "entry" JOIN "Track" ON "Track"."id" = "entry"."track" WHERE "entry"."playlist" = ?
    /// ```
    ///
    /// - Parameters:
    ///   - type: the class at the other end.
    ///   - join: the class of the join table.
    ///   - foreignKey: the join table's properties that reference this class's primary key.
    ///   - targetForeignKey: the join table's properties that reference the other class's primary key.
    ///   - options: a filter, an order, a limit, an offset.
    public final func hasMany<Target: Model, Join: Model>(
        _ type: Target.Type, through join: Join.Type, foreignKey: [PartialKeyPath<Join>],
        targetForeignKey: [PartialKeyPath<Join>], options: [RelationshipOption] = []
    ) throws -> [Target] {
        let mapping = try MappingRegistry.mapping(of: join)
        return try hasMany(
            type, through: join, foreignKey: mapping.names(of: foreignKey),
            targetForeignKey: mapping.names(of: targetForeignKey), options: options)
    }
}
