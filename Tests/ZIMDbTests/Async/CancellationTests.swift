import Foundation
import Testing
import ZIMDb

@Suite(.timeLimit(.minutes(25))) struct CancellationTests {
    /// Some minutes of work for SQLite.
    private static let endless: SQL =
        "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c WHERE n < 10000000000"

    @Test func aLongStatementIsInterruptedAndRolledBack() async throws {
        let scratch = try Scratch()
        let database = try scratch.database(journal: .wal)
        try await database.write { try $0.execute("CREATE TABLE t (v)") }
        let isInside = DispatchSemaphore(value: 0)
        let task = Task {
            try await database.write { session throws in
                try session.execute("INSERT INTO t VALUES (1)")
                isInside.signal()
                _ = try session.rows(Self.endless)
            }
        }
        await Task.detached { wait(isInside) }.value
        try await Task.sleep(for: .milliseconds(20))
        task.cancel()
        let result = await task.result
        #expect(throws: CancellationError.self) { try result.get() }
        let count = try await database.write { try $0.value("SELECT count(*) FROM t", as: Int.self) }
        #expect(count == 0)
    }

    @Test func aTransactionWithAnIsolationLevelIsInterruptedToo() async throws {
        let database = try Database.inMemory()
        let task = Task { try await database.write(isolation: .serializable) { try $0.rows(Self.endless) } }
        try await Task.sleep(for: .milliseconds(10))
        task.cancel()
        let result = await task.result
        #expect(throws: CancellationError.self) { try result.get() }
    }

    @Test func aCancellationIsNeverLostWhenTheStatementBeginsAtThatMoment() async throws {
        let database = try Database.inMemory()
        var random = SplitMix(seed: 5)
        for _ in 0..<60 {
            let task = Task { try await database.read { try $0.rows(Self.endless) } }
            try await Task.sleep(for: .microseconds(Int.random(in: 0...300, using: &random)))
            task.cancel()
            let result = await task.result
            #expect(throws: CancellationError.self) { try result.get() }
        }
    }

    /// What the authorizer stops while it is compiled, SQLite tells in several ways.
    @Test func aStatementThatIsCompiledIsStopped() async throws {
        var options = DatabaseOptions()
        options.privileges = [.select]
        let database = try Database.inMemory(options: options)
        let calls = (0..<1_000).map { "abs(\($0))" }.joined(separator: ", ")
        var random = SplitMix(seed: 7)
        for number in 0..<60 {
            let task = Task { try await database.read { try $0.rows(SQL(unsafe: "SELECT \(calls), \(number)")) } }
            try await Task.sleep(for: .microseconds(Int.random(in: 100...2000, using: &random)))
            task.cancel()
            do { _ = try await task.value } catch { #expect(error is CancellationError, "\(error)") }
        }
    }

    @Test func theConnectionIsUsableBehindACancellation() async throws {
        let database = try Database.inMemory()
        let task = Task { try await database.read { try $0.rows(Self.endless) } }
        try await Task.sleep(for: .milliseconds(10))
        task.cancel()
        _ = await task.result
        // Neither the interruption nor the question for it is left behind.
        let count = try await database.read { session throws in
            try session.value(
                "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 100000) SELECT count(*) FROM c",
                as: Int.self)
        }
        #expect(count == 100_000)
    }

    @Test func aTaskThatWaitsForItsTurnLeavesTheQueue() async throws {
        let database = try Database.inMemory()
        let isInside = DispatchSemaphore(value: 0)
        let mayGo = DispatchSemaphore(value: 0)
        let holder = Task {
            try await database.write { _ in
                isInside.signal()
                mayGo.wait()
            }
        }
        await Task.detached { wait(isInside) }.value
        let waiting = (0..<10).map { _ in Task { try await database.write { _ in Issue.record("it ran") } } }
        try await Task.sleep(for: .milliseconds(10))
        for task in waiting { task.cancel() }
        // The connection is given back only when all of them have ended.
        for task in waiting {
            let result = await task.result
            #expect(throws: CancellationError.self) { try result.get() }
        }
        mayGo.signal()
        try await holder.value
        try await database.write { _ in }
    }

    @Test func aTaskThatIsCancelledBeforehandRunsNothing() async throws {
        let database = try Database.inMemory()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await database.write { _ in Issue.record("it ran") }
        }
        let result = await task.result
        #expect(throws: CancellationError.self) { try result.get() }
    }

    @Test func waitingForAnotherProcessEndsWithTheTask() async throws {
        let scratch = try Scratch()
        let database = try scratch.database { $0.busyTimeout = .seconds(30) }
        let other = try scratch.database()
        try await other.write { try $0.execute("CREATE TABLE t (v)") }
        let isInside = DispatchSemaphore(value: 0)
        let mayGo = DispatchSemaphore(value: 0)
        let holder = Task {
            try await other.write { session throws in
                try session.execute("INSERT INTO t VALUES (1)")
                isInside.signal()
                mayGo.wait()
            }
        }
        await Task.detached { wait(isInside) }.value
        let task = Task { try await database.write { _ in Issue.record("it ran") } }
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        let result = await task.result
        #expect(throws: CancellationError.self) { try result.get() }
        mayGo.signal()
        try await holder.value
    }

    @Test func cancellingOneTaskDoesNotStopAnother() async throws {
        let scratch = try Scratch()
        let database = try scratch.database(journal: .wal)
        let victim = Task { try await database.read { try $0.rows(Self.endless) } }
        let other = Task {
            try await database.read { session throws in
                try session.value(
                    "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 300000) SELECT max(n) FROM c",
                    as: Int.self)
            }
        }
        try await Task.sleep(for: .milliseconds(5))
        victim.cancel()
        #expect(try await other.value == 300_000)
        _ = await victim.result
    }
}

private func wait(_ semaphore: DispatchSemaphore) { semaphore.wait() }
