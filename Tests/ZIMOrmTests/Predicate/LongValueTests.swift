import TestServer
import Testing
import ZIMOrm

/// Values that are computed of many parts, in predicates.
@Suite(.eachEngine) struct LongValueTests {
    final class Stock: Model {
        var hall = "", number = 0
        var quantity = 0
        override class var table: String { "stock" }
        override class var primaryKey: [String] { ["hall", "number"] }
    }

    private func makeDatabase() throws -> Database {
        try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE stock (hall TEXT, number INTEGER, quantity INTEGER NOT NULL, PRIMARY KEY (hall, number));
            INSERT INTO stock VALUES ('A', 1, 10), ('A', 2, 20)
            """)
    }

    /// As many parts as a predicate may have: SQLite's parser takes some fifty parentheses inside one another.
    @Test func longSumsAndProducts() throws {
        let database = try makeDatabase()
        let sum = "quantity" + String(repeating: " + 2 - 1", count: 90) + " = 110"
        let product = "quantity" + String(repeating: " * 3 / 3", count: 90) + " = 20"
        let mixture = "quantity" + String(repeating: " + number * 3", count: 60) + " = 190"
        try database.read { session in
            for (text, number) in [(sum, 2), (product, 2), (mixture, 1)] {
                let found = try session.query(Stock.self).filter(PredicateText(unsafe: text)).all()
                #expect(found.map(\.number) == [number])
            }
        }
    }

    /// What nests deeper than SQLite reads is an error that says so, and not one of its grammar.
    @Test func tooManyParentheses() throws {
        let database = try makeDatabase()
        let text =
            String(repeating: "(", count: 31) + "quantity" + String(repeating: " + 1) * 1", count: 31) + " + 0 > 0"
        try database.read { session in
            let query = try session.query(Stock.self).filter(PredicateText(unsafe: text))
            guard ServedEngine.isSQLite else {
                #expect(try query.count() == 2)
                return
            }
            do {
                // Later versions of SQLite read any depth.
                #expect(try query.count() == 2)
            } catch let error as DatabaseError {
                #expect(error.code == .tooBig)
                #expect(error.message == "the statement has more parentheses inside one another than SQLite reads")
            }
        }
    }
}
