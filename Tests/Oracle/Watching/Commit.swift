import ZIMOrm

/// A transaction of a program while queries are observed.
struct Commit {
    /// Whether the database that is observed writes it; else another one on the same file or server.
    var isOwn: Bool
    var changes: [RowChange]
    /// What a savepoint before them does and takes back.
    var undone: [RowChange]
    /// Whether the whole of it is taken back.
    var isUndone: Bool

    /// The tables that what stays is about.
    var tables: Set<Int> { isUndone ? [] : Set(changes.map(\.table)) }
}

/// A change of rows in plain SQL.
enum RowChange {
    case insert(table: Int, RowSpec)
    /// Takes away the rows that have its unique values.
    case replace(table: Int, RowSpec)
    case update(table: Int, column: Int, value: SQLValue, rows: [Int])
    case delete(table: Int, rows: [Int])
    case empty(table: Int)

    var table: Int {
        switch self {
        case .insert(let table, _), .replace(let table, _), .update(let table, _, _, _), .delete(let table, _),
            .empty(let table):
            table
        }
    }
}

extension OracleCase {
    func sql(_ change: RowChange) -> SQL {
        let name = tables[change.table].quotedName
        func among(_ rows: [Int]) -> SQL {
            SQL(unsafe: " WHERE number IN (\(([-1] + rows).map(String.init).joined(separator: ", ")))")
        }
        switch change {
        case .insert(let table, let row): return insertion(of: row, into: table)
        case .replace(let table, let row):
            return insertion(of: row, into: table, as: engine == .sqlite ? "INSERT OR REPLACE" : "INSERT")
        case .update(let table, let column, let value, let rows):
            return SQL(unsafe: "UPDATE \(name) SET \(tables[table].quoted(column)) = ") + "\(value)" + among(rows)
        case .delete(_, let rows): return SQL(unsafe: "DELETE FROM \(name)") + among(rows)
        case .empty: return SQL(unsafe: engine == .sqlite ? "DELETE FROM \(name)" : "TRUNCATE \(name)")
        }
    }
}

extension RandomProgram {
    mutating func commits() -> [Step] {
        (0..<8).map { _ in
            .commits(
                (0..<(1 + random.below(3))).map { _ in
                    Commit(
                        isOwn: random.chance(60), changes: (0..<(1 + random.below(3))).map { _ in rowChange() },
                        undone: random.chance(25) ? [rowChange()] : [], isUndone: random.chance(15))
                })
        }
    }

    private mutating func rowChange() -> RowChange {
        let table = table()
        func rows(_ count: Int) -> [Int] { (0..<(1 + random.below(count))).map { _ in row(table) } }
        switch random.below(100) {
        case ..<30: return .insert(table: table, newRow(table))
        case ..<40: return .replace(table: table, newRow(table))
        case ..<70:
            let column = random.below(subject.tables[table].columns.count)
            let value = random.pick(subject.tables[table].columns[column].values(on: subject.engine))
            return .update(table: table, column: column, value: value, rows: rows(3))
        case ..<95: return .delete(table: table, rows: rows(2))
        default: return .empty(table: table)
        }
    }

    private mutating func newRow(_ table: Int) -> RowSpec {
        let columns = subject.tables[table].columns
        var new = columns.map { column in
            let value = values.value(column)
            return value.isNull && column.isNotNull ? random.pick(column.values(on: subject.engine)) : value
        }
        // Often a row's own key or foreign keys, so that it meets others.
        if random.chance(50), let row = subject.rows[table].randomElement(using: &random) {
            let position = random.below(columns.count)
            (new, new[position]) = (row.values, new[position])
        }
        return RowSpec(number: 500 + random.below(400), values: new)
    }
}
