/// What grows while the work for each unit should stay the same.
enum GrowthAxis: String, CaseIterable {
    case rows, keys, keylists, columns, siblings

    var points: [Int] {
        switch self {
        case .rows: [1_000, 10_000, 100_000, 1_000_000]
        case .keys, .keylists: [1, 2, 3, 4]
        case .columns: [10, 25, 50, 100]
        case .siblings: [1, 10, 100, 1_000, 10_000]
        }
    }

    /// How often the work of a point is repeated in one reading, so that short ones can be told from noise.
    func times(_ point: Int) -> Int {
        switch self {
        case .rows: max(1, 200_000 / point)
        case .keys, .keylists: GrowthDataset.keyRounds
        case .columns: 100 / point
        case .siblings: 1
        }
    }

    /// How many units one reading counts.
    func units(_ point: Int) -> Int {
        switch self {
        case .rows: point * times(point)
        case .keys, .keylists: GrowthDataset.keyCount * times(point)
        case .columns: GrowthDataset.wideRows * point * times(point)
        case .siblings: GrowthDataset.parents
        }
    }

    var title: String {
        switch self {
        case .rows: "fetch rows of 10 columns"
        case .keys: "find by a key of n columns"
        case .keylists: "5,000 keys of n columns at once"
        case .columns: "fetch rows of n columns"
        case .siblings: "5 children of each of n siblings"
        }
    }

    var unit: String {
        switch self {
        case .rows: "ns a row"
        case .keys, .keylists: "ns a key"
        case .columns: "ns a value"
        case .siblings: "ns a parent"
        }
    }
}
