/// How far out the bracket of each foreign key is: keys that share columns, or lie within one another, stand side by side.
struct DiagramBrackets {
    /// The level of each foreign key by its number, from 0 at the box.
    private(set) var levels: [Int: Int] = [:]

    init(diagram: Diagram, layout: DiagramLayout) {
        var ranges: [Int: [(low: Double, high: Double, level: Int)]] = [:]
        for trunk in layout.trunks {
            for target in trunk.targets {
                let rows = target.columns.map { DiagramMetrics.middle(of: $0, in: diagram.boxes[target.box]) }
                guard let low = rows.min(), let high = rows.max() else { continue }
                let near = (ranges[target.box] ?? []).filter { $0.low < high + 4 && low < $0.high + 4 }
                // A single column needs no bracket, but its foot must clear those of others.
                var level = 0
                while near.contains(where: { $0.level == level }) && high > low { level += 1 }
                levels[target.link] = level
                if high > low { ranges[target.box, default: []].append((low, high, level)) }
            }
        }
    }
}
