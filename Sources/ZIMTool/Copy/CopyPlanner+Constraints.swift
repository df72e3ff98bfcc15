import ZIMOrm
import ZIMSql

/// What constraints and indexes of PostgreSQL say besides their columns.
extension CopyPlanner {
    /// A constraint in the server's own words, where both ends are PostgreSQL.
    func constraint(_ name: String?, of table: CopyTable) -> PostgresConstraint? {
        guard isSameEngine, let name else { return nil }
        return details[table.source.name].constraints[name]
    }

    /// The EXCLUDE constraint that an index belongs to.
    func exclusion(_ index: IndexSchema, of table: CopyTable) -> PostgresConstraint? {
        let name = QualifiedName.table(of: index.name, schema: table.source.schema)
        guard let constraint = details[table.source.name].constraints[name], constraint.kind == .exclusion else {
            return nil
        }
        return constraint
    }

    /// Between two servers, an index is made as it was, with its operator classes and included columns.
    mutating func addIndex(_ index: IndexSchema, to table: inout CopyTable) throws {
        let name = QualifiedName.table(of: index.name, schema: table.source.schema)
        if let exclusion = exclusion(index, of: table) {
            table.exclusions.append(CopyKey(name: name, columns: [], definition: exclusion.text))
            return
        }
        guard let tail = source.schema.tail(of: index) else {
            return note(table, "the index \(index.name) is left out: its definition cannot be read")
        }
        let definition = try CatalogText.clause(tail, after: "USING", "the index \(index.name) of \(table.name)")
        table.indexes.append(CopyIndex(name: name, isUnique: index.isUnique, parts: [], definition: definition))
    }

    /// Another engine takes the keys, but has no word for all that PostgreSQL says of them.
    mutating func noteConstraints(of table: CopyTable) {
        let details = details[table.source.name]
        let nulls = "takes any number of rows with NULL, not one: it is NULLS NOT DISTINCT in PostgreSQL only"
        for constraint in details.constraints.values.sorted(by: { $0.name < $1.name }) {
            switch constraint.kind {
            case .primaryKey, .unique:
                if constraint.says("NULLS NOT DISTINCT") { note(table, "the key \(constraint.name) \(nulls)") }
                if constraint.says("DEFERRABLE") {
                    note(table, "the key \(constraint.name) is checked at once: it is DEFERRABLE in PostgreSQL only")
                }
            case .foreignKey:
                if constraint.says("MATCH FULL") {
                    note(
                        table, "the foreign key \(constraint.name) takes keys that are partly NULL: it is MATCH SIMPLE")
                }
                for action in ["SET NULL", "SET DEFAULT"] where constraint.says("ON DELETE \(action) ( )") {
                    note(table, "the foreign key \(constraint.name) does ON DELETE \(action) for all its columns")
                }
            case .exclusion, .check: break
            }
        }
        for index in source.schema.indexes(of: table.name) where index.origin == .index && index.isUnique {
            guard let tail = source.schema.tail(of: index),
                PostgresConstraint.says("NULLS NOT DISTINCT", in: tail)
            else { continue }
            note(table, "the index \(index.name) \(nulls)")
        }
        // Both engines' order and equality of characters are those of bytes then.
        for (column, collation) in details.collations.sorted(by: { $0.key < $1.key })
        where !["\"C\"", "\"POSIX\"", "ucs_basic"].contains(collation) {
            note(table, "\(column) uses the collation \(collation) in PostgreSQL; \(target.traits.comparison)")
        }
    }

    /// How the tables of a server are kept and guarded is not copied.
    mutating func noteGuards(of plan: CopyPlan) {
        for table in plan.tables {
            let details = details[table.source.name]
            if isSameEngine, details.isUnlogged { note(table, "is UNLOGGED; the copy is an ordinary table") }
            if !details.policies.isEmpty {
                let (word, verb) = details.policies.count == 1 ? ("policy", "is") : ("policies", "are")
                let names = details.policies.joined(separator: ", ")
                note(table, "the \(word) \(names) of its row level security \(verb) left out")
            }
            if details.hasRowSecurity {
                note(table, "has row level security; in the copy, who may read the table reads all rows")
            }
        }
    }
}
