/// Where everything of a drawing is: boxes in layers, parents to the left of their children, and the lines between them.
struct DiagramLayout {
    struct Point { var x = 0.0, y = 0.0 }

    /// A line from a key on the left through a channel between two layers to one or more places on the right.
    struct Wire {
        /// The trunk that it belongs to.
        let trunk: Int
        var start: Point
        /// Where it goes up and down.
        var track: Double
        var ends: [End]

        struct End {
            var point: Point
            /// The foreign key whose foot stands here; nil where the wire goes on through the next layer.
            let link: Int?
        }
    }

    /// What shares one line: all foreign keys to one key.
    struct Trunk {
        let box: Int
        /// The column names that it leaves from.
        let columns: [String]
        /// The end of each foreign key: box, columns, number of the link.
        var targets: [(box: Int, columns: [String], link: Int)]
        /// A foreign key that had to be turned round to break a cycle leaves from the child.
        let isReversed: Bool
    }

    private(set) var origins: [Point]
    private(set) var wires: [Wire] = []
    private(set) var trunks: [Trunk] = []
    private(set) var width = 0.0
    private(set) var height = 0.0

    init(diagram: Diagram) {
        let sizes = diagram.boxes.map(DiagramMetrics.size)
        origins = diagram.boxes.map { _ in Point() }
        let places = Dictionary(diagram.boxes.enumerated().map { ($1.table.name, $0) }) { first, _ in first }
        let lines = diagram.links.enumerated().compactMap { number, link -> (child: Int, parent: Int, link: Int)? in
            guard let child = places[link.child.name], let parent = places[link.parent.name], child != parent else {
                return nil
            }
            return (child, parent, number)
        }
        let loops = Set(
            diagram.links.compactMap { $0.child.name == $0.parent.name ? places[$0.child.name] : nil })
        let byChild = Dictionary(grouping: lines, by: \.child)
        let parts = Self.components(count: diagram.boxes.count, lines.map { ($0.child, $0.parent) }).map { boxes in
            DiagramPart(
                diagram: diagram, sizes: sizes, boxes: boxes,
                lines: boxes.flatMap { byChild[$0] ?? [] }.sorted { $0.link < $1.link }, loops: loops)
        }
        pack(parts)
    }

    /// Puts the parts beside and below one another, the largest first.
    private mutating func pack(_ parts: [DiagramPart]) {
        let sorted = parts.sorted { ($0.height, $0.width) > ($1.height, $1.width) }
        let area = parts.reduce(0) { $0 + ($1.width + DiagramMetrics.partGap) * ($1.height + DiagramMetrics.partGap) }
        let shelf = max(sorted.map(\.width).max() ?? 0, (area * 1.6).squareRoot())
        var corner = Point(x: DiagramMetrics.margin, y: DiagramMetrics.margin)
        var deepest = 0.0
        for part in sorted {
            if corner.x > DiagramMetrics.margin, corner.x + part.width > shelf + DiagramMetrics.margin {
                corner = Point(x: DiagramMetrics.margin, y: corner.y + deepest + DiagramMetrics.partGap)
                deepest = 0
            }
            place(part, at: corner)
            width = max(width, corner.x + part.width + DiagramMetrics.margin)
            corner.x += part.width + DiagramMetrics.partGap
            deepest = max(deepest, part.height)
        }
        height = corner.y + deepest + DiagramMetrics.margin
    }

    private mutating func place(_ part: DiagramPart, at corner: Point) {
        for (box, point) in part.origins { origins[box] = Point(x: point.x + corner.x, y: point.y + corner.y) }
        let first = trunks.count
        trunks += part.trunks
        for wire in part.wires {
            var moved = Wire(
                trunk: wire.trunk + first, start: Point(x: wire.start.x + corner.x, y: wire.start.y + corner.y),
                track: wire.track + corner.x, ends: wire.ends)
            for index in moved.ends.indices {
                moved.ends[index].point.x += corner.x
                moved.ends[index].point.y += corner.y
            }
            wires.append(moved)
        }
    }

    /// The groups of boxes that lines connect.
    private static func components(count: Int, _ lines: [(Int, Int)]) -> [[Int]] {
        var roots = Array(0..<count)
        func root(_ place: Int) -> Int {
            var place = place
            while roots[place] != place {
                roots[place] = roots[roots[place]]
                place = roots[place]
            }
            return place
        }
        for (left, right) in lines { roots[max(root(left), root(right))] = min(root(left), root(right)) }
        let groups = Dictionary(grouping: 0..<count) { root($0) }
        return groups.keys.sorted().compactMap { groups[$0] }
    }
}
