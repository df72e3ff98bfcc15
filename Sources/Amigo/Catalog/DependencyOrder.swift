/// Sorts tables so that what a foreign key points to comes first.
struct DependencyOrder {
    let shapes: [TableShape]

    /// - Throws: `ModelError` with code cycle if foreign keys that cannot be NULL lead in a circle; one that can is
    ///   left out of account where it closes a circle.
    func sorted() throws -> [TableShape] {
        let positions = Dictionary(
            uniqueKeysWithValues: shapes.enumerated().map { (ObjectIdentifier($1.model.type), $0) })
        var children = shapes.map { _ in [(position: Int, isRequired: Bool)]() }
        // How many links of each lead to tables that are not in the order yet: all, and those that cannot be NULL.
        var left = shapes.map { _ in (all: 0, required: 0) }
        for (child, shape) in shapes.enumerated() {
            // Rows of one table can point to each other, unless they must.
            for link in shape.links where link.target != shape.model.type || !link.options.isOptional {
                guard let parent = positions[ObjectIdentifier(link.target)] else { continue }
                children[parent].append((child, !link.options.isOptional))
                left[child].all += 1
                if !link.options.isOptional { left[child].required += 1 }
            }
        }
        var rest = Array(shapes.indices)
        var order: [TableShape] = []
        while !rest.isEmpty {
            let index = rest.firstIndex { left[$0].all == 0 } ?? rest.firstIndex { left[$0].required == 0 }
            guard let index else { throw circle(rest.map { shapes[$0] }) }
            let next = rest.remove(at: index)
            order.append(shapes[next])
            for (child, isRequired) in children[next] {
                left[child].all -= 1
                if isRequired { left[child].required -= 1 }
            }
        }
        return order
    }

    private func circle(_ rest: [TableShape]) -> ModelError {
        var path: [TableShape] = []
        var next = rest.first
        while let shape = next {
            if let start = path.firstIndex(where: { $0.model.type == shape.model.type }) {
                path.removeFirst(start)
                path.append(shape)
                break
            }
            path.append(shape)
            let required = shape.links.lazy.filter { !$0.options.isOptional }
            next = required.compactMap { link in rest.first { $0.model.type == link.target } }.first
        }
        let names = path.map { "\($0.model.type)" }.joined(separator: " → ")
        return ModelError(
            .cycle, "foreign keys that cannot be NULL lead in a circle, so no row can be the first: \(names)",
            table: path.first?.table, hint: "Make one of them optional: true")
    }
}
