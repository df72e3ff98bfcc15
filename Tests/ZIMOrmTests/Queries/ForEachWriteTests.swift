import TestServer
import Testing
import ZIMOrm

private final class Price: Model {
    var shop = 0, item = 0
    var amount = 0
    override class var table: String { "price" }
    override class var primaryKey: [String] { ["shop", "item"] }
}

/// Rows are written while they are gone through, by an index over what is written.
@Suite(.eachEngine) struct ForEachWriteTests {
    private func database() throws -> Database {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE price (shop INTEGER NOT NULL, item INTEGER NOT NULL, amount INTEGER NOT NULL, PRIMARY KEY (shop, item));
            CREATE INDEX price_amount ON price (amount);
            """)
        try database.write { session in
            try session.insert(
                (0..<2_500).map { number in
                    let price = Price()
                    (price.shop, price.item, price.amount) = (1, number, number + 1)
                    return price
                })
        }
        return database
    }

    @Test func eachRowComesOnce() throws {
        let database = try database()
        try database.write { session in
            var visited = 0
            try session.query(Price.self).filter(\.amount > 0).forEach { price in
                visited += 1
                price.amount += 1_500
                try session.save(price)
            }
            #expect(visited == 2_500)
            let sums = try session.query(Price.self).rows(
                .minimum(.column("amount") - .column("item")), .maximum(.column("amount") - .column("item")))
            #expect(sums.first?.values == [1_501, 1_501])
        }
    }

    @Test func aReaderReadsAsItGoes() throws {
        let database = try database()
        let (_, statements) = try database.tracing {
            try database.read { session in
                var visited = 0
                try session.query(Price.self).forEach { _ in visited += 1 }
                #expect(visited == 2_500)
            }
        }
        #expect(!statements.contains { $0.sql.contains("MATERIALIZED") })
    }

    /// The same for SQL of one's own, however it ends.
    @Test(arguments: ["", ";", " ; -- the end", "-- the end"]) func rawSQL(_ end: String) throws {
        let database = try database()
        try database.write { session in
            var visited = 0
            let sql = SQL(
                unsafe: "WITH p AS (SELECT * FROM price) SELECT amount, item, shop FROM p WHERE amount > 0" + end)
            try session.query(Price.self, sql: sql).forEach { price in
                visited += 1
                price.amount += 1_500
                try session.save(price)
            }
            #expect(visited == 2_500)
            #expect(try session.query(Price.self).filter(\.amount > 4_000).count() == 0)
        }
    }

    /// What writes gives its rows when all are written.
    @Test func aChangeThatReturnsItsRows() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try database()
        try database.write { session in
            var visited = 0
            let sql: SQL = "WITH p AS (SELECT 1) UPDATE price SET amount = amount + 1 WHERE item < 2 RETURNING *"
            try session.query(Price.self, sql: sql).forEach { _ in visited += 1 }
            #expect(visited == 2)
        }
    }
}
