/// The tables of the curves, and what is right.
final class GrowthDataset {
    static let keyCount = 5_000
    static let keyRounds = 4
    static let wideRows = 10_000
    /// Divided into groups of 1, 10, … 10,000.
    static let parents = 10_000
    static let children = 5

    static let warming = [
        "SELECT sum(length(t7)) FROM sample",
        "SELECT sum(length(label)) FROM parent",
        "SELECT sum(length(label)) FROM child",
    ]

    private static let keyed = 100_000

    let path: String
    private var sums: [GrowthAxis: [Int: GrowthSum]] = [:]
    private let numbers: [Int]

    init(in workplace: Workplace) throws {
        path = workplace.path("growth")
        var random = RandomNumbers(seed: 61)
        numbers = Array((0..<Self.keyed).shuffled(using: &random).prefix(Self.keyCount))
        try SQLiteHandle(path: path).build(Self.schema) { database in
            try fillSamples(database)
            for columns in GrowthAxis.keys.points { try fillKeys(database, columns) }
            for columns in GrowthAxis.columns.points { try fillWide(database, columns) }
            for size in GrowthAxis.siblings.points { try fillFamilies(database, size) }
        }
    }

    /// The sum that one reading must give.
    func expected(_ axis: GrowthAxis, _ point: Int) -> GrowthSum {
        var sum = sums[axis]?[point] ?? GrowthSum()
        let times = axis.times(point)
        sum.rows *= times
        sum.numbers *= times
        sum.bytes *= times
        return sum
    }

    /// The keys that are looked for, in an order of their own.
    func keys(columns: Int) -> [[Int]] { numbers.map { Self.key($0, columns) } }

    func run(
        _ axis: GrowthAxis, _ point: Int, on contender: any GrowthContender, _ watch: Stopwatch
    ) throws -> GrowthSum {
        let times = axis.times(point)
        switch axis {
        case .rows: return try contender.rows(series: point, times: times, watch)
        case .keys: return try contender.finds(keys(columns: point), times: times, watch)
        case .keylists: return try contender.keyLists(keys(columns: point), times: times, watch)
        case .columns: return try contender.wide(columns: point, times: times, watch)
        case .siblings: return try contender.siblings(size: point, groups: Self.parents / point, watch)
        }
    }

    private static var schema: [String] {
        let keys = GrowthAxis.keys.points.map { columns in
            let names = (1...columns).map { "k\($0)" }
            let definitions = names.map { $0 + " INTEGER NOT NULL, " }.joined()
            return "CREATE TABLE key\(columns) (\(definitions)number INTEGER NOT NULL, label TEXT NOT NULL, "
                + "PRIMARY KEY (\(names.joined(separator: ", ")))) WITHOUT ROWID"
        }
        let wide = GrowthAxis.columns.points.map { columns in
            let names = (1..<columns).map { ", c\($0) " + ($0 % 2 == 0 ? "INTEGER" : "TEXT") + " NOT NULL" }
            return "CREATE TABLE wide\(columns) (c0 INTEGER PRIMARY KEY\(names.joined()))"
        }
        return keys + wide + [
            """
            CREATE TABLE sample (
                series INTEGER NOT NULL, number INTEGER NOT NULL, i2 INTEGER NOT NULL, i3 INTEGER NOT NULL,
                r4 REAL NOT NULL, r5 REAL NOT NULL, t6 TEXT NOT NULL, t7 TEXT NOT NULL, t8 TEXT NOT NULL, t9 TEXT,
                PRIMARY KEY (series, number)) WITHOUT ROWID
            """,
            """
            CREATE TABLE parent (
                size INTEGER NOT NULL, team INTEGER NOT NULL, number INTEGER NOT NULL, label TEXT NOT NULL,
                PRIMARY KEY (size, team, number)) WITHOUT ROWID
            """,
            """
            CREATE TABLE child (
                size INTEGER NOT NULL, team INTEGER NOT NULL, number INTEGER NOT NULL, place INTEGER NOT NULL,
                label TEXT NOT NULL, PRIMARY KEY (size, team, number, place),
                FOREIGN KEY (size, team, number) REFERENCES parent (size, team, number)) WITHOUT ROWID
            """,
        ]
    }

    private func fillSamples(_ database: SQLiteHandle) throws {
        let filler = try TableFiller(database, "INSERT INTO sample VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        for series in GrowthAxis.rows.points {
            var sum = GrowthSum()
            for number in 0..<series {
                let text = "sample number \(number)"
                try filler.insert([
                    .integer(series), .integer(number), .integer(number % 97), .integer(-number), .real(0.5), 0.25,
                    "short", .text(text), "a text that is longer than fifteen bytes", number % 2 == 0 ? nil : "odd",
                ])
                sum.add(number, text)
            }
            sums[.rows, default: [:]][series] = sum
        }
    }

    private func fillKeys(_ database: SQLiteHandle, _ columns: Int) throws {
        let places = Array(repeating: "?", count: columns + 2).joined(separator: ", ")
        let filler = try TableFiller(database, "INSERT INTO key\(columns) VALUES (\(places))")
        for number in 0..<Self.keyed {
            let key = Self.key(number, columns).map { SeedValue.integer($0) }
            try filler.insert(key + [.integer(number), .text(Self.label(number))])
        }
        var sum = GrowthSum()
        for number in numbers { sum.add(number, Self.label(number)) }
        sums[.keys, default: [:]][columns] = sum
        sums[.keylists, default: [:]][columns] = sum
    }

    private func fillWide(_ database: SQLiteHandle, _ columns: Int) throws {
        let places = Array(repeating: "?", count: columns).joined(separator: ", ")
        let filler = try TableFiller(database, "INSERT INTO wide\(columns) VALUES (\(places))")
        var sum = GrowthSum()
        for row in 0..<Self.wideRows {
            try filler.insert(
                (0..<columns).map { $0 % 2 == 0 ? .integer(row + $0) : .text("value \(row % 1_000 + $0)") })
            // The first text and the number before it.
            sum.add(row, "value \(row % 1_000 + 1)")
        }
        sums[.columns, default: [:]][columns] = sum
    }

    private func fillFamilies(_ database: SQLiteHandle, _ size: Int) throws {
        let parents = try TableFiller(database, "INSERT INTO parent VALUES (?, ?, ?, ?)")
        let children = try TableFiller(database, "INSERT INTO child VALUES (?, ?, ?, ?, ?)")
        var sum = GrowthSum()
        for index in 0..<Self.parents {
            let (team, number) = index.quotientAndRemainder(dividingBy: size)
            let key: [SeedValue] = [.integer(size), .integer(team), .integer(number)]
            try parents.insert(key + [.text(Self.label(index))])
            for place in 1...Self.children {
                let label = "child \(place) of \(index)"
                try children.insert(key + [.integer(place), .text(label)])
                sum.add(number + place, label)
            }
        }
        sums[.siblings, default: [:]][size] = sum
    }

    private static func label(_ number: Int) -> String { "row number \(number)" }

    /// A number below 100,000 as the digits of a number system that needs so many.
    private static func key(_ number: Int, _ columns: Int) -> [Int] {
        let bases = [100_000, 317, 47, 18]
        let base = bases[columns - 1]
        var rest = number
        var parts: [Int] = []
        for _ in 0..<columns {
            parts.append(rest % base)
            rest /= base
        }
        return parts.reversed()
    }
}
