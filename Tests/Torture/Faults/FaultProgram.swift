import Foundation
import ZIMOrm

/// The program that meets a fault: opens a file, commits through the mapper, Amigo and Reflect, and reads.
struct FaultProgram {
    /// What is in the file before, and what the program commits.
    private static let before = 1...4
    private static let numbers = 5...8

    let path: String
    let journal: DatabaseOptions.JournalMode
    private(set) var acknowledged = Set(Self.before)
    private(set) var unknown: Set<Int> = []
    /// What breaks a promise.
    private(set) var problems: [String] = []
    /// How many calls threw.
    private(set) var errors = 0

    init(path: String, journal: DatabaseOptions.JournalMode) {
        self.path = path
        self.journal = journal
    }

    /// Makes the file that the program begins with.
    static func prepare(_ path: String, _ journal: DatabaseOptions.JournalMode) throws {
        let database = try CommitChild.open(path, journal)
        try Ledger.make(in: database)
        let ledger = try Ledger(database)
        for number in before { try ledger.commit(number) }
        database.close()
    }

    /// Runs with a fault; what it throws is judged, and the file afterwards.
    ///
    /// - Returns: how many calls of the fault's kind there were, and how many failed.
    mutating func run(_ fault: Fault) throws -> (seen: Int, failed: Int) {
        fault.arm()
        var database: Database?
        do {
            let opened = try CommitChild.open(path, journal)
            database = opened
            let ledger = try Ledger(opened)
            for number in Self.numbers { commit(number, ledger) }
            read(opened)
        } catch { judge(error, "opening") }
        let counts = Fault.disarm()
        database?.close()
        database = nil
        if counts.failed == 0, errors > 0 { problems.append("something was thrown without a fault") }
        let again = try CommitChild.open(path, journal)
        let check = try LedgerCheck(again, acknowledged: acknowledged, unknown: unknown)
        again.close()
        problems += check.problems
        return counts
    }

    private mutating func commit(_ number: Int, _ ledger: Ledger) {
        do {
            try ledger.commit(number)
            acknowledged.insert(number)
        } catch {
            unknown.insert(number)
            judge(error, "commit \(number)")
        }
    }

    /// What is read is right, or it is not read.
    private mutating func read(_ database: Database) {
        do {
            let (entries, lines) = try database.read { session in
                let entries = try session.query(LedgerEntry.self).orderBy(\.number).all()
                return (entries.map { ($0.number, $0.note) }, try entries.map { try $0.lines().map(\.amount) })
            }
            for (index, (number, note)) in entries.enumerated() {
                let count = LedgerFacts.lines(number)
                if note != LedgerFacts.note(number) || lines[index].reduce(0, +) != number * count * (count + 1) / 2 {
                    problems.append("entry \(number) was read wrongly")
                }
            }
            let missing = acknowledged.filter { LedgerFacts.way($0) == .core }.subtracting(entries.map(\.0))
            if !missing.isEmpty { problems.append("not read, without an error: \(missing.sorted())") }
        } catch { judge(error, "reading") }
    }

    /// A fault is an error of the database's; it is never told as a mistake of the caller's.
    private mutating func judge(_ error: any Error, _ what: String) {
        errors += 1
        guard let error = error as? DatabaseError else {
            return problems.append("\(what) threw \(type(of: error)): \(error)")
        }
        let known: [DatabaseError.Code] = [
            .cannotOpen, .inputOutput, .full, .transactionEnded, .busy, .outOfMemory, .other,
        ]
        if !known.contains(error.code) || error.message.isEmpty { problems.append("\(what) threw \(error)") }
    }
}
