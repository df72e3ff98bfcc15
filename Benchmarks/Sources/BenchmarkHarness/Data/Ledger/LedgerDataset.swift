/// One long, narrow table: ledger after ledger of 100,000 entries.
final class LedgerDataset: Dataset {
    static let warming = ["SELECT sum(length(purpose)) FROM entry"]

    private static let schema = [
        """
        CREATE TABLE entry (
            ledger INTEGER NOT NULL,
            position INTEGER NOT NULL,
            amount INTEGER NOT NULL,
            rate REAL NOT NULL,
            purpose TEXT NOT NULL,
            PRIMARY KEY (ledger, position)
        ) WITHOUT ROWID
        """
    ]
    private static let entries = 100_000
    private static let purposes = ["rent", "salary of the month", "interest", "coal for the winter", "postage"]

    private let file: String
    private var sum = LedgerSum()

    init(in workplace: Workplace, rows: Int) throws {
        file = workplace.path("ledger")
        try SQLiteHandle(path: file).build(Self.schema) { database in
            let filler = try TableFiller(database, "INSERT INTO entry VALUES (?, ?, ?, ?, ?)")
            var random = RandomNumbers(seed: 41)
            for index in 0..<rows {
                let word = random.next()
                let (ledger, position) = index.quotientAndRemainder(dividingBy: Self.entries)
                let amount = Int(word & 0xf_ffff)
                // Sixty-fourths: their sum is exact in any order.
                let rate = Double((word >> 20) & 0xffff) / 64
                let purpose = Self.purposes[Int((word >> 40) % UInt64(Self.purposes.count))]
                try filler.insert([.integer(ledger), .integer(position), .integer(amount), .real(rate), .text(purpose)])
                sum.add(ledger: ledger, position: position, amount: amount, rate: rate, purpose: purpose)
            }
        }
    }

    func path(for workload: Workload) -> String { file }

    func expected(_ workload: Workload) -> Digest { sum.digest }

    func run(_ workload: Workload, on contender: any Contender, _ watch: Stopwatch) throws -> Digest? {
        guard let contender = contender as? any LedgerContender else { throw NotImplemented() }
        return try contender.scan(watch).digest
    }

    func stored(_ workload: Workload, path: String) throws -> Digest { throw NotImplemented() }
}

/// What a scan adds up, so that every column of every row is looked at.
public struct LedgerSum: Sendable {
    public var rows = 0
    public var places = 0
    public var amount = 0
    public var rate = 0.0
    public var bytes = 0

    public init() {}

    @inlinable
    public mutating func add(ledger: Int, position: Int, amount: Int, rate: Double, purpose: String) {
        rows += 1
        places &+= ledger &+ position
        self.amount &+= amount
        self.rate += rate
        bytes &+= purpose.utf8.count
    }

    var digest: Digest {
        var digest = Digest()
        digest.add([rows, places, amount, bytes], [String(rate)])
        return digest
    }
}

/// A contender that goes through a table that does not fit into memory.
public protocol LedgerContender: Contender {
    /// Makes a model of every row, adds it up and lets it go.
    ///
    /// ```swift
    /// try database.read { try $0.query(Entry.self).forEach { sum.add(ledger: $0.ledger, …) } }
    /// ```
    func scan(_ watch: Stopwatch) throws -> LedgerSum
}
