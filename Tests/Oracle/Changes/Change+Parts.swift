extension Change {
    /// The tables that it names.
    var tables: [Int] {
        switch self {
        case .load(let table), .make(let table, _), .saveAll(let table), .bulkUpdate(let table, _, _, _),
            .bulkDelete(let table, _), .deleteKeys(let table, _), .exchange(let table, _, _, _),
            .upsertOn(let table, _, _, _, _):
            [table]
        case .set, .save, .delete, .reload, .many, .follow, .join: []
        case .nested(let changes, _): changes.flatMap(\.tables)
        }
    }

    /// The same where columns have moved.
    func moved(_ column: (Int, Int) -> Int) -> Change {
        switch self {
        case .bulkUpdate(let table, let position, let value, var condition):
            condition.column = column(condition.column, table)
            return .bulkUpdate(table: table, column: column(position, table), value: value, condition: condition)
        case .bulkDelete(let table, var condition):
            condition.column = column(condition.column, table)
            return .bulkDelete(table: table, condition: condition)
        case .make(let table, let values):
            // Whose column it is, is not known here: a new row names them all.
            values.indices.forEach { _ = column($0, table) }
            return .make(table: table, values: values)
        case .exchange(let table, let position, let models, let isUpdate):
            return .exchange(table: table, column: column(position, table), models: models, isUpdate: isUpdate)
        case .upsertOn(let table, _, let values, _, _):
            values.indices.forEach { _ = column($0, table) }
            return self
        case .nested(let changes, let isUndone):
            return .nested(changes.map { $0.moved(column) }, isUndone: isUndone)
        default: return self
        }
    }

    /// The same with one nested change less, or one that is smaller.
    var smaller: [Change] {
        guard case .nested(let changes, let isUndone) = self else { return [] }
        var result: [Change] = changes.count == 1 ? changes : []
        for index in changes.indices {
            var fewer = changes
            fewer.remove(at: index)
            result.append(.nested(fewer, isUndone: isUndone))
        }
        for index in changes.indices {
            for less in changes[index].smaller {
                var other = changes
                other[index] = less
                result.append(.nested(other, isUndone: isUndone))
            }
        }
        return result
    }
}
