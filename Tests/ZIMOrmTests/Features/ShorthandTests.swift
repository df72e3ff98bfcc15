import Testing
import ZIMOrm

/// Questions that are asked of the database itself.
@Suite(.eachEngine) struct ShorthandTests {
    @Test func blocking() throws {
        let database = try Orders.database()
        let (order, statements) = try database.tracing { try database.find(Orders.Order.self, 1, 2, "3") }
        #expect(order?.keyValues == [1, 2, 3])
        #expect(statements.count == 1)
        #expect(try database.find(Orders.Order.self, 9, 9, 9) == nil)
        #expect(throws: ModelError.self) { try database.find(Orders.Order.self, 1) }
        let lines = try database.query(Orders.Line.self) { try $0.filter(\.number == 1).orderByKey().all() }
        #expect(lines.count == 20)
        #expect(try database.query(Orders.Line.self) { try $0.count() } == 60)
        #expect(throws: DatabaseError.self) { try database.query(Orders.Line.self) { try $0.delete() } }
    }

    @Test func awaiting() async throws {
        let database = try Orders.database()
        let order = try await database.find(Orders.Order.self, 1, 2, 3)
        #expect(order?.id == 3)
        let lines = try await database.query(Orders.Line.self) { try $0.filter(\.number == 1).all() }
        #expect(lines.count == 20)
        // What comes back is the caller's alone, and may be sent on.
        let task = Task { lines.map(\.number).max() }
        #expect(await task.value == 1)
    }

    @Test func insideASessionItIsThatSession() throws {
        let database = try Orders.database()
        try database.write { session in
            try session.execute("INSERT INTO customer VALUES (\(50), \(1), \("new"))")
            #expect(try database.find(Orders.Customer.self, 1, 50)?.name == "new")
        }
    }

    @Test func aKeyThatDoesNotFitIsTheCallers() throws {
        let database = try Orders.database()
        let error = #expect(throws: ModelError.self) { try database.find(Orders.Line.self, 1, 3, 2, "first") }
        #expect(
            error?.message == #"""
                "order_line"."ol_number" of the values that were given (ol_w_id = 1, ol_d_id = 3, ol_o_id = 2, ol_number = 'first'): text 'first' cannot be read as `Int`
                """#)
        #expect(error?.column == "ol_number")
    }
}
