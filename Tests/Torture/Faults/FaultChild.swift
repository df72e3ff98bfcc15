import TestServer
import CFaults
import Foundation
import ZIMOrm

/// A child in which SQLite's calls to the system fail, one after the other. It says what it does, so that its parent
/// knows where it ended.
enum FaultChild {
    /// `child faults files|memory SEED ROUNDS SECONDS KEEP`
    static func run(_ words: [String]) throws {
        guard words.count == 5, let seed = UInt64(words[1]), let rounds = Int(words[2]), let seconds = Double(words[3])
        else { throw ProgramArgument.Failure("child faults files|memory SEED ROUNDS SECONDS KEEP") }
        let code = zim_faults_install()
        guard code == 0 else { throw ProgramArgument.Failure("the faults are not installed: \(code)") }
        let folder = try WorkFolder()
        var random = SeededGenerator(seed: seed)
        let faults = try (words[0] == "memory" ? memoryFaults(folder) : fileFaults(folder)).shuffled(using: &random)
        let end = Date(timeIntervalSinceNow: seconds)
        ChildProcess.say("all \(faults.count)")
        for fault in faults.prefix(rounds) where end.timeIntervalSinceNow > 0 {
            ChildProcess.say("at \(fault)")
            let program = try meet(fault, folder)
            ChildProcess.say("met \(program.errors)")
            for problem in program.problems { ChildProcess.say("problem \(fault): \(problem)") }
            if !program.problems.isEmpty, words[4] != "-" {
                folder.keep("ledger.sqlite", in: words[4], as: "\(fault)".replacingOccurrences(of: " ", with: "-"))
            }
        }
    }

    private static func meet(_ fault: Fault, _ folder: WorkFolder) throws -> FaultProgram {
        let original = folder.file("\(fault.journal.rawValue).sqlite")
        if !FileManager.default.fileExists(atPath: original) { try FaultProgram.prepare(original, fault.journal) }
        folder.remove("ledger.sqlite")
        try FileManager.default.copyItem(atPath: original, toPath: folder.file("ledger.sqlite"))
        var program = FaultProgram(path: folder.file("ledger.sqlite"), journal: fault.journal)
        _ = try program.run(fault)
        return program
    }

    /// How many calls of a kind the program makes where none fails.
    private static func count(
        _ kind: Fault.Kind, _ journal: DatabaseOptions.JournalMode, _ folder: WorkFolder
    ) throws -> Int {
        let original = folder.file("\(journal.rawValue).sqlite")
        if !FileManager.default.fileExists(atPath: original) { try FaultProgram.prepare(original, journal) }
        folder.remove("ledger.sqlite")
        try FileManager.default.copyItem(atPath: original, toPath: folder.file("ledger.sqlite"))
        var program = FaultProgram(path: folder.file("ledger.sqlite"), journal: journal)
        let never = Fault(kind: kind, journal: journal, number: .max, persists: false)
        let count = try program.run(never).seen
        guard program.problems.isEmpty else {
            throw ProgramArgument.Failure("without a fault: \(program.problems)")
        }
        return count
    }

    /// Every call to the file system, in every journal mode, once and from there on.
    private static func fileFaults(_ folder: WorkFolder) throws -> [Fault] {
        var faults: [Fault] = []
        for journal in [DatabaseOptions.JournalMode.wal, .delete, .truncate, .persist] {
            for kind in Fault.Kind.allCases where kind != .allocation {
                for number in 1...max(1, try count(kind, journal, folder)) {
                    faults.append(Fault(kind: kind, journal: journal, number: number, persists: false))
                    faults.append(Fault(kind: kind, journal: journal, number: number, persists: true))
                }
            }
        }
        return faults
    }

    /// Every allocation of SQLite's, once and from there on.
    private static func memoryFaults(_ folder: WorkFolder) throws -> [Fault] {
        var faults: [Fault] = []
        for journal in [DatabaseOptions.JournalMode.wal, .delete] {
            for number in 1...max(1, try count(.allocation, journal, folder)) {
                faults.append(Fault(kind: .allocation, journal: journal, number: number, persists: false))
                faults.append(Fault(kind: .allocation, journal: journal, number: number, persists: true))
            }
        }
        return faults
    }
}
