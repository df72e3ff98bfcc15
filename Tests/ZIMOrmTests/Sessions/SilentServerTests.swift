import Foundation
import Synchronization
import TestServer
import Testing
import ZIMOrm

/// A server that takes connections and answers nothing: its process is stopped, or busy beyond hope.
@Suite struct SilentServerTests {
    private final class Scene: Sendable {
        let database: Database
        let resume: @Sendable () throws -> Void
        private let stop: @Sendable () throws -> Void
        private let isPaused = Atomic<Bool>(false)

        /// - Parameter healthCheckInterval: how long a connection may be idle before it is asked whether it is still there.
        init(_ engine: ServedEngine, healthCheckInterval: Duration = .seconds(30)) throws {
            let script = "CREATE TABLE t (a INT, b INT, PRIMARY KEY (a, b));"
            var options = DatabaseOptions()
            options.server.healthCheckInterval = healthCheckInterval
            if engine == .mariaDB {
                let server = try MySQLTestServer.separate()
                (stop, resume) = ({ try server.pause() }, { try server.resume() })
                database = try Database(url: server.makeDatabase(script) + "&connect-timeout=3", options: options)
            } else {
                let server = try TestServer.separate()
                (stop, resume) = ({ try server.pause() }, { try server.resume() })
                database = try Database(url: server.makeDatabase(script) + "&connect_timeout=2", options: options)
            }
        }

        func pause() throws {
            try stop()
            isPaused.store(true, ordering: .sequentiallyConsistent)
        }

        /// How something ends in whose course the server is stopped; then the server goes on.
        ///
        /// - Parameter isCancelled: whether the task is cancelled once the server is stopped.
        func outcome(
            isCancelled: Bool = true, _ body: @escaping @Sendable (Session) throws -> Void
        ) async throws -> Result<Void, any Error> {
            defer { try? resume() }
            let task = Task { try await database.write { try body($0) } }
            if isCancelled {
                while !isPaused.load(ordering: .sequentiallyConsistent) { try await Task.sleep(for: .milliseconds(10)) }
                // It sends what comes next meanwhile.
                try await Task.sleep(for: .seconds(2))
                task.cancel()
            }
            return await task.result
        }

        var rows: Int? { get throws { try database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) } } }
    }

    @Test(arguments: ServedEngine.servers)
    func aCancelledTaskDoesNotWaitForIt(_ engine: ServedEngine) async throws {
        let scene = try Scene(engine)
        let outcome = try await scene.outcome { session in
            try session.execute("INSERT INTO t VALUES (1, 1)")
            try scene.pause()
            try session.execute("INSERT INTO t VALUES (1, 2)")
        }
        #expect(throws: CancellationError.self) { try outcome.get() }
        #expect(try scene.rows == 0 && scene.database.connectionCounts == (0, 1))
    }

    @Test(arguments: ServedEngine.servers)
    func norDoesItsRollback(_ engine: ServedEngine) async throws {
        let scene = try Scene(engine)
        let outcome = try await scene.outcome { session in
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
        #expect(throws: CancellationError.self) { try outcome.get() }
        #expect(try scene.rows == 0 && scene.database.connectionCounts == (0, 1))
    }

    /// Nor where nobody has cancelled.
    @Test(arguments: ServedEngine.servers)
    func norDoesTheRollbackOfAnError(_ engine: ServedEngine) async throws {
        struct Stop: Error {}
        let scene = try Scene(engine)
        let outcome = try await scene.outcome(isCancelled: false) { session in
            try session.execute("INSERT INTO t VALUES (1, 1)")
            try scene.pause()
            throw Stop()
        }
        #expect(throws: Stop.self) { try outcome.get() }
        #expect(try scene.rows == 0 && scene.database.connectionCounts == (0, 1))
    }

    @Test(arguments: ServedEngine.servers)
    func whetherItHasCommittedIsNotKnown(_ engine: ServedEngine) async throws {
        let scene = try Scene(engine)
        let outcome = try await scene.outcome { session in
            try session.execute("INSERT INTO t VALUES (1, 1)")
            try scene.pause()
        }
        let error = #expect(throws: DatabaseError.self) { try outcome.get() }
        #expect(error?.code == .connection && error?.sql == "COMMIT")
        #expect(
            error?.message.hasSuffix(
                "is gone: the task was cancelled, and the server took no request to stop the statement") == true)
        #expect(error?.hint == "It is not known whether the server committed: look before you run it again")
        // It had received it, and commits as soon as it goes on.
        let end = ContinuousClock.now + .seconds(60)
        while try scene.rows != 1, .now < end { try await Task.sleep(for: .milliseconds(20)) }
        #expect(try scene.rows == 1)
    }

    @Test(arguments: ServedEngine.servers)
    func anIdleConnectionIsNotWaitedFor(_ engine: ServedEngine) throws {
        let scene = try Scene(engine, healthCheckInterval: .zero)
        defer { try? scene.resume() }
        #expect(try scene.rows == 0)
        try scene.pause()
        let error = #expect(throws: DatabaseError.self) { try scene.rows }
        #expect(error?.code == .connection, "\(String(describing: error))")
        try scene.resume()
        #expect(try scene.rows == 0)
    }

    @Test(arguments: ServedEngine.servers)
    func aCancelledTaskDoesNotWaitForAConnectionThatIsBeingMade(_ engine: ServedEngine) async throws {
        let listener = try LocalListener()
        defer { listener.close() }
        let database = try Database(
            url: engine == .mariaDB
                ? "mysql://root@127.0.0.1:\(listener.port)/test?connect-timeout=36000"
                : "postgres://postgres@127.0.0.1:\(listener.port)/postgres?connect_timeout=36000")
        let task = Task { try await database.read { _ in Issue.record("it ran") } }
        while database.connectionCounts.checkedOut == 0 { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(database.connectionCounts == (0, 0))
    }

    /// A network that is silent ends connections.
    @Test(arguments: ServedEngine.servers)
    func connectionsAskWhetherTheOtherMachineIsThere(_ engine: ServedEngine) throws {
        let (path, url): (String, String)
        if engine == .mariaDB {
            (path, url) = (
                try #require(MySQLTestServer.shared).folder + "/socket", "mysql://root@HOST/?ssl-mode=disabled"
            )
        } else {
            path = try #require(TestServer.shared).folder + "/.s.PGSQL.5432"
            url = "postgres://postgres@HOST/postgres?sslmode=disable"
        }
        var options = DatabaseOptions()
        options.server.networkTimeout = .seconds(120)
        var cases: [(more: String, interval: Int32?)] = [("", 20)]
        if engine == .postgreSQL { cases += [("&keepalives_interval=7", 7), ("&keepalives=0", nil)] }
        for (more, interval) in cases {
            let balancer = try Balancer([path])
            let address = url.replacing("HOST", with: "127.0.0.1:\(balancer.port)") + more
            let database = try Database(url: address, options: options)
            try database.execute("SELECT 1")
            let descriptor = try #require(Balancer.descriptor(to: balancer.port))
            #expect(Balancer.option(descriptor, SOL_SOCKET, SO_KEEPALIVE) == (interval == nil ? 0 : 1), "\(more)")
            guard let interval else { continue }
            #expect(Balancer.option(descriptor, Int32(IPPROTO_TCP), TCP_KEEPINTVL) == interval, "\(more)")
        }
    }
}
