import ZIMDb

extension Session {
    /// Throws where a part of a new row's key has no value and the database gives it none: NULL is no key.
    ///
    /// - Throws: ``ModelError`` with code keyMissing.
    @inline(__always)
    func requireKeyParts(of model: Model, _ plan: TablePlan) throws {
        let required = try plan.requiredKeyParts ?? findRequiredKeyParts(plan)
        if !required.isEmpty { try requireKeyParts(required, of: model, plan) }
    }

    /// The same for columns that an update is about to write: no default fills these in. What the triggers of a view do with
    /// NULL is theirs.
    ///
    /// - Throws: ``ModelError`` with code keyMissing.
    func requireKeyParts(of model: Model, _ plan: TablePlan, writing positions: [Int]) throws {
        let mapping = plan.mapping
        let missing = try mapping.key.first { try positions.contains($0) && mapping.value($0, of: model).isNull }
        guard let missing, try plan.tableSchema(in: self).kind == .table else { return }
        let (key, name) = (try mapping.keyValues(of: model), mapping.columns[missing].name)
        throw ModelError(
            .keyMissing,
            "a row of \"\(mapping.table)\" cannot be updated: \"\(name)\" is NULL in its key \(mapping.describe(key))",
            table: mapping.table, column: name, key: key)
    }

    private func requireKeyParts(_ required: [Int], of model: Model, _ plan: TablePlan) throws {
        let mapping = plan.mapping
        for index in required where try mapping.values([index], of: model).contains(where: \.isNull) {
            let key = try mapping.keyValues(of: model)
            let name = mapping.columns[index].name
            throw ModelError(
                .keyMissing,
                "a row of \"\(mapping.table)\" cannot be inserted: \"\(name)\" is NULL in its key \(mapping.describe(key)), "
                    + "and the database gives it no value",
                table: mapping.table, column: name, key: key)
        }
    }

    private func findRequiredKeyParts(_ plan: TablePlan) throws -> [Int] {
        let columns = plan.mapping.columns
        var required = plan.mapping.key.filter { columns[$0].field.acceptsNull }
        if !required.isEmpty {
            let schema = try plan.tableSchema(in: self)
            required.removeAll { index in
                guard let column = schema.column(columns[index].name) else { return true }
                return schema.isRowID(column.name) || column.defaultValue != nil || column.identity != nil
                    || column.isGenerated
            }
            // A view's triggers do what they like; those of a table may fill the key in.
            if schema.kind != .table { required = [] }
            if !required.isEmpty, try plan.insertTriggers(in: self) != .none { required = [] }
        }
        plan.requiredKeyParts = required
        return required
    }
}
