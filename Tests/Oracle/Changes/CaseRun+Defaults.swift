import ZIMOrm

/// What the database fills in where the properties of a new model are nil.
extension CaseRun {
    /// The columns that a new model leaves to the database.
    func filled(_ tracked: TrackedModel) -> [Int] {
        guard tracked.memory.known == nil else { return [] }
        let (values, columns) = (given(tracked), subject.tables[tracked.table].columns)
        return columns.indices.filter { column in
            guard columns[column].defaultValue != nil else { return false }
            return values[column].isNull || tracked.filled[column]?.isExactly(values[column]) == true
        }
    }

    /// What the row of a new model holds.
    func withDefaults(_ values: [SQLValue], of tracked: TrackedModel) -> [SQLValue] {
        var values = values
        for column in filled(tracked) {
            values[column] = subject.tables[tracked.table].columns[column].defaultValue ?? .null
        }
        return values
    }

    /// Behind a call the properties hold what was filled in. Where it failed, they may do so until the model is saved again.
    func requireFilled(_ columns: [Int], of tracked: TrackedModel, _ error: (any Error)?, _ call: String) throws {
        guard !columns.isEmpty else { return }
        let spec = subject.tables[tracked.table]
        let row = try cells(tracked.table, in: session).first { $0[0] == .integer(Int64(tracked.model.number)) }
        for column in columns {
            let property = spec.property(column)
            let held = property.value(tracked.model)
            guard error == nil, let row else {
                if !held.isNull { tracked.filled[column] = held }
                continue
            }
            comparisons += 1
            let stored = property.type == .any ? row[column + 1] : try property.canonical(row[column + 1])
            guard held.isExactly(stored) else {
                throw Disagreement(
                    call: call + ": \(spec.columns[column].name)", expected: "\(stored)", found: "\(held)")
            }
            tracked.filled[column] = held
        }
    }
}
