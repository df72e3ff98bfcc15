#if PostgreSQL
    import Foundation
    import TestServer
    import Testing
    import ZIMDb

    /// A server that ends in the middle of a transaction.
    @Suite(.server) struct CrashTests {
        private struct Step: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let run: @Sendable (Session) throws -> Void
        }

        private static let steps = [
            Step(testDescription: "a statement that was prepared") { try $0.execute("INSERT INTO t VALUES (\(2))") },
            Step(testDescription: "a new statement") { try $0.execute("DELETE FROM t WHERE n = \(1)") },
            Step(testDescription: "a savepoint") { try $0.transaction { _ in } },
        ]

        @Test(arguments: steps) private func whatWaitsForAnAnswerHearsOfTheLostConnection(_ step: Step) throws {
            let server = try TestServer.separate()
            let database = try Database(url: server.url())
            try database.execute("CREATE TABLE t (n integer PRIMARY KEY)")
            try database.execute("INSERT INTO t VALUES (\(0))")
            let error = try failure {
                try database.write { session in
                    try session.execute("INSERT INTO t VALUES (\(1))")
                    try server.crash()
                    try step.run(session)
                }
            }
            #expect(error.code == .connection)
            #expect(
                error.message.hasPrefix(
                    "the connection to postgresql://postgres@/postgres?host=\(server.folder) is gone: server closed"))
            #expect(
                error.hint
                    == "The statement changed nothing, and a transaction that was open is rolled back: run that again")
            try server.restart()
            #expect(try database.rows("SELECT n FROM t") == [[.integer(0)]])
            database.close()
        }

        /// A server that ends the connection, since nothing came for so long, has read no COMMIT.
        @Test func aCommitBehindALimitOfIdleTimeIsNotInDoubt() throws {
            let database = try Database(url: try #require(TestServer.shared).makeDatabase("CREATE TABLE t (n integer)"))
            defer { database.close() }
            let error = try failure {
                try database.write { session in
                    try session.execute("SET LOCAL idle_in_transaction_session_timeout = 50")
                    try session.execute("INSERT INTO t VALUES (1)")
                    Thread.sleep(forTimeInterval: 0.5)
                }
            }
            #expect(error.code == .connection && error.sqlState == "25P03" && error.sql == "COMMIT")
            #expect(
                error.hint
                    == "The statement changed nothing, and a transaction that was open is rolled back: run that again")
            #expect(try database.rows("SELECT n FROM t") == [])
        }
    }
#endif
