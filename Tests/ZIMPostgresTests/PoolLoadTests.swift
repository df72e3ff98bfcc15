#if PostgreSQL
    import Foundation
    import Synchronization
    import Testing
    import ZIMDb

    @testable import ZIMPostgres

    /// Many tasks on few connections: none times out, none holds a thread while it waits.
    @Suite(.server) struct PoolLoadTests {
        /// What tasks and threads tell one another.
        private final class Signals: Sendable {
            let isOpen = Atomic<Bool>(false)
            let mayEnd = Atomic<Bool>(false)
            let entered = Atomic<Int>(0)
        }

        private enum Outcome: Sendable { case done, cancelled, failed(String) }

        private static func outcome(_ body: () async throws -> Void) async -> Outcome {
            do {
                try await body()
                return .done
            } catch is CancellationError { return .cancelled } catch { return .failed("\(error)") }
        }

        /// A call that blocks, on a thread of its own.
        private static func blocking(_ body: @escaping @Sendable () throws -> Void) async throws {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
            }
        }

        /// Waits for something that comes soon, without holding a thread.
        private static func wait(_ condition: @Sendable () -> Bool) async throws {
            for _ in 0..<3_000 where !condition() { try await Task.sleep(for: .milliseconds(10)) }
            #expect(condition())
        }

        private static func run(_ task: Int, on database: Database) async -> Outcome {
            let own = Task {
                for number in 0..<6 { try await insert(task, number, into: database) }
            }
            // Some give up: while they wait, or in the midst of a statement.
            if task % 8 == 7 {
                try? await Task.sleep(for: .milliseconds(task % 3 * 10))
                own.cancel()
            }
            return await outcome { try await own.value }
        }

        private static func insert(_ task: Int, _ number: Int, into database: Database) async throws {
            let row: SQL = "INSERT INTO t VALUES (\(task), \(number))"
            switch (task + number) % 4 {
            case 0: try await database.write { _ = try $0.execute(row) }
            case 1: try await blocking { try database.write { _ = try $0.execute(row) } }
            case 2:
                _ = try await database.read { try $0.value("SELECT pg_sleep(0.005)", as: String.self) }
                try await database.write { _ = try $0.execute(row) }
            default:
                // All of them want the same row.
                try await database.write(retrying: 20, isolation: .repeatableRead) { session in
                    try session.execute("UPDATE n SET x = x + 1")
                    try session.execute(row)
                }
            }
        }

        @Test func sixtyFourTasksOfEveryKindFinishOnEightConnections() async throws {
            let scratch = try Scratch(
                "CREATE TABLE t (task integer, number integer, PRIMARY KEY (task, number)); CREATE TABLE n (x integer);"
                    + "INSERT INTO n VALUES (0)")
            let database = scratch.database
            let outcomes = await withTaskGroup(of: (task: Int, outcome: Outcome).self) { group in
                for task in 0..<64 { group.addTask { (task, await Self.run(task, on: database)) } }
                var outcomes: [Int: Outcome] = [:]
                for await result in group { outcomes[result.task] = result.outcome }
                return outcomes
            }
            #expect(outcomes.count == 64)
            for (task, outcome) in outcomes {
                switch outcome {
                case .done: break
                case .cancelled: #expect(task % 8 == 7)
                case .failed(let error): Issue.record("task \(task): \(error)")
                }
            }
            // What a task that went to its end has written is there, and the counter tells of no lost update.
            let counts = try database.rows("SELECT task, count(*) FROM t WHERE task % 8 <> 7 GROUP BY task")
            #expect(counts.count == 56)
            #expect(counts.allSatisfy { $0[1] == 6 })
            let updates = try database.rows("SELECT count(*) FROM t WHERE (task + number) % 4 = 3")
            #expect(try database.rows("SELECT x FROM n") == updates)
            // The pool is whole: nobody holds a connection, and all eight can be used at the same time.
            #expect(database.connectionCounts.checkedOut == 0)
            #expect(database.connectionCounts.idle <= 8)
            let signals = Signals()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await database.read { session in
                            signals.entered.wrappingAdd(1, ordering: .relaxed)
                            while signals.entered.load(ordering: .relaxed) < 8 { usleep(20_000) }
                            let one = try session.value("SELECT 1", as: Int.self)
                            #expect(one == 1)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }

        /// The threads of this process, by the count of the system.
        private static var threads: Int? {
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))?.count
        }

        @Test func whoWaitsForAConnectionHoldsNoThread() async throws {
            var options = DatabaseOptions()
            options.server.maximumConnections = 1
            // 500 tasks on a slow machine.
            options.poolTimeout = .seconds(600)
            let scratch = try Scratch(options: options)
            let database = scratch.database
            let signals = Signals()
            let holder = Task {
                try await database.read { _ in
                    signals.isOpen.store(true, ordering: .relaxed)
                    while !signals.mayEnd.load(ordering: .relaxed) { usleep(20_000) }
                }
            }
            try await Self.wait { signals.isOpen.load(ordering: .relaxed) }
            let before = Self.threads
            let waiters = (0..<500).map { number in
                Task { try await database.read { try $0.value("SELECT \(number)::integer", as: Int.self) } }
            }
            // Tasks that have nothing to do with the database still get their turn.
            for _ in 0..<100 { await Task.detached {}.value }
            try await Task.sleep(for: .milliseconds(50))
            if let before, let now = Self.threads {
                // Other suites start and end threads meanwhile.
                #expect(now - before < 250)
            }
            signals.mayEnd.store(true, ordering: .relaxed)
            try await holder.value
            var sum = 0
            for waiter in waiters { sum += try await waiter.value ?? 0 }
            #expect(sum == 499 * 500 / 2)
            #expect(database.connectionCounts == (0, 1))
        }

        @Test func tasksRunOnWhileAllSessionsWaitForTheServer() async throws {
            var options = DatabaseOptions()
            // However slow the machine is: what is tested comes first.
            options.busyTimeout = .seconds(600)
            let scratch = try Scratch("CREATE TABLE t (x integer); INSERT INTO t VALUES (1)", options: options)
            let database = scratch.database
            let other = try scratch.another()
            let signals = Signals()
            Thread.detachNewThread {
                try? other.write { session in
                    try session.execute("LOCK TABLE t IN ACCESS EXCLUSIVE MODE")
                    signals.isOpen.store(true, ordering: .relaxed)
                    while !signals.mayEnd.load(ordering: .relaxed) { usleep(20_000) }
                }
            }
            try await Self.wait { signals.isOpen.load(ordering: .relaxed) }
            // More sessions that wait in libpq than there are threads for tasks.
            let sessions = (0..<64).map { _ in Task { try await database.read { try $0.rows("SELECT x FROM t").count } }
            }
            try await Self.wait { database.connectionCounts.checkedOut == 8 }
            let plain = (0..<200).map { number in Task.detached { number } }
            var sum = 0
            for task in plain { sum += await task.value }
            #expect(sum == 199 * 100)
            #expect(database.connectionCounts.checkedOut == 8)
            signals.mayEnd.store(true, ordering: .relaxed)
            for session in sessions { #expect(try await session.value == 1) }
        }

        @Test func connectingHoldsUpNoTask() async throws {
            let port = try RefusingServer.start(answers: false)
            let database = try Database(url: "postgres://ada@127.0.0.1:\(port)/postgres?connect_timeout=2")
            let connecting = Task { try await database.read { try $0.value("SELECT 1", as: Int.self) } }
            for _ in 0..<100 { await Task.detached {}.value }
            await #expect { try await connecting.value } throws: { ($0 as? DatabaseError)?.code == .connection }
        }

        @Test func cancellingDoesNotWaitForTheServer() async throws {
            let scratch = try Scratch()
            let database = scratch.database
            let tasks = (0..<8).map { _ in Task { try await database.read { try $0.rows("SELECT pg_sleep(3600)") } } }
            try await Self.wait { database.connectionCounts.checkedOut == 8 }
            for task in tasks { task.cancel() }
            for task in tasks {
                await #expect(throws: CancellationError.self) { _ = try await task.value }
            }
            #expect(database.connectionCounts.checkedOut == 0)
            #expect(try await database.read { try $0.value("SELECT 1", as: Int.self) } == 1)
        }
    }
#endif
