import ZIMOrm

extension RandomProgram {
    mutating func changes() -> [Step] {
        subject.tables.indices.map { .change(.load(table: $0)) } + (0..<20).map { _ in .change(change(depth: 0)) }
    }

    private mutating func change(depth: Int) -> Change {
        let table = table()
        if random.chance(12) { return unique(table) }
        switch random.below(depth < 2 ? 32 : 28) {
        case 0: return .load(table: table)
        case 1, 2:
            var values = subject.tables[table].columns.map { value($0) }
            // A part of the key that nobody gives.
            if random.chance(6) { values[random.pick(subject.tables[table].key)] = .null }
            for (index, column) in subject.tables[table].columns.enumerated()
            where column.defaultValue != nil && random.chance(60) { values[index] = .null }
            return .make(table: table, values: values)
        case 3...8:
            let column = random.below(16)
            return .set(model: random.below(40), column: column, value: anyValue())
        case 9...12:
            return .save(model: random.below(40), random.chance(70) ? .save : random.pick(Change.SaveWay.allCases))
        case 13: return .delete(model: random.below(40))
        case 14: return .reload(model: random.below(40))
        case 15: return .saveAll(table: table)
        case 16, 17:
            let column = random.below(subject.tables[table].columns.count)
            return .bulkUpdate(
                table: table, column: column, value: value(subject.tables[table].columns[column]),
                condition: condition(table, random.below(subject.tables[table].columns.count)))
        case 18:
            return .bulkDelete(
                table: table, condition: condition(table, random.below(subject.tables[table].columns.count)))
        case 19: return .deleteKeys(table: table, rows: (0..<(1 + random.below(3))).map { _ in row(table) })
        case 20, 21:
            let models = (0..<(2 + random.below(5))).map { _ in random.below(40) }
            return .many(random.pick(Change.ManyWay.allCases), models: models)
        case 22...26: return .follow(model: random.below(40), link: random.below(12))
        case 27: return .join(model: random.below(40), link: random.below(12), parent: random.below(40))
        default:
            return .nested(
                (0..<(2 + random.below(5))).map { _ in change(depth: depth + 1) }, isUndone: random.chance(60))
        }
    }

    private mutating func unique(_ table: Int) -> Change {
        let spec = subject.tables[table]
        if random.chance(50) || spec.uniques.isEmpty {
            let columns = random.chance(50) || spec.uniques.isEmpty ? spec.key : random.pick(spec.uniques)
            return .exchange(
                table: table, column: random.pick(columns),
                models: (0..<(2 + random.below(2))).map { _ in random.below(40) },
                isUpdate: random.chance(40))
        }
        return .upsertOn(
            table: table, unique: random.below(4), values: spec.columns.map { value($0) },
            row: random.chance(70) ? random.below(20) : nil, keyRow: random.chance(40) ? random.below(20) : nil)
    }

    private mutating func value(_ column: ColumnSpec) -> SQLValue {
        if !column.isNotNull, random.chance(10) { return .null }
        return random.pick(column.values(on: subject.engine))
    }

    /// The number of a value among those of the column that it turns out to be for.
    private mutating func anyValue() -> SQLValue { random.chance(8) ? .null : .integer(Int64(random.below(100))) }
}
