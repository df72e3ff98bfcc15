/// Positions in an order in which each comes behind its parents.
enum ParentsFirst {
    /// Where several could be next it is the first of them; where they run in circles, one with the fewest parents left.
    static func order(_ parents: [Set<Int>]) -> [Int] {
        var children = parents.map { _ in [Int]() }
        for (child, parents) in parents.enumerated() {
            for parent in parents { children[parent].append(child) }
        }
        var left = parents.map(\.count)
        var waiting = RankedQueue(left.enumerated().map { (number: $0, rank: $1) })
        var order: [Int] = []
        while let next = waiting.popFirst() {
            order.append(next)
            for child in children[next] {
                waiting.move(child, from: left[child], to: left[child] - 1)
                left[child] -= 1
            }
        }
        return order
    }
}
