import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// Numbers in predicate text that the property cannot hold: rows lie above and below them, or the call fails.
@Suite(.eachEngine) struct PredicateNumberTests {
    final class Price: Model {
        var shop = 0, number = 0
        var amount = Decimal()
        var day = Date(timeIntervalSince1970: 0)
        var quantity = 0
        var count = 0
        override class var table: String { "price" }
        override class var primaryKey: [String] { ["shop", "number"] }
        override class var forms: [String: ColumnForm] {
            ["amount": .decimal(.text(scale: 2)), "day": .date(.date)]
        }
    }

    private func makeDatabase() throws -> Database {
        try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE price (shop INTEGER, number INTEGER, amount TEXT NOT NULL, day TEXT NOT NULL, quantity TEXT NOT NULL,
                count INTEGER, PRIMARY KEY (shop, number));
            INSERT INTO price VALUES (1, 1, '9.50', '2024-01-01', '9', 9), (1, 2, '100.00', '2023-01-01', '10', 10);
            """)
    }

    @Test func numbersAmongTexts() throws {
        let database = try makeDatabase()
        try database.read { session in
            let query = try session.query(Price.self)
            for (text, code) in [
                ("amount > \(12.50)", .formMissing), ("amount > \(12.505)", .formMissing),
                ("\(12.505) < amount", .formMissing), ("amount BETWEEN \(1.005) AND \(200)", .formMissing),
                ("quantity > 9", .formMissing), ("quantity > 9.5", .formMissing), ("quantity <= 9.5", .formMissing),
                ("quantity BETWEEN 8.5 AND 9.5", .formMissing), ("NOT quantity BETWEEN 8 AND 9.5", .formMissing),
                // Noon, which a form of days would cut off.
                ("day > \(1_672_574_400)", .value), ("day < \(1_672_574_400)", .value),
                ("day = \(1_672_574_400)", .value),
                ("day IN {\(1_672_574_400)}", .value), ("day BETWEEN \(1_672_574_400) AND \(1_704_067_200)", .value),
            ] as [(PredicateText, ModelError.Code)] {
                let error = #expect(throws: ModelError.self, "\(text)") { try query.filter(text).all() }
                #expect(error?.code == code, "\(text)")
            }
            func expect(_ text: PredicateText, _ numbers: [Int]) throws {
                #expect(try query.filter(text).orderByKey().all().map(\.number) == numbers, "\(text)")
            }
            try expect("day > \(1_672_531_200)", [1])
            // No row holds them.
            try expect("amount = \(12.505)", [])
            try expect("amount != \(12.505)", [1, 2])
            try expect("amount IN {\(12.505), \(9.5)}", [1])
            try expect("quantity = 9.5", [])
            try expect("quantity IN {9.5}", [])
            try expect("NOT quantity IN {9.5, 9}", [2])
        }
    }

    @Test func numbersAmongNumbers() throws {
        let database = try makeDatabase()
        try database.read { session in
            let query = try session.query(Price.self)
            func expect(_ text: PredicateText, _ numbers: [Int]) throws {
                #expect(try query.filter(text).orderByKey().all().map(\.number) == numbers, "\(text)")
            }
            try expect("count > 9.5", [2])
            try expect("9.5 > count", [1])
            try expect("count BETWEEN 8.5 AND 9.5", [1])
            try expect("NOT count BETWEEN 8.5 AND 9.5", [2])
            try expect("count = 9.5", [])
            try expect("count IN {9.5, 9}", [1])
        }
    }
}
