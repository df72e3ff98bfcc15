/// Puts models together: resolves what points where, checks it, and makes the mappings.
struct CatalogBuilder {
    private let models: [Amigo.ORMModel]
    private let byType: [ObjectIdentifier: Amigo.ORMModel]
    private(set) var joins: [JoinPlan] = []
    let forms = StoredForms()

    init(_ models: [Amigo.ORMModel]) throws {
        self.models = models
        var byType: [ObjectIdentifier: Amigo.ORMModel] = [:]
        var tables: [String: Amigo.ORMModel] = [:]
        for model in models {
            guard byType.updateValue(model, forKey: ObjectIdentifier(model.type)) == nil else {
                throw ModelError(.mapping, "class \(model.type) is registered twice", table: model.table.label)
            }
            if let other = tables.updateValue(model, forKey: model.table.label.lowercased()) {
                throw ModelError(
                    .mapping,
                    "the classes \(other.type) and \(model.type) have the same table \"\(model.table.label)\"",
                    table: model.table.label, hint: "Name one of them in ORMModel(…, table:)")
            }
        }
        self.byType = byType
    }

    mutating func build() throws -> [ModelEntry] {
        var shaper = TableShaper(byType)
        let shapes = try models.map { try shaper.shape(of: $0) }
        let order = try DependencyOrder(shapes: shapes).sorted()
        var entries: [ObjectIdentifier: ModelEntry] = [:]
        var sorted: [ModelEntry] = []
        var plans = try RelationshipPlanner(
            models: models,
            shapes: Dictionary(uniqueKeysWithValues: shapes.map { (ObjectIdentifier($0.model.type), $0) }))
        for (rank, shape) in order.enumerated() {
            let entry = try shape.entry(rank: rank, relationships: plans.declared(by: shape.model), forms: forms)
            entries[ObjectIdentifier(shape.model.type)] = entry
            sorted.append(entry)
        }
        for entry in sorted {
            for link in entry.links {
                guard let target = entries[ObjectIdentifier(link.target)] else { continue }
                link.reference.resolve(target.mapping)
                try entry.add(.toOne(link), as: link.property)
            }
        }
        for entry in sorted { try plans.attach(to: entry, entries) }
        joins = plans.joins
        for join in joins {
            if let through = join.through { entries[ObjectIdentifier(through.type)]?.add(join) }
        }
        return sorted
    }
}
