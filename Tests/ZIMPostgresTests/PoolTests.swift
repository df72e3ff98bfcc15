#if PostgreSQL
    import Foundation
    import Synchronization
    import Testing
    import ZIMDb

    @testable import ZIMPostgres

    @Suite(.server) struct PoolTests {
        private func options(_ count: Int) -> DatabaseOptions {
            var options = DatabaseOptions()
            options.server.maximumConnections = count
            options.server.poolTimeout = .milliseconds(100)
            return options
        }

        @Test func anExhaustedPoolSaysSo() async throws {
            let scratch = try Scratch(options: options(1))
            let database = scratch.database
            let entered = DispatchSemaphore(value: 0)
            let leave = DispatchSemaphore(value: 0)
            let holder = Task {
                try await database.read { session in
                    entered.signal()
                    leave.wait()
                    return try session.value("SELECT 1", as: Int.self)
                }
            }
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    entered.wait()
                    continuation.resume()
                }
            }
            // Another thread, so that no session is open on it.
            let blocking = await withCheckedContinuation { (continuation: CheckedContinuation<DatabaseError?, Never>) in
                Thread.detachNewThread {
                    do {
                        _ = try database.read { try $0.value("SELECT 1", as: Int.self) }
                        continuation.resume(returning: nil)
                    } catch { continuation.resume(returning: error as? DatabaseError) }
                }
            }
            #expect(blocking?.code == .timedOut)
            #expect(blocking?.message.contains("became free within 0.1 s") == true)
            await #expect { _ = try await database.read { try $0.value("SELECT 1", as: Int.self) } } throws: {
                ($0 as? DatabaseError)?.code == .timedOut
            }
            leave.signal()
            #expect(try await holder.value == 1)
            #expect(try await database.read { try $0.value("SELECT 2", as: Int.self) } == 2)
            #expect(database.connectionCounts == (0, 1))
        }

        @Test func sixtyFourTasksShareEightConnections() async throws {
            let scratch = try Scratch("CREATE TABLE t (x integer PRIMARY KEY)")
            let database = scratch.database
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<64 {
                    group.addTask {
                        for number in 0..<5 {
                            try await database.write { try $0.execute("INSERT INTO t VALUES (\(task * 5 + number))") }
                            _ = try await database.read { try $0.value("SELECT pg_sleep(0.001)", as: String.self) }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 320)
            #expect(database.connectionCounts.idle <= 8)
        }

        @Test func idleConnectionsAreClosedInTime() async throws {
            var options = options(4)
            options.server.idleTimeout = .milliseconds(300)
            let scratch = try Scratch(options: options)
            _ = try await scratch.database.read { try $0.value("SELECT 1", as: Int.self) }
            let end = Date(timeIntervalSinceNow: 10)
            while scratch.database.connectionCounts.idle > 0, Date() < end {
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(scratch.database.connectionCounts == (0, 0))
            #expect(try await scratch.database.read { try $0.value("SELECT 1", as: Int.self) } == 1)
        }

        /// The server takes at most 24 days for some of them.
        @Test func limitsThatMeanForEver() throws {
            var options = DatabaseOptions()
            options.busyTimeout = .seconds(Int64.max)
            options.server.statementTimeout = .seconds(Int64.max)
            options.server.idleTimeout = .seconds(Int64.max)
            options.server.rowsPerFetch = .max
            let scratch = try Scratch("CREATE TABLE t (x integer); INSERT INTO t VALUES (1), (2)", options: options)
            for _ in 0..<2 {
                try scratch.database.read { session in
                    var sum = 0
                    try session.forEachRow("SELECT x FROM t") { sum += try $0.get(0, as: Int.self) }
                    #expect(sum == 3)
                    let limits = try session.rows(
                        "SELECT current_setting('lock_timeout'), current_setting('statement_timeout')")
                    #expect(limits.map(\.values) == [["2147483647ms", "2147483647ms"]])
                }
            }
        }

        @Test func aConnectionThatWasKilledDuringAWriteLeavesNothing() throws {
            let scratch = try Scratch("CREATE TABLE t (x integer)")
            let other = try scratch.another()
            let error = try failure {
                try scratch.database.write { session in
                    try session.execute("INSERT INTO t VALUES (1)")
                    let process = try session.value("SELECT pg_backend_pid()", as: Int.self)
                    _ = try other.rows("SELECT pg_terminate_backend(\(process))")
                    try session.execute("INSERT INTO t VALUES (2)")
                }
            }
            #expect(error.code == .connection)
            #expect(error.sqlState == "57P01")
            #expect(scratch.database.connectionCounts == (0, 0))
            #expect(try scratch.database.rows("SELECT count(*) FROM t") == [[0]])
        }

        @Test func aConnectionThatWasKilledWhileIdleIsReplaced() throws {
            let scratch = try Scratch()
            let other = try scratch.another()
            for interval in [Duration.zero, .seconds(30)] {
                var options = DatabaseOptions()
                options.server.healthCheckInterval = interval
                let database = try scratch.another(options)
                let process = try database.read { try $0.value("SELECT pg_backend_pid()", as: Int.self) }
                #expect(database.connectionCounts == (0, 1))
                _ = try other.rows("SELECT pg_terminate_backend(\(process))")
                usleep(100_000)
                #expect(try database.read { try $0.value("SELECT pg_backend_pid()", as: Int.self) } != process)
                #expect(database.connectionCounts == (0, 1))
            }
        }

        @Test func aCommitWhoseAnswerIsLostSaysThatNobodyKnows() throws {
            let scratch = try Scratch("CREATE TABLE t (x integer)")
            let other = try scratch.another()
            let error = try failure {
                try scratch.database.write { session in
                    try session.execute("INSERT INTO t VALUES (1)")
                    let process = try session.value("SELECT pg_backend_pid()", as: Int.self)
                    _ = try other.rows("SELECT pg_terminate_backend(\(process))")
                    usleep(100_000)
                }
            }
            #expect(error.code == .connection)
            #expect(error.sql == "COMMIT")
            #expect(error.hint == "It is not known whether the server committed: look before you run it again")
            #expect(try scratch.database.rows("SELECT count(*) FROM t") == [[0]])
        }

        @Test func aStatementThatTakesTooLongIsStopped() throws {
            var options = DatabaseOptions()
            options.server.statementTimeout = .milliseconds(100)
            let scratch = try Scratch("CREATE TABLE t (x integer)", options: options)
            let error = try failure {
                try scratch.database.write { session in
                    try session.execute("INSERT INTO t VALUES (1)")
                    _ = try session.rows("SELECT pg_sleep(20)")
                }
            }
            #expect(error.code == .timedOut)
            #expect(error.sqlState == "57014")
            #expect(try scratch.database.rows("SELECT count(*) FROM t") == [[0]])
        }

        @Test func aClosureCanBeGivenItsTime() throws {
            let scratch = try Scratch("CREATE TABLE t (x integer)")
            try scratch.database.write { session in
                try session.execute("SET LOCAL statement_timeout = '7s'")
                let error = try failure {
                    try session.transaction { session in
                        try session.limiting(to: .milliseconds(100)) { _ = try $0.rows("SELECT pg_sleep(20)") }
                    }
                }
                #expect(error.code == .timedOut)
                let inside = try session.limiting(to: .seconds(3)) { session in
                    try session.value("SHOW statement_timeout", as: String.self)
                }
                #expect(inside == "3s")
                #expect(try session.value("SHOW statement_timeout", as: String.self) == "7s")
            }
        }

        /// Texts would be read in another encoding than they come in.
        @Test func anotherEncodingStaysWithTheSession() throws {
            var options = DatabaseOptions()
            options.server.maximumConnections = 1
            let scratch = try Scratch("CREATE TABLE t (a integer, b text, PRIMARY KEY (a, b))", options: options)
            let database = scratch.database
            let process = try database.rows("SELECT pg_backend_pid()")
            try database.write { try $0.execute("SET LOCAL client_encoding = 'LATIN1'") }
            #expect(try database.rows("SELECT pg_backend_pid()") == process)
            try database.write { try $0.execute("SET client_encoding = 'LATIN1'") }
            #expect(try database.rows("SELECT pg_backend_pid()") != process)
            try database.write { try $0.execute("INSERT INTO t VALUES (1, \("né€"))") }
            #expect(try database.rows("SELECT b FROM t WHERE octet_length(b) = 6") == [["né€"]])
        }

        @Test func aCancelledTaskStopsItsStatement() async throws {
            let scratch = try Scratch("CREATE TABLE t (x integer)")
            let database = scratch.database
            let task = Task {
                try await database.write { session in
                    try session.execute("INSERT INTO t VALUES (1)")
                    _ = try session.rows("SELECT pg_sleep(3600)")
                }
            }
            try await Task.sleep(for: .milliseconds(200))
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            // An hour has not passed.
            #expect(try await database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 0)
            #expect(database.connectionCounts == (0, 1))
        }
    }
#endif
