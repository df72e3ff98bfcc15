import TestServer
import Foundation
import Synchronization
import ZIMOrm

/// One of several processes on one database: its tasks transfer, read sums, and are cancelled now and then.
enum TransferChild {
    /// `child transfers URL JOURNAL PROCESS SEED ROUNDS SECONDS`
    static func run(_ words: [String]) throws {
        guard words.count == 6, let process = Int(words[2]), let seed = UInt64(words[3]), let rounds = Int(words[4]),
            let seconds = Double(words[5])
        else { throw ProgramArgument.Failure("child transfers URL JOURNAL PROCESS SEED ROUNDS SECONDS") }
        var options = DatabaseOptions()
        // However slow the machine is, nobody gives up; and a server has connections for all processes.
        options.busyTimeout = .seconds(600)
        options.server.poolTimeout = nil
        options.server.maximumConnections = 4
        options.journalMode = DatabaseOptions.JournalMode(rawValue: words[1])
        let database = try Database(url: words[0], options: options)
        let end = Date(timeIntervalSinceNow: seconds)
        let done = DispatchSemaphore(value: 0)
        Task {
            await withTaskGroup(of: Void.self) { group in
                for task in 0..<Transfers.tasks {
                    group.addTask {
                        let seed = seed &+ UInt64(process * Transfers.tasks + task) &* 104_729
                        await TransferTask(database, process, task, seed).run(rounds: rounds, until: end)
                    }
                }
            }
            done.signal()
        }
        done.wait()
        database.close()
    }
}

/// One task of one process. It says how many transfers it has committed, and what was wrong.
struct TransferTask {
    private let database: Database
    private let process: Int
    private let task: Int
    private var random: SeededGenerator
    private var committed = 0
    private var cancelled = 0
    private var givenUp = 0
    private var reads = 0
    private var longest = Duration.zero
    private var isSound = true

    init(_ database: Database, _ process: Int, _ task: Int, _ seed: UInt64) {
        self.database = database
        self.process = process
        self.task = task
        random = SeededGenerator(seed: seed)
    }

    func run(rounds: Int, until end: Date) async {
        var copy = self
        var round = 0
        while round < rounds, end.timeIntervalSinceNow > 0, copy.isSound {
            await copy.step()
            round += 1
        }
        let milliseconds =
            copy.longest.components.seconds * 1000 + copy.longest.components.attoseconds / 1_000_000_000_000_000
        ChildProcess.say(
            "task \(process) \(task) \(copy.committed) \(copy.cancelled) \(copy.givenUp) \(copy.reads) \(milliseconds)")
    }

    private mutating func step() async {
        let started = ContinuousClock.now
        if random.chance(40) { await read() } else { await write() }
        longest = max(longest, ContinuousClock.now - started)
    }

    private mutating func read() async {
        do {
            let sums = try await database.read { try Transfers.sums($0) }
            reads += 1
            if sums != [TransferAccount.total, TransferAccount.total] {
                problem("a read found the sums \(sums), not \(TransferAccount.total)")
            }
        } catch { problem("a read threw \(error)") }
    }

    private mutating func write() async {
        let (database, process, task) = (database, process, task)
        let (from, step) = (random.below(TransferAccount.count), 1 + random.below(TransferAccount.count - 1))
        let (to, amount) = ((from + step) % TransferAccount.count, random.below(20) + 1)
        let isCancelled = random.chance(20)
        let pause = random.below(4000)
        let transfer = Task {
            // SQLite lets one write at a time; on a server, who comes second begins again.
            try await database.write(retrying: 100, isolation: .repeatableRead) { session in
                try Transfers.transfer(amount, from: from, to: to, process: process, task: task, session)
            }
        }
        if isCancelled {
            try? await Task.sleep(for: .microseconds(pause))
            transfer.cancel()
        }
        do {
            try await transfer.value
            committed += 1
        } catch is CancellationError {
            cancelled += 1
            if !isCancelled { problem("a task was cancelled that nobody cancelled") }
        } catch let error as DatabaseError where error.isTransient {
            givenUp += 1
        } catch { problem("a write threw \(error)") }
    }

    private mutating func problem(_ text: String) {
        isSound = false
        ChildProcess.say("problem \(text)".replacingOccurrences(of: "\n", with: " "))
    }
}
