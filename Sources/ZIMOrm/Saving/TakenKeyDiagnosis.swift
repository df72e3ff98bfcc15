import ZIMDb

/// Says which key a refused change would have taken twice.
struct TakenKeyDiagnosis {
    let session: Session
    let plan: TablePlan
    /// The models whose rows were to be written.
    let models: [Model]

    /// The error with the key of the row that has it already, where that can be found out.
    func explain(_ error: DatabaseError) -> DatabaseError {
        guard let violation = error.constraint, violation.kind == .primaryKey || violation.kind == .unique,
            !models.isEmpty, violation.table?.isSameName(as: plan.mapping.table) == true,
            Set(violation.columns.map(\.foldedName)) == Set(plan.mapping.keyNames.map(\.foldedName))
        else { return error }
        // MySQL and MariaDB may mean the key of a table that a trigger writes to.
        if plan.dialect.features.contains(.nullSafeEquals), !isAnyKeyTaken { return error }
        var error = error
        error.hint = error.hint ?? "upsert() writes over the row that has the key"
        // PostgreSQL says the key itself.
        guard error.sqlState == nil, let key = takenKey() else { return error }
        error.message += ": \"\(plan.mapping.table)\" has a row \(plan.mapping.describe(key)) already"
        return error
    }

    private var keys: [[SQLValue]] { models.compactMap { try? plan.mapping.keyValues(of: $0) } }

    /// Whether the table has one of the keys, or the list has one twice. A row that the transaction does not see is none.
    private var isAnyKeyTaken: Bool {
        let keys = keys
        if Set(keys).count < keys.count { return true }
        let names = plan.mapping.keyNames
        let any = SQLExpression.any(
            keys.map { key in .all(zip(names, key).map { .operand("\(identifier: $0) = \($1)") }) })
        return (try? session.silentRows("SELECT 1 FROM \(plan.target) WHERE \(any) LIMIT 1").isEmpty) == false
    }

    private func takenKey() -> [SQLValue]? {
        let keys = keys
        if keys.count == 1 { return keys.first }
        var seen: Set<[SQLValue]> = []
        return keys.first { !seen.insert($0).inserted }
            ?? keys.first {
                (try? session.hasSilentRow("\(plan.target)", plan.mapping.keyNames, $0)) == true
            }
    }
}
