import ZIMDb

/// Rows to which a trigger has given another key than their models have, or which it has dropped.
extension Session {
    /// Gives a model the key that a trigger has given its row since the INSERT.
    func adoptChangedKey(of model: Model, _ plan: TablePlan) throws {
        let key = try plan.mapping.keyValues(of: model)
        guard try !hasRow(plan, key) else { return }
        var row: ResultRow?
        if let identity = dialect.rowIdentity, try !plan.tableSchema(in: self).isWithoutRowID {
            let columns = plan.mapping.keyNames.reduce(SelectStatement()) { $0.column(.column($1)) }
            let identifier = SQLExpression.column(identity, of: plan.mapping.table)
            row = try rows(columns.from(plan.target).where(identifier == .value(lastInsertedRowID))).first
        }
        guard let row else { throw missing(key, plan.mapping.key, plan) }
        for (index, position) in plan.mapping.key.enumerated() {
            try assign(row[index], to: position, of: model, plan)
        }
    }

    /// Throws if there is no row with a model's key after an upsert.
    func requireRow(of model: Model, _ plan: TablePlan) throws {
        let key = try plan.mapping.keyValues(of: model)
        guard try hasRow(plan, key) else { throw missing(key, plan.mapping.key, plan) }
    }

    /// The error of a new row that cannot have the key of its model, since another one has it.
    func otherKey(than key: [SQLValue], _ plan: TablePlan) -> ModelError {
        ModelError(
            .notSaveable,
            "a trigger of \"\(plan.mapping.table)\" gives new rows another key than \(plan.mapping.describe(key)), which the server "
                + "does not tell",
            table: plan.mapping.table, key: key, hint: "Give the model the key that the trigger gives its row")
    }

    /// The error of a row that was written, and is not there.
    func missing(_ values: [SQLValue], _ positions: [Int], _ plan: TablePlan) -> ModelError {
        let pairs = zip(positions, values).map { "\(plan.mapping.columns[$0].name) = \($1.shown)" }
        return ModelError(
            .notSaveable,
            "\"\(plan.mapping.table)\" has no row with \(pairs.joined(separator: ", ")) after it was written: a trigger ignored "
                + "or changed it",
            table: plan.mapping.table, key: positions == plan.mapping.key ? values : [])
    }
}
