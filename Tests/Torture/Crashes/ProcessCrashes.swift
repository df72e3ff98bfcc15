import TestServer
import Foundation
import ZIMOrm

/// Kills a process that commits to a SQLite file, again and again: what it said was committed is there, and nothing is
/// there in part.
struct ProcessCrashes {
    private let effort: TortureEffort
    private var random: SeededGenerator
    private var outcome = TortureOutcome(verdict: "lost")

    /// So many kills to a file.
    private static let killsPerFile = 25

    init(_ effort: TortureEffort) {
        self.effort = effort
        random = SeededGenerator(seed: effort.seed)
    }

    /// By default 500 kills with a write-ahead log and 500 with rollback journals.
    func run() throws -> TortureOutcome {
        var copy = self
        try copy.kill(with: [.wal], effort.part(0, of: 2))
        try copy.kill(with: [.delete, .truncate, .persist], effort.part(1, of: 2))
        return copy.outcome
    }

    private mutating func kill(with journals: [DatabaseOptions.JournalMode], _ effort: TortureEffort) throws {
        var left = effort.rounds(else: 500)
        var file = 0
        while left > 0, effort.hasTime, outcome.failures.count < 5 {
            let kills = min(left, Self.killsPerFile)
            try killOnOneFile(journals[file % journals.count], kills: kills, effort)
            left -= kills
            file += 1
        }
    }

    private mutating func killOnOneFile(
        _ journal: DatabaseOptions.JournalMode, kills: Int, _ effort: TortureEffort
    ) throws {
        let folder = try WorkFolder()
        let path = folder.file("ledger.sqlite")
        let fresh = try CommitChild.open(path, journal)
        try Ledger.make(in: fresh)
        fresh.close()
        var acknowledged: Set<Int> = []
        var present: Set<Int> = []
        var next = 1
        for _ in 0..<kills where effort.hasTime {
            let child = try ChildProcess(["commits", path, journal.rawValue, String(next)])
            let said = try acknowledgements(of: child)
            outcome.count("kills")
            outcome.count("acknowledged commits", said.count)
            acknowledged.formUnion(said)
            let begun = (said.max() ?? next - 1) + 1
            let database = try CommitChild.open(path, journal)
            let check = try LedgerCheck(database, acknowledged: acknowledged, unknown: present.union([begun]))
            database.close()
            present = check.present
            guard check.problems.isEmpty else {
                folder.keep("ledger.sqlite", in: effort.keep, as: "crash-\(journal.rawValue)-\(begun)")
                return outcome.fail(
                    "\(journal.rawValue), killed at \(begun): " + check.problems.joined(separator: "; "))
            }
            if present.contains(begun), !said.contains(begun) { outcome.count("commits that were not heard of") }
            next = begun + 1
        }
    }

    /// Lets a child say some numbers, kills it, and reads on to the end.
    private mutating func acknowledgements(of child: ChildProcess) throws -> [Int] {
        var said: [Int] = []
        let wanted = random.below(16)
        while said.count < wanted, let line = child.line() { try said.append(Self.number(line)) }
        // Most transactions take a millisecond or two, so this may be anywhere in one, or in opening the file.
        usleep(UInt32(random.below(wanted == 0 ? 60_000 : 3_000)))
        child.kill()
        while let line = child.line() {
            // A line may be cut off where the child was killed; then its number was not said.
            if let number = Int(line) { said.append(number) }
        }
        _ = child.wait()
        return said
    }

    private static func number(_ line: String) throws -> Int {
        guard let number = Int(line) else { throw ProgramArgument.Failure("the child says: \(line)") }
        return number
    }
}
