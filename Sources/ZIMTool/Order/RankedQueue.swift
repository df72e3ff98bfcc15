/// Numbers by rank, the lowest first; those of one rank in their own order.
struct RankedQueue {
    private struct Entry: Comparable {
        let rank: Int
        let number: Int
        static func < (left: Entry, right: Entry) -> Bool { (left.rank, left.number) < (right.rank, right.number) }
    }

    /// The last comes out first: an array is cheapest to shorten at its end.
    private var entries: [Entry] = []

    /// - Parameter numbers: each with its rank.
    init(_ numbers: some Sequence<(number: Int, rank: Int)>) {
        entries = numbers.map { Entry(rank: $0.rank, number: $0.number) }.sorted(by: >)
    }

    mutating func insert(_ number: Int, rank: Int) {
        let entry = Entry(rank: rank, number: number)
        entries.insert(entry, at: position(of: entry))
    }

    /// Gives a number another rank, where it is in the queue.
    mutating func move(_ number: Int, from rank: Int, to other: Int) {
        let entry = Entry(rank: rank, number: number)
        let position = position(of: entry)
        guard entries.indices.contains(position), entries[position] == entry else { return }
        entries.remove(at: position)
        insert(number, rank: other)
    }

    mutating func popFirst() -> Int? { entries.popLast()?.number }

    /// Where an entry is, or belongs.
    private func position(of entry: Entry) -> Int { entries.countAtBeginning { $0 > entry } }
}
