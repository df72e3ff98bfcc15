import Foundation
import Testing
import ZIMOrm
import ZIMTestSupport

@Suite struct ExpectationTests {
    @Test func statementsAreCounted() throws {
        let database = try Legacy.database()
        let lines = try database.expectStatements(2) {
            try database.read { try $0.query(Order.self).orderByKey().all().map { try $0.lines().count } }
        }
        #expect(lines == [2, 1])
        let message = failure {
            try database.expectStatements(1, file: "OrderTests.swift", line: 12) {
                try database.read { session in
                    for number in [7, 8] { _ = try session.find(Order.self, 1998, number) }
                }
            }
        }
        let text = #"SELECT "year", "number", "seller" FROM "orders" WHERE "year" = ? AND "number" = ?"#
        #expect(
            message == """
                OrderTests.swift:12: 1 statement was expected, 2 were sent:
                  1  \(text)  [1998, 7]
                  2  \(text)  [1998, 8]
                """)
    }

    @Test func theTextIsCompared() throws {
        let database = try Legacy.database()
        func find() throws { _ = try database.find(Order.self, 1998, 7) }
        try database.expectSQL(
            """
            SELECT … FROM "orders"
                WHERE "year" = ? AND "number" = ?
            """, parameters: [[1998, 7]]
        ) { try find() }
        try database.expectSQL() { try database.read { _ in } }
        for wrong in ["SELECT … FROM \"orders\"", "SELECT", "SELECT … FROM … WHERE \"year\" = ? … ?  OR 1"] {
            #expect(failure { try database.expectSQL(wrong) { try find() } }.contains("statement 1 is another one"))
        }
        #expect(
            failure {
                try database.expectSQL("SELECT …", parameters: [[1998, 8]], file: "T.swift", line: 3) { try find() }
            } == """
                T.swift:3: statement 1 has other parameters:
                  expected  [1998, 8]
                  sent      [1998, 7]
                  SQL       SELECT "year", "number", "seller" FROM "orders" WHERE "year" = ? AND "number" = ?
                """)
        #expect(failure { try database.expectSQL("SELECT …", "UPDATE …") { try find() } }.contains("but 1 was sent"))
        #expect(failure { try database.expectSQL("SELECT …", parameters: []) { try find() } }.contains("0 lists"))
    }

    @Test func placeholdersOfServersAreQuestionMarks() throws {
        guard let server = try Legacy.server() else { return }
        try server.fill(["employee": [["id": 1, "name": "Ada"]]])
        try server.expectSQL(#"SELECT … WHERE "year" = ? AND "number" = ?"#, parameters: [[1998, 7]]) {
            _ = try server.find(Order.self, 1998, 7)
        }
        #expect(try server.rollingBack { try $0.execute("DELETE FROM employee").changes } == 1)
        #expect(throws: DatabaseError.self) { try server.rollingBack { try $0.execute("SELECT nothing") } }
        #expect(try Legacy.count("employee", in: server) == 1)
    }

    @Test func awaiting() async throws {
        let database = try Legacy.database()
        let count = try await database.expectStatements(1) {
            try await database.read { try $0.query(Order.self).count() }
        }
        #expect(count == 2)
        try await database.expectSQL(#"SELECT count(*) FROM "orders""#) {
            _ = try await database.read { try $0.query(Order.self).count() }
        }
        let left = try await database.rollingBack { session in
            try session.query(OrderLine.self).delete()
            return try session.query(OrderLine.self).count()
        }
        #expect(left == 0)
        await #expect(throws: CancellationError.self) {
            try await database.rollingBack { _ in throw CancellationError() }
        }
        let kept = await #expect(throws: DatabaseError.self) {
            try await database.rollingBack { session in _ = try? session.execute("COMMIT") }
        }
        #expect(kept?.code == .transactionEnded)
        #expect(try await database.read { try $0.query(OrderLine.self).count() } == 3)
    }

    @Test func whatATestChangesIsRolledBack() throws {
        struct Wrong: Error {}
        let database = try Legacy.database()
        let found = try database.rollingBack { session in
            let order = Order()
            (order.year, order.number) = (1999, 1)
            try order.save()
            try database.write { try $0.query(OrderLine.self).delete() }
            return try session.query(Order.self).count()
        }
        #expect(found == 3)
        #expect(try Legacy.count("orders", in: database) == 2)
        #expect(try Legacy.count("order line", in: database) == 3)
        #expect(throws: Wrong.self) { try database.rollingBack { _ in throw Wrong() } }
        // What could not be rolled back is said, though the closure passed over it.
        let kept = #expect(throws: DatabaseError.self) {
            try database.rollingBack { session in
                try session.execute("UPDATE employee SET name = 'Kim' WHERE id = 2")
                _ = try? session.execute("COMMIT")
            }
        }
        #expect(kept?.code == .transactionEnded)
        // Inside another transaction it is a savepoint.
        try database.write { session in
            try session.execute("UPDATE employee SET name = 'Lin' WHERE id = 3")
            try database.rollingBack { try $0.execute("DELETE FROM \"order line\"") }
        }
        #expect(try database.read { try $0.value("SELECT name FROM employee WHERE id = 3", as: String.self) } == "Lin")
        #expect(try Legacy.count("order line", in: database) == 3)
    }
}
