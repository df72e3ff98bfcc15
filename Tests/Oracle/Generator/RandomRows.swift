import TestServer
import ZIMOrm

/// Fills tables: keys from few values, foreign keys mostly from rows that are there, some orphans, some NULLs.
struct RandomRows {
    let engine: ServedEngine
    let tables: [TableSpec]
    let links: [LinkSpec]
    var random: SeededGenerator
    private(set) var rows: [[RowSpec]] = []

    init(engine: ServedEngine, tables: [TableSpec], links: [LinkSpec], random: SeededGenerator) {
        self.engine = engine
        self.tables = tables
        self.links = links
        self.random = random
    }

    mutating func make() {
        rows = tables.map { _ in [] }
        let most = random.pick(weighted: [(32, 3), (33, 8), (33, 14), (2, 260)])
        for table in tables.indices {
            for number in 0..<(1 + random.below(most)) {
                rows[table].append(RowSpec(number: number + 1, values: values(table)))
            }
        }
    }

    /// Adds rows that the classes' default filters hide; what the program sees is as if they were not there.
    mutating func hide() {
        for table in tables.indices {
            for number in 0..<random.below(6) {
                rows[table].append(RowSpec(number: RowSpec.firstHidden + number, values: values(table)))
            }
        }
    }

    /// Rows count their versions from small numbers.
    mutating func setVersions() {
        for (table, spec) in tables.enumerated() {
            guard let version = spec.version else { continue }
            for row in rows[table].indices { rows[table][row].values[version] = .integer(Int64(random.below(5))) }
        }
    }

    mutating func value(_ column: ColumnSpec) -> SQLValue {
        if !column.isNotNull, random.chance(8) { return .null }
        // Few values, so that rows meet.
        let all = column.values(on: engine)
        return random.chance(80) ? random.pick(Array(all.prefix(4))) : random.pick(all)
    }

    mutating func values(_ table: Int) -> [SQLValue] {
        var values = tables[table].columns.map { value($0) }
        for link in links {
            switch link.kind {
            case .belongsTo where link.source == table:
                copy(link.foreignKey, from: link.target, link.references ?? tables[link.target].key, into: &values)
            case .hasManyThrough where link.join == table && link.targetReferences == nil:
                copy(link.foreignKey, from: link.source, tables[link.source].key, into: &values)
                copy(link.targetForeignKey, from: link.target, tables[link.target].key, into: &values)
            default: break
            }
        }
        for (index, column) in tables[table].columns.enumerated() where column.isNotNull && values[index].isNull {
            values[index] = random.pick(column.values(on: engine))
        }
        return values
    }

    private mutating func copy(_ columns: [Int], from parent: Int, _ references: [Int], into values: inout [SQLValue]) {
        guard random.chance(80), let row = rows[parent].randomElement(using: &random) else { return }
        for (column, reference) in zip(columns, references) where random.chance(95) {
            let value = row.values[reference]
            // Another spelling of it, where the column has one.
            let others = tables[parent].columns[reference].values(on: engine)
            values[column] = random.chance(15) ? random.pick(others) : value
        }
    }
}
