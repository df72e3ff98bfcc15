/// A foreign key whose both ends were found: the tables and columns as the database spells them, in the parent's order.
package struct LinkSchema: Sendable, Hashable {
    package let child: TableSchema
    /// The child's columns, in the order of ``references``.
    package let columns: [String]
    package let parent: TableSchema
    package let references: [String]
    package let isDeclared: Bool

    /// nil if a column does not exist or the numbers differ.
    package init?(
        child: TableSchema, columns: [String], parent: TableSchema, references: [String], isDeclared: Bool = true
    ) {
        guard !columns.isEmpty, columns.count == references.count else { return nil }
        let own = columns.compactMap { child.column($0)?.name }
        let other = references.compactMap { parent.column($0)?.name }
        guard own.count == columns.count, other.count == references.count else { return nil }
        self.child = child
        self.parent = parent
        self.isDeclared = isDeclared
        // In the order of the key that it points to, whatever the clause's order is: so are keys given everywhere.
        let names = Set(other.exactNames)
        let order =
            ([parent.primaryKey] + parent.uniqueKeys.map(\.columns)).first {
                $0.count == other.count && Set($0.exactNames) == names
            } ?? other
        self.references = order
        self.columns = order.compactMap { name in
            other.firstIndex { $0.hasSameBytes(as: name) }.map { own[$0] }
        }
    }

    /// Of the tables and columns by the bytes of their names.
    package static func == (left: LinkSchema, right: LinkSchema) -> Bool { left.names == right.names }

    package func hash(into hasher: inout Hasher) { hasher.combine(names) }

    private var names: [[ExactName]] {
        [[child.name, parent.name].exactNames, columns.exactNames, references.exactNames]
    }

    /// Whether it points to the parent's primary key.
    package var referencesPrimaryKey: Bool { references.exactNames == parent.primaryKey.exactNames }

    /// Whether a part may be NULL.
    package var isNullable: Bool { columns.contains { child.isNullable($0) } }

    /// Whether the child's unique keys allow one row for each parent only.
    package var isUnique: Bool { child.holdsUniqueKey(in: columns) }

    /// Whether the parent's columns are a key of it, as they must be for the engine to enforce the foreign key.
    package var referencesKey: Bool {
        parent.uniqueKeys.contains {
            !$0.isPartial && !$0.hasExpression && $0.columns.count == references.count
                && Set($0.columns.exactNames) == Set(references.exactNames)
        }
    }

    /// The relationship as the child has it.
    package var toParent: RelationshipSchema {
        RelationshipSchema(
            kind: .belongsTo, table: child.name, target: parent.name, foreignKey: columns, references: references,
            referencesPrimaryKey: referencesPrimaryKey, isOptional: isNullable || !isDeclared, isDeclared: isDeclared,
            join: nil)
    }

    /// The relationship as the parent has it.
    package var toChildren: RelationshipSchema {
        RelationshipSchema(
            kind: isUnique ? .hasOne : .hasMany, table: parent.name, target: child.name, foreignKey: columns,
            references: references, referencesPrimaryKey: referencesPrimaryKey, isOptional: true,
            isDeclared: isDeclared, join: nil)
    }
}

extension TableSchema {
    /// Whether a unique key for all rows lies within some columns, so that their values belong to one row at most.
    package func holdsUniqueKey(in columns: [String]) -> Bool {
        uniqueKeys.contains { key in
            !key.isPartial && !key.hasExpression && !key.columns.isEmpty
                && key.columns.allSatisfy { columns.containsName($0) }
        }
    }

    /// Whether a column can hold NULL by its declaration. The columns of a primary key count as never NULL, as they are
    /// by the standard, although SQLite lets NULL into some of them.
    package func isNullable(_ name: String) -> Bool {
        guard let column = column(name) else { return true }
        return !column.isNotNull && column.keyPlace == 0
    }
}

extension DatabaseSchema {
    /// The foreign keys whose both ends exist, and others that are only likely.
    package func links(besides likely: [LinkSchema] = []) -> [LinkSchema] {
        var found: [LinkSchema] = []
        var known: Set<LinkSchema> = []
        for table in tables {
            for key in table.foreignKeys {
                guard let parent = self.table(key.table),
                    let link = LinkSchema(
                        child: table, columns: key.columns, parent: parent, references: key.references),
                    // The same clause twice is one relationship.
                    known.insert(link).inserted
                else { continue }
                found.append(link)
            }
        }
        return found + likely
    }
}
