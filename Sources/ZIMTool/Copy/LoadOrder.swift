import ZIMOrm

/// The order in which tables are filled: parents first.
enum LoadOrder {
    /// Foreign keys that run in circles are added when all rows are there.
    static func sorted(_ tables: [CopyTable]) -> [CopyTable] {
        let positions = Dictionary(tables.enumerated().map { ($1.source.name, $0) }) { first, _ in first }
        return ParentsFirst.order(
            tables.enumerated().map { child, table in
                Set(table.source.foreignKeys.compactMap { positions[$0.table] }).subtracting([child])
            }
        ).map { tables[$0] }
    }
}
