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

        @Test(arguments: [
            "SET TRANSACTION READ WRITE", "/* on */ SET LOCAL transaction_read_only = off",
            "SET default_transaction_read_only TO off", "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE",
            "RESET default_transaction_read_only", "BEGIN READ WRITE", "RESET ALL",
            "SET \"transaction_read_only\" = 'off'",
        ])
        func whatWouldLetAReadOnlySessionWriteIsRefused(_ sql: String) throws {
            let scratch = try counter()
            let statement = SQL(unsafe: sql)
            #expect(try failure { try scratch.database.read { try $0.execute(statement) } }.code == .readOnly)
            let database = try scratch.another(.readOnly)
            func change(_ session: Session) throws {
                try session.execute(statement)
                try session.execute("UPDATE t SET n = 9")
            }
            for error in [
                try failure { try database.read { try change($0) } },
                try failure { try database.write { try change($0) } },
                try failure { try database.withoutTransaction { try change($0) } },
            ] {
                #expect(error.code == .readOnly && error.sql == sql)
            }
            for sql in ["SET LOCAL transaction_read_only = 'on'", "SET transaction_read_only TO 1"] {
                _ = try database.read { try $0.execute(SQL(unsafe: sql)) }
            }
            // A server has no file to leave as it is.
            for options in [DatabaseOptions.untouched, .untrusted] {
                let database = try scratch.another(options)
                #expect(try failure { try database.execute("UPDATE t SET n = 9") }.code == .readOnly)
                #expect(try failure { try database.write { try change($0) } }.sql == sql)
            }
            // A program that can write may set what it likes.
            try scratch.database.write { session in
                try session.execute("SET TRANSACTION READ WRITE")
                try session.execute("UPDATE t SET n = 1")
            }
            #expect(try database.rows("SELECT n FROM t") == [[1], [1]])
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

        /// A conflict with others remains one, whatever the closure does behind it.
        @Test(arguments: [("40P01", DatabaseError.Code.deadlock), ("40001", .serialization)])
        func aConflictThatIsPassedOverIsRepeated(_ state: String, _ code: DatabaseError.Code) throws {
            let scratch = try counter()
            func change(_ session: Session, fails: Bool) throws {
                try session.execute("UPDATE t SET n = n + 1 WHERE x = 1")
                let raise = "DO $$ BEGIN RAISE EXCEPTION 'they met' USING ERRCODE = '\(state)'; END $$"
                if fails { #expect(try failure { try session.execute(SQL(unsafe: raise)) }.code == code) }
                try session.execute("UPDATE t SET n = n + 1 WHERE x = 2")
            }
            let error = try failure { try scratch.database.write { try change($0, fails: true) } }
            #expect(error.code == code && error.sqlState == "25P02" && error.isTransient)
            #expect(error.message == "a statement of this transaction failed before: they met")
            #expect(error.hint == "Run it again: write(retrying:) does")
            var runs = 0
            try scratch.database.write(retrying: 3) { session in
                runs += 1
                try change(session, fails: runs == 1)
            }
            #expect(runs == 2)
            #expect(try scratch.database.rows("SELECT n FROM t ORDER BY x") == [[1], [1]])
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

        /// Where `busyTimeout` is shorter than the server's `deadlock_timeout`, a deadlock ends so, too.
        @Test func aLockTimeoutIsRunAgain() throws {
            let scratch = try counter()
            var options = DatabaseOptions()
            options.busyTimeout = .milliseconds(50)
            let other = try scratch.another(options)
            func runs(_ statement: SQL) throws -> (count: Int, error: DatabaseError) {
                var count = 0
                let error = try failure {
                    try other.write(retrying: 2) { session in
                        count += 1
                        try session.execute(statement)
                    }
                }
                return (count, error)
            }
            try scratch.database.write { session in
                try session.execute("UPDATE t SET n = 1 WHERE x = 1")
                let waiting = try runs("UPDATE t SET n = 2 WHERE x = 1")
                #expect(waiting.count == 3 && waiting.error.code == .busy && waiting.error.isTransient)
                // Who does not want to wait does not want to come again.
                let refused = try runs("SELECT n FROM t WHERE x = 1 FOR UPDATE NOWAIT")
                #expect(refused.count == 1 && refused.error.code == .busy && !refused.error.isTransient)
                #expect(refused.error.sqlState == "55P03")
            }
            var attempts = 0
            let holder = try scratch.database.openSession()
            try holder.run { try $0.execute("UPDATE t SET n = 5 WHERE x = 1") }
            try other.write(retrying: 2) { session in
                attempts += 1
                if attempts == 2 { try holder.commit() }
                try session.execute("UPDATE t SET n = n + 1 WHERE x = 1")
            }
            holder.close()
            #expect(attempts == 2)
            #expect(try scratch.database.rows("SELECT n FROM t WHERE x = 1") == [[6]])
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
