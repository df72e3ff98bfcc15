import ZIMOrm

/// The statements that make a table: the engine's own text where it keeps one, else one that says the same.
struct TableText {
    let table: TableSchema
    let schema: DatabaseSchema
    /// What PostgreSQL, which keeps no text, says of it.
    let server: ServerSchema?

    /// The table first, then its indexes.
    var statements: [String] {
        let indexes = schema.indexes(of: table.name)
        guard table.kind == .table, schema.definitions[table.name] == nil, let server else {
            return ([table.name] + indexes.map(\.name)).compactMap { schema.definitions[$0] }
        }
        let details = server.details[table.name]
        let constraints = details.constraints.values.sorted { ($0.kind.rank, $0.name) < ($1.kind.rank, $1.name) }
        // A new table's constraints are valid, whatever stands there.
        let late = constraints.filter { $0.says("NOT VALID") }
        let names = server.parents[table.name] ?? []
        let parents = names.compactMap { schema.exactly($0) }
        // The server refuses an expression that a parent has.
        let computed = Set(parents.flatMap(\.columns).filter(\.isGenerated).map { ExactName($0.name) })
        let columns = table.columns.map { column in
            computed.contains(ExactName(column.name))
                ? "\(column.name.sqlName) \(server.type(of: column, in: table))" : server.sql(of: column, in: table)
        }
        let items = columns + constraints.filter { !late.contains($0) }.map(Self.text)
        let create =
            "CREATE \(details.isUnlogged ? "UNLOGGED " : "")TABLE \(table.sqlName) (\n    "
            + items.joined(separator: ",\n    ") + ")"
            + (names.isEmpty ? "" : " INHERITS (\(names.map(sqlName).joined(separator: ", ")))")
            + (table.partitionKey.map { " PARTITION BY \($0)" } ?? "")
        return [create] + late.map { table.alter("ADD " + Self.text($0)) }
            + indexes.filter { server.constraint(of: $0) == nil }.compactMap { schema.definitions[$0.name] }
            + details.rowSecurity
    }

    /// Also that of a table of a schema that was not read, see ``QualifiedName``.
    private func sqlName(_ name: String) -> String {
        if let table = schema.exactly(name) { return table.sqlName }
        return name.hasPrefix("\"")
            ? name : name.split(separator: ".").map { String($0).sqlName }.joined(separator: ".")
    }

    private static func text(_ constraint: PostgresConstraint) -> String {
        "CONSTRAINT \(constraint.name.sqlName) \(constraint.text)"
    }
}

extension PostgresConstraint.Kind {
    /// Its place in a definition.
    fileprivate var rank: Int {
        switch self {
        case .primaryKey: 0
        case .unique, .exclusion: 1
        case .foreignKey: 2
        case .check: 3
        }
    }
}
