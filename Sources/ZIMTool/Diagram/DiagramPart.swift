/// The layout of boxes that lines connect, from its own corner.
struct DiagramPart {
    typealias Point = DiagramLayout.Point
    private typealias Metrics = DiagramMetrics

    private(set) var origins: [Int: Point] = [:]
    private(set) var trunks: [DiagramLayout.Trunk] = []
    private(set) var wires: [DiagramLayout.Wire] = []
    private(set) var width = 0.0
    private(set) var height = 0.0

    private let diagram: Diagram
    private let sizes: [(width: Double, height: Double)]
    private let loops: Set<Int>
    private var nodes: [Node] = []
    private var segments: [Segment] = []
    private var layers: [[Int]] = []

    /// A box, or the place where a line passes through a layer.
    private struct Node {
        let box: Int?
        let layer: Int
        let height: Double
        var y = 0.0
    }

    /// A trunk's piece between two neighbouring layers.
    private struct Segment {
        let trunk: Int
        let gap: Int
        let left: (node: Int, offset: Double)
        var rights: [(node: Int, offset: Double, link: Int?)] = []
    }

    /// - Parameters:
    ///   - lines: the lines between these boxes.
    ///   - loops: all boxes with a line to themselves.
    init(
        diagram: Diagram, sizes: [(width: Double, height: Double)], boxes: [Int],
        lines: [(child: Int, parent: Int, link: Int)], loops: Set<Int>
    ) {
        self.diagram = diagram
        self.sizes = sizes
        self.loops = loops
        let layering = DiagramLayers(boxes: boxes, sizes: sizes, lines: lines)
        let places = Dictionary(uniqueKeysWithValues: boxes.enumerated().map { ($1, $0) })
        nodes = boxes.map { Node(box: $0, layer: layering.layer[$0] ?? 0, height: sizes[$0].height) }
        makeTrunks(lines, layering.reversed)
        makeSegments(places)
        order()
        setHeights()
        route()
    }

    private mutating func makeTrunks(_ lines: [(child: Int, parent: Int, link: Int)], _ reversed: Set<Int>) {
        var known: [[String]: Int] = [:]
        for line in lines {
            let link = diagram.links[line.link]
            if reversed.contains(line.link) {
                trunks.append(
                    DiagramLayout.Trunk(
                        box: line.child, columns: link.columns, targets: [(line.parent, link.references, line.link)],
                        isReversed: true))
                continue
            }
            let name = [link.parent.name] + link.references
            if let place = known[name] {
                trunks[place].targets.append((line.child, link.columns, line.link))
            } else {
                known[name] = trunks.count
                trunks.append(
                    DiagramLayout.Trunk(
                        box: line.parent, columns: link.references, targets: [(line.child, link.columns, line.link)],
                        isReversed: false))
            }
        }
    }

    /// The height in a box at which a line of some columns begins or ends.
    private func offset(_ columns: [String], in box: Int) -> Double {
        let middles = columns.map { Metrics.middle(of: $0, in: diagram.boxes[box]) }
        return middles.isEmpty ? Metrics.header / 2 : ((middles.min() ?? 0) + (middles.max() ?? 0)) / 2
    }

    private mutating func makeSegments(_ places: [Int: Int]) {
        var used: [Int: [Double]] = [:]
        for (number, trunk) in trunks.enumerated() {
            guard let source = places[trunk.box] else { continue }
            let first = nodes[source].layer
            let targets = trunk.targets.compactMap { target -> (node: Int, offset: Double, link: Int)? in
                guard let node = places[target.box] else { return nil }
                var offset = offset(target.columns, in: target.box)
                // Two feet at one height would look like one.
                while used[node]?.contains(where: { abs($0 - offset) < 13 }) == true { offset += 13 }
                used[node, default: []].append(offset)
                return (node, offset, target.link)
            }
            let last = targets.map { nodes[$0.node].layer }.max() ?? first
            guard last > first else { continue }
            let byLayer = Dictionary(grouping: targets) { nodes[$0.node].layer }
            var left: (node: Int, offset: Double) = (source, self.offset(trunk.columns, in: trunk.box))
            for gap in first..<last {
                var segment = Segment(trunk: number, gap: gap, left: left)
                segment.rights = (byLayer[gap + 1] ?? []).map { ($0.node, $0.offset, $0.link) }
                if last > gap + 1 {
                    nodes.append(Node(box: nil, layer: gap + 1, height: 0))
                    left = (nodes.count - 1, 0)
                    segment.rights.append((left.node, 0, nil))
                }
                segments.append(segment)
            }
        }
    }

    private mutating func order() {
        let count = (nodes.map(\.layer).max() ?? 0) + 1
        var start = [[Int]](repeating: [], count: count)
        for (node, layer) in nodes.map(\.layer).enumerated() { start[layer].append(node) }
        var pieces = [[LayerOrder.Piece]](repeating: [], count: max(count - 1, 0))
        for segment in segments where pieces.indices.contains(segment.gap) {
            for right in segment.rights {
                pieces[segment.gap].append(
                    LayerOrder.Piece(
                        left: segment.left.node, right: right.node,
                        leftShare: share(segment.left.offset, segment.left.node),
                        rightShare: share(right.offset, right.node)))
            }
        }
        layers = LayerOrder(layers: start, pieces: pieces).layers
    }

    private func share(_ offset: Double, _ node: Int) -> Double {
        nodes[node].height > 0 ? min(0.98, offset / nodes[node].height) : 0.5
    }

    /// Lets each node go where its lines would be straight, as far as its neighbours let it.
    private mutating func setHeights() {
        var lines: [Int: [(other: Int, shift: Double)]] = [:]
        for segment in segments {
            for right in segment.rights {
                lines[segment.left.node, default: []].append((right.node, right.offset - segment.left.offset))
                lines[right.node, default: []].append((segment.left.node, segment.left.offset - right.offset))
            }
        }
        for layer in layers { stack(layer, wishes: layer.map { nodes[$0].y }) }
        for round in 0..<14 {
            let direction = round % 2 == 0 ? Array(layers.indices) : layers.indices.reversed()
            for index in direction {
                let wishes = layers[index].map { node in
                    guard let list = lines[node], !list.isEmpty else { return nodes[node].y }
                    return list.reduce(0) { $0 + nodes[$1.other].y + $1.shift } / Double(list.count)
                }
                stack(layers[index], wishes: wishes)
            }
        }
        straighten()
        let top = nodes.map(\.y).min() ?? 0
        for index in nodes.indices { nodes[index].y -= top }
        height = nodes.map { $0.y + $0.height }.max() ?? 0
    }

    /// A line that only passes goes on at the height that it comes in at, as far as there is room.
    private mutating func straighten() {
        var sources: [Int: (node: Int, offset: Double)] = [:]
        for segment in segments {
            for right in segment.rights where right.link == nil { sources[right.node] = segment.left }
        }
        for place in layers.indices {
            let layer = layers[place]
            for (index, node) in layer.enumerated() {
                guard let source = sources[node] else { continue }
                let wish = nodes[source.node].y + source.offset
                let above = index > 0 ? layer[index - 1] : nil
                let below = layer.indices.contains(index + 1) ? layer[index + 1] : nil
                if let above, wish < nodes[above].y + nodes[above].height + (nodes[above].box == nil ? 8 : 14) {
                    continue
                }
                if let below, wish > nodes[below].y - (nodes[below].box == nil ? 8 : 14) { continue }
                nodes[node].y = wish
            }
        }
    }

    private mutating func stack(_ layer: [Int], wishes: [Double]) {
        let items = layer.enumerated().map { index, node in
            let isPassing = nodes[node].box == nil
            let isNextPassing = layer.indices.contains(index + 1) && nodes[layer[index + 1]].box == nil
            let gap = isPassing && isNextPassing ? 10 : isPassing || isNextPassing ? 16 : Metrics.boxGap
            return StackHeights.Item(
                wish: wishes[index], weight: isPassing ? 2 : 1, distance: nodes[node].height + gap)
        }
        for (node, y) in zip(layer, StackHeights.solve(items)) { nodes[node].y = y }
    }

    /// Gives layers their places from left to right, with room for the lines that turn between them.
    private mutating func route() {
        var x = 0.0
        let byGap = Dictionary(grouping: segments, by: \.gap)
        for (index, layer) in layers.enumerated() {
            let wide = layer.compactMap { nodes[$0].box.map { sizes[$0].width } }.max() ?? 0
            for node in layer {
                guard let box = nodes[node].box else { continue }
                origins[box] = Point(x: x, y: nodes[node].y)
            }
            let own = byGap[index] ?? []
            let nets = own.map { segment in
                TrackOrder.Net(
                    start: height(of: segment.left), ends: segment.rights.map { nodes[$0.node].y + $0.offset })
            }
            let (tracks, count) = TrackOrder.tracks(nets)
            let first = x + wide + Metrics.leave
            let next = first + Double(max(count - 1, 0)) * Metrics.track + Metrics.arrive
            for (segment, track) in zip(own, tracks) {
                let box = nodes[segment.left.node].box
                let start = Point(x: box.map { x + sizes[$0].width } ?? x, y: height(of: segment.left))
                wires.append(
                    DiagramLayout.Wire(
                        trunk: segment.trunk, start: start, track: first + Double(track) * Metrics.track,
                        ends: segment.rights.map { right in
                            DiagramLayout.Wire.End(
                                point: Point(x: next, y: nodes[right.node].y + right.offset), link: right.link)
                        }))
            }
            width = x + wide + (hasLoop(layer) ? Metrics.leave : 0)
            x = next
        }
    }

    private func height(of end: (node: Int, offset: Double)) -> Double { nodes[end.node].y + end.offset }

    private func hasLoop(_ layer: [Int]) -> Bool {
        layer.contains { nodes[$0].box.map(loops.contains) ?? false }
    }
}
