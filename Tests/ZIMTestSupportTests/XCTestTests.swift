import XCTest
import ZIMOrm
import ZIMTestSupport

final class OrderCase: XCTestCase {
    func testAListSendsTwoStatements() throws {
        let database = try Database.inMemory(
            sql: """
                CREATE TABLE orders (year INT, number INT, seller INT, PRIMARY KEY (year, number));
                CREATE TABLE "order line" (year INT, number INT, pos INT, code TEXT, PRIMARY KEY (year, number, pos));
                """)
        try database.fill([
            "orders": [["year": 1998, "number": 7], ["year": 1998, "number": 8]],
            "order line": [["year": 1998, "number": 7, "pos": 1]],
        ])
        let lines = try database.expectStatements(2) {
            try database.read { try $0.query(Order.self).orderByKey().all().map { try $0.lines().count } }
        }
        XCTAssertEqual(lines, [1, 0])
    }
}

/// What the expectations throw is a failure of XCTest's, and its text says what was sent.
final class ExpectationCase: XCTestCase {
    func testThrownExpectations() throws {
        let database = try Database.inMemory(sql: Legacy.schema)
        try database.fill(Legacy.rows)
        XCTAssertThrowsError(
            try database.expectStatements(2) { try database.read { try $0.query(Order.self).count() } }
        ) { XCTAssertTrue("\($0)".contains("2 statements were expected, 1 was sent"), "\($0)") }
        XCTAssertThrowsError(
            try database.expectSQL("DELETE …") { _ = try database.read { try $0.query(Order.self).count() } })
        try database.expectSQL(#"SELECT count(*) FROM "orders""#) {
            _ = try database.read { try $0.query(Order.self).count() }
        }
        try database.rollingBack { session in
            XCTAssertEqual(try session.query(OrderLine.self).delete(), 3)
        }
        XCTAssertEqual(try database.read { try $0.query(OrderLine.self).count() }, 3)
    }

    func testAwaiting() async throws {
        let database = try Database.inMemory(sql: Legacy.schema)
        try await database.expectStatements(1) { _ = try await database.read { try $0.query(Order.self).count() } }
    }
}
