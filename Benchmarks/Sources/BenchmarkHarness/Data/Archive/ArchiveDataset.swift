/// Accounts and their entries in an inherited database: no index leads from an account to its entries.
final class ArchiveDataset: Dataset {
    static let warming = [
        "SELECT sum(length(owner)) FROM account NOT INDEXED",
        "SELECT count(*) FROM (SELECT branch, number FROM account ORDER BY branch, number)",
        "SELECT sum(length(note)) FROM entry",
    ]

    private static let schema = [
        "CREATE TABLE account (branch TEXT NOT NULL, number INTEGER NOT NULL, owner TEXT NOT NULL,"
            + " PRIMARY KEY (branch, number))",
        """
        CREATE TABLE entry (
            id INTEGER PRIMARY KEY, branch TEXT NOT NULL, account INTEGER NOT NULL, amount INTEGER NOT NULL, note TEXT,
            FOREIGN KEY (branch, account) REFERENCES account (branch, number)
        )
        """,
    ]
    private static let branches = ["north", "east", "south", "west"]
    private static let accounts = 4_000

    private let file: String
    private var answer = Digest()

    init(in workplace: Workplace) throws {
        file = workplace.path("archive")
        var random = RandomNumbers(seed: 42)
        var entries: [String: [[(id: Int, amount: Int)]]] = [:]
        for branch in Self.branches { entries[branch] = Array(repeating: [], count: Self.accounts) }
        try SQLiteHandle(path: file).build(Self.schema) { database in
            let account = try TableFiller(database, "INSERT INTO account VALUES (?, ?, ?)")
            let entry = try TableFiller(database, "INSERT INTO entry VALUES (?, ?, ?, ?, ?)")
            for branch in Self.branches {
                for number in 0..<Self.accounts {
                    try account.insert([.text(branch), .integer(number), .text("owner \(number) of \(branch)")])
                }
            }
            for id in 1...(Self.branches.count * Self.accounts) {
                let branch = Self.branches[Int.random(in: 0..<Self.branches.count, using: &random)]
                let number = Int.random(in: 0..<Self.accounts, using: &random)
                let amount = Int.random(in: -10_000...10_000, using: &random)
                entries[branch]?[number].append((id, amount))
                try entry.insert(
                    [.integer(id), .text(branch), .integer(number), .integer(amount), .text("entry \(id)")])
            }
        }
        for branch in Self.branches.sorted() {
            for (number, list) in (entries[branch] ?? []).enumerated() {
                answer.add([number], [branch])
                for entry in list { answer.add([entry.id, entry.amount], []) }
            }
        }
    }

    func path(for workload: Workload) -> String { file }

    func expected(_ workload: Workload) -> Digest { answer }

    func run(_ workload: Workload, on contender: any Contender, _ watch: Stopwatch) throws -> Digest? {
        guard let contender = contender as? any ArchiveContender else { throw NotImplemented() }
        return try contender.unindexed(watch)
    }

    func stored(_ workload: Workload, path: String) throws -> Digest { throw NotImplemented() }
}

/// A contender that follows a foreign key without an index.
public protocol ArchiveContender: Contender {
    /// All accounts by branch and number, then the entries of each by id: the relationship called in a loop.
    ///
    /// The digest has for each account `add([number], [branch])`, and for each of its entries `add([id, amount], [])`.
    func unindexed(_ watch: Stopwatch) throws -> Digest
}
