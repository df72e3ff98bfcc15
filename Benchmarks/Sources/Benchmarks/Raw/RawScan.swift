import BenchmarkHarness
import CSQLiteRaw

final class RawEntry {
    let ledger: Int
    let position: Int
    let amount: Int
    let rate: Double
    let purpose: String

    init(_ row: RawRow) {
        ledger = row.integer(0)
        position = row.integer(1)
        amount = row.integer(2)
        rate = row.real(3)
        purpose = row.text(4)
    }
}

extension Raw: LedgerContender {
    func scan(_ watch: Stopwatch) throws -> LedgerSum {
        var sum = LedgerSum()
        try watch.measure {
            try database.transaction {
                try withStatement("SELECT ledger, position, amount, rate, purpose FROM entry") { statement in
                    try forEachRow(of: statement) { row in
                        let entry = RawEntry(row)
                        sum.add(
                            ledger: entry.ledger, position: entry.position, amount: entry.amount, rate: entry.rate,
                            purpose: entry.purpose)
                    }
                }
            }
        }
        return sum
    }
}
