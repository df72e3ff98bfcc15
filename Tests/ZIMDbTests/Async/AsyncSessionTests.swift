import Foundation
import Synchronization
import Testing
import ZIMDb

/// A class that cannot be shared, as models cannot.
private final class Parcel { var weight = 0 }

@Suite(.timeLimit(.minutes(25))) struct AsyncSessionTests {
    let database: Database

    init() throws { database = try Database.holding("CREATE TABLE t (v)") }

    @Test func writesCommitAndThrowsRollBack() async throws {
        try await database.write { try $0.execute("INSERT INTO t VALUES (1)") }
        await #expect(throws: Stop.self) {
            try await database.write { session throws in
                try session.execute("INSERT INTO t VALUES (2)")
                throw Stop()
            }
        }
        let count = try await database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) }
        #expect(count == 1)
    }

    @Test func aResultThatCannotBeSharedIsSent() async throws {
        let parcel = try await database.read { session -> sending Parcel in
            let parcel = Parcel()
            parcel.weight = try session.value("SELECT 7", as: Int.self) ?? 0
            return parcel
        }
        parcel.weight += 1
        #expect(parcel.weight == 8)
        let nothing = try await database.read { _ -> Int? in nil }
        #expect(nothing == nil)
        try await database.write { _ in }
    }

    @Test func blockingCallsInsideJoinTheSession() async throws {
        let database = database
        let isSame = try await database.write { session throws in
            try database.write { $0 === session } && (try database.read { $0 === session })
        }
        #expect(isSame)
        let error = await #expect(throws: DatabaseError.self) {
            try await database.read { _ in try database.write { _ in } }
        }
        #expect(error?.code == .misuse)
    }

    @Test func twoHundredTasksStarveNobody() async throws {
        let scratch = try Scratch()
        let database = try scratch.database(journal: .wal)
        try await database.write { try $0.execute("CREATE TABLE t (v)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask { try await work(number, on: database) }
            }
            // Meanwhile the threads of tasks are free.
            for _ in 0..<20 { await Task.yield() }
            try await group.waitForAll()
        }
        let count = try await database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) }
        #expect(count == 100)
    }

    @Test func tasksThatBlockEveryThreadDoNotHoldUpTheOneWithTheConnection() async throws {
        // As many tasks as the machine has threads for them wait, blocking, for a connection that a task holds.
        let database = database
        let isInside = DispatchSemaphore(value: 0)
        let first = Task {
            try await database.write { session throws in
                isInside.signal()
                Thread.sleep(forTimeInterval: 0.05)
                try session.execute("INSERT INTO t VALUES (1)")
            }
        }
        await Task.detached { blockingWait(isInside) }.value
        let tasks = (0..<16).map { _ in Task.detached { try blockingInsert(database) } }
        let others = (0..<16).map { _ in
            Task { try await database.write { try $0.execute("INSERT INTO t VALUES (1)") } }
        }
        try await first.value
        for task in tasks { try await task.value }
        for task in others { _ = try await task.value }
        let count = try await database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) }
        #expect(count == 33)
    }

    @Test func aDatabaseLivesAsLongAsItsTasks() async throws {
        let scratch = try Scratch()
        var database: Database? = try scratch.database()
        let task = Task { [database] in
            try await database?.write { session throws in
                try session.execute("CREATE TABLE t (v)")
                Thread.sleep(forTimeInterval: 0.05)
                try session.execute("INSERT INTO t VALUES (1)")
            }
        }
        database = nil
        _ = try await task.value
        #expect(try blockingCount(scratch) == 1)
        for _ in 0..<100 where !scratch.openFiles.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        #expect(scratch.openFiles == [])
    }
}

private func work(_ number: Int, on database: Database) async throws {
    if number % 2 == 0 {
        try await database.write { try $0.execute("INSERT INTO t VALUES (1)") }
    } else {
        // Longer than a turn of the writer, on more tasks than there are threads.
        try await database.read { _ in Thread.sleep(forTimeInterval: 0.002) }
    }
}

private func blockingWait(_ semaphore: DispatchSemaphore) { semaphore.wait() }
private func blockingInsert(_ database: Database) throws { try database.execute("INSERT INTO t VALUES (1)") }
private func blockingCount(_ scratch: Scratch) throws -> Int { try scratch.database().count("t") }
