import BenchmarkHarness
import ZIMOrm

extension ZIMGenerated: ArchiveContender {
    func unindexed(_ watch: Stopwatch) throws -> Digest {
        let accounts = try watch.measure {
            try database.read { session in
                try session.query(ZIMAccount.self).orderBy(\.branch).orderBy(\.number).all()
                    .map { account in (account, try account.entries()) }
            }
        }
        var digest = Digest()
        for (account, entries) in accounts {
            digest.add([account.number], [account.branch])
            for entry in entries { digest.add([entry.id, entry.amount], []) }
        }
        return digest
    }
}
