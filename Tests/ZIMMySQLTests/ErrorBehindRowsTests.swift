#if MySQL
    import Foundation
    import Synchronization
    import TestServer
    import Testing

    @testable import ZIMDb
    @testable import ZIMOrm

    /// The server may fail behind rows that it has sent already, when who asked has what he wanted.
    @Suite(.server) struct ErrorBehindRowsTests {
        final class Account: Model {
            var bank = "", number = 0, balance = 0
            override class var table: String { "account" }
            override class var primaryKey: [String] { ["bank", "number"] }
        }

        private func url() throws -> String {
            try Server.url(
                """
                CREATE TABLE account (bank CHAR(1), number INT, balance INT, PRIMARY KEY (bank, number));
                CREATE TABLE note (pk INT AUTO_INCREMENT PRIMARY KEY, text VARCHAR(9));
                INSERT INTO account SELECT 'A', seq, 0 FROM (SELECT 1 AS seq UNION SELECT 2 UNION SELECT 3 UNION SELECT 4
                    UNION SELECT 5 UNION SELECT 6 UNION SELECT 7 UNION SELECT 8) AS s
                """)
        }

        @Test func aLockThatIsNotHadIsTold() throws {
            let url = try url()
            var options = DatabaseOptions()
            options.busyTimeout = .seconds(1)
            let (database, other) = (try Database(url: url, options: options), try Database(url: url))
            try other.write { holding throws in
                try holding.execute("UPDATE account SET balance = 1 WHERE bank = 'A' AND number = 2")
                try database.write { session throws in
                    let sql: SQL =
                        "SELECT number FROM account WHERE bank = 'A' AND number IN (1, 2) ORDER BY number FOR UPDATE"
                    #expect(Server.error { try session.value(sql, as: Int.self) }?.code == .busy)
                    let query = try session.query(Account.self).filter(\.bank == "A" && \.number <= 2).orderByKey()
                        .locked()
                    #expect(Server.error { try query.all() }?.code == .busy)
                }
            }
        }

        /// Runs what locks the first account and then asks for the third, which another transaction holds; that one waits for the
        /// first account as soon as the other waits, and is not the one that the server gives up.
        ///
        /// - Parameter body: says so when it has locked the first account.
        private func losing(_ url: String, _ body: (_ hasLocked: (Session) throws -> Void) throws -> Void) throws {
            let other = try Database(url: url)
            let (isLocked, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let box = ConnectionNumber()
            DispatchQueue.global().async {
                try? other.write { session throws in
                    try session.execute("UPDATE account SET balance = 9 WHERE bank = 'A' AND number >= 3")
                    isLocked.signal()
                    let end = ContinuousClock.now + .seconds(20)
                    var isWaiting = false
                    while !isWaiting, ContinuousClock.now < end {
                        // The server answers from a cache to who asks more often.
                        Thread.sleep(forTimeInterval: 0.2)
                        guard let number = box.value.withLock({ $0 }) else { continue }
                        isWaiting =
                            try session.value(
                                """
                                SELECT count(*) FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT' \
                                AND trx_mysql_thread_id = \(number)
                                """, as: Int.self) == 1
                    }
                    try session.execute("UPDATE account SET balance = 9 WHERE bank = 'A' AND number = 1")
                    throw CancellationError()
                }
                isDone.signal()
            }
            isLocked.wait()
            try body { session in
                let number = try session.value("SELECT connection_id()", as: Int.self)
                box.value.withLock { $0 = number }
            }
            isDone.wait()
        }

        private final class ConnectionNumber: Sendable { let value = Mutex<Int?>(nil) }

        private static let locking =
            "SELECT number FROM account WHERE bank = 'A' AND number IN (2, 3) ORDER BY number FOR UPDATE"

        /// What reads a row runs a statement of its own, by which the server's error is noticed: it is not sent.
        @Test(arguments: [false, true])
        func aStatementAmongRowsIsNotSentOutsideOfTheTransaction(_ isPreparedAgain: Bool) throws {
            let insert: SQL = "INSERT INTO note (text) VALUES ('inner')"
            let url = try url()
            let database = try Database(url: url)
            try losing(url) { hasLocked in
                let error = Server.error {
                    try database.write { session throws in
                        try session.execute("UPDATE account SET balance = 1 WHERE bank = 'A' AND number = 1")
                        if isPreparedAgain, MySQLProduct.isMariaDB {
                            try session.execute(insert)
                            // From here on statements are prepared again.
                            try session.execute("EXECUTE IMMEDIATE 'DO 1'")
                        }
                        try hasLocked(session)
                        let statement = try session.connection.statement(Self.locking)
                        try session.run(statement) { statement in
                            while try statement.step() {
                                _ = Server.error { try session.execute(insert) }
                            }
                        }
                    }
                }
                #expect(error?.code == .deadlock)
            }
            #expect(try database.read { try $0.value("SELECT count(*) FROM note", as: Int.self) } == 0)
        }

        /// The transaction is gone with the error: nothing is taken for saved, and the closure runs again.
        @Test(arguments: [0, 3])
        func aDeadlockIsTold(_ retries: Int) throws {
            let url = try url()
            let database = try Database(url: url)
            var runs = 0
            try losing(url) { hasLocked in
                let error = Server.error {
                    try database.write(retrying: retries) { session throws in
                        runs += 1
                        try session.execute("INSERT INTO note (text) VALUES ('first')")
                        try session.execute("UPDATE account SET balance = 1 WHERE bank = 'A' AND number = 1")
                        try hasLocked(session)
                        #expect(try session.value(SQL(unsafe: Self.locking), as: Int.self) == 2)
                        try session.execute("INSERT INTO note (text) VALUES ('second')")
                    }
                }
                #expect(error?.code == (retries == 0 ? .deadlock : nil))
            }
            let notes = try database.read { try $0.rows("SELECT text FROM note ORDER BY pk").map { $0[0] } }
            #expect(notes == (retries == 0 ? [] : ["first", "second"]))
            let balance = try database.read {
                try $0.value("SELECT balance FROM account WHERE number = 1", as: Int.self)
            }
            #expect(balance == (retries == 0 ? 0 : 1))
            #expect(runs == (retries == 0 ? 1 : 2))
        }

        /// Until a ROLLBACK the server would give the level of a transaction that it has given up to the next one.
        @Test func theLevelOfATransactionThatIsGivenUp() throws {
            let url = try url()
            var options = DatabaseOptions()
            options.server.maximumConnections = 1
            let (database, other) = (try Database(url: url, options: options), try Database(url: url))
            try losing(url) { hasLocked in
                let error = Server.error {
                    try database.write(isolation: .readUncommitted) { session throws in
                        try session.execute("UPDATE account SET balance = 1 WHERE bank = 'A' AND number = 1")
                        try hasLocked(session)
                        _ = try session.value(SQL(unsafe: Self.locking), as: Int.self)
                    }
                }
                #expect(error?.code == .deadlock)
            }
            #expect(try uncommitted(other) { try database.write($0) } == 0)
        }

        /// The same of one that has not begun.
        @Test func theLevelOfATransactionThatDidNotBegin() throws {
            let url = try url()
            var options = DatabaseOptions()
            options.server.maximumConnections = 1
            let (database, other) = (try Database(url: url, options: options), try Database(url: url))
            let error = Server.error {
                try database.withoutTransaction {
                    try $0.execute("SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED; START TRANSACTION AT NOON")
                }
            }
            #expect(error?.code == .sql)
            #expect(try uncommitted(other) { try database.write($0) } == 0)
        }

        /// What is read of a balance that another session has set to 777 and not committed.
        private func uncommitted(
            _ other: Database, _ read: ((Session) throws -> Int?) throws -> Int?
        ) throws -> Int? {
            try other.write { holding throws in
                try holding.execute("UPDATE account SET balance = 777 WHERE bank = 'A' AND number = 5")
                return try read {
                    try $0.value("SELECT balance FROM account WHERE bank = 'A' AND number = 5", as: Int.self)
                }
            }
        }
    }
#endif
