import Foundation
import Hummingbird
import HummingbirdTesting
import Testing
import ZIMOrm
import ZIMTestSupport

@testable import WebService

@Suite struct WebServiceTests {
    let database: Database

    init() throws {
        database = try Database.inMemory(
            sql: """
                CREATE TABLE Orders (OrderID INTEGER PRIMARY KEY, CustomerID TEXT, ShipCountry TEXT);
                CREATE TABLE "Order Details" (OrderID INT REFERENCES Orders, ProductID INT, UnitPrice NUMERIC NOT NULL,
                    Quantity INT NOT NULL CHECK (Quantity > 0), Discount REAL NOT NULL, PRIMARY KEY (OrderID, ProductID));
                """)
        try database.fill([
            "Orders": [["OrderID": 1, "CustomerID": "ADA"], ["OrderID": 2], ["OrderID": 3]],
            "Order Details": [
                ["OrderID": 1, "ProductID": 7, "UnitPrice": 2.5, "Quantity": 4, "Discount": 0],
                ["OrderID": 1, "ProductID": 8, "UnitPrice": 1, "Quantity": 1, "Discount": 0],
            ],
        ])
    }

    private func ask(
        _ uri: String, _ method: HTTPRequest.Method = .get, _ body: String? = nil
    ) async throws -> (status: HTTPResponse.Status, body: String) {
        let app = Application(router: makeRouter(database))
        return try await app.test(.router) { client in
            try await client.execute(uri: uri, method: method, body: body.map { ByteBuffer(string: $0) }) { response in
                (response.status, String(buffer: response.body))
            }
        }
    }

    @Test func pages() async throws {
        let first = try await ask("/orders?limit=2")
        #expect(first.body.contains(#""after":2"#))
        #expect(first.body.contains(#""product":7"#))
        let last = try await ask("/orders?limit=2&after=2")
        #expect(last.body.contains(#""id":3"#) && !last.body.contains("after"))
        // The last page may be full, and a cursor that is none is refused.
        #expect(try await !ask("/orders?limit=3").body.contains("after"))
        #expect(try await ask("/orders?after=abc").status == .badRequest)
        let least = try await ask("/orders?limit=-1")
        #expect(least.status == .ok && least.body.contains(#""after":1"#))
    }

    @Test func aPageIsTwoStatements() async throws {
        try await database.expectStatements(2) { _ = try await ask("/orders") }
    }

    @Test func compositeKeysInPaths() async throws {
        #expect(try await ask("/orders/1/lines/7").status == .ok)
        #expect(try await ask("/orders/1/lines/9").status == .notFound)
        #expect(try await ask("/orders/1/lines/nine").status == .badRequest)
    }

    @Test func changesAndConflicts() async throws {
        #expect(try await ask("/orders/1/lines/7", .put, #"{"quantity": 5, "was": 4}"#).status == .ok)
        let late = try await ask("/orders/1/lines/7", .put, #"{"quantity": 6, "was": 4}"#)
        #expect(late.status == .conflict)
        #expect(late.body.contains("the quantity is 5 now"))
        // A constraint of the table's own.
        #expect(try await ask("/orders/1/lines/7", .put, #"{"quantity": 0, "was": 5}"#).status == .conflict)
        #expect(try await database.find(OrderLine.self, 1, 7)?.quantity == 5)
    }

    @Test func manyAtOnce() async throws {
        let subscription = recordMetrics(of: database)
        defer { subscription.cancel() }
        let app = Application(router: makeRouter(database))
        let accepted = try await app.test(.router) { client in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        // Each sees a quantity and adds one to it; who comes second is told.
                        let seen = 4 + number % 5
                        let body = ByteBuffer(string: #"{"quantity": \#(seen + 1), "was": \#(seen)}"#)
                        return try await client.execute(uri: "/orders/1/lines/7", method: .put, body: body) {
                            $0.status == .ok
                        }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
        }
        #expect(accepted >= 1)
        // Each change that was accepted added one, and no other was written.
        #expect(try await database.find(OrderLine.self, 1, 7)?.quantity == 4 + accepted)
    }
}
