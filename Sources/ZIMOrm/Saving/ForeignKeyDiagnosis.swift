import ZIMDb

/// Finds out which foreign key a refused change would have broken: SQLite does not say.
struct ForeignKeyDiagnosis {
    let session: Session
    let plan: TablePlan
    /// The models whose rows were to be changed.
    let models: [Model]
    /// The keys of the rows, where there are no models of them.
    var keys: [[SQLValue]] = []
    let isDeletion: Bool

    /// The error with table and columns of the constraint, where they can be found out.
    func explain(_ error: DatabaseError) -> DatabaseError {
        guard var violation = error.constraint else { return error }
        var error = error
        // Of a key that MySQL gives without its table a trigger's table may be meant.
        let mayBeOther =
            plan.dialect.features.contains(.nullSafeEquals) && violation.name != nil
            && [.unique, .primaryKey].contains(violation.kind)
        if violation.table == nil, !mayBeOther { violation.table = plan.mapping.table }
        let written = violation.table ?? ""
        // Some engines say all of it themselves, and take no question where a transaction has failed.
        if violation.kind == .foreignKey, violation.columns.isEmpty, !session.connection.engine.isTransactionFailed,
            let broken = models.lazy.compactMap({ broken(by: $0) }).first ?? (try? remainingChild(of: keys))
        {
            violation.table = broken.table
            violation.columns = broken.columns
            // Which tables it is about is said once.
            let location = " (in \"\(written)\")"
            if error.message.hasSuffix(location) { error.message.removeLast(location.count) }
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
        guard let record = model.record, model.state.contains(.isLoaded) else { return nil }
        return try? remainingChild(of: [record.key(of: model)])
    }

    /// The first foreign key of the model's row whose parent does not exist.
    private func missingParent(of model: Model) throws -> Broken? {
        let mapping = plan.mapping
        for key in try plan.tableSchema(in: session).foreignKeys {
            let positions = key.columns.compactMap { mapping.firstIndex(of: $0) }
            guard positions.count == key.columns.count, key.references.count == key.columns.count else { continue }
            let values = try mapping.values(positions, of: model)
            guard !values.contains(where: \.isNull), try !isOwnParent(model, key, values),
                try !session.hasSilentRow(table(key.table), key.references, values)
            else { continue }
            let pairs = zip(key.columns, values).map { "\($0) = \($1.shown)" }.joined(separator: ", ")
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
        let positions = key.references.compactMap { plan.mapping.firstIndex(of: $0) }
        return try plan.mapping.values(positions, of: model) == values
    }

    /// A foreign key on the way from the rows that are to be changed to one that keeps them.
    private typealias Step = (child: TableSchema, key: TableSchema.ForeignKey)

    /// The first table that keeps rows from being changed as they were to be: one that refers to them, or to rows that
    /// would go with them.
    private func remainingChild(of rows: [[SQLValue]]) throws -> Broken? {
        guard !rows.isEmpty, !plan.mapping.key.isEmpty else { return nil }
        let schema = plan.mapping.schema
        let reader = session.schemaReader
        var tables = try reader.names(in: schema, kinds: ["table"]).compactMap { try? reader.table($0, schema: schema) }
        // Rows of the table itself may be among those that are to be deleted.
        let own = tables.firstIndex { $0.name.isSameName(as: plan.mapping.table) }.map { tables.remove(at: $0) }
        if let own { tables.append(own) }
        return try remainingChild([], of: plan.mapping.table, tables, rows)
    }

    private func remainingChild(
        _ path: [Step], of parent: String, _ tables: [TableSchema], _ rows: [[SQLValue]]
    ) throws -> Broken? {
        for child in tables {
            for key in child.foreignKeys
            where key.table.isSameName(as: parent) && key.references.count == key.columns.count {
                let path = path + [(child, key)]
                switch isDeletion ? key.onDelete : key.onUpdate {
                case "SET NULL", "SET DEFAULT": continue
                case "CASCADE":
                    guard !path.dropLast().contains(where: { $0.child.name == child.name }) else { continue }
                    if let broken = try remainingChild(path, of: child.name, tables, rows) { return broken }
                default:
                    guard let row = try referred(path, rows) else { continue }
                    let what = "the row \(plan.mapping.describe(row)) of \"\(plan.mapping.table)\""
                    let whose = path.count == 1 ? what : "rows of \"\(parent)\", which go with \(what)"
                    return Broken(
                        table: child.name, columns: key.columns,
                        message:
                            "\"\(child.name)\" (\(key.columns.joined(separator: ", "))) still refers to \(whose)")
                }
            }
        }
        return nil
    }

    /// The key of the first of some rows that the last table of a path leads to.
    private func referred(_ path: [Step], _ rows: [[SQLValue]]) throws -> [SQLValue]? {
        let names = plan.mapping.keyNames
        var sql: SQL = "SELECT "
        for (index, name) in names.enumerated() { sql += (index > 0 ? ", " : "") + SQL("t0.\(identifier: name)") }
        sql += " FROM \(table(plan.mapping.table)) AS t0"
        for (index, step) in path.enumerated() {
            sql += " JOIN \(table(step.child.name)) AS \(unsafe: "t\(index + 1)") ON 1 = 1"
            for (column, reference) in zip(step.key.columns, step.key.references) {
                sql +=
                    " AND \(unsafe: "t\(index + 1)").\(identifier: column) = \(unsafe: "t\(index)").\(identifier: reference)"
            }
        }
        for piece in rows.pieces(of: 100) {
            var condition: SQL = " WHERE 1 = 0"
            for row in piece {
                condition += " OR (1 = 1"
                for (name, value) in zip(names, row) { condition += " AND t0.\(identifier: name) = \(value)" }
                condition += ")"
            }
            if let found = try session.silentRows(sql + condition + " LIMIT 1").first { return found.values }
        }
        return nil
    }

    /// The table's name in the schema that the class names: foreign keys do not leave it.
    private func table(_ name: String) -> SQL {
        guard let schema = plan.mapping.schema else { return "\(identifier: name)" }
        return "\(identifier: schema).\(identifier: name)"
    }
}
