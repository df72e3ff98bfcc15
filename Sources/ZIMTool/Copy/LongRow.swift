/// The sizes of a row's values, of which the target takes a limited number of bytes together.
struct LongRow {
    var sizes: [Int] = []

    var size: Int { sizes.reduce(0, +) }

    /// The columns that become NULL so that the row fits, the longest first; nil where that is not enough.
    func nulls(for limit: Int, _ isNullable: [Bool]) -> [Int]? {
        var rest = size
        var nulls: [Int] = []
        for index in sizes.indices.filter({ isNullable[$0] }).sorted(by: { sizes[$0] > sizes[$1] }) {
            if rest <= limit { break }
            rest -= sizes[index]
            nulls.append(index)
        }
        return rest <= limit ? nulls : nil
    }
}
