#if MySQL
    import Foundation
    import Synchronization
    import TestServer
    import Testing
    import ZIMDb
    import ZIMOrm

    /// A server that takes connections and answers nothing: its process is stopped, or busy beyond hope.
    @Suite(.server) struct SilentServerTests {
        private final class Scene: Sendable {
            let server: MySQLTestServer
            let database: Database
            private let isPaused = Atomic<Bool>(false)

            /// - Parameter healthCheckInterval: how long a connection may be idle before it is asked whether it is still there.
            init(healthCheckInterval: Duration = .seconds(30)) throws {
                server = try MySQLTestServer.separate()
                let url = try server.makeDatabase("CREATE TABLE t (a INT, b INT, PRIMARY KEY (a, b));")
                var options = DatabaseOptions()
                options.server.healthCheckInterval = healthCheckInterval
                database = try Database(url: url + "&connect-timeout=3", options: options)
            }

            func pause() throws {
                try server.pause()
                isPaused.store(true, ordering: .sequentiallyConsistent)
            }

            /// Cancels a task that waits for the server.
            func cancel<T>(_ task: Task<T, any Error>) async throws {
                while !isPaused.load(ordering: .sequentiallyConsistent) { try await Task.sleep(for: .milliseconds(10)) }
                // It sends what comes next meanwhile.
                try await Task.sleep(for: .seconds(2))
                task.cancel()
            }

            var rows: Int? { get throws { try database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) } } }
        }

        @Test func aCancelledTaskDoesNotWaitForIt() async throws {
            let scene = try Scene()
            defer { try? scene.server.resume() }
            let task = Task {
                try await scene.database.write { session in
                    try session.execute("INSERT INTO t VALUES (1, 1)")
                    try scene.pause()
                    try session.execute("INSERT INTO t VALUES (1, 2)")
                }
            }
            try await scene.cancel(task)
            await #expect(throws: CancellationError.self) { try await task.value }
            try scene.server.resume()
            #expect(try scene.rows == 0 && scene.database.connectionCounts == (0, 1))
        }

        @Test func norDoesItsRollback() async throws {
            let scene = try Scene()
            defer { try? scene.server.resume() }
            let task = Task {
                try await scene.database.write { session in
                    try session.execute("INSERT INTO t VALUES (1, 1)")
                    try session.transaction { session in
                        try session.execute("INSERT INTO t VALUES (1, 2)")
                        try scene.pause()
                        while true {
                            try session.checkCancellation()
                            usleep(10_000)
                        }
                    }
                }
            }
            try await scene.cancel(task)
            await #expect(throws: CancellationError.self) { try await task.value }
            try scene.server.resume()
            #expect(try scene.rows == 0 && scene.database.connectionCounts == (0, 1))
        }

        /// Nor where nobody has cancelled.
        @Test func norDoesTheRollbackOfAnError() async throws {
            let scene = try Scene()
            defer { try? scene.server.resume() }
            await #expect(throws: SilentServerTests.Stop.self) {
                try await scene.database.write { session in
                    try session.execute("INSERT INTO t VALUES (1, 1)")
                    try scene.pause()
                    throw Stop()
                }
            }
            try scene.server.resume()
            #expect(try scene.rows == 0 && scene.database.connectionCounts == (0, 1))
        }

        private struct Stop: Error {}

        @Test func whetherItHasCommittedIsNotKnown() async throws {
            let scene = try Scene()
            defer { try? scene.server.resume() }
            let task = Task {
                try await scene.database.write { session in
                    try session.execute("INSERT INTO t VALUES (1, 1)")
                    try scene.pause()
                }
            }
            try await scene.cancel(task)
            let error = await #expect(throws: DatabaseError.self) { try await task.value }
            #expect(error?.code == .connection && error?.sql == "COMMIT")
            #expect(
                error?.message.hasSuffix(
                    "is gone: the task was cancelled, and the server took no request to stop the statement") == true)
            #expect(error?.hint == "It is not known whether the server committed: look before you run it again")
            try scene.server.resume()
            // It had received it, and commits as soon as it goes on.
            let end = ContinuousClock.now + .seconds(60)
            while try scene.rows != 1, .now < end { try await Task.sleep(for: .milliseconds(20)) }
            #expect(try scene.rows == 1)
        }

        @Test func anIdleConnectionIsNotWaitedFor() throws {
            let scene = try Scene(healthCheckInterval: .zero)
            defer { try? scene.server.resume() }
            #expect(try scene.rows == 0)
            try scene.pause()
            let error = #expect(throws: DatabaseError.self) { try scene.rows }
            #expect(error?.code == .connection, "\(String(describing: error))")
            try scene.server.resume()
            #expect(try scene.rows == 0)
        }

        /// The number of a connection is another one's on another server.
        @Test func aStatementIsStoppedOnItsOwnServer() async throws {
            let (one, other) = (try MySQLTestServer.separate(), try MySQLTestServer.separate())
            let balancer = try Balancer([one.folder + "/socket", other.folder + "/socket"])
            let url = "mysql://root@127.0.0.1:\(balancer.port)/mysql?ssl-mode=disabled&connect-timeout=5"
            // Each server has a connection of the same number.
            let (first, second) = (try Database(url: url), try Database(url: url))
            func number(_ database: Database) throws -> Int? {
                try database.read { try $0.value("SELECT CONNECTION_ID()", as: Int.self) }
            }
            #expect(try number(first) == number(second))
            let (seconds, hour) = (20, 3_600)
            func sleeping(_ seconds: Int) throws -> Int? {
                try Database(url: "mysql://root@/?socket=\(seconds == hour ? one.folder : other.folder)/socket").read {
                    try $0.value(
                        "SELECT count(*) FROM information_schema.PROCESSLIST WHERE INFO LIKE \("%SLEEP(\(seconds))")",
                        as: Int.self)
                }
            }
            let stranger = Task { try await second.read { try $0.value("SELECT SLEEP(20)", as: Int.self) } }
            let task = Task { try await first.read { try $0.value("SELECT SLEEP(3600)", as: Int.self) } }
            let end = ContinuousClock.now + .seconds(60)
            for time in [seconds, hour] { while try sleeping(time) == 0, .now < end { usleep(20_000) } }
            // The third connection leads to the first server, and the fourth to the second.
            _ = try await Database(url: url).read { try $0.value("SELECT 1", as: Int.self) }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await stranger.value == 0)
            #expect(balancer.connections == 5)
            #expect(first.connectionCounts == (0, 1))
        }
    }
#endif
