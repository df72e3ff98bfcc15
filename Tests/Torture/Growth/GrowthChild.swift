import TestServer
import Foundation
import ZIMOrm

/// A child that works on and on: it says how much memory it takes when it is warm, and at the end.
enum GrowthChild {
    /// `child growth URL OPERATIONS SECONDS`
    static func run(_ words: [String]) throws {
        guard words.count == 3, let operations = Int(words[1]), let seconds = Double(words[2]) else {
            throw ProgramArgument.Failure("child growth URL OPERATIONS SECONDS")
        }
        let database = try Database(url: words[0])
        let ledger = try Ledger(database)
        let end = Date(timeIntervalSinceNow: seconds)
        var done = 0
        var transaction = 1
        // The warm-up makes caches, statements and the pool's connections.
        var warm = 0
        while done < operations, end.timeIntervalSinceNow > 0 {
            done += try round(ledger, &transaction)
            // A run by time has no number of operations of its own.
            let isWarm = done >= operations / 5 || end.timeIntervalSinceNow < seconds * 4 / 5
            if warm == 0, isWarm { warm = residentKilobytes() }
        }
        database.close()
        ChildProcess.say("grown \(done) \(warm) \(residentKilobytes())")
    }

    /// One transaction of each facade, what is asked by keys, filters and relationships, what is refused; and all rows
    /// deleted again.
    private static func round(_ ledger: Ledger, _ transaction: inout Int) throws -> Int {
        for _ in 0..<4 {
            try ledger.commit(transaction)
            transaction += 1
        }
        let operations = 100
        try ledger.database.read { session in
            for step in 0..<operations {
                let place = LedgerFacts.account(step % LedgerFacts.accounts)
                guard try session.find(LedgerAccount.self, place.bank, place.number) != nil else { continue }
                if step % 4 == 0 {
                    _ = try session.query(LedgerAccount.self).filter(\.balance > step).orderBy("bank").all()
                }
                if step % 10 == 0 { for entry in try session.query(LedgerEntry.self).all() { _ = try entry.lines() } }
                if step % 25 == 0 { _ = try? session.query(LedgerAccount.self).filter("no such = \(step)").all() }
            }
        }
        try ledger.database.write { session in
            try session.query(LedgerLine.self).delete()
            try session.query(LedgerEntry.self).delete()
            for table in [
                "ledger_mark", "ledger_course_ledger_student", "ledger_course", "ledger_student", "LedgerBill",
                "LedgerStay",
            ] {
                _ = try? session.transaction { try $0.execute("DELETE FROM \(identifier: table)") }
            }
        }
        // The finds, the queries among them, and the rows that were written and deleted one by one.
        return operations + operations / 4 + operations / 10 + 4 * 10
    }

    /// What the process holds in memory; 0 where the system does not say.
    private static func residentKilobytes() -> Int {
        guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return 0 }
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
}
