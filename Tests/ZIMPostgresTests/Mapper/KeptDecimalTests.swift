#if PostgreSQL
    import Foundation
    import Testing

    @testable import ZIMOrm

    /// Decimal numbers with more digits than a NUMERIC column keeps, which the server would round.
    @Suite(.server) struct KeptDecimalTests {
        final class Price: Model {
            var region = "", item = 0, amount: Decimal?, rough: Decimal?, count: Int?, mean: Double?
            override class var table: String { "price" }
            override class var primaryKey: [String] { ["region", "item"] }
            override class var isAutoIncremented: Bool { false }
        }

        private static let script = """
            CREATE DOMAIN money2 AS numeric(8, 2);
            CREATE TABLE price (region text, item int, amount money2, rough numeric(8, -2), count numeric(8, -2), mean numeric(8, 2),
                PRIMARY KEY (region, item));
            INSERT INTO price VALUES ('n', 1, 1.50, 100, 100, 1)
            """

        private func price(_ item: Int, _ amount: String) -> Price {
            let price = Price()
            (price.region, price.item, price.amount) = ("n", item, Decimal(string: amount))
            return price
        }

        @Test func whatWouldBeRoundedIsRefused() throws {
            let scratch = try Scratch(Self.script)
            let error = #expect(throws: ModelError.self) {
                try scratch.database.write { try $0.insert(price(2, "1.239")) }
            }
            #expect(
                error?.description
                    == "value: \"price\".\"amount\": text '1.239' cannot be bound as `decimal`: it has more than 2 digits behind the point",
                "\(error?.description ?? "")")
            func requireRefused(_ reason: String, _ body: (Session) throws -> Void) {
                let error = #expect(throws: ModelError.self) { try scratch.database.write { try body($0) } }
                #expect(error?.code == .value)
                #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
            }
            let digits = "has more than 2 digits behind the point"
            requireRefused(digits) { try $0.insert(price(2, "1.239")) }
            requireRefused(digits) { try $0.insert([price(2, "1.2"), price(3, "1.239")]) }
            requireRefused(digits) { session in
                let prices = try session.query(Price.self).all()
                prices[0].amount = Decimal(string: "0.001")
                try session.update(prices)
            }
            requireRefused(digits) { session in
                let price = try session.query(Price.self).first()
                price?.amount = Decimal(string: "0.001")
                try price?.save()
            }
            requireRefused(digits) { try $0.upsert(price(1, "0.001")) }
            requireRefused(digits) { try $0.query(Price.self).update(.set(\.amount, Decimal(string: "0.001"))) }
            requireRefused("does not end with 2 zeros") { session in
                let price = price(2, "1")
                price.rough = 120
                try session.insert(price)
            }
            requireRefused("does not end with 2 zeros") { session in
                let price = price(2, "1")
                price.count = 120
                try session.insert(price)
            }
            let rows = try scratch.database.read {
                try $0.rows("SELECT item, amount::text, rough::text FROM price").map(\.values)
            }
            #expect(rows == [[1, "1.50", "100"]])
        }

        @Test func whatIsKeptIsStored() throws {
            let scratch = try Scratch(Self.script)
            let price = price(2, "-12.5")
            (price.rough, price.count, price.mean) = (1200, 300, 0.1 + 0.2)
            try scratch.database.write { try $0.insert(price) }
            let read = try #require(try scratch.database.read { try $0.find(Price.self, "n", 2) })
            #expect(read.amount == Decimal(string: "-12.5") && read.rough == 1200 && read.count == 300)
            // A Double is rounded as its column says.
            #expect(read.mean == 0.3)
            let zero = self.price(3, "0.00")
            (zero.rough, zero.count) = (0, 0)
            try scratch.database.write { try $0.insert(zero) }
            #expect(try scratch.database.read { try $0.find(Price.self, "n", 3) }?.rough == 0)
        }
    }
#endif
