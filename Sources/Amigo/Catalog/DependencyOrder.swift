/// Sorts tables so that what a foreign key points to comes first.
struct DependencyOrder {
    let shapes: [TableShape]

    /// - Throws: `ModelError` with code cycle if foreign keys that cannot be NULL lead in a circle; one that can is
    ///   left out of account where it closes a circle.
    func sorted() throws -> [TableShape] {
        var rest = shapes
        var order: [TableShape] = []
        while !rest.isEmpty {
            let index =
                rest.firstIndex { shape in targets(of: shape, in: rest, onlyRequired: false).isEmpty }
                ?? rest.firstIndex { shape in targets(of: shape, in: rest, onlyRequired: true).isEmpty }
            guard let index else { throw circle(rest) }
            order.append(rest.remove(at: index))
        }
        return order
    }

    private func targets(of shape: TableShape, in rest: [TableShape], onlyRequired: Bool) -> [TableShape] {
        shape.links.filter { !onlyRequired || !$0.options.isOptional }.compactMap { link in
            // Rows of one table can point to each other, unless they must.
            if link.target == shape.model.type, link.options.isOptional { return nil }
            return rest.first { $0.model.type == link.target }
        }
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
            next = targets(of: shape, in: rest, onlyRequired: true).first
        }
        let names = path.map { "\($0.model.type)" }.joined(separator: " → ")
        return ModelError(
            .cycle, "foreign keys that cannot be NULL lead in a circle, so no row can be the first: \(names)",
            table: path.first?.table, hint: "Make one of them optional: true")
    }
}
