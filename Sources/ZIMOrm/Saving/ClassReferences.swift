/// Which classes of a list refer to which others of it, and how firmly.
///
/// Most schemas have no circles. In one such as customer, main contact, customer, the classes have an order all the same, where
/// one of the foreign keys is NULL in all rows of the list, or is not enforced.
struct ClassReferences {
    private let count: Int
    private var references: [(child: Int, parent: Int, rank: Int)] = []

    init(count: Int) { self.count = count }

    /// - Parameter rank: the higher, the more depends on the order; nil for no reference.
    mutating func add(from child: Int, to parent: Int, rank: Int?) {
        if let rank { references.append((child, parent, rank)) }
    }

    /// The classes that each refers to, without the references of the lowest ranks that close a circle.
    func withoutCircles() -> [[Int]] {
        let all = parents(references)
        guard !all.isComplete else { return all.parents }
        let ranks = Set(references.map(\.rank)).sorted(by: >)
        return parents(ranks.flatMap { rank in references.filter { $0.rank == rank } }).parents
    }

    private func parents(
        _ references: [(child: Int, parent: Int, rank: Int)]
    ) -> (parents: [[Int]], isComplete: Bool) {
        var parents = [[Int]](repeating: [], count: count)
        var isComplete = true
        for reference in references {
            if leads(from: reference.parent, to: reference.child, parents) {
                isComplete = false
            } else {
                parents[reference.child].append(reference.parent)
            }
        }
        return (parents, isComplete)
    }

    private func leads(from start: Int, to end: Int, _ parents: [[Int]]) -> Bool {
        var seen: Set = [start]
        var open = [start]
        while let next = open.popLast() {
            if next == end { return true }
            for parent in parents[next] where seen.insert(parent).inserted { open.append(parent) }
        }
        return false
    }
}
