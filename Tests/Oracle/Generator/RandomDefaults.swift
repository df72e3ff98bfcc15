import TestServer
import ZIMOrm

/// Defaults of columns that are NOT NULL: where a new model's property is nil, the database fills in the value.
enum RandomDefaults {
    static func add(to tables: inout [TableSpec], _ links: [LinkSpec], on engine: ServedEngine, seed: UInt64) {
        var random = SeededGenerator(seed: seed &* 13)
        guard random.chance(60) else { return }
        for table in tables.indices {
            let used = links.reduce(into: Set(tables[table].key)) { used, link in
                if link.source == table || link.join == table { used.formUnion(link.foreignKey) }
                if link.target == table { used.formUnion(link.foreignKey) }
                if link.join == table { used.formUnion(link.targetForeignKey) }
            }
            for column in tables[table].columns.indices where !used.contains(column) && random.chance(60) {
                guard let value = value(of: tables[table].columns[column], on: engine, &random) else { continue }
                tables[table].columns[column].isNotNull = true
                tables[table].columns[column].defaultValue = value
            }
        }
    }

    /// One of the column's own type and so plain that each engine has the same literal for it.
    private static func value(
        of column: ColumnSpec, on engine: ServedEngine, _ random: inout SeededGenerator
    ) -> SQLValue? {
        guard column.form == nil else { return nil }
        let type = column.type.uppercased()
        let values = column.values(on: engine).filter { value in
            switch value {
            case .integer(let number):
                ["INT", "NUM"].contains { type.contains($0) } && (0..<1_000_000).contains(number)
            case .text(let text):
                ["CHAR", "TEXT"].contains { type.contains($0) }
                    && text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value < 127 && $0 != "\\" }
            default: false
            }
        }
        guard !values.isEmpty else { return nil }
        return random.pick(values)
    }
}
