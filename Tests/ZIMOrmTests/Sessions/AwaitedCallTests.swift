import Foundation
import Synchronization
import TestServer
import Testing
import ZIMOrm

/// Read, change and write across `await`, from every kind of context, without a word to the compiler.
@Suite(.eachEngine, .timeLimit(.minutes(25))) struct AwaitedCallTests {
    final class Account: Model {
        var bank = "", number = 0
        var balance = 0
        override class var table: String { "account" }
        override class var primaryKey: [String] { ["bank", "number"] }
        override class var dataSource: String { "awaited-nowhere" }
    }
    /// Says where it is saved.
    final class Located: Model {
        var bank = "", number = 0
        var balance = 0
        var isOnMainActor = false
        override class var table: String { "account" }
        override class var primaryKey: [String] { ["bank", "number"] }
        override class var ignoredProperties: Set<String> { ["isOnMainActor"] }
        override func willSave() throws {
            // Ends the program anywhere else.
            if isOnMainActor { MainActor.assertIsolated() }
        }
    }

    private func makeDatabase() throws -> Database {
        try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE account (bank TEXT, number INTEGER, balance INTEGER NOT NULL, PRIMARY KEY (bank, number));
            INSERT INTO account VALUES ('A', 1, 10), ('A', 2, 20), ('B', 1, 30);
            """)
    }

    private func balances(_ database: Database) async throws -> [SQLValue] {
        try await database.read { try $0.rows("SELECT balance FROM account ORDER BY bank, number").map { $0[0] } }
    }

    @Test func theClosureTakesTheModelAlong() async throws {
        let database = try makeDatabase()
        let account = try #require(try await database.find(Account.self, "A", 2))
        account.balance = 21
        try await database.write { try $0.save(account) }
        #expect(try await balances(database) == [10, 21, 30])
        let other = try #require(try await database.find(Account.self, "B", 1))
        other.balance += 1
        let written = try await database.write { session in
            try session.save(other)
            return other.balance
        }
        #expect(written == 31)
        let again = try #require(try await database.find(Account.self, "B", 1))
        again.balance += 1
        try await database.write(retrying: 3) { try $0.save(again) }
        #expect(try await balances(database) == [10, 21, 32])
    }

    @Test func theModelStaysWithTheCaller() async throws {
        let database = try makeDatabase()
        let log = SQLLog(database)
        let account = try #require(try await database.find(Account.self, "A", 1))
        account.balance = 5
        _ = log.take()
        try await account.save()
        #expect(
            log.texts().map(\.withQuestionMarks) == [
                #"UPDATE "account" SET "balance" = ? WHERE "bank" = ? AND "number" = ?"#
            ])
        #expect(try !account.hasChanges())
        account.balance = 6
        try await account.update()
        try await database.write {
            try $0.execute("UPDATE account SET balance = 7 WHERE number = 1 AND bank = 'A'")
        }
        try await account.reload()
        #expect(account.balance == 7)
        try await account.load()
        account.balance = 8
        try await account.upsert()
        #expect(try await balances(database) == [8, 20, 30])
        try await account.delete()
        #expect(account.isDeleted)
        #expect(try await balances(database) == [20, 30])
        try await account.insert()
        #expect(account.isLoaded)
        #expect(try await balances(database) == [8, 20, 30])
        // And it can still be sent away.
        account.balance = 9
        try await database.write { try $0.save(account) }
        #expect(try await balances(database) == [9, 20, 30])
    }

    @Test func upsertsByAUniqueKeyAndZIMsOwnSave() async throws {
        let database = try makeDatabase()
        try await database.write { try $0.execute("CREATE UNIQUE INDEX by_balance ON account (balance)") }
        let log = SQLLog(database)
        let account = try #require(try await database.find(Account.self, "A", 1))
        (account.bank, account.number, account.balance) = ("C", 9, 20)
        _ = log.take()
        try await account.upsert(on: ["balance"])
        // The row with that balance keeps its key, and the model has it.
        #expect(account.keyValues == ["A", 2])
        let insert =
            #"INSERT INTO "account" ("bank", "number", "balance") VALUES (?, ?, ?) "#
            + (ServedEngine.isMariaDB ? "ON DUPLICATE KEY UPDATE" : #"ON CONFLICT ("balance") DO"#)
        #expect(log.texts().contains { $0.withQuestionMarks.hasPrefix(insert) })
        #expect(try await balances(database) == [10, 20, 30])
        let other = try #require(try await database.find(Account.self, "B", 1))
        (other.number, other.balance) = (2, 31)
        try await other.saveOrUpdate()
        (other.number, other.balance) = (1, 32)
        try await other.saveOrUpdate()
        #expect(try await balances(database) == [10, 20, 32, 31])
        try await other.upsert(on: ["number", "bank"], updating: [])
        await #expect(throws: ModelError.self) { try await other.upsert(on: ["bank"]) }
        await #expect(throws: ModelError.self) { try await other.upsert(on: ["balance"], updating: ["number"]) }
        #expect(try await balances(database) == [10, 20, 32, 31])
    }

    @Test func aFailureLeavesTheModelAsItWas() async throws {
        let database = try makeDatabase()
        let account = try #require(try await database.find(Account.self, "A", 1))
        account.number = 2
        await #expect(throws: DatabaseError.self) { try await account.save() }
        #expect(try account.changedColumns() == ["number"])
        #expect(try await balances(database) == [10, 20, 30])
        let nowhere = Account()
        await #expect(throws: DatabaseError.self) { try await nowhere.save() }
        #expect(!nowhere.isLoaded)
    }

    @MainActor @Test func onTheMainActor() async throws {
        let database = try makeDatabase()
        guard let account = try await database.find(Located.self, "A", 1) else {
            Issue.record("there is no account")
            return
        }
        account.balance = 11
        account.isOnMainActor = true
        try await account.save()
        account.balance += 1
        account.isOnMainActor = false
        try await database.write { try $0.save(account) }
        #expect(try await balances(database) == [12, 20, 30])
    }

    @MainActor private final class Screen {
        var account: Located?
        func save(_ balance: Int) async throws {
            account?.isOnMainActor = true
            account?.balance = balance
            try await account?.save()
        }
    }

    @MainActor @Test func ofAnObjectOnTheMainActor() async throws {
        let database = try makeDatabase()
        let screen = Screen()
        screen.account = try await database.find(Located.self, "A", 2)
        async let first: Void = screen.save(1)
        async let second: Void = screen.save(2)
        _ = try await (first, second)
        try await screen.save(3)
        #expect(try await balances(database) == [10, 3, 30])
        #expect(try screen.account?.hasChanges() == false)
    }

    private actor Teller {
        let database: Database
        private var account: Account?
        init(_ database: Database) { self.database = database }

        func open() async throws { account = try await database.find(Account.self, "B", 1) }

        func pay(_ amount: Int) async throws {
            account?.balance += amount
            try await account?.save()
        }

        func payOnce(_ amount: Int) async throws -> Int {
            let account = try #require(try await database.find(Account.self, "A", 1))
            account.balance += amount
            try await account.save()
            let balance = account.balance
            try await database.write { try $0.delete(account) }
            return balance
        }
    }

    @Test func inAnActor() async throws {
        let database = try makeDatabase()
        let teller = Teller(database)
        try await teller.open()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<5 { group.addTask { try await teller.pay(1) } }
            try await group.waitForAll()
        }
        let balance = try await teller.payOnce(4)
        #expect(balance == 14)
        try await teller.pay(0)
        #expect(try await balances(database) == [20, 35])
    }

    @Test func inAnOpenSession() async throws {
        let database = try makeDatabase()
        let open = try database.openSession()
        let account = try #require(try open.run { try $0.find(Account.self, "A", 1) })
        account.balance = 1
        try await account.save()
        #expect(try open.run { try $0.value("SELECT sum(balance) FROM account", as: Int.self) } == 51)
        try open.rollback()
        #expect(try account.changedColumns() == ["balance"])
        open.close()
        #expect(try await balances(database) == [10, 20, 30])
    }

    @Test func aCancelledTaskWritesNothing() async throws {
        let database = try makeDatabase()
        let result = await Task {
            let account = try #require(try await database.find(Account.self, "A", 1))
            account.balance = 99
            withUnsafeCurrentTask { $0?.cancel() }
            try await account.save()
        }.result
        #expect(throws: CancellationError.self) { try result.get() }
        let onMainActor = await Task { @MainActor in
            let account = try #require(try await database.find(Account.self, "A", 1))
            account.balance = 99
            withUnsafeCurrentTask { $0?.cancel() }
            try await account.save()
        }.result
        #expect(throws: CancellationError.self) { try onMainActor.get() }
        #expect(try await balances(database) == [10, 20, 30])
    }

    /// Also where the rows are here already, and no statement is left that could be stopped.
    @Test(arguments: [false, true]) func aCancelledTaskReadsNoMoreRows(_ readsModels: Bool) async throws {
        let database = try makeDatabase()
        try await database.write { session in
            for number in 10..<60 { try session.execute("INSERT INTO account VALUES ('C', \(number), 1)") }
        }
        let task = Cancelled()
        let result = await task.run {
            try await database.read { session in
                if readsModels {
                    try session.query(Account.self).forEach { _ in task.count(until: 3) }
                } else {
                    try session.forEachRow("SELECT bank, number FROM account") { _ in task.count(until: 3) }
                }
            }
        }
        #expect(throws: CancellationError.self) { try result.get() }
        #expect(task.counted == 3)
        let all = try await balances(database)
        #expect(all.count == 53)
    }

    /// The savepoint is rolled back all the same, so that the error is that of the cancellation.
    @Test func aCancelledTaskMayPassOverTheErrorOfASavepoint() async throws {
        let database = try makeDatabase()
        let task = Cancelled()
        let result = await task.run {
            try await database.write { session in
                try session.execute("UPDATE account SET balance = 1")
                try? session.transaction { session in
                    try session.execute("UPDATE account SET balance = 2")
                    task.cancel()
                    try session.execute("UPDATE account SET balance = 3")
                }
            }
        }
        #expect(throws: CancellationError.self) { try result.get() }
        #expect(try await balances(database) == [10, 20, 30])
    }

    /// A task that is cancelled from inside of its closure.
    private final class Cancelled: Sendable {
        private let task = Mutex<Task<Void, any Error>?>(nil)
        private let number = Mutex(0)

        func run(_ body: @escaping @Sendable () async throws -> Void) async -> Result<Void, any Error> {
            let task = Task { try await body() }
            self.task.withLock { $0 = task }
            return await task.result
        }

        var counted: Int { number.withLock { $0 } }

        /// Cancels it when it has been called so often.
        func count(until last: Int) {
            let count = number.withLock { number in
                number += 1
                return number
            }
            if count == last { cancel() }
        }

        func cancel() {
            while true {
                if let task = task.withLock({ $0 }) { return task.cancel() }
                usleep(1_000)
            }
        }
    }

    /// Blocking calls remain what they were, in functions that do not wait and in closures.
    @Test func blocking() throws {
        let database = try makeDatabase()
        let account = try #require(try database.find(Account.self, "A", 1))
        account.balance = 3
        try account.save()
        try database.write { _ in
            account.balance = 4
            try account.save()
        }
        #expect(try database.read { try $0.value("SELECT sum(balance) FROM account", as: Int.self) } == 54)
    }
}
