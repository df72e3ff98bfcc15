#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMDb

    /// Stopping a statement.
    @Suite(.server) struct StoppingTests {
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
            // A connection that was idle for long may have been replaced, by one to the other server.
            func isSleeping() throws -> Bool {
                try [one, other].contains { server in
                    try Database(url: "mysql://root@/?socket=\(server.folder)/socket").read {
                        try $0.value(
                            "SELECT count(*) FROM information_schema.PROCESSLIST WHERE INFO LIKE '%SLEEP(3600)'",
                            as: Int.self)
                    } == 1
                }
            }
            let stranger = Task { try await second.read { try $0.value("SELECT SLEEP(20)", as: Int.self) } }
            let task = Task { try await first.read { try $0.value("SELECT SLEEP(3600)", as: Int.self) } }
            // Beside other tests it may be long until a task gets a thread.
            let end = ContinuousClock.now + .seconds(1_500)
            while try !isSleeping(), .now < end { try await Task.sleep(for: .milliseconds(20)) }
            #expect(try isSleeping())
            // The third connection leads to the first server, and the fourth to the second.
            _ = try await Database(url: url).read { try $0.value("SELECT 1", as: Int.self) }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await stranger.value == 0)
            // The fourth has led to the other server, so that there is a fifth.
            #expect(balancer.connections >= 5)
            #expect(first.connectionCounts == (0, 1))
        }
    }
#endif
