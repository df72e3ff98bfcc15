import ZIMDb

/// Rows to which a trigger has given another key than their models have, or which it has dropped.
extension Session {
    /// Gives a model the key that a trigger has given its row since the INSERT.
    func adoptChangedKey(of model: Model, _ plan: TablePlan) throws {
        let key = try plan.mapping.keyValues(of: model)
        guard let identity = dialect.rowIdentity, try plan.insertTriggers(in: self) == .changeKey else {
            // Another row may have the model's key by now.
            guard let row = try rows(plan, with: plan.mapping.key, [key])[0] else {
                throw missing(key, plan.mapping.key, plan)
            }
            return try requireOwn(row, of: model, plan)
        }
        let columns = plan.mapping.keyNames.reduce(SelectStatement()) { $0.column(.column($1)) }
        let identifier = SQLExpression.column(identity, of: plan.mapping.table)
        let found = try rows(columns.from(plan.target).where(identifier == .value(lastInsertedRowID)))
        guard let row = found.first else { throw missing(key, plan.mapping.key, plan) }
        for (index, position) in plan.mapping.key.enumerated() {
            try assign(row[index], to: position, of: model, plan)
        }
    }

    /// Whether rows that have the keys of some models are theirs, and not each other's: they hold what the models hold, or the
    /// columns that no trigger has changed tell those apart that differ.
    func areOwn(_ rows: [Model?], of models: [Model], _ plan: TablePlan) throws -> Bool {
        let rows = rows.compactMap(\.self)
        guard rows.count == models.count else { return false }
        let differing = try differingColumns(of: models, from: rows, plan)
        if differing.isEmpty { return true }
        let same = plan.mapping.columns.indices.filter { !plan.mapping.key.contains($0) && !differing.contains($0) }
        func count(_ positions: [Int]) throws -> Int {
            try Set(models.map { try plan.mapping.values(positions, of: $0) }).count
        }
        return try count(same) == count(same + differing.sorted())
    }

    /// The positions of the columns in which rows do not hold what the models of their keys do; what a model leaves to be filled
    /// in is not compared.
    private func differingColumns(of models: [Model], from rows: [Model], _ plan: TablePlan) throws -> Set<Int> {
        let mapping = plan.mapping
        let generated = try plan.generatedColumns(in: self)
        let positions = mapping.columns.indices.filter { position in
            let name = mapping.columns[position].name
            return !mapping.key.contains(position) && !generated.contains(position)
                && !plan.triggeredColumns.contains { $0.isSameName(as: name) }
        }
        var differing: Set<Int> = []
        for (model, row) in zip(models, rows) {
            for position in positions {
                let value = try mapping.value(position, of: model)
                if try !value.isNull && value != mapping.value(position, of: row) { differing.insert(position) }
            }
        }
        return differing
    }

    /// Throws if there is no row with a model's key after an upsert, or one that does not hold what was written.
    func requireRow(of model: Model, _ plan: TablePlan, holding positions: [Int]) throws {
        let key = try plan.mapping.keyValues(of: model)
        guard let row = try rows(plan, with: plan.mapping.key, [key])[0] else {
            throw missing(key, plan.mapping.key, plan)
        }
        try requireOwn(row, of: model, plan, at: positions)
    }

    /// Throws if a row that has a model's key is another one's by now.
    private func requireOwn(_ row: Model, of model: Model, _ plan: TablePlan, at positions: [Int]? = nil) throws {
        let positions = positions ?? Array(plan.mapping.columns.indices)
        if try differingColumns(of: [model], from: [row], plan).isDisjoint(with: positions) { return }
        throw otherKey(than: try plan.mapping.keyValues(of: model), plan)
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
        let isView = (try? plan.tableSchema(in: self).kind) == .view
        return ModelError(
            .notSaveable,
            "\"\(plan.mapping.table)\" has no row with \(pairs.joined(separator: ", ")) after it was written: a trigger ignored "
                + "or changed it",
            table: plan.mapping.table, key: positions == plan.mapping.key ? values : [],
            hint: isView ? "The view may also not show the row: write it into its table" : nil)
    }
}
