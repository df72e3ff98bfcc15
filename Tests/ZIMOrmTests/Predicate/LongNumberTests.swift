import Foundation
import TestServer
import Testing
import ZIMOrm

private final class Account: Model {
    var bank = 0, number = 0
    var balance: Decimal = 0
    var rate: Double?
    override class var table: String { "account" }
    override class var primaryKey: [String] { ["bank", "number"] }
}

/// Numbers in the text of a predicate, and those that are put into it.
@Suite(.eachEngine, .showingValues) struct LongNumberTests {
    private let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE account (bank INTEGER NOT NULL, number INTEGER NOT NULL, balance DECIMAL(20,2), rate DOUBLE PRECISION,
                PRIMARY KEY (bank, number));
            INSERT INTO account VALUES (1, 1, 900719925474099.30, 0.1), (1, 2, 900719925474099.33, 2.5),
                (2, 1, 900719925474099.36, NULL), (2, 2, 12.5, -1);
            """)
    }

    private func found(_ predicate: PredicateText) throws -> [Int] {
        try database.read { try $0.query(Account.self).filter(predicate).orderByKey().all() }
            .map { $0.bank * 10 + $0.number }
    }

    private func found(sql condition: SQL) throws -> [Int] {
        try database.read { try $0.rows("SELECT bank * 10 + number FROM account WHERE \(condition) ORDER BY 1") }
            .map { try $0.get(0) }
    }

    @Test func moreDigitsThanADoubleHas() throws {
        #expect(try found("balance = 900719925474099.33") == found(sql: "balance = 900719925474099.33"))
        #expect(try found("balance > 900719925474099.33") == found(sql: "balance > 900719925474099.33"))
        #expect(try found("balance + 0 > 900719925474099.33") == found(sql: "balance + 0 > 900719925474099.33"))
        #expect(
            try found("balance BETWEEN 900719925474099.32 AND 900719925474099.335")
                == found(sql: "balance BETWEEN 900719925474099.32 AND 900719925474099.335"))
        #expect(
            try found("balance IN {900719925474099.30, 12.5}")
                == found(sql: "balance IN (900719925474099.30, 12.5)"))
        #expect(try found("rate < 2.500000000000000000001") == found(sql: "rate < 2.500000000000000000001"))
        #expect(try found("number < 1.500000000000000000001") == [11, 21])
        #expect(try found("number = 1.00000000000000000001").isEmpty)
        #expect(try found("number > 0.99999999999999999999") == [11, 12, 21, 22])
        #expect(try found("number IN {1.00000000000000000001, 2}") == [12, 22])
        #expect(try found("-0.10000000000000000000001 < rate") == [11, 12])
    }

    @Test func decimalNumbersThatArePutIn() throws {
        let exact = try #require(Decimal(string: "900719925474099.33"))
        #expect(try found("balance = \(exact)") == found(sql: "balance = 900719925474099.33"))
        #expect(try found("balance IN \([exact, 12.5])") == found(sql: "balance IN (900719925474099.33, 12.5)"))
        #expect(try found("rate * 2 > \(Decimal(4))") == [12])
        #expect(try found("number + 1 = \(Decimal(2))") == [11, 21])
        #expect(try found("number <= \(Decimal(1))") == [11, 21])
        #expect(try found("rate > \(Decimal(0))") == [11, 12])
    }
}
