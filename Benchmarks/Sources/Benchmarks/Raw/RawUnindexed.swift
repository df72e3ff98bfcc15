import BenchmarkHarness
import CSQLiteRaw

final class RawAccount {
    let branch: String
    let number: Int
    let owner: String
    var entries: [RawUnindexedEntry] = []

    init(_ row: RawRow) {
        branch = row.text(0)
        number = row.integer(1)
        owner = row.text(2)
    }
}

final class RawUnindexedEntry {
    let id: Int
    let branch: String
    let account: Int
    let amount: Int
    let note: String?

    init(_ row: RawRow) {
        id = row.integer(0)
        branch = row.text(1)
        account = row.integer(2)
        amount = row.integer(3)
        note = row.optionalText(4)
    }
}

/// The accounts, then their entries in the same order, merged.
extension Raw: ArchiveContender {
    private static let entries = """
        SELECT entry.id, entry.branch, entry.account, entry.amount, entry.note
        FROM entry JOIN account ON account.branch = entry.branch AND account.number = entry.account
        ORDER BY account.branch, account.number, entry.id
        """

    func unindexed(_ watch: Stopwatch) throws -> Digest {
        let accounts = try watch.measure {
            try database.transaction {
                var accounts: [RawAccount] = []
                try withStatement("SELECT branch, number, owner FROM account ORDER BY branch, number") { statement in
                    try forEachRow(of: statement) { accounts.append(RawAccount($0)) }
                }
                try withStatement(Self.entries) { statement in
                    var index = 0
                    try forEachRow(of: statement) { row in
                        let entry = RawUnindexedEntry(row)
                        while index < accounts.count,
                            accounts[index].number != entry.account || accounts[index].branch != entry.branch
                        { index += 1 }
                        guard index < accounts.count else { throw BenchmarkError("entry \(entry.id) has no account") }
                        accounts[index].entries.append(entry)
                    }
                }
                return accounts
            }
        }
        var digest = Digest()
        for account in accounts {
            digest.add([account.number], [account.branch])
            for entry in account.entries { digest.add([entry.id, entry.amount], []) }
        }
        return digest
    }
}
