/// A contender whose cost for each row is measured while the number of rows, columns or siblings grows.
///
/// Each method adds up what it read inside the watch, and lets the models go there, too.
public protocol GrowthContender: Contender {
    /// All rows of `sample` in a series, several times.
    func rows(series: Int, times: Int, _ watch: Stopwatch) throws -> GrowthSum

    /// A find for each key, several times; the keys have as many columns as the table `key1`, … `key4` says.
    func finds(_ keys: [[Int]], times: Int, _ watch: Stopwatch) throws -> GrowthSum

    /// All keys in one go, several times.
    func keyLists(_ keys: [[Int]], times: Int, _ watch: Stopwatch) throws -> GrowthSum

    /// All rows of the table `wide10`, … `wide100`, several times.
    func wide(columns: Int, times: Int, _ watch: Stopwatch) throws -> GrowthSum

    /// For each group of that size its parents by number, then the children of each: the relationship in a loop.
    func siblings(size: Int, groups: Int, _ watch: Stopwatch) throws -> GrowthSum
}

/// What a contender has read, added up.
public struct GrowthSum: Equatable, Sendable, CustomStringConvertible {
    public var rows = 0
    public var numbers = 0
    public var bytes = 0

    public init() {}

    @inlinable
    public mutating func add(_ number: Int, _ text: String) {
        rows += 1
        numbers &+= number
        bytes &+= text.utf8.count
    }

    public var description: String { "\(rows) rows, sum \(numbers), \(bytes) bytes" }
}
