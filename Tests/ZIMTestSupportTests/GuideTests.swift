// The code of Documentation/Testing.md.
import Testing
import ZIMOrm
import ZIMTestSupport

@Suite struct OrderTests {
    let database: Database

    init() throws {
        database = try Database.inMemory(
            sql: """
                CREATE TABLE employee (id INTEGER PRIMARY KEY, name TEXT NOT NULL, boss INT REFERENCES employee);
                CREATE TABLE orders (number INT NOT NULL, year INT NOT NULL, seller INT REFERENCES employee,
                    PRIMARY KEY (year, number));
                CREATE TABLE "order line" (pos INT NOT NULL, number INT NOT NULL, year INT NOT NULL, code TEXT,
                    PRIMARY KEY (year, number, pos), FOREIGN KEY (number, year) REFERENCES orders (number, year));
                """)
        try database.fill([
            "orders": [["year": 1998, "number": 7, "seller": 1], ["year": 1998, "number": 8]],
            "order line": [["year": 1998, "number": 7, "pos": 1, "code": "C-1"]],
            "employee": [["id": 1, "name": "Ada"]],
        ])
    }

    @Test func anOrderHasItsLines() throws {
        try database.read { session in
            let order = try #require(try session.find(Order.self, 1998, 7))
            #expect(try order.lines().map(\.code) == ["C-1"])
        }
    }
}

extension OrderTests {
    @Test func aListSendsTwoStatements() throws {
        let lines = try database.expectStatements(2) {
            try database.read { try $0.query(Order.self).all().map { try $0.lines().count } }
        }
        #expect(lines == [1, 0])
    }

    @Test func anOrderIsFoundByItsKey() throws {
        try database.expectSQL(
            #"SELECT … FROM "orders" WHERE "year" = ? AND "number" = ?"#, parameters: [[1998, 7]]
        ) {
            _ = try database.find(Order.self, 1998, 7)
        }
    }

    @Test func deletingIsRolledBack() throws {
        try database.rollingBack { session in
            try session.find(Order.self, 1998, 8)?.delete()
            #expect(try session.query(Order.self).count() == 1)
        }
        #expect(try database.read { try $0.query(Order.self).count() } == 2)
    }

    @Test func awaiting() async throws {
        let count = try await database.expectStatements(1) {
            try await database.read { try $0.query(Order.self).count() }
        }
        #expect(count == 2)
    }
}

/// What the page shows of real rows: a part of a legacy database for a test.
func copyOfOneOrder(_ legacy: Database, schema: String) throws -> [String: Int] {
    let database = try Database.inMemory(sql: schema)  // or Database.inMemory(schemaOf: "legacy.sqlite")
    return try database.copyRows(of: "order line", where: "year = \(1998) AND number = \(7)", from: legacy)
    // ["order line": 2, "orders": 1, "employee": 2, "article": 2]
}

@Test func theCopyOfThePage() throws {
    #expect(
        try copyOfOneOrder(try Legacy.database(), schema: Legacy.schema) == [
            "order line": 2, "orders": 1, "employee": 2, "article": 2,
        ])
}
