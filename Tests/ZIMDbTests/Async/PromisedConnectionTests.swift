import Foundation
import Testing

@testable import ZIMDb

/// Connections of tasks that go on on their actor, where others may stand in their way that wait for the same ones.
@Suite(.timeLimit(.minutes(25))) struct PromisedConnectionTests {
    private let database: Database

    init() throws {
        var options = DatabaseOptions()
        options.poolTimeout = nil
        database = try Database.inMemory(options: options)
        try database.execute("CREATE TABLE t (v)")
    }

    private func onAThread(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }

    private func promise(for time: Duration) async throws -> ConnectionPool.Lease {
        try await database.pool.promise(.write, for: time, interruption: Interruption())
    }

    @Test func aConnectionThatNobodyComesForIsTakenBack() async throws {
        let lease = try await promise(for: .milliseconds(1))
        try await onAThread { [database] in try database.execute("INSERT INTO t VALUES (1)") }
        #expect(!database.pool.isKept(lease))
        #expect(database.connectionCounts == (0, 1))
    }

    @Test func whereNobodyElseWaitsItIsKept() async throws {
        let lease = try await promise(for: .zero)
        #expect(database.pool.isKept(lease))
        #expect(!database.pool.isKept(lease))
        database.pool.release(lease)
        #expect(database.connectionCounts == (0, 1))
    }

    @Test func itIsKeptForItsTime() async throws {
        let lease = try await promise(for: .seconds(36_000))
        async let other: Void = onAThread { [database] in try database.execute("INSERT INTO t VALUES (1)") }
        // Whether or not the other one waits already.
        try await Task.sleep(for: .milliseconds(100))
        #expect(database.pool.isKept(lease))
        database.pool.release(lease)
        try await other
        #expect(try database.count("t") == 1)
    }

    private actor Till {
        func save(in database: Database) async throws {
            try await database.writeForCaller { try $0.execute("INSERT INTO t VALUES (1)") }
        }

        /// Blocks the actor's thread.
        func pay(in database: Database) throws { try database.execute("INSERT INTO t VALUES (2)") }
    }

    /// More tasks on actors than may stay, beside as many blocking calls as there are threads, and on the same actors.
    @Test(.inAProcessOfItsOwn) func blockingCallsAndTasksOnActorsDoNotWaitForEachOther() async throws {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let tills = (0..<3 * cores).map { _ in Till() }
        try await withThrowingTaskGroup(of: Void.self) { [database] group in
            for till in tills {
                group.addTask { for _ in 0..<20 { try await till.save(in: database) } }
                group.addTask { for _ in 0..<20 { try await till.pay(in: database) } }
            }
            for _ in 0..<2 * cores {
                group.addTask {
                    for _ in 0..<20 {
                        try database.execute("INSERT INTO t VALUES (3)")
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try database.count("t") == 20 * (3 + 3 + 2) * cores)
        #expect(database.connectionCounts == (0, 1))
    }
}
