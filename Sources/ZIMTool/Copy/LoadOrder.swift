import ZIMOrm

/// The order in which tables are filled: parents first.
enum LoadOrder {
    /// Where foreign keys run in circles, the table with the fewest parents left goes first; the keys themselves are
    /// added when all rows are there.
    static func sorted(_ tables: [CopyTable]) -> [CopyTable] {
        let positions = Dictionary(tables.enumerated().map { ($1.source.name, $0) }) { first, _ in first }
        var children: [Int: [Int]] = [:]
        var parentsLeft = [Int](repeating: 0, count: tables.count)
        for (child, table) in tables.enumerated() {
            let parents = Set(table.source.foreignKeys.compactMap { positions[$0.table] }).subtracting([child])
            parentsLeft[child] = parents.count
            for parent in parents { children[parent, default: []].append(child) }
        }
        var waiting = RankedQueue(parentsLeft.enumerated().map { (number: $0, rank: $1) })
        var sorted: [CopyTable] = []
        while let next = waiting.popFirst() {
            sorted.append(tables[next])
            for child in children[next] ?? [] {
                waiting.move(child, from: parentsLeft[child], to: parentsLeft[child] - 1)
                parentsLeft[child] -= 1
            }
        }
        return sorted
    }
}
