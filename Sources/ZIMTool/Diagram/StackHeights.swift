/// Finds the heights of a stack of nodes that come nearest to where each wants to be, in a given order and with a given
/// distance between neighbours.
///
/// This is isotonic regression; nodes that push one another become a block that moves as one.
enum StackHeights {
    struct Item {
        /// Where its top wants to be.
        let wish: Double
        let weight: Double
        /// From its top to the next one's.
        let distance: Double
    }

    static func solve(_ items: [Item]) -> [Double] {
        struct Block {
            var sum: Double
            var weight: Double
            var count: Int
            var mean: Double { sum / weight }
        }
        var blocks: [Block] = []
        var offset = 0.0
        var offsets: [Double] = []
        for item in items {
            offsets.append(offset)
            blocks.append(Block(sum: (item.wish - offset) * item.weight, weight: item.weight, count: 1))
            offset += item.distance
            while blocks.count > 1, let last = blocks.last, blocks[blocks.count - 2].mean > last.mean {
                blocks.removeLast()
                blocks[blocks.count - 1].sum += last.sum
                blocks[blocks.count - 1].weight += last.weight
                blocks[blocks.count - 1].count += last.count
            }
        }
        var heights: [Double] = []
        for block in blocks {
            for _ in 0..<block.count { heights.append(block.mean + offsets[heights.count]) }
        }
        return heights
    }
}
