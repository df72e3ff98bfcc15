extension Amigo {
    /// Reads the models from a Core Data model.
    ///
    /// ```swift
    /// let amigo = try Amigo(contentsOf: "App.xcdatamodeld", classes: [Dog.self, Person.self], factory: engine)
    /// ```
    ///
    /// Attributes become columns, to-one relationships foreign keys, to-many relationships `OneToMany` or `ManyToMany`
    /// by their inverse. The user info key `primaryKey` marks an attribute, `throughModel` names the through model
    /// of a relationship, and `joinTable` its join table, which all but one relationship between the same two entities
    /// need. Default values of attributes are ignored, since they belong to the objects that Core Data makes.
    ///
    /// - Parameters:
    ///   - path: an `.xcdatamodeld`, whose current version is read, an `.xcdatamodel`, or its `contents`.
    ///   - classes: the classes of the entities, in any order; only Apple's systems can find them by name.
    ///   - factory: makes the engine of each thread.
    /// - Throws: ``ManagedObjectModelError`` for a file that cannot be read, and as ``init(_:factory:dates:)``.
    public convenience init(
        contentsOf path: String, classes: [Model.Type], factory: any EngineFactory
    ) throws {
        try self.init(ManagedObjectModel(contentsOf: path), classes: classes, factory: factory)
    }

    /// Takes the models from a Core Data model that was already read.
    public convenience init(
        _ model: ManagedObjectModel, classes: [Model.Type], factory: any EngineFactory
    ) throws {
        try self.init(EntityMapper(model, classes: classes).models(), factory: factory)
    }
}
