/// Puts each box of a part into a layer: behind all of its parents, and no layer much higher than the others.
struct DiagramLayers {
    /// The layer of each box.
    private(set) var layer: [Int: Int] = [:]
    /// The foreign keys that were turned round because they close a cycle.
    private(set) var reversed: Set<Int> = []

    init(boxes: [Int], sizes: [(width: Double, height: Double)], lines: [(child: Int, parent: Int, link: Int)]) {
        breakCycles(boxes, lines)
        let edges = lines.map {
            reversed.contains($0.link) ? (left: $0.child, right: $0.parent) : (left: $0.parent, right: $0.child)
        }
        let rights = Dictionary(grouping: edges, by: \.left).mapValues { $0.map(\.right) }
        let lefts = Dictionary(grouping: edges, by: \.right).mapValues { $0.map(\.left) }
        assign(boxes, sizes, rights, lefts)
        pull(boxes, rights, lefts)
        close()
    }

    /// Goes from every box to its children; a line back to a box that is still being visited closes a cycle.
    private mutating func breakCycles(_ boxes: [Int], _ lines: [(child: Int, parent: Int, link: Int)]) {
        let down = Dictionary(grouping: lines, by: \.parent)
        let up = Dictionary(grouping: lines, by: \.child)
        enum Mark { case open, done }
        var marks: [Int: Mark] = [:]
        // The boxes that are most pointed to, and point least, are to be on the left.
        let starts = boxes.sorted {
            ((up[$0]?.count ?? 0) - (down[$0]?.count ?? 0), $0) < ((up[$1]?.count ?? 0) - (down[$1]?.count ?? 0), $1)
        }
        for start in starts where marks[start] == nil {
            var path: [(box: Int, next: Int)] = [(start, 0)]
            marks[start] = .open
            while let top = path.last {
                let lines = down[top.box] ?? []
                guard top.next < lines.count else {
                    marks[top.box] = .done
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let line = lines[top.next]
                switch marks[line.child] {
                case .open: reversed.insert(line.link)
                case .done: break
                case nil:
                    marks[line.child] = .open
                    path.append((line.child, 0))
                }
            }
        }
    }

    private mutating func assign(
        _ boxes: [Int], _ sizes: [(width: Double, height: Double)], _ rights: [Int: [Int]], _ lefts: [Int: [Int]]
    ) {
        let area = boxes.reduce(0) { $0 + (sizes[$1].width + 80) * (sizes[$1].height + DiagramMetrics.boxGap) }
        let tallest = boxes.map { sizes[$0].height }.max() ?? 0
        let limit = max(tallest * 1.2, (area / 1.5).squareRoot())
        var waiting = boxes.reduce(into: [:]) { $0[$1] = Set(lefts[$1] ?? []).count }
        let depths = Self.depths(boxes, rights, lefts)
        var heights: [Double] = []
        // The longest chains first: what hangs on nothing fills the gaps.
        var ready = RankedQueue(
            boxes.filter { waiting[$0] == 0 }.map { (number: $0, rank: -(depths[$0] ?? 0)) })
        while let box = ready.popFirst() {
            var place = ((lefts[box] ?? []).compactMap { layer[$0] }.max() ?? -1) + 1
            let height = sizes[box].height + DiagramMetrics.boxGap
            while place < heights.count, heights[place] > 0, heights[place] + height > limit { place += 1 }
            while heights.count <= place { heights.append(0) }
            heights[place] += height
            layer[box] = place
            for right in Set(rights[box] ?? []) {
                waiting[right, default: 0] -= 1
                if waiting[right] == 0 { ready.insert(right, rank: -(depths[right] ?? 0)) }
            }
        }
    }

    /// How many boxes follow one another behind each at most.
    private static func depths(_ boxes: [Int], _ rights: [Int: [Int]], _ lefts: [Int: [Int]]) -> [Int: Int] {
        var waiting = boxes.reduce(into: [:]) { $0[$1] = Set(rights[$1] ?? []).count }
        var depths: [Int: Int] = [:]
        var ready = boxes.filter { waiting[$0] == 0 }
        while let box = ready.popLast() {
            depths[box] = ((rights[box] ?? []).compactMap { depths[$0] }.max() ?? -1) + 1
            for left in Set(lefts[box] ?? []) {
                waiting[left, default: 0] -= 1
                if waiting[left] == 0 { ready.append(left) }
            }
        }
        return depths
    }

    /// A box that points to nothing stands just before the first that points to it.
    private mutating func pull(_ boxes: [Int], _ rights: [Int: [Int]], _ lefts: [Int: [Int]]) {
        for box in boxes where (lefts[box] ?? []).isEmpty {
            guard let nearest = (rights[box] ?? []).compactMap({ layer[$0] }).min() else { continue }
            layer[box] = max(layer[box] ?? 0, nearest - 1)
        }
    }

    /// Leaves no layer empty.
    private mutating func close() {
        let used = Set(layer.values).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: used.enumerated().map { ($1, $0) })
        layer = layer.mapValues { numbers[$0] ?? 0 }
    }
}
