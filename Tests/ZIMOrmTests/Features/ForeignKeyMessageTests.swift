import Testing
import ZIMOrm

/// What is said about a foreign key that a change would break, and that the library's own questions are not traced.
@Suite(.eachEngine) struct ForeignKeyMessageTests {
    @Test func aMissingParentIsNamedOnce() throws {
        let database = try Orders.database()
        let log = StatementLog(database)
        let order = Orders.Order()
        (order.warehouse, order.district, order.id, order.customerID) = (1, 1, 77, 99)
        let error = #expect(throws: DatabaseError.self) { try database.write { try $0.insert(order) } }
        #expect(
            error?.message
                == (TestEngine.isSQLite
                    ? #"FOREIGN KEY constraint failed: "orders" (o_w_id = 1, o_c_id = 99) has no row in "customer" (c_w_id, c_id)"#
                    : #"""
                    insert or update on table "orders" violates foreign key constraint "orders_o_w_id_o_c_id_fkey": \#
                    Key (o_w_id, o_c_id)=(1, 99) is not present in table "customer"
                    """#))
        #expect(error?.constraint?.table == "orders")
        #expect(error?.constraint?.columns == ["o_w_id", "o_c_id"])
        #expect(log.sql.map { $0.prefix(6) } == ["INSERT"])
    }

    @Test func aRemainingChildIsNamedOnce() throws {
        let database = try Orders.database()
        let customer = try #require(try database.read { try $0.find(Orders.Customer.self, 1, 2) })
        let log = StatementLog(database)
        let error = #expect(throws: DatabaseError.self) { try database.write { try $0.delete(customer) } }
        #expect(
            error?.message
                == (TestEngine.isSQLite
                    ? #"""
                    FOREIGN KEY constraint failed: "orders" (o_w_id, o_c_id) still refers to the row (c_w_id = 1, c_id = 2) of "customer"
                    """#
                    : #"""
                    update or delete on table "customer" violates foreign key constraint "orders_o_w_id_o_c_id_fkey" on table \#
                    "orders": Key (c_w_id, c_id)=(1, 2) is still referenced from table "orders"
                    """#))
        #expect(log.sql.map { $0.prefix(6) } == ["DELETE"])
    }
}
