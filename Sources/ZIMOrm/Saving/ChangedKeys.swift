import ZIMDb

/// Rows to which a trigger has given another key than their models have, or which it has dropped.
extension Session {
    /// Gives a model the key that a trigger has given its row since the INSERT.
    func adoptChangedKey(of model: Model, _ plan: TablePlan) throws {
        let isTold = try plan.insertTriggers(in: self) != .moveKeys
        guard let key = try isTold ? keys(ofRows: [lastInsertedRowID], plan)[lastInsertedRowID] : nil else {
            // Another row may have the model's key by now; or a trigger has replaced the row.
            return try requireRow(of: model, plan, holding: Array(plan.mapping.columns.indices))
        }
        for (value, position) in zip(key, plan.mapping.key) { try plan.mapping.assign(value, to: position, of: model) }
    }

    /// The keys of the rows with identifiers of the engine's.
    func keys(ofRows identifiers: [Int64], _ plan: TablePlan) throws -> [Int64: [SQLValue]] {
        guard let identity = try plan.tableSchema(in: self).rowIDNames.first else { return [:] }
        let identifier = SQLExpression.column(identity, of: plan.mapping.table)
        let columns = plan.mapping.keyNames.reduce(SelectStatement().column(identifier)) { $0.column(.column($1)) }
        var keys: [Int64: [SQLValue]] = [:]
        for part in BatchSplit.parts(of: identifiers, capacity: BatchSplit.parametersPerStatement) {
            for row in try rows(columns.from(plan.target).where(identifier.isIn(part.map { .value($0) }))) {
                keys[try row.get(0)] = Array(row.values.dropFirst())
            }
        }
        return keys
    }

    /// Whether rows that have the keys of some models are theirs, and not each other's: they hold what the models hold, and those
    /// that differ are told apart by columns that no trigger has changed.
    func areOwn(_ rows: [Model?], of models: [Model], _ plan: TablePlan) throws -> Bool {
        let rows = rows.compactMap(\.self)
        guard rows.count == models.count else { return false }
        let differing = try differingColumns(of: models, from: rows, plan)
        if differing.isEmpty, plan.triggeredColumns.isEmpty { return true }
        let same = try columnsToCompare(plan).filter { !differing.contains($0) }
        func count(_ positions: [Int]) throws -> Int {
            try Set(models.map { try plan.mapping.values(positions, of: $0) }).count
        }
        return try count(same) == count(columnsToCompare(plan, withTriggered: true))
    }

    /// The positions of the columns in which a row holds what its model does.
    ///
    /// - Parameter withTriggered: whether it would without the triggers.
    private func columnsToCompare(_ plan: TablePlan, withTriggered: Bool = false) throws -> [Int] {
        let generated = try plan.generatedColumns(in: self)
        return plan.mapping.columns.indices.filter { position in
            !plan.mapping.key.contains(position) && !generated.contains(position)
                && (withTriggered || !plan.isTriggered(position))
        }
    }

    /// The positions of the columns in which rows do not hold what the models of their keys do; what a model leaves to be filled
    /// in is not compared.
    private func differingColumns(of models: [Model], from rows: [Model], _ plan: TablePlan) throws -> Set<Int> {
        let mapping = plan.mapping
        let positions = try columnsToCompare(plan)
        var differing: Set<Int> = []
        for (model, row) in zip(models, rows) {
            for position in positions {
                let value = try mapping.value(position, of: model)
                if try !value.isNull && value != mapping.value(position, of: row) { differing.insert(position) }
            }
        }
        return differing
    }

    /// Throws if there is no row with a model's key after it was written, or one that does not hold what was.
    func requireRow(of model: Model, _ plan: TablePlan, holding positions: [Int]) throws {
        let key = try plan.mapping.keyValues(of: model)
        guard let row = try rows(plan, with: plan.mapping.key, [key])[0] else {
            throw missing(key, plan.mapping.key, plan)
        }
        if try differingColumns(of: [model], from: [row], plan).isDisjoint(with: positions) { return }
        throw otherKey(than: key, plan)
    }

    /// The error of a new row that cannot have the key of its model, since another one has it.
    func otherKey(than key: [SQLValue], _ plan: TablePlan) -> ModelError {
        ModelError(
            .notSaveable,
            "a trigger of \"\(plan.mapping.table)\" gives new rows another key than \(plan.mapping.describe(key)), or moves keys, "
                + "which the database does not tell",
            table: plan.mapping.table, key: key, hint: "Give the model the key that the trigger gives its row")
    }

    /// The error of a row that was written, and is not there.
    func missing(_ values: [SQLValue], _ positions: [Int], _ plan: TablePlan) -> ModelError {
        let pairs = zip(positions, values).map { "\(plan.mapping.columns[$0].name) = \($1.shown)" }
        let isView = (try? plan.tableSchema(in: self).kind) == .view
        return ModelError(
            .notSaveable,
            "\"\(plan.mapping.table)\" has no row with \(pairs.joined(separator: ", ")) after it was written: the "
                + "database ignored or changed it",
            table: plan.mapping.table, key: positions == plan.mapping.key ? values : [],
            hint: isView ? "The view may also not show the row: write it into its table" : nil)
    }
}
