import ZIMOrm

/// Groups of tables that foreign keys connect closely, for schemas too large to be drawn at once.
///
/// The table with the most foreign keys to and from it takes its neighbours, then the next one that is still free, and so
/// on; what is left over goes to the group that it is connected to most.
struct Clusters: Sendable {
    struct Group: Sendable, Hashable {
        /// The table in the middle.
        let name: String
        var tables: [String]
    }

    private(set) var groups: [Group] = []
    /// Tables that are connected to no other.
    let alone: [String]

    /// More tables in a group make a picture that nobody reads.
    static let largest = 24

    init(_ catalog: Catalog) {
        var neighbours: [String: Set<String>] = [:]
        for link in catalog.links where link.child.name != link.parent.name {
            neighbours[link.child.name, default: []].insert(link.parent.name)
            neighbours[link.parent.name, default: []].insert(link.child.name)
        }
        let names = catalog.tables.map(\.name)
        alone = names.filter { neighbours[$0] == nil }
        let sorted = names.filter { neighbours[$0] != nil }.sorted {
            (neighbours[$1]?.count ?? 0, $0) < (neighbours[$0]?.count ?? 0, $1)
        }
        var place: [String: Int] = [:]
        for name in sorted where place[name] == nil {
            let near = (neighbours[name] ?? []).filter { place[$0] == nil }.sorted()
            if near.isEmpty || near.count == 1 && (neighbours[name]?.count ?? 0) > 1 {
                // To the group that most of its neighbours are in, as long as there is room.
                var votes: [Int: Int] = [:]
                for other in neighbours[name] ?? [] { if let group = place[other] { votes[group, default: 0] += 1 } }
                let best = votes.filter { groups[$0.key].tables.count < Self.largest }
                    .max { ($0.value, $1.key) < ($1.value, $0.key) }
                if let best {
                    groups[best.key].tables.append(name)
                    place[name] = best.key
                    continue
                }
            }
            groups.append(Group(name: name, tables: [name]))
            place[name] = groups.count - 1
            for other in near.prefix(Self.largest - 1) {
                groups[groups.count - 1].tables.append(other)
                place[other] = groups.count - 1
            }
        }
    }
}
