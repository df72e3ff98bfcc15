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
        var error = error
        error.hint = error.hint ?? "upsert() writes over the row that has the key"
        // PostgreSQL says the key itself.
        guard error.sqlState == nil, let key = takenKey() else { return error }
        error.message += ": \"\(plan.mapping.table)\" has a row \(plan.mapping.describe(key)) already"
        return error
    }

    private func takenKey() -> [SQLValue]? {
        let keys = models.compactMap { try? plan.mapping.keyValues(of: $0) }
        if keys.count == 1 { return keys.first }
        var seen: Set<[SQLValue]> = []
        return keys.first { !seen.insert($0).inserted }
            ?? keys.first {
                (try? session.hasSilentRow("\(plan.target)", plan.mapping.keyNames, $0)) == true
            }
    }
}
