import ZIMOrm

/// The order in which tables are filled: parents first.
enum LoadOrder {
    /// Where foreign keys run in circles, the table with the fewest parents left goes first; the keys themselves are
    /// added when all rows are there.
    static func sorted(_ tables: [CopyTable]) -> [CopyTable] {
        var parents: [String: Set<String>] = [:]
        let names = Set(tables.map(\.name))
        for table in tables {
            parents[table.name] = Set(table.source.foreignKeys.map(\.table)).intersection(names).subtracting([
                table.name
            ])
        }
        var rest = tables
        var sorted: [CopyTable] = []
        while !rest.isEmpty {
            var best = 0
            for place in rest.indices {
                let (own, least) = (parents[rest[place].name]?.count ?? 0, parents[rest[best].name]?.count ?? 0)
                if own < least { best = place }
            }
            let next = rest.remove(at: best)
            sorted.append(next)
            for name in parents.keys { parents[name]?.remove(next.name) }
        }
        return sorted
    }
}
