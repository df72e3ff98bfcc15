/// Finds the tables that join the rows of two others.
///
/// A join table has a key in which just two of its foreign keys lie whole, so that the pair, or the pair and more, tells
/// its rows apart. What else it holds does not matter.
package struct JoinTables {
    let schema: DatabaseSchema
    let links: [LinkSchema]

    package init(schema: DatabaseSchema, links: [LinkSchema]) {
        self.schema = schema
        self.links = links
    }

    /// The two foreign keys of a join table.
    package struct Pair {
        package let first: LinkSchema
        package let second: LinkSchema
        let isUnique: Bool

        /// The relationships of both ends.
        package var relationships: [RelationshipSchema] { [relationship(first, second), relationship(second, first)] }

        private func relationship(_ near: LinkSchema, _ far: LinkSchema) -> RelationshipSchema {
            RelationshipSchema(
                kind: .hasManyThrough, table: near.parent.name, target: far.parent.name, foreignKey: near.columns,
                references: near.references, referencesPrimaryKey: near.referencesPrimaryKey, isOptional: true,
                isDeclared: near.isDeclared && far.isDeclared,
                join: RelationshipSchema.Join(
                    table: near.child.name, targetForeignKey: far.columns, targetReferences: far.references,
                    referencesPrimaryKey: far.referencesPrimaryKey, isUnique: isUnique))
        }
    }

    /// The join tables in the order of the tables.
    package var pairs: [Pair] {
        let byChild = NameMap.grouping(links, by: \.child.name)
        return schema.tables.compactMap { table in
            guard let links = byChild[table.name] else { return nil }
            // A guess adds a pair where none is declared, and takes none away.
            return pair(of: table, links.filter(\.isDeclared)) ?? pair(of: table, links)
        }
    }

    private func pair(of table: TableSchema, _ links: [LinkSchema]) -> Pair? {
        guard links.count >= 2 else { return nil }
        for key in table.uniqueKeys where !key.isPartial && !key.hasExpression {
            let inside = links.filter { link in link.columns.allSatisfy { key.columns.containsName($0) } }
            // A foreign key that lies within another is the path to an ancestor, not an end of its own.
            let ends = inside.filter { link in
                !inside.contains {
                    $0 != link && link.columns.allSatisfy($0.columns.containsName)
                        && $0.columns.exactNames != link.columns.exactNames
                }
            }
            guard ends.count == 2, let first = ends.first, let second = ends.last,
                Set(first.columns.exactNames) != Set(second.columns.exactNames),
                !table.holdsUniqueKey(in: first.columns), !table.holdsUniqueKey(in: second.columns)
            else { continue }
            return Pair(
                first: first, second: second,
                isUnique: table.holdsUniqueKey(in: first.columns + second.columns))
        }
        return nil
    }
}
