import ZIMOrm

/// What is written with an object: those that it refers to, over however many others, before it.
struct SaveOrder {
    /// The objects in the order in which they are written, the one that was asked for last, and whether each is new.
    private(set) var objects: [(object: Reflect, isNew: Bool)] = []
    private let session: Session
    /// Those that wait for what they refer to.
    private var underway: Set<ObjectIdentifier> = []
    private var done: Set<ObjectIdentifier> = []

    /// Looks at an object and at all that it refers to; nothing is written.
    ///
    /// - Throws: `ModelError` if an object was deleted, was changed without having been fetched, or where new ones
    ///   refer to each other in a circle.
    init(_ object: Reflect, in session: Session) throws {
        self.session = session
        underway.insert(ObjectIdentifier(object))
        _ = try addReferences(of: object)
        objects.append((object, try object.isUnfetched ? false : isNew(object)))
    }

    /// Adds what an object refers to; tells whether something new is among it, whose key is not known yet.
    private mutating func addReferences(of object: Reflect) throws -> Bool {
        var isSomethingNew = false
        for reference in try TableLayout.of(type(of: object)).references {
            guard let inner = reference.object(in: object) else { continue }
            if try add(inner, as: reference, of: object) { isSomethingNew = true }
        }
        return isSomethingNew
    }

    /// Adds an object where it has to be written; tells whether it is new.
    private mutating func add(_ inner: Reflect, as reference: Reference, of owner: Reflect) throws -> Bool {
        try reference.requireRow(inner, in: owner)
        let id = ObjectIdentifier(inner)
        if inner.isDeleted { throw deleted(reference, of: owner) }
        if inner.isUnfetched {
            if try inner.isTouched() { throw inner.unfetchedError(in: (owner, reference.property.name)) }
            return false
        }
        let isNew = try isNew(inner)
        if underway.contains(id) {
            if isNew { throw circle(inner) }
            return false
        }
        if done.contains(id) { return isNew }
        // One that only has a key is referred to, and what it holds beside it is not looked at.
        guard isNew || inner.isLoaded else { return false }
        underway.insert(id)
        let isSomethingNew = try addReferences(of: inner)
        underway.remove(id)
        done.insert(id)
        if try isNew || isSomethingNew || inner.hasChanges() { objects.append((inner, isNew)) }
        return isNew
    }

    /// Whether there is no row yet that the object could be.
    private func isNew(_ object: Reflect) throws -> Bool {
        let mapping = try object.currentMapping()
        let isNumbered = Reflect.isNumbered(mapping)
        // One whose number was taken away becomes a copy.
        if object.isLoaded || object.isDeleted { return isNumbered && object.objectId == nil }
        // The column that refers to it is NULL, and stays so until something is set in the object.
        if object.placeholder != nil, try !object.isTouched(), try object.referenceKey().contains(where: \.isNull) {
            return false
        }
        return try isNumbered ? object.objectId == nil : !session.hasRow(of: object)
    }

    private func circle(_ object: Reflect) -> ModelError {
        ModelError(
            .keyMissing, "new objects refer to each other in a circle, so none of them can be saved first",
            table: type(of: object).entityName(), hint: "Save one without its reference, then set it")
    }

    private func deleted(_ reference: Reference, of owner: Reflect) -> ModelError {
        ModelError(
            .deleted, "\"\(reference.property.name)\" of \(type(of: owner)) holds an object whose row was deleted",
            table: reference.target.entityName(), column: reference.columns.first,
            hint: "Set another object, or nil where the property can be")
    }
}
