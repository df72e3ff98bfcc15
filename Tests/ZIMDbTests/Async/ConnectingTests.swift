import Foundation
import Testing

@testable import ZIMDb

/// Tasks that are cancelled while their connection is being made.
@Suite(.timeLimit(.minutes(25))) struct ConnectingTests {
    /// A database without a connection, whose file another one keeps locked.
    private func locked(_ scratch: Scratch) throws -> (database: Database, other: Database) {
        let database = try scratch.database { $0.busyTimeout = .seconds(36_000) }
        let other = try scratch.database { $0.connectionSetup = ["PRAGMA locking_mode = EXCLUSIVE"] }
        try other.execute("CREATE TABLE t (v)")
        return (database, other)
    }

    @Test(arguments: [false, true]) func aLockOfOthersHoldsUpNoCancelledTask(_ isWriting: Bool) async throws {
        let scratch = try Scratch()
        let (database, other) = try locked(scratch)
        let task = Task {
            if isWriting {
                try await database.write { _ in Issue.record("it ran") }
            } else {
                try await database.read { _ in Issue.record("it ran") }
            }
        }
        while database.connectionCounts.checkedOut == 0 { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(database.connectionCounts == (0, 0))
        other.close()
        #expect(try await database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 0)
    }

    @Test func nobodyWhoWatchesWaitsForIt() async throws {
        let scratch = try Scratch()
        let (database, other) = try locked(scratch)
        let task = Task { _ = try await database.changes(in: "t") }
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        other.close()
        // Its watcher is made behind that of what was left behind, or is the same; neither watches any more.
        do { _ = try await database.changes(in: "t") }
        let end = ContinuousClock.now + .seconds(1_500)
        while database.changeHub.isActive, .now < end { try await Task.sleep(for: .milliseconds(1)) }
        #expect(!database.changeHub.isActive)
    }

    /// As the client libraries of servers.
    @Test func whatCannotBeInterruptedIsLeftBehind() throws {
        let (mayGo, undone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let interruption = Interruption()
        #expect(throws: CancellationError.self) {
            try interruption.leaving(
                {
                    interruption.cancel()
                    mayGo.wait()
                    return 7
                },
                undo: { value in
                    #expect(value == 7)
                    undone.signal()
                })
        }
        mayGo.signal()
        #expect(undone.wait(timeout: .now() + 1_500) == .success)
        #expect(try Interruption().leaving({ 8 }, undo: { _ in Issue.record("nobody left it") }) == 8)
    }
}
