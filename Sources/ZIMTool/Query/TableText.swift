import ZIMOrm

/// The statements that make a table: the engine's own text where it keeps one, else one that says the same.
struct TableText {
    let table: TableSchema
    let schema: DatabaseSchema
    /// What PostgreSQL itself says of its constraints, by their names.
    var constraints: [String: PostgresConstraint] = [:]
    private var traits: any EngineTraits { schema.traits }

    /// The table first, then its indexes.
    var statements: [String] {
        let indexes = schema.indexes(of: table.name)
        if let own = schema.definitions[table.name] {
            return [own] + indexes.compactMap { schema.definitions[$0.name] }
        }
        guard table.kind == .table, traits.enforcesTypes else {
            return indexes.compactMap { schema.definitions[$0.name] }
        }
        // What a key or a unique constraint makes stands in the table.
        return [create]
            + indexes.filter { $0.origin == .index && constraint(of: $0) == nil }.compactMap {
                schema.definitions[$0.name]
            }
    }

    /// The constraint that an index belongs to, where its columns do not say all of it.
    private func constraint(of index: IndexSchema) -> PostgresConstraint? {
        guard let constraint = constraints[index.ownName(in: table)] else { return nil }
        let saysMore =
            constraint.kind == .exclusion || constraint.kind == .unique && constraint.says("NULLS NOT DISTINCT")
            || constraint.kind.hasIndex && constraint.says("DEFERRABLE")
        return saysMore ? constraint : nil
    }

    private var create: String {
        var parts = table.columns.map(definition)
        for index in schema.indexes(of: table.name) {
            if let constraint = constraint(of: index) {
                parts.append("CONSTRAINT \(traits.quoted(constraint.name)) \(constraint.text)")
                continue
            }
            guard index.origin != .index, let columns = index.columns else { continue }
            let carried = index.included.isEmpty ? "" : " INCLUDE \(traits.list(index.included))"
            parts.append((index.origin == .primaryKey ? "PRIMARY KEY " : "UNIQUE ") + traits.list(columns) + carried)
        }
        parts += table.foreignKeys.map(definition)
        parts += table.checks.map { "CONSTRAINT \(traits.quoted($0.name)) CHECK (\($0.condition))" }
        return "CREATE TABLE \(traits.name(table)) (\n    " + parts.joined(separator: ",\n    ") + ")"
            + (table.partitionKey.map { " PARTITION BY \($0)" } ?? "")
    }

    private func definition(_ column: ColumnSchema) -> String {
        var text = "\(traits.quoted(column.name)) \(column.type)"
        if let collation = column.collation { text += " COLLATE \(traits.quoted(collation))" }
        if let expression = column.expression { text += " GENERATED ALWAYS AS (\(expression)) STORED" }
        if let value = column.defaultValue {
            // An identity says how it numbers; a domain has its default itself.
            let isOfDomain = schema.type(of: column)?.defaultValue == value
            if column.identity != nil { text += " " + value } else if !isOfDomain { text += " DEFAULT " + value }
        }
        return text + (column.isNotNull ? " NOT NULL" : "")
    }

    private func definition(_ key: TableSchema.ForeignKey) -> String {
        var text = key.name.map { "CONSTRAINT \(traits.quoted($0)) " } ?? ""
        text += "FOREIGN KEY \(traits.list(key.columns)) REFERENCES "
        text +=
            key.identifier.parts.map { traits.quoted($0) }.joined(separator: ".") + " \(traits.list(key.references))"
        if key.onUpdate != "NO ACTION" { text += " ON UPDATE \(key.onUpdate)" }
        if key.onDelete != "NO ACTION" { text += " ON DELETE \(key.onDelete)" }
        switch key.deferral {
        case .immediate: text += " DEFERRABLE"
        case .deferred: text += " DEFERRABLE INITIALLY DEFERRED"
        case nil: break
        }
        return text
    }
}
