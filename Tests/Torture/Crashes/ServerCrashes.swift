import Foundation
import Synchronization
import TestServer
import ZIMOrm

/// Crashes a PostgreSQL server under a program that commits to it, again and again; the program goes on with the same
/// `Database` when the server is back.
struct ServerCrashes {
    private let effort: TortureEffort
    private let server: TestServer
    private var random: SeededGenerator

    /// Nil where there is no server.
    init?(_ effort: TortureEffort) throws {
        guard TestServer.isInstalled else { return nil }
        self.effort = effort
        server = try TestServer.separate()
        random = SeededGenerator(seed: effort.seed)
    }

    /// By default 100 crashes.
    func run() throws -> TortureOutcome {
        var copy = self
        return try copy.crash()
    }

    private mutating func crash() throws -> TortureOutcome {
        var outcome = TortureOutcome(verdict: "lost")
        let database = try Database(url: server.url())
        defer { database.close() }
        try Ledger.make(in: database)
        let ledger = try Ledger(database)
        var acknowledged: Set<Int> = []
        var unknown: Set<Int> = []
        var next = 1
        var left = effort.rounds(else: 100)
        while left > 0, effort.hasTime, outcome.failures.isEmpty {
            left -= 1
            var crash: Crash?
            while true {
                do {
                    try ledger.commit(next)
                    acknowledged.insert(next)
                    outcome.count("acknowledged commits")
                    next += 1
                    if crash == nil { crash = Crash(server, after: .milliseconds(random.below(120))) }
                } catch {
                    if (error as? DatabaseError)?.code != .connection { outcome.fail("commit \(next) threw \(error)") }
                    unknown.insert(next)
                    next += 1
                    // Connections that broke the time before are noticed by their next use.
                    if crash?.hasHappened ?? !outcome.failures.isEmpty { break }
                    usleep(2000)
                }
            }
            try crash?.wait()
            try server.restart()
            outcome.count("crashes")
            let check = try Self.check(database, acknowledged, unknown)
            for problem in check.problems { outcome.fail("crash at \(next - 1): \(problem)") }
            let unheard = check.present.intersection(unknown).count
            if unheard > 0 { outcome.count("commits that were not heard of", unheard) }
            acknowledged.formUnion(check.present)
            unknown = []
        }
        return outcome
    }

    /// The first reads may fail, one time for each connection that broke.
    private static func check(
        _ database: Database, _ acknowledged: Set<Int>, _ unknown: Set<Int>
    ) throws -> LedgerCheck {
        var attempts = 0
        while true {
            do { return try LedgerCheck(database, acknowledged: acknowledged, unknown: unknown) } catch let error
                as DatabaseError where error.code == .connection && attempts < 5
            { attempts += 1 }
        }
    }

    /// One crash, on a thread of its own.
    private final class Crash: Sendable {
        private let result = Mutex<(any Error)?>(nil)
        private let happened = Atomic(false)
        private let done = DispatchSemaphore(value: 0)

        init(_ server: TestServer, after pause: Duration) {
            let milliseconds = pause.components.attoseconds / 1_000_000_000_000_000
            Thread.detachNewThread { [self] in
                usleep(UInt32(milliseconds) * 1000)
                do { try server.crash() } catch { result.withLock { $0 = error } }
                happened.store(true, ordering: .releasing)
                done.signal()
            }
        }

        var hasHappened: Bool { happened.load(ordering: .acquiring) }

        func wait() throws {
            done.wait()
            if let error = result.withLock({ $0 }) { throw error }
        }
    }
}
