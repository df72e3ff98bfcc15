/// Some of a session's generations, as ascending ranges with gaps between them.
struct GenerationRanges {
    private var ranges: [ClosedRange<UInt64>] = []

    /// Adds the generations from one on, up to the highest there is so far.
    mutating func add(from first: UInt64, to last: UInt64) {
        var first = first
        while let previous = ranges.last, first <= previous.upperBound + 1 {
            first = min(first, previous.lowerBound)
            ranges.removeLast()
        }
        ranges.append(first...last)
    }

    func contains(_ generation: UInt64) -> Bool {
        // The first range that ends there or later.
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < generation { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(generation)
    }
}
