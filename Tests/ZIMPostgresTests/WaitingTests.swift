#if PostgreSQL
    import CPostgres
    import Foundation
    import TestServer
    import Testing
    import ZIMDb

    @testable import ZIMPostgres

    /// How long a server is waited for.
    @Suite(.server) struct WaitingTests {
        /// Where connecting has no limit of time.
        @Test func aTaskIsCancelledWithoutALimitOfTime() async throws {
            let url = try #require(TestServer.shared).url(more: "&connect_timeout=0")
            let database = try Database(url: url)
            let task = Task { try await database.read { try $0.value("SELECT pg_sleep(3600)::text", as: String.self) } }
            // Tests that block may hold all threads for tasks for minutes.
            let (end, other) = (ContinuousClock.now + .seconds(600), try Database(url: url))
            func isRunning() throws -> Bool {
                try other.read {
                    try $0.value("SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(3600)::text'")
                } == 1
            }
            while try !isRunning(), .now < end { try await Task.sleep(for: .milliseconds(20)) }
            let hasRun = try isRunning()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(hasRun && database.connectionCounts == (0, 1))
        }

        /// The pooler takes the connection, and its server answers nothing.
        @Test(.pooler) func aSilentServerBehindAPoolerIsGivenUp() throws {
            let server = try TestServer.separate()
            let folder = try #require(try server.start(.pooler))
            let database = try Database(url: server.url(host: folder, more: "&connect_timeout=2"))
            try server.pause()
            defer { try? server.resume() }
            #expect(try failure { try database.rows("SELECT 1") }.code == .connection)
            try server.resume()
            #expect(try database.rows("SELECT 1") == [[1]])
        }

        @Test func whatMayCommit() {
            for sql in [
                "COMMIT", "-- close the day\nCOMMIT", "/* now */ END", "commit and chain", "COMMIT PREPARED 'a'",
            ] {
                #expect(PostgresScript.mayCommit(sql, alone: false), "\(sql)")
            }
            for sql in ["SELECT 1", "ROLLBACK TO zim_1", "UPDATE t SET a = 'COMMIT'", "\"end\""] {
                #expect(!PostgresScript.mayCommit(sql, alone: false), "\(sql)")
            }
        }

        /// Outside of a transaction each statement is one of its own.
        @Test func whatMayCommitAlone() {
            for sql in [
                "COMMIT", "UPDATE t SET a = 1", "CALL book()", "DO $$ BEGIN COMMIT; END $$", "ALTER TABLE t ADD x int",
                "SELECT book()", "SELECT * INTO u FROM t", "WITH d AS (DELETE FROM t RETURNING a) SELECT a FROM d",
                "COPY t FROM STDIN",
            ] {
                #expect(PostgresScript.mayCommit(sql, alone: true), "\(sql)")
            }
            for sql in [
                "", "SELECT a, count(*) FROM t GROUP BY a", "BEGIN", "ROLLBACK", "SET x = 1", "SHOW ALL", "LISTEN c",
            ] {
                #expect(!PostgresScript.mayCommit(sql, alone: true), "\(sql)")
            }
        }

        /// The server ends the connection then, and not the transaction alone.
        @Test func whatEndsTheConnection() {
            for state in ["57P01", "57P05", "25P03", "25P04", "08006"] {
                #expect(PostgresFailure.code(of: state, "") == .connection, "\(state)")
            }
            #expect(PostgresFailure.code(of: "25P02", "") == .transactionEnded)
        }

        /// As libpq would take it from the environment or from a service.
        @Test func theTimeToConnectIsTheURLsOrTenSeconds() throws {
            let server = try #require(TestServer.shared)
            for (more, seconds) in [("", 10), ("&connect_timeout=3", 3), ("&connect_timeout=1", 2)] {
                let handle = try PostgresConnecting.connect(server.url(more: more), location: "here")
                defer { PQfinish(handle) }
                #expect(PostgresConnecting.timeout(of: handle) == .seconds(seconds), "\(more)")
            }
            let handle = try PostgresConnecting.connect(server.url(more: "&connect_timeout=0"), location: "here")
            defer { PQfinish(handle) }
            #expect(PostgresConnecting.timeout(of: handle) == nil)
        }
    }
#endif
