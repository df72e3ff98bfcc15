import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// A change is a change, whatever the values are; the same value assigned again is none.
@Suite(.eachEngine) struct ChangeTests {
    struct Place: Codable, Equatable {
        var street = "", numbers: [Int] = []
    }

    class Account: Model {
        var branch = "", number = 0
        var balance = 0
        var rate = 0.0
        var code: String?
        var raw = SQLValue.null
        var place = Place()
        var tags: [Int] = []
        var picture = NSData()
        var bytes: [UInt8] = []
        var file: Data?
        var since: Date?
        var isOpen = false
        override class var table: String { "account" }
        override class var primaryKey: [String] { ["branch", "number"] }
    }

    final class Listed: Account {
        override class var columns: [Column] {
            [
                Column("branch", \Listed.branch), Column("number", \Listed.number), Column("balance", \Listed.balance),
                Column("rate", \Listed.rate), Column("code", \Listed.code), Column("raw", \Listed.raw),
                Column("place", json: \Listed.place), Column("tags", json: \Listed.tags),
                Column("picture", \Listed.picture), Column("bytes", \Listed.bytes), Column("file", \Listed.file),
                Column("since", \Listed.since), Column("isOpen", \Listed.isOpen),
            ]
        }
    }

    let database: Database
    let log: SQLLog

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE account (branch TEXT, number INTEGER, balance INTEGER, rate REAL, code TEXT, raw TEXT,
                place TEXT, tags TEXT, picture BLOB, bytes BLOB, file BLOB, since TEXT, "isOpen" INTEGER,
                PRIMARY KEY (branch, number));
            INSERT INTO account VALUES ('Böblingen', 1, 40079, 697.07, 'INV-39473', '0', '{"numbers":[1],"street":"a"}',
                '[1,2]', x'0102', x'03', x'0405', '2026-01-02T03:04:05.678Z', 0), ('B', 2, 0, 0, NULL, NULL, '{"numbers":[],"street":""}',
                '[]', x'', x'', NULL, NULL, 1);
            """)
        log = SQLLog(database)
    }

    private func first<A: Account>(_ type: A.Type) throws -> A {
        let found = try #require(try database.read { try $0.find(A.self, "Böblingen", 1) })
        _ = log.take()
        return found
    }

    private func check(_ column: String, _ change: @escaping @Sendable (Account) -> Void, saves value: SQLValue) throws
    {
        try check(Account.self, column, change, value)
        try database.execute(SQL(unsafe: "DELETE FROM account WHERE number > 10"))
        try check(Listed.self, column, change, value)
    }

    private func check<A: Account>(
        _ type: A.Type, _ column: String, _ change: @escaping @Sendable (Account) -> Void, _ value: SQLValue
    ) throws {
        #expect(throws: Undo.self) {
            try database.write { session in
                for account in try session.query(A.self).filter("number = 1").all() {
                    #expect(try !account.hasChanges())
                    try session.save(account)
                    change(account)
                    #expect(try account.changedColumns() == [column])
                    _ = log.take()
                    try session.save(account)
                    let trace = log.take().first
                    #expect(
                        trace?.sql == "UPDATE \"account\" SET \"\(column)\" = ? WHERE \"branch\" = ? AND \"number\" = ?"
                    )
                    #expect(trace?.parameters == [value, "Böblingen", 1])
                    #expect(try !account.hasChanges())
                }
                throw Undo()
            }
        }
    }

    @Test func valuesThatOnceWereTakenForTheSame() throws {
        try check("balance", { $0.balance = 52674 }, saves: 52674)
        try check("rate", { $0.rate = 1210.11 }, saves: 1210.11)
        try check("code", { $0.code = "INV-46410" }, saves: "INV-46410")
        try check("raw", { $0.raw = "" }, saves: "")
    }

    @Test func whatIsChangedInPlace() throws {
        try check("place", { $0.place.numbers.append(2) }, saves: "{\"numbers\":[1,2],\"street\":\"a\"}")
        try check("tags", { $0.tags[1] = 3 }, saves: "[1,3]")
        try check(
            "picture",
            {
                let object = NSMutableData(data: Data([1, 2]))
                $0.picture = object
                #expect((try? $0.hasChanges()) == false)
                object.append(Data([9]))
            }, saves: .blob([1, 2, 9]))
        try check("bytes", { $0.bytes[0] = 4 }, saves: .blob([4]))
        try check("file", { $0.file?.append(6) }, saves: .blob([4, 5, 6]))
    }

    @Test func otherWaysToSayTheSame() throws {
        // One text to Swift, two to a column.
        let composed = try first(Account.self)
        composed.branch = "Bo\u{308}blingen"
        #expect(composed.branch == "Böblingen")
        #expect(try composed.changedColumns() == ["branch"])
        try check("rate", { $0.rate = Double(697.07).nextUp }, saves: .real(Double(697.07).nextUp))
        try check("since", { $0.since = $0.since?.addingTimeInterval(0.001) }, saves: "2026-01-02T03:04:05.679Z")
        try check("isOpen", { $0.isOpen = true }, saves: 1)
        let zero = try #require(try database.read { try $0.find(Account.self, "B", 2) })
        zero.rate = -0.0
        #expect(try zero.changedColumns() == ["rate"])
        zero.rate = .nan
        #expect(try zero.changedColumns() == ["rate"])
    }

    @Test(arguments: [true, false]) func theSameValueIsNoChange(isListed: Bool) throws {
        let account = isListed ? try first(Listed.self) : try first(Account.self)
        account.branch = ["B", "öblingen"].joined()
        account.number = 1
        account.balance = 40079
        account.rate = 697.07
        account.code = "INV-" + String(39473)
        account.raw = "0"
        account.place = Place(street: "a", numbers: [1])
        account.tags = [1, 2]
        account.picture = NSMutableData(data: Data([1, 2]))
        account.bytes = [3]
        account.file = Data([4, 5])
        account.since = account.since?.addingTimeInterval(0)
        account.isOpen = false
        #expect(try !account.hasChanges())
        try database.write { try $0.save(account) }
        #expect(log.take().isEmpty)
        account.balance = 1
        account.balance = 40079
        account.code = nil
        account.code = "INV-39473"
        #expect(try !account.hasChanges())
    }

    @Test func randomValuesAreToldApart() throws {
        var numbers = SystemRandomNumberGenerator()
        let account = try first(Account.self)
        for _ in 0..<2_000 {
            account.balance = Int(truncatingIfNeeded: numbers.next())
            account.code = String(numbers.next(), radix: 36)
            account.rate = Double.random(in: -1e6...1e6, using: &numbers)
            #expect(try account.changedColumns() == ["balance", "rate", "code"])
        }
    }
}
