import BenchmarkHarness
import ZIMOrm

extension ZIMReflected: LedgerContender {
    func scan(_ watch: Stopwatch) throws -> LedgerSum { try scan(ZIMReflectedEntry.self, watch) }
}

extension ZIMKeyPaths: LedgerContender {
    func scan(_ watch: Stopwatch) throws -> LedgerSum { try scan(ZIMKeyPathEntry.self, watch) }
}

extension ZIMGenerated: LedgerContender {
    func scan(_ watch: Stopwatch) throws -> LedgerSum { try scan(ZIMGeneratedEntry.self, watch) }
}

extension ZIMContender {
    @inline(__always)
    fileprivate func scan<Entry: ZIMEntry>(_ type: Entry.Type, _ watch: Stopwatch) throws -> LedgerSum {
        var sum = LedgerSum()
        try watch.measure {
            try database.read { session in
                try session.query(type).forEach { entry in
                    sum.add(
                        ledger: entry.ledger, position: entry.position, amount: entry.amount, rate: entry.rate,
                        purpose: entry.purpose)
                }
            }
        }
        return sum
    }
}
