/// A row on its way into a table.
package enum BulkRow {
    /// As callers give it.
    case values([SQLValue])
    /// In the forms that engines take with the least work.
    case cells([BulkValue])

    package var count: Int {
        switch self {
        case .values(let values): values.count
        case .cells(let cells): cells.count
        }
    }

    /// The same as any engine takes it.
    package var values: [SQLValue] {
        switch self {
        case .values(let values): values
        case .cells(let cells): cells.map(\.sqlValue)
        }
    }

    /// Puts other cells in place of the row before, in the memory that those had.
    package mutating func fill(_ body: (inout [BulkValue]) throws -> Bool) rethrows -> Bool {
        var row: [BulkValue] = []
        if case .cells(let cells) = self { row = cells }
        self = .values([])
        defer { self = .cells(row) }
        row.removeAll(keepingCapacity: true)
        return try body(&row)
    }
}
