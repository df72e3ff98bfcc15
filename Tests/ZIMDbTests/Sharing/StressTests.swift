import Foundation
import Testing
import ZIMDb

/// Nobody waits for ever: threads and tasks, reads and writes, nested and not, on every kind of sharing.
@Suite(.timeLimit(.minutes(25))) struct StressTests {
    @Test(arguments: ["wal", "delete", "memory"])
    func threadsAndTasksMixed(_ kind: String) async throws {
        let scratch = try Scratch()
        let database =
            switch kind {
            case "memory": try Database.inMemory()
            case "wal": try scratch.database(journal: .wal) { $0.maximumReaders = 2 }
            default: try scratch.database { $0.maximumReaders = 2 }
            }
        try await database.write { try $0.execute("CREATE TABLE t (v)") }
        let threads = (0..<6).map { number in
            start {
                for step in 0..<30 {
                    switch (number + step) % 3 {
                    case 0: try database.write { try $0.execute("INSERT INTO t VALUES (1)") }
                    case 1: _ = try database.read { session in try database.read { _ in try session.rows("SELECT 1") } }
                    default:
                        try database.write { session throws in
                            _ = try database.count("t")
                            _ = try? session.transaction { session throws in
                                try session.execute("INSERT INTO t VALUES (2)")
                                throw Stop()
                            }
                        }
                    }
                }
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<120 {
                group.addTask { try await work(number, on: database) }
            }
            try await group.waitForAll()
        }
        for thread in threads { thread.wait() }
        let tasks = (0..<120).filter { $0 % 3 == 0 || $0 % 7 == 0 }.count
        let total = try await database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) }
        #expect(total == 60 + tasks)
    }

    @Test func aLineOfThousandsMovesOnAsFastAsAShortOne() async throws {
        let scratch = try Scratch()
        let database = try scratch.database(journal: .wal)
        let isInside = DispatchSemaphore(value: 0)
        let mayGo = DispatchSemaphore(value: 0)
        let holder = start {
            try database.write { _ in
                isInside.signal()
                mayGo.wait()
            }
        }
        await Task.detached { wait(for: isInside) }.value
        let tasks = (0..<4000).map { number in
            Task { number % 2 == 0 ? try await database.write { _ in 1 } : try await database.read { _ in 1 } }
        }
        // Every third leaves the line again.
        for task in tasks.enumerated() where task.offset % 3 == 0 { task.element.cancel() }
        mayGo.signal()
        holder.wait()
        var sum = 0
        for task in tasks { sum += (try? await task.value) ?? 0 }
        #expect(sum >= 2666)
    }

    @Test func manyCancelledTasksLeaveThePoolWhole() async throws {
        let scratch = try Scratch()
        let database = try scratch.database(journal: .wal)
        try await database.write { try $0.execute("CREATE TABLE t (v)") }
        for round in 0..<15 {
            let tasks = (0..<20).map { number in
                Task {
                    try await database.write { session throws in
                        try session.execute("INSERT INTO t VALUES (\(round * 100 + number))")
                    }
                }
            }
            try await Task.sleep(for: .microseconds(round * 150))
            for task in tasks { task.cancel() }
            var committed = 0
            for task in tasks {
                switch await task.result {
                case .success: committed += 1
                case .failure(let error): #expect(error is CancellationError)
                }
            }
            let found = try await database.read { session throws in
                try session.value("SELECT count(*) FROM t WHERE v / 100 = \(round)", as: Int.self)
            }
            #expect(found == committed)
        }
    }
}

private func work(_ number: Int, on database: Database) async throws {
    if number % 3 == 0 {
        try await database.write { try $0.execute("INSERT INTO t VALUES (1)") }
    } else if number % 7 == 0 {
        // A blocking call in a task holds one of the few threads that tasks have.
        try blockingWrite(database)
    } else {
        _ = try await database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) }
    }
}

private func blockingWrite(_ database: Database) throws {
    try database.write { try $0.execute("INSERT INTO t VALUES (1)") }
}

private func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }
