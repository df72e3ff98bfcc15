#if PostgreSQL
    import Testing
    import ZIMOrm

    private final class Sale: Model {
        var shop = 0
        var amount = 0
        override class var table: String { "sale" }
        override class var primaryKey: [String] { ["shop", "amount"] }
    }

    /// Each partition counts the places of its rows on its own: `ctid` alone names one row of each.
    @Suite(.server) struct PartitionedChangeTests {
        private func scratch() throws -> Scratch {
            try Scratch(
                """
                CREATE TABLE sale (shop int NOT NULL, amount int NOT NULL) PARTITION BY LIST (shop);
                CREATE TABLE sale_1 PARTITION OF sale FOR VALUES IN (1);
                CREATE TABLE sale_2 PARTITION OF sale FOR VALUES IN (2);
                INSERT INTO sale SELECT shop, amount FROM generate_series(1, 2) AS shop, generate_series(1, 5) AS amount
                """)
        }

        @Test func aLimitedStatementChangesItsRowsOnly() throws {
            let scratch = try scratch()
            try scratch.database.write { session in
                let deleted = try session.execute(
                    DeleteStatement(from: "sale").orderBy("shop").orderBy("amount").limit(3))
                #expect(deleted.changes == 3)
                let updated = try session.execute(
                    UpdateStatement("sale").column("amount", value: 9).orderBy("shop").orderBy("amount").limit(1))
                #expect(updated.changes == 1)
                let rows = try session.rows("SELECT shop, amount FROM sale ORDER BY 1, 2").map(\.values)
                #expect(rows == [[1, 5], [1, 9], [2, 1], [2, 2], [2, 3], [2, 4], [2, 5]])
            }
        }

        @Test func soDoesAQueryWhoseKeyIsNotUnique() throws {
            let scratch = try scratch()
            try scratch.database.write { session in
                try session.execute("INSERT INTO sale VALUES (1, 1)")
                #expect(try session.query(Sale.self).orderByKey().limit(1).delete() == 1)
                #expect(try session.query(Sale.self).filter(\.shop == 1).count() == 5)
                #expect(try session.query(Sale.self).filter(\.shop == 2).count() == 5)
            }
        }
    }
#endif
