/// How a list of models or rows is divided between statements.
enum BatchSplit {
    /// How many parameters one statement may have; SQLite's limit is 32,766, and longer texts gain nothing.
    static let parametersPerStatement = 1_000

    /// Full statements have one size, and what is left over is put into powers of two, the largest first, so that few
    /// texts do for any number of models.
    static func parts<Item>(of items: [Item], capacity: Int) -> [ArraySlice<Item>] {
        var parts: [ArraySlice<Item>] = []
        var rest = items[...]
        while !rest.isEmpty {
            let left = rest.count
            let size = left >= capacity ? capacity : 1 << (Int.bitWidth - 1 - left.leadingZeroBitCount)
            parts.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return parts
    }
}

extension Array {
    /// Pieces of so many elements, the last of what is left.
    func pieces(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
