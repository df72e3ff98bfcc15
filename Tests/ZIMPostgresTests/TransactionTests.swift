#if PostgreSQL
    import Foundation
    import Synchronization
    import Testing
    import ZIMDb

    @testable import ZIMPostgres

    @Suite(.server) struct TransactionTests {
        private func counter() throws -> Scratch {
            try Scratch("CREATE TABLE t (x integer PRIMARY KEY, n integer); INSERT INTO t VALUES (1, 0), (2, 0)")
        }

        @Test func aReadIsASnapshotThatCannotWrite() throws {
            let scratch = try counter()
            let other = try scratch.another()
            try scratch.database.read { session in
                #expect(try session.value("SELECT n FROM t WHERE x = 1", as: Int.self) == 0)
                try other.execute("UPDATE t SET n = 5 WHERE x = 1")
                #expect(try session.value("SELECT n FROM t WHERE x = 1", as: Int.self) == 0)
                #expect(try failure { try session.execute("DELETE FROM t") }.code == .readOnly)
            }
            // What is hidden in a function is refused by the server.
            try scratch.database.execute(
                "CREATE FUNCTION f() RETURNS integer LANGUAGE sql AS 'DELETE FROM t; SELECT 1'")
            #expect(try failure { try scratch.database.rows("SELECT f()") }.code == .readOnly)
            #expect(try scratch.database.rows("SELECT count(*) FROM t") == [[2]])
        }

        @Test func aSavepointTakesBackItsPartAndTheRestGoesOn() throws {
            let scratch = try counter()
            try scratch.database.write { session in
                try session.execute("UPDATE t SET n = 1 WHERE x = 1")
                let error = try failure {
                    try session.transaction { session in
                        try session.execute("UPDATE t SET n = 1 WHERE x = 2")
                        try session.execute("INSERT INTO t VALUES (1, 9)")
                    }
                }
                #expect(error.constraint?.kind == .primaryKey)
                #expect(error.constraint?.columns == ["x"])
                try session.execute("INSERT INTO t VALUES (3, 3)")
            }
            #expect(try scratch.database.rows("SELECT * FROM t ORDER BY x") == [[1, 1], [2, 0], [3, 3]])
        }

        @Test func afterAFailureTheTransactionTakesNothingMore() throws {
            let scratch = try counter()
            let error = try failure {
                try scratch.database.write { session in
                    try session.execute("UPDATE t SET n = 1")
                    _ = try? session.execute("INSERT INTO t VALUES (1, 9)")
                    try session.execute("UPDATE t SET n = 2")
                }
            }
            #expect(error.code == .transactionEnded)
            #expect(error.message.hasPrefix("a statement of this transaction failed before: duplicate key"))
            #expect(error.constraint?.columns == ["x"])
            #expect(try scratch.database.rows("SELECT n FROM t") == [[0], [0]])
        }

        @Test func aCommitThatRollsBackIsAnError() throws {
            let scratch = try counter()
            let error = try failure {
                try scratch.database.write { session in
                    try session.execute("UPDATE t SET n = 1")
                    _ = try? session.execute("INSERT INTO t VALUES (1, 9)")
                }
            }
            #expect(error.code == .transactionEnded)
            #expect(
                error.message.hasPrefix(
                    "the transaction was rolled back, since a statement of it had failed: duplicate"))
            #expect(try scratch.database.rows("SELECT n FROM t") == [[0], [0]])
        }

        @Test func isolationLevelsAreAsAsked() throws {
            let scratch = try counter()
            func level(_ session: Session) throws -> String? { try session.value("SHOW transaction_isolation") }
            #expect(try scratch.database.read { try level($0) } == "repeatable read")
            #expect(try scratch.database.write { try level($0) } == "read committed")
            #expect(try scratch.database.write(isolation: .serializable) { try level($0) } == "serializable")
            var options = DatabaseOptions()
            options.server.isolation = .repeatableRead
            #expect(try scratch.another(options).write { try level($0) } == "repeatable read")
        }

        /// Two transactions read what the other one writes.
        private func skew(_ database: Database, _ other: Database, retrying times: Int) throws -> Int {
            var runs = 0
            try database.write(retrying: times, isolation: .serializable) { session in
                runs += 1
                let sum = try session.value("SELECT sum(n) FROM t", as: Int.self) ?? 0
                if runs == 1 {
                    try other.write(isolation: .serializable) { session in
                        let sum = try session.value("SELECT sum(n) FROM t", as: Int.self) ?? 0
                        try session.execute("UPDATE t SET n = \(sum + 1) WHERE x = 1")
                    }
                }
                try session.execute("UPDATE t SET n = \(sum + 1) WHERE x = 2")
            }
            return runs
        }

        @Test func aSerializationFailureRunsTheClosureAgain() throws {
            let scratch = try counter()
            let other = try scratch.another()
            #expect(try skew(scratch.database, other, retrying: 3) == 2)
            #expect(try scratch.database.rows("SELECT n FROM t ORDER BY x") == [[1], [2]])
            try other.execute("UPDATE t SET n = 0")
            let error = try failure { try skew(scratch.database, other, retrying: 0) }
            #expect(error.code == .serialization)
            #expect(error.isTransient)
            #expect(try scratch.database.rows("SELECT n FROM t ORDER BY x") == [[1], [0]])
        }

        private final class Runs: Sendable { let count = Atomic<Int>(0) }

        @Test func aDeadlockIsBrokenAndRunAgain() async throws {
            let scratch = try counter()
            try scratch.database.execute("ALTER DATABASE postgres SET deadlock_timeout = '50ms'")
            let database = scratch.database
            let runs = Runs()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (first, second) in [(1, 2), (2, 1)] {
                    group.addTask {
                        try await database.write(retrying: 5) { session in
                            // Each holds its row until the other has its own, in the first run only.
                            try session.execute("UPDATE t SET n = n + 1 WHERE x = \(first)")
                            runs.count.wrappingAdd(1, ordering: .sequentiallyConsistent)
                            let end = Date(timeIntervalSinceNow: 5)
                            while runs.count.load(ordering: .sequentiallyConsistent) < 2, Date() < end { usleep(1000) }
                            try session.execute("UPDATE t SET n = n + 1 WHERE x = \(second)")
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(runs.count.load(ordering: .relaxed) == 3)
            #expect(try scratch.database.rows("SELECT n FROM t") == [[2], [2]])
        }

        @Test func aLockIsWaitedForAsLongAsTheOptionsSay() throws {
            let scratch = try counter()
            var options = DatabaseOptions()
            options.busyTimeout = .milliseconds(50)
            let other = try scratch.another(options)
            try scratch.database.write { session in
                try session.execute("UPDATE t SET n = 1 WHERE x = 1")
                let error = try failure { try other.execute("UPDATE t SET n = 2 WHERE x = 1") }
                #expect(error.code == .busy)
                #expect(error.sqlState == "55P03")
            }
            #expect(try scratch.database.rows("SELECT n FROM t ORDER BY x") == [[1], [0]])
        }

        @Test func aTransactionThatAStatementEndsIsReported() throws {
            let scratch = try counter()
            let error = try failure {
                try scratch.database.write { session in
                    try session.execute("UPDATE t SET n = 1")
                    try session.execute("ROLLBACK")
                }
            }
            #expect(error.code == .transactionEnded)
            #expect(try scratch.database.rows("SELECT n FROM t") == [[0], [0]])
        }
    }
#endif
