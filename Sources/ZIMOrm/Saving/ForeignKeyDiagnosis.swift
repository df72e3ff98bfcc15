import ZIMDb

/// Finds out which foreign key a refused change would have broken: SQLite does not say.
struct ForeignKeyDiagnosis {
    let session: Session
    let plan: TablePlan
    /// The models whose rows were to be changed.
    let models: [Model]
    let isDeletion: Bool

    /// The error with table and columns of the constraint, where they can be found out.
    func explain(_ error: DatabaseError) -> DatabaseError {
        guard var violation = error.constraint else { return error }
        var error = error
        if violation.table == nil { violation.table = plan.mapping.table }
        let written = violation.table ?? ""
        // Some engines say all of it themselves, and take no question where a transaction has failed.
        if violation.kind == .foreignKey, violation.columns.isEmpty, !session.connection.engine.isTransactionFailed,
            let broken = models.lazy.compactMap({ broken(by: $0) }).first
        {
            violation.table = broken.table
            violation.columns = broken.columns
            // Which tables it is about is said once.
            let place = " (in \"\(written)\")"
            if error.message.hasSuffix(place) { error.message.removeLast(place.count) }
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

    private func broken(by model: Model) -> Broken? {
        // What a deleted model points to does not matter.
        if !isDeletion, let missing = try? missingParent(of: model) { return missing }
        return try? remainingChild(of: model)
    }

    /// The first foreign key of the model's row whose parent does not exist.
    private func missingParent(of model: Model) throws -> Broken? {
        let mapping = plan.mapping
        for key in try plan.tableSchema(in: session).foreignKeys {
            let places = key.columns.compactMap { mapping.firstIndex(of: $0) }
            guard places.count == key.columns.count, key.references.count == key.columns.count else { continue }
            let values = try mapping.values(places, of: model)
            guard !values.contains(where: \.isNull), try !isOwnParent(model, key, values),
                try !exists(key.table, key.references, values)
            else { continue }
            let pairs = zip(key.columns, values).map { "\($0) = \($1)" }.joined(separator: ", ")
            return Broken(
                table: mapping.table, columns: key.columns,
                message: "\"\(mapping.table)\" (\(pairs)) has no row in \"\(key.table)\" "
                    + "(\(key.references.joined(separator: ", ")))")
        }
        return nil
    }

    /// Whether the row points to itself, which is no fault however new it is.
    private func isOwnParent(_ model: Model, _ key: TableSchema.ForeignKey, _ values: [SQLValue]) throws -> Bool {
        guard key.table.isSameName(as: plan.mapping.table) else { return false }
        let places = key.references.compactMap { plan.mapping.firstIndex(of: $0) }
        return try plan.mapping.values(places, of: model) == values
    }

    /// The first table that still refers to the model's row as it is in the database.
    private func remainingChild(of model: Model) throws -> Broken? {
        let mapping = plan.mapping
        guard let record = model.record, model.state.contains(.isLoaded) else { return nil }
        let row = record.key(of: model)
        let reader = SchemaReader(session)
        for name in try reader.names(in: mapping.schema, kinds: ["table"]) {
            guard let table = try? reader.table(name, schema: mapping.schema) else { continue }
            for key in table.foreignKeys
            where key.table.isSameName(as: mapping.table) && key.references.count == key.columns.count {
                guard try isReferred(name, key, row) else { continue }
                return Broken(
                    table: name, columns: key.columns,
                    message: "\"\(name)\" (\(key.columns.joined(separator: ", "))) still refers to the row "
                        + "\(mapping.describe(row)) of \"\(mapping.table)\"")
            }
        }
        return nil
    }

    /// Whether a table has a row that points to the one with a key.
    private func isReferred(_ child: String, _ key: TableSchema.ForeignKey, _ row: [SQLValue]) throws -> Bool {
        let pairs = zip(key.columns, key.references).map { column, reference in
            SQL("child.\(identifier: column) = parent.\(identifier: reference)")
        }
        var sql: SQL = "SELECT 1 FROM \(table(child)) AS child JOIN \(table(plan.mapping.table)) AS parent ON "
        for (index, pair) in pairs.enumerated() { sql += (index > 0 ? " AND " : "") + pair }
        sql += " WHERE 1 = 1"
        for (name, value) in zip(plan.mapping.keyNames, row) { sql += " AND parent.\(identifier: name) = \(value)" }
        return try !session.silentRows(sql + " LIMIT 1").isEmpty
    }

    private func exists(_ name: String, _ columns: [String], _ values: [SQLValue]) throws -> Bool {
        var sql: SQL = "SELECT 1 FROM \(table(name)) WHERE 1 = 1"
        for (column, value) in zip(columns, values) { sql += " AND \(identifier: column) = \(value)" }
        return try !session.silentRows(sql + " LIMIT 1").isEmpty
    }

    /// The table's name in the schema that the class names: foreign keys do not leave it.
    private func table(_ name: String) -> SQL {
        guard let schema = plan.mapping.schema else { return "\(identifier: name)" }
        return "\(identifier: schema).\(identifier: name)"
    }
}
