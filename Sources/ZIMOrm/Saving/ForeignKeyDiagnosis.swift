import ZIMDb

/// Finds out which foreign key a refused change would have broken: SQLite does not say.
struct ForeignKeyDiagnosis {
    let session: Session
    let plan: TablePlan
    let model: Model?

    /// The error with table and columns of the constraint, where they can be found out.
    func explain(_ error: DatabaseError) -> DatabaseError {
        guard var violation = error.constraint else { return error }
        var error = error
        if violation.table == nil { violation.table = plan.mapping.table }
        if violation.kind == .foreignKey, let broken = (try? missingParent()) ?? (try? remainingChild()) {
            violation.table = broken.table
            violation.columns = broken.columns
            error.message += ": " + broken.message
        }
        error.constraint = violation
        return error
    }

    private struct Broken {
        let table: String
        let columns: [String]
        let message: String
    }

    /// The first foreign key of the model's row whose parent does not exist.
    private func missingParent() throws -> Broken? {
        guard let model else { return nil }
        let mapping = plan.mapping
        for key in try plan.tableSchema(in: session).foreignKeys {
            let places = key.columns.compactMap { mapping.firstIndex(of: $0) }
            guard places.count == key.columns.count, key.references.count == key.columns.count else { continue }
            let values = try mapping.values(places, of: model)
            guard !values.contains(where: \.isNull), try !exists(key.table, key.references, values) else { continue }
            let pairs = zip(key.columns, values).map { "\($0) = \($1)" }.joined(separator: ", ")
            return Broken(
                table: mapping.table, columns: key.columns,
                message: "\"\(mapping.table)\" (\(pairs)) has no row in \"\(key.table)\" "
                    + "(\(key.references.joined(separator: ", ")))")
        }
        return nil
    }

    /// The first table that still refers to the model's row.
    private func remainingChild() throws -> Broken? {
        guard let model, model.state.contains(.isLoaded) else { return nil }
        let mapping = plan.mapping
        let reader = SchemaReader(session)
        for name in try reader.names() {
            guard let table = try reader.table(name) else { continue }
            for key in table.foreignKeys where key.table.lowercased() == mapping.table.lowercased() {
                let places = key.references.compactMap { mapping.firstIndex(of: $0) }
                guard places.count == key.columns.count else { continue }
                let values = try mapping.values(places, of: model)
                guard try exists(name, key.columns, values) else { continue }
                return Broken(
                    table: name, columns: key.columns,
                    message: "\"\(name)\" (\(key.columns.joined(separator: ", "))) still refers to this row of "
                        + "\"\(mapping.table)\"")
            }
        }
        return nil
    }

    private func exists(_ table: String, _ columns: [String], _ values: [SQLValue]) throws -> Bool {
        var sql: SQL = "SELECT 1 FROM \(identifier: table) WHERE 1 = 1"
        for (column, value) in zip(columns, values) { sql += " AND \(identifier: column) = \(value)" }
        return try session.value(sql + " LIMIT 1", as: Int.self) != nil
    }
}
