/// The properties that a query loads models into, and those of these models.
struct RelatedTree {
    private let branches: [(link: ModelLink, tree: RelatedTree)]

    /// - Throws: `ModelError` with code unknownRelationship if a path names no property that refers to a model.
    init(_ paths: [String], of entry: ModelEntry, in catalog: ModelCatalog) throws {
        var names: [String] = []
        var rests: [String: [String]] = [:]
        for path in paths {
            let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
            guard let name = parts.first else {
                throw ModelError(.unknownRelationship, "the name of a relationship is empty", table: entry.table)
            }
            if rests[name] == nil { names.append(name) }
            rests[name, default: []] += parts.dropFirst()
        }
        branches = try names.map { name in
            guard let link = entry.links.first(where: { $0.property == name }) else {
                throw ModelError(
                    .unknownRelationship,
                    "\"\(entry.table)\" (class \(entry.type)) has no property \"\(name)\" that refers to a model",
                    table: entry.table, column: name,
                    hint: NearestNames.hint(for: name, among: entry.links.map(\.property))
                        ?? "selectRelated follows columns of type ForeignKey")
            }
            return (link, try RelatedTree(rests[name] ?? [], of: catalog.entry(for: link.target), in: catalog))
        }
    }

    /// The ends of the branches as dotted paths: each loads what is on its way, too.
    var paths: [String] {
        branches.flatMap { link, tree in
            tree.paths.isEmpty ? [link.property] : tree.paths.map { link.property + "." + $0 }
        }
    }

    /// Puts what was loaded with the models into their properties.
    func attach(to models: [Model]) throws {
        for (link, tree) in branches {
            var next: [Model] = []
            for model in models {
                guard let other = try model.related(link.property, as: Model.self).first else { continue }
                try model.attach(other, to: link.reference)
                next.append(other)
            }
            try tree.attach(to: next)
        }
    }
}
