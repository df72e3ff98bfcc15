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
        let place = ranges.countAtBeginning { $0.upperBound < generation }
        return place < ranges.count && ranges[place].contains(generation)
    }
}

extension Array {
    /// How many elements come before the first that does not satisfy a condition, which none behind it does.
    package func countAtBeginning(where isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
