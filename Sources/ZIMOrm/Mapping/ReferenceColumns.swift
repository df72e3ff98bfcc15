/// The foreign keys of a class whose columns are filled by properties that refer to other models.
enum ReferenceColumns {
    /// The columns of each foreign key that belong to nothing else, where there are several.
    ///
    /// With half of a foreign key a row that something else has changed since would refer to another row than either wanted.
    static func own(_ columns: [MappedColumn], _ key: [Int], _ relationships: [Relationship]) -> [Set<Int>] {
        let filled = filledTogether(columns)
        if filled.isEmpty { return [] }
        let named = relationships.filter { $0.kind == .belongsTo }.map { relationship in
            Set(relationship.foreignKey.flatMap { Mapping.positions(of: $0, in: columns) })
        }
        // A foreign key may have columns besides that the class declares by themselves.
        let all = Set(named + filled.filter { part in !named.contains { $0.isSuperset(of: part) } })
        return all.compactMap { foreignKey in
            guard filled.contains(where: { !$0.isDisjoint(with: foreignKey) }) else { return nil }
            let shared = all.filter { $0 != foreignKey }.reduce(into: Set(key)) { $0.formUnion($1) }
            let own = foreignKey.subtracting(shared)
            return own.count > 1 ? own : nil
        }
    }

    /// The columns of each property that refers to a model.
    private static func filledTogether(_ columns: [MappedColumn]) -> [Set<Int>] {
        var byProperty: [String: Set<Int>] = [:]
        for (position, column) in columns.enumerated() {
            let property = (column.field as? ReferenceField)?.reference.property
            guard let property = property ?? (column.field is ClosureField ? column.property : nil) else { continue }
            byProperty[property, default: []].insert(position)
        }
        return Array(byProperty.values)
    }
}
