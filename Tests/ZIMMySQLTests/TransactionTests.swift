#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMDb
    import ZIMOrm

    @Suite(.server) struct TransactionTests {
        private static let script = "CREATE TABLE t (a INT PRIMARY KEY, b INT); INSERT INTO t VALUES (1, 1), (2, 2);"

        private func values(_ database: Database) throws -> [Int] {
            try database.read { try $0.rows("SELECT b FROM t ORDER BY a").map { try $0.get(0) } }
        }

        @Test func commitRollbackAndSavepoints() throws {
            let database = try Server.database(Self.script)
            var statements: [String] = []
            _ = statements
            try database.write { session in
                try session.execute("UPDATE t SET b = 10 WHERE a = 1")
                try? session.transaction { session in
                    try session.execute("UPDATE t SET b = 20 WHERE a = 2")
                    throw CancellationError()
                }
                try session.transaction { try $0.execute("UPDATE t SET b = b + 1 WHERE a = 1") }
            }
            #expect(try values(database) == [11, 2])
            try? database.write { session in
                try session.execute("DELETE FROM t")
                throw CancellationError()
            }
            #expect(try values(database) == [11, 2])
            statements = []
        }

        @Test func aReadSeesOneStateAndCannotWrite() throws {
            let database = try Server.database(Self.script)
            let other = try Database(url: database.location)
            try database.read { session in
                let before = try session.rows("SELECT b FROM t").count
                try other.write { try $0.execute("INSERT INTO t VALUES (3, 3)") }
                #expect(try session.rows("SELECT b FROM t").count == before)
            }
            #expect(try values(database).count == 3)
        }

        @Test func anIsolationOfItsOwn() throws {
            let database = try Server.database(Self.script)
            let other = try Database(url: database.location)
            try database.write(isolation: .readCommitted) { session in
                _ = try session.rows("SELECT b FROM t")
                try other.write { try $0.execute("INSERT INTO t VALUES (3, 3)") }
                #expect(try session.rows("SELECT b FROM t").count == 3)
            }
        }

        /// The server commits before it changes the schema.
        @Test func aChangeOfTheSchema() throws {
            let database = try Server.database(Self.script)
            // Nothing has been changed: the transaction is begun anew behind it.
            try? database.write { session in
                try session.execute("CREATE TABLE u (a INT)")
                try session.execute("INSERT INTO u VALUES (1)")
                throw CancellationError()
            }
            #expect(try database.read { try $0.value("SELECT count(*) FROM u", as: Int.self) } == 0)
            let error = Server.error {
                try database.write { session in
                    try session.execute("UPDATE t SET b = 100")
                    try session.execute("CREATE TABLE v (a INT)")
                }
            }
            #expect(error?.code == .misuse)
            #expect(error?.message.hasPrefix("MySQL commits the transaction before CREATE") == true)
            #expect(try values(database) == [1, 2])
            // What lasts as long as the connection commits nothing.
            try database.write { session in
                try session.execute("UPDATE t SET b = 100")
                try session.execute("CREATE TEMPORARY TABLE v (a INT)")
            }
            #expect(try values(database) == [100, 100])
            // One that fails has committed all the same.
            let twice = Server.error {
                try database.write { session in
                    do { try session.execute("CREATE TABLE t (a INT)") } catch let error as DatabaseError {
                        #expect(error.code == .sql)
                    }
                    try session.execute("UPDATE t SET b = 5")
                    throw DatabaseError(.other, "enough")
                }
            }
            #expect(twice?.code == .other)
            #expect(try values(database) == [100, 100])
        }

        @Test(arguments: [false, true])
        func aDeadlockIsRepeated(_ isIgnored: Bool) throws {
            let database = try Server.database(Self.script)
            let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let attempts = Counter()
            let group = DispatchGroup()
            DispatchQueue.global().async(group: group) {
                try? database.write(retrying: 5) { session in
                    attempts.add()
                    try session.execute("UPDATE t SET b = b + 10 WHERE a = 1")
                    first.signal()
                    _ = second.wait(timeout: .now() + 1)
                    let last = Result { try session.execute("UPDATE t SET b = b + 10 WHERE a = 2") }
                    if !isIgnored { _ = try last.get() }
                }
            }
            try database.write(retrying: 5) { session in
                attempts.add()
                try session.execute("UPDATE t SET b = b + 1 WHERE a = 2")
                _ = first.wait(timeout: .now() + 1)
                second.signal()
                let last = Result { try session.execute("UPDATE t SET b = b + 1 WHERE a = 1") }
                if !isIgnored { _ = try last.get() }
            }
            group.wait()
            #expect(try values(database) == [12, 13])
        }

        @Test func aLockThatIsNotGivenBack() throws {
            var options = DatabaseOptions()
            options.busyTimeout = .seconds(1)
            let database = try Server.database(Self.script, options)
            try database.write { session in
                try session.execute("UPDATE t SET b = 7 WHERE a = 1")
                let other = try Database(url: database.location, options: options)
                let error = Server.error { try other.write { try $0.execute("UPDATE t SET b = 8 WHERE a = 1") } }
                #expect(error?.code == .busy)
                #expect(error?.isTransient == true)
                let now = Server.error {
                    try other.write { try $0.rows("SELECT * FROM t WHERE a = 1 FOR UPDATE NOWAIT") }
                }
                #expect(now?.code == .busy)
            }
        }

        private final class Counter: @unchecked Sendable {
            private let lock = NSLock()
            private var count = 0
            func add() { lock.withLock { count += 1 } }
        }
    }
#endif
