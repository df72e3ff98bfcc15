import Foundation
import TestServer
import Testing

@testable import ZIMOrm

private final class Account: Model {
    var id = 0
    var debit = 0
    var credit = 0
    override class var table: String { "account" }
    override class var primaryKey: [String] { ["id"] }
}

/// Another program gives the columns of a table other names while statements over it are kept: each value has the name that its
/// column has now.
@Suite(.eachServer) struct RenamedColumnTests {
    private let database: Database
    private let other: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE account (id INTEGER NOT NULL PRIMARY KEY, debit INTEGER NOT NULL, credit INTEGER NOT NULL);
            INSERT INTO account VALUES (1, 100, 7)
            """)
        if ServedEngine.isPostgreSQL {
            let schema = try #require(try database.read { try $0.value("SELECT current_schema()", as: String.self) })
            other = try Database(url: #require(TestServer.shared).url(schema: schema))
        } else {
            other = try Database(url: database.location)
        }
    }

    enum Way: CaseIterable { case rows, eachRow, models, eachModel, boundNumber }

    /// The values of `debit` and `credit`.
    private func read(_ way: Way, _ session: Session) throws -> [[Int]] {
        var found: [[Int]] = []
        func add(_ account: Account) { found.append([account.debit, account.credit]) }
        switch way {
        case .rows:
            found = try session.rows("SELECT * FROM account").map { try [$0.get("debit"), $0.get("credit")] }
        case .eachRow:
            try session.forEachRow("SELECT * FROM account") { row in
                let values = Dictionary(uniqueKeysWithValues: zip(row.columnNames, row.values))
                try found.append(["debit", "credit"].map { try Int(column: values[$0] ?? .null) })
            }
        case .models: try session.query(Account.self, sql: "SELECT * FROM account").all().forEach(add)
        case .eachModel: try session.query(Account.self, sql: "SELECT * FROM account").forEach(add)
        // No integer: PostgreSQL is sent the text anew.
        case .boundNumber:
            try session.query(Account.self, sql: "SELECT * FROM account WHERE id < \(2.5)").all().forEach(add)
        }
        return found
    }

    private func swapNames() throws { try other.withoutTransaction { try swapNames($0) } }

    private func swapNames(_ session: Session) throws {
        for (old, new) in [("debit", "old"), ("credit", "debit"), ("old", "credit")] {
            try session.execute("ALTER TABLE account RENAME COLUMN \(identifier: old) TO \(identifier: new)")
        }
    }

    @Test(arguments: Way.allCases) func inATransaction(_ way: Way) throws {
        func found() throws -> [[Int]] { try database.read { try read(way, $0) } }
        for expected in [[100, 7], [7, 100], [100, 7]] {
            for _ in 1...3 { #expect(try found() == [expected]) }
            try swapNames()
            // The server refuses, or this library does where the server reads the text anew for a cursor.
            guard ServedEngine.isPostgreSQL, way != .boundNumber else { continue }
            let error = #expect(throws: DatabaseError.self) { try found() }
            #expect(error?.code == .schemaChanged)
        }
    }

    @Test(arguments: Way.allCases) func outsideOfATransaction(_ way: Way) throws {
        try database.withoutTransaction { session in
            for expected in [[100, 7], [7, 100], [100, 7]] {
                for _ in 1...3 { #expect(try read(way, session) == [expected]) }
                try swapNames()
            }
        }
    }

    /// The statement is kept from before the change of this program's own.
    @Test func behindAChangeOfItsOwn() throws {
        try database.withoutTransaction { session in
            for expected in [[100, 7], [7, 100]] {
                #expect(try read(.models, session) == [expected])
                try swapNames(session)
            }
        }
    }

    /// What is returned of a change, of which the columns are known before.
    @Test func whatAChangeReturns() throws {
        guard !ServedEngine.isMySQL else { return }
        let change: SQL =
            ServedEngine.isPostgreSQL
            ? "UPDATE account SET id = id RETURNING *" : "REPLACE INTO account SELECT * FROM account RETURNING *"
        try database.withoutTransaction { session in
            for expected in [[100, 7], [7, 100], [100, 7]] {
                for _ in 1...2 {
                    let found = try session.query(Account.self, sql: change).all()
                    #expect(found.map { [$0.debit, $0.credit] } == [expected])
                }
                try swapNames()
            }
        }
    }

    /// The change has not run, also where the connection prepares it again behind another statement.
    @Test func aChangeThatReturnsTooLittleHasNotRun() throws {
        guard ServedEngine.isPostgreSQL else { return }
        try database.withoutTransaction { session in
            for _ in 1...2 {
                let error = #expect(throws: ModelError.self) {
                    try session.query(Account.self, sql: "UPDATE account SET debit = 0 RETURNING id, debit").all()
                }
                #expect(error?.code == .unknownColumn && error?.hint == nil)
                try session.execute("ANALYZE account")
            }
        }
        #expect(try database.read { try $0.value("SELECT debit FROM account", as: Int.self) } == 100)
    }

    /// The rows were not changed, so nothing is said of a change.
    @Test func aColumnThatIsMissing() throws {
        let error = #expect(throws: ModelError.self) {
            try database.read { try $0.query(Account.self, sql: "SELECT id, debit FROM account").all() }
        }
        #expect(error?.code == .unknownColumn)
        #expect(error?.column == "credit")
        #expect(error?.hint == nil)
    }
}

private final class Heard: Model {
    nonisolated(unsafe) static var debits: [Int] = []
    var id = 0
    var debit = 0
    override class var table: String { "account" }
    override class var primaryKey: [String] { ["id"] }
    override func didLoad() throws { Self.debits.append(debit) }
}

extension RenamedColumnFileTests {
    /// No model is made of the values of other columns, whose hook would be called, or which would not take them.
    @Test func valuesOfOtherColumnsAreNotRead() throws {
        var options = DatabaseOptions()
        options.journalMode = .delete
        for isText in [true, false] {
            let path = NSTemporaryDirectory() + "zim-renamed-\(UUID().uuidString).sqlite"
            defer { try? FileManager.default.removeItem(atPath: path) }
            let database = try Database(path: path, options: options)
            let other = try Database(path: path, options: options)
            try other.execute(
                """
                CREATE TABLE account (id INTEGER PRIMARY KEY, debit INTEGER NOT NULL); INSERT INTO account VALUES (1, 100)
                """)
            try database.withoutTransaction { session in
                let query = try session.query(Heard.self, sql: "SELECT * FROM account")
                try query.forEach { #expect($0.debit == 100) }
                try other.execute(
                    """
                    ALTER TABLE account RENAME COLUMN debit TO old;
                    ALTER TABLE account ADD COLUMN debit INTEGER NOT NULL DEFAULT 5
                    """)
                if isText { try other.execute("UPDATE account SET old = 'x'") }
                Heard.debits = []
                let error = #expect(throws: DatabaseError.self) { try query.forEach { _ in } }
                #expect(error?.code == .schemaChanged)
                #expect(Heard.debits == [])
                try query.forEach { #expect($0.debit == 5) }
            }
        }
    }
}

/// SQLite finds the change out with the first row. A transaction asks for it beforehand.
@Suite struct RenamedColumnFileTests {
    /// The rows that are collected first have names of their own: `debit` and `debit:1`.
    @Test func aNameThatIsAnotherInWhatIsCollected() throws {
        let database = try Database.inMemory()
        try database.execute(
            """
            CREATE TABLE account (id INTEGER PRIMARY KEY, debit INTEGER NOT NULL, credit INTEGER NOT NULL);
            INSERT INTO account VALUES (1, 100, 7)
            """)
        try database.write { session in
            var found: [[Int]] = []
            let query = try session.query(Account.self, sql: "SELECT credit AS x, debit COLLATE NOCASE, * FROM account")
            for _ in 1...2 { try query.forEach { found.append([$0.debit, $0.credit]) } }
            #expect(found == [[100, 7], [100, 7]])
        }
    }
    @Test func aColumnThatIsCalledTrue() throws {
        final class Answer: Model {
            var id = 0, number = 0
            override class var table: String { "answer" }
            override class var primaryKey: [String] { ["id"] }
            override class var columns: [Column] { [Column("id", \Answer.id), Column("true", \Answer.number)] }
        }
        let database = try Database.inMemory()
        try database.execute(
            #"CREATE TABLE answer (id INTEGER PRIMARY KEY, "true" INTEGER); INSERT INTO answer VALUES (1, 5)"#)
        try database.write { session in
            var found: [Int] = []
            try session.query(Answer.self, sql: "SELECT * FROM answer").forEach { found.append($0.number) }
            #expect(found == [5])
        }
    }

    @Test func outsideOfATransactionTheQuerySaysSoOnce() throws {
        let path = NSTemporaryDirectory() + "zim-renamed-\(UUID().uuidString).sqlite"
        defer { try? FileManager.default.removeItem(atPath: path) }
        var options = DatabaseOptions()
        options.journalMode = .delete
        let (database, other) = (try Database(path: path, options: options), try Database(path: path, options: options))
        try other.execute(
            """
            CREATE TABLE account (id INTEGER PRIMARY KEY, debit INTEGER NOT NULL, credit INTEGER NOT NULL);
            INSERT INTO account VALUES (1, 100, 7)
            """)
        try database.withoutTransaction { session in
            let query = try session.query(Account.self, sql: "SELECT * FROM account")
            func all() throws -> [[Int]] { try query.all().map { [$0.debit, $0.credit] } }
            func each() throws -> [[Int]] {
                var found: [[Int]] = []
                try query.forEach { found.append([$0.debit, $0.credit]) }
                return found
            }
            for (find, first, second) in [(all, [100, 7], [7, 100]), (each, [7, 100], [100, 7])] {
                for _ in 1...2 { #expect(try find() == [first]) }
                try other.execute(
                    """
                    ALTER TABLE account RENAME COLUMN debit TO old; ALTER TABLE account RENAME COLUMN credit TO debit;
                    ALTER TABLE account RENAME COLUMN old TO credit
                    """)
                let error = #expect(throws: DatabaseError.self) { try find() }
                #expect(error?.code == .schemaChanged)
                #expect(error?.message == "the result has other columns than before, since a table was changed")
                #expect(error?.hint == "Run it again")
                for _ in 1...2 { #expect(try find() == [second]) }
            }
        }
    }
}
