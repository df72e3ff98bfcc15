/// Turns the entities of a Core Data model into models.
struct EntityMapper {
    private let entities: [String: ManagedObjectModel.Entity]
    private let classes: [Model.Type]

    init(_ model: ManagedObjectModel, classes: [Model.Type]) {
        entities = Dictionary(model.entities.map { ($0.name, $0) }) { first, _ in first }
        self.classes = classes
    }

    /// The models in the order of their dependencies, those of the same rank by name.
    func models() throws -> [Amigo.ORMModel] {
        try sorted().filter { !$0.isAbstract }.map { try model(of: $0) }
    }

    /// To-one relationships come behind what they lead to; where they lead in a circle, the names decide.
    private func sorted() throws -> [ManagedObjectModel.Entity] {
        var rest = entities.values.sorted { $0.name < $1.name }
        var order: [ManagedObjectModel.Entity] = []
        while !rest.isEmpty {
            let index = try rest.firstIndex { entity in
                try relationships(of: entity).allSatisfy { relationship in
                    relationship.isToMany || relationship.destination == entity.name
                        || !rest.contains { $0.name == relationship.destination }
                }
            }
            order.append(rest.remove(at: index ?? 0))
        }
        return order
    }

    private func model(of entity: ManagedObjectModel.Entity) throws -> Amigo.ORMModel {
        var items: [any MetaItem] = []
        for attribute in try inherited(entity).flatMap(\.attributes) {
            items.append(
                Column(
                    attribute.name, type: attribute.type, primaryKey: attribute.isPrimaryKey,
                    indexed: attribute.isIndexed, optional: attribute.isOptional))
        }
        for relationship in try relationships(of: entity) { items += try item(relationship, entity).map { [$0] } ?? [] }
        for constraint in try inherited(entity).flatMap(\.uniquenessConstraints) where !constraint.isEmpty {
            let label = ([entity.name.lowercased()] + constraint).joined(separator: "_") + "_unique"
            items.append(Amigo.Index(label, unique: true, columns: constraint))
        }
        return Amigo.ORMModel(try type(of: entity), items: items)
    }

    private func item(
        _ relationship: ManagedObjectModel.Relationship, _ entity: ManagedObjectModel.Entity
    ) throws -> (any MetaItem)? {
        let place = "the relationship \"\(relationship.name)\" of the entity \"\(entity.name)\""
        guard let destination = entities[relationship.destination] else {
            throw ModelError(
                .mapping, "\(place) leads to the entity \"\(relationship.destination)\", which the model has not",
                table: entity.name,
                hint: NearestNames.hint(for: relationship.destination, among: entities.keys.sorted()))
        }
        let target = try type(of: destination)
        guard relationship.isToMany else {
            return Column(relationship.name, type: ForeignKey(target), optional: relationship.isOptional)
        }
        let through = try relationship.userInfo["throughModel"].map { name -> Model.Type in
            guard let type = type(named: name) else {
                throw ModelError(
                    .notRegistered, "\(place) goes through class \(name), which is not among the classes",
                    table: entity.name, hint: hint(for: name))
            }
            return type
        }
        // As in Amigo, a relationship to many that nothing leads back from is none.
        guard let name = relationship.inverse else { return nil }
        guard let inverse = try relationships(of: destination).first(where: { $0.name == name }) else {
            throw ModelError(
                .mapping, "\(place) has the inverse \"\(name)\", which the entity \"\(destination.name)\" has not",
                table: entity.name,
                hint: NearestNames.hint(for: name, among: try relationships(of: destination).map(\.name)))
        }
        // Either side names the join table, for both.
        let tables = [relationship, inverse].compactMap { $0.userInfo["joinTable"] }
        if let other = tables.first(where: { $0 != tables[0] }) {
            throw ModelError(
                .mapping, "\(place) has the join table \"\(tables[0])\", and its inverse \"\(name)\" \"\(other)\"",
                table: entity.name, hint: "Give joinTable one name")
        }
        return inverse.isToMany
            ? Amigo.ManyToMany(relationship.name, using: target, throughModel: through, table: tables.first)
            : Amigo.OneToMany(relationship.name, using: target, on: inverse.name)
    }

    /// An entity's parents from the outermost on, and the entity itself.
    private func inherited(_ entity: ManagedObjectModel.Entity) throws -> [ManagedObjectModel.Entity] {
        var line = [entity]
        while let name = line.first?.parent {
            guard let parent = entities[name], !line.contains(where: { $0.name == name }) else {
                throw ModelError(
                    .mapping,
                    "the entity \"\(entity.name)\" has the parent \"\(name)\", which the model has not, or which is itself",
                    table: entity.name)
            }
            line.insert(parent, at: 0)
        }
        return line
    }

    private func relationships(of entity: ManagedObjectModel.Entity) throws -> [ManagedObjectModel.Relationship] {
        try inherited(entity).flatMap(\.relationships)
    }

    private func type(of entity: ManagedObjectModel.Entity) throws -> Model.Type {
        let name = entity.className ?? entity.name
        if let type = type(named: name) { return type }
        throw ModelError(
            .notRegistered, "the entity \"\(entity.name)\" is of class \(name), which is not among the classes",
            table: entity.name, hint: hint(for: name))
    }

    private func hint(for name: String) -> String? {
        NearestNames.hint(for: Self.bare(name), among: classes.map { String(describing: $0) })
            ?? "Give Amigo the class in classes"
    }

    /// The class of a name: with its module, `App.Dog`, or without, `.Dog`.
    private func type(named name: String) -> Model.Type? {
        classes.first { String(reflecting: $0) == name } ?? classes.first { String(describing: $0) == Self.bare(name) }
    }

    private static func bare(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }
}
