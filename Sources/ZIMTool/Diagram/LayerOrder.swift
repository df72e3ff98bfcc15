/// Orders the nodes of each layer so that few lines cross: each goes to the mean of its neighbours in the layer before,
/// forwards and backwards, and the best order that was seen is kept.
struct LayerOrder {
    /// A piece of a line between neighbouring layers, with the heights that it has in its nodes, 0 to 1.
    struct Piece {
        let left: Int
        let right: Int
        let leftShare: Double
        let rightShare: Double
    }

    private(set) var layers: [[Int]]
    private let byGap: [[Piece]]

    init(layers: [[Int]], pieces: [[Piece]]) {
        self.layers = layers
        byGap = pieces
        var best = layers
        var fewest = crossings()
        // More rounds than these changed nothing in any of the schemas that were tried.
        for round in 0..<16 where fewest > 0 {
            if round % 2 == 0 {
                for index in layers.indices.dropFirst() { sort(index, by: index - 1) }
            } else {
                for index in layers.indices.dropLast().reversed() { sort(index, by: index + 1) }
            }
            let count = crossings()
            if count < fewest {
                fewest = count
                best = self.layers
            }
        }
        self.layers = best
        swapNeighbours(&fewest)
    }

    private mutating func sort(_ place: Int, by other: Int) {
        let positions = Self.positions(layers[other])
        var sums: [Int: (total: Double, count: Double)] = [:]
        for piece in byGap[min(place, other)] {
            let (own, far, share) =
                place < other ? (piece.left, piece.right, piece.rightShare) : (piece.right, piece.left, piece.leftShare)
            sums[own, default: (0, 0)].total += Double(positions[far] ?? 0) + share
            sums[own, default: (0, 0)].count += 1
        }
        let scale = Double(max(layers[other].count, 1)) / Double(max(layers[place].count, 1))
        let wishes = layers[place].enumerated().map { index, node -> (node: Int, wish: Double) in
            guard let sum = sums[node], sum.count > 0 else { return (node, Double(index) * scale) }
            return (node, sum.total / sum.count)
        }
        layers[place] = wishes.enumerated().sorted {
            ($0.element.wish, $0.offset) < ($1.element.wish, $1.offset)
        }.map(\.element.node)
    }

    /// Exchanges neighbours as long as that saves crossings.
    private mutating func swapNeighbours(_ fewest: inout Int) {
        guard layers.map(\.count).max() ?? 0 <= 60 else { return }
        for _ in 0..<4 where fewest > 0 {
            var isBetter = false
            for place in layers.indices {
                for index in layers[place].indices.dropLast() {
                    let before = crossings(around: place)
                    layers[place].swapAt(index, index + 1)
                    let after = crossings(around: place)
                    if after < before {
                        fewest -= before - after
                        isBetter = true
                    } else {
                        layers[place].swapAt(index, index + 1)
                    }
                }
            }
            if !isBetter { return }
        }
    }

    private func crossings() -> Int { byGap.indices.reduce(0) { $0 + crossings(in: $1) } }

    private func crossings(around place: Int) -> Int {
        (place > 0 ? crossings(in: place - 1) : 0) + (place < byGap.count ? crossings(in: place) : 0)
    }

    private func crossings(in gap: Int) -> Int {
        guard byGap.indices.contains(gap), layers.indices.contains(gap + 1) else { return 0 }
        let lefts = Self.positions(layers[gap])
        let rights = Self.positions(layers[gap + 1])
        let ends = byGap[gap].map {
            (left: Double(lefts[$0.left] ?? 0) + $0.leftShare, right: Double(rights[$0.right] ?? 0) + $0.rightShare)
        }.sorted { ($0.left, $0.right) < ($1.left, $1.right) }
        // Of those that leave at one height the right ends ascend, so that they do not count as crossing.
        var heights = ends.map(\.right)
        return Self.inversions(in: &heights)
    }

    /// How many pairs stand in the wrong order; sorts them, as merging counts them.
    private static func inversions(in numbers: inout [Double]) -> Int {
        var count = 0
        var width = 1
        while width < numbers.count {
            var merged: [Double] = []
            merged.reserveCapacity(numbers.count)
            for start in stride(from: 0, to: numbers.count, by: 2 * width) {
                let (middle, end) = (min(start + width, numbers.count), min(start + 2 * width, numbers.count))
                var (left, right) = (start, middle)
                while left < middle || right < end {
                    if right == end || left < middle && numbers[left] <= numbers[right] {
                        merged.append(numbers[left])
                        left += 1
                    } else {
                        count += middle - left
                        merged.append(numbers[right])
                        right += 1
                    }
                }
            }
            numbers = merged
            width *= 2
        }
        return count
    }

    private static func positions(_ nodes: [Int]) -> [Int: Int] {
        Dictionary(nodes.enumerated().map { ($1, $0) }) { first, _ in first }
    }
}
