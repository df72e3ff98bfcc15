import ZIMOrm
import ZIMSql

/// Rows that are copied and reference rows that are left out: their foreign keys would fail when all rows are there.
extension ValueCheck {
    func checkSkippedParents(_ plan: CopyPlan) throws {
        let tables = CopyTableNames(plan.tables)
        let keys = plan.tables.flatMap { child in
            child.allForeignKeys(among: tables).filter { !$0.isUnchecked }.map { (child: child, key: $0) }
        }
        let byParent = NameMap.grouping(keys) { $0.key.parent }
        for parent in plan.tables where parent.skippedRows > 0 {
            guard let children = byParent[parent.name] else { continue }
            let left = try keysLeftOut(of: parent, Set(children.map(\.key.references)))
            for (child, key) in children {
                try checkReferences(child, key, parent, left[key.references] ?? [])
            }
        }
    }

    /// The keys of the rows that stay behind, by the columns that foreign keys reference.
    private func keysLeftOut(of table: CopyTable, _ lists: Set<[String]>) throws -> [[String]: Set<[CopyMeaning]>] {
        let converter = RowConverter(table, to: target, options.invalidValues)
        let lists = lists.map { (columns: $0, positions: positions(of: $0, in: table)) }
        var left: [[String]: Set<[CopyMeaning]>] = [:]
        try source.session.forEachRow(source.statement(of: table)) { row in
            guard try converter.meanings(row) == nil else { return }
            for list in lists {
                if let key = key(list.positions, table, row) { left[list.columns, default: []].insert(key) }
            }
        }
        return left
    }

    private func checkReferences(
        _ table: CopyTable, _ key: CopyForeignKey, _ parent: CopyTable, _ left: Set<[CopyMeaning]>
    ) throws {
        guard !left.isEmpty else { return }
        let converter = RowConverter(table, to: target, options.invalidValues)
        let words = RowWords(table)
        let positions = positions(of: key.columns, in: table)
        let parentColumns = key.references.map { parent.sourceName(of: $0) }.listed
        var rows = 0
        try source.session.forEachRow(source.statement(of: table)) { row in
            rows += 1
            guard let value = self.key(positions, table, row), left.contains(value),
                try converter.meanings(row) != nil
            else { return }
            try invalidValues.add(
                InvalidValue(
                    table, key: key.columns, of: row, words.words(row, number: rows),
                    reason: "references a row of \(parent.source.name) \(parentColumns) that is left out"))
        }
    }

    private func positions(of columns: [String], in table: CopyTable) -> [Int?] {
        columns.map { name in table.columns.firstIndex { $0.name == name } }
    }

    /// The meanings of some columns of a row; nil where one is NULL or has none.
    private func key(_ positions: [Int?], _ table: CopyTable, _ row: Row) -> [CopyMeaning]? {
        var key: [CopyMeaning] = []
        for index in positions {
            guard let index,
                let meaning = try? table.columns[index].reader.meaning(of: row.value(at: index)), meaning != .null
            else { return nil }
            key.append(meaning.comparable)
        }
        return key
    }
}

extension CopyMeaning {
    /// The same for a number of any kind.
    fileprivate var comparable: CopyMeaning {
        switch self {
        case .decimal(let decimal): decimal.integer.map { .integer($0) } ?? self
        case .real(let number): Int64(exactly: number).map { .integer($0) } ?? self
        default: self
        }
    }
}
