import Foundation
import TestServer
import ZIMOrm

/// Sixteen tasks in each of four processes on one database: every sum that is read is right, and no change is lost.
struct Concurrency {
    private let engine: ServedEngine
    private let effort: TortureEffort
    private var longest = 0

    init(_ engine: ServedEngine, _ effort: TortureEffort) {
        self.engine = engine
        self.effort = effort
    }

    /// By default 100 steps a task, on SQLite in both journal modes.
    func run() throws -> TortureOutcome {
        var copy = self
        var outcome = TortureOutcome(verdict: "lost or wrong")
        if engine == .sqlite {
            let modes: [DatabaseOptions.JournalMode] = [.wal, .delete]
            for (index, mode) in modes.enumerated() {
                let folder = try WorkFolder()
                let path = folder.file("transfers.sqlite")
                let database = try CommitChild.open(path, mode)
                try copy.run("sqlite:\(path)", mode.rawValue, database, effort.part(index, of: modes.count), &outcome)
                database.close()
            }
        } else {
            guard let server = TestServer.shared else {
                throw ProgramArgument.Failure("there is no PostgreSQL server")
            }
            let url = try server.makeDatabase()
            let database = try Database(url: url)
            try copy.run(url, "-", database, effort, &outcome)
            database.close()
        }
        outcome.remarks.append("longest wait \(copy.longest) ms")
        return outcome
    }

    private mutating func run(
        _ url: String, _ journal: String, _ database: Database, _ effort: TortureEffort, _ outcome: inout TortureOutcome
    ) throws {
        try Transfers.make(in: database)
        let children = try (0..<Transfers.processes).map { process in
            try ChildProcess([
                "transfers", url, journal, "\(process)", "\(effort.seed)", "\(effort.rounds(else: 100))",
                "\(effort.secondsLeft)",
            ])
        }
        var committed = Array(repeating: -1, count: Transfers.processes * Transfers.tasks)
        // They say little, so that none waits for being heard.
        for child in children {
            while let line = child.line() { hear(line, &committed, &outcome) }
            if let end = child.wait() { outcome.fail("\(journal): a process \(end)") }
        }
        try check(database, committed, journal, &outcome)
    }

    private mutating func hear(_ line: String, _ committed: inout [Int], _ outcome: inout TortureOutcome) {
        let (word, rest) = ChildProcess.split(line)
        let numbers = rest.split(separator: " ").compactMap { Int($0) }
        guard word == "task", numbers.count == 7, numbers[0] < Transfers.processes, numbers[1] < Transfers.tasks else {
            return outcome.fail(line)
        }
        committed[numbers[0] * Transfers.tasks + numbers[1]] = numbers[2]
        outcome.count("transfers", numbers[2])
        outcome.count("cancelled", numbers[3])
        outcome.count("given up", numbers[4])
        outcome.count("reads", numbers[5])
        longest = max(longest, numbers[6])
    }

    private func check(
        _ database: Database, _ committed: [Int], _ journal: String, _ outcome: inout TortureOutcome
    ) throws {
        try database.read { session in
            let sums = try Transfers.sums(session)
            if sums != [TransferAccount.total, TransferAccount.total] {
                outcome.fail("\(journal): at last the sums are \(sums)")
            }
            let found = try session.query(TransferCount.self).orderByKey().all().map(\.done)
            if found != committed {
                outcome.fail("\(journal): committed \(committed), counted in the database \(found)")
            }
            guard engine == .sqlite else { return }
            for row in try session.rows("PRAGMA integrity_check") where row[0] != .text("ok") {
                outcome.fail("\(journal): integrity: \(row[0])")
            }
        }
    }
}
