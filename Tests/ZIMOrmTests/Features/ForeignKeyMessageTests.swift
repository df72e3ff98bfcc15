import TestServer
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
        let sent = log.sql
        #expect(
            error?.message
                == (ServedEngine.isSQLite
                    ? #"FOREIGN KEY constraint failed: "orders" (o_w_id = 1, o_c_id = 99) has no row in "customer" (c_w_id, c_id)"#
                    : ServedEngine.isMariaDB
                        ? "Cannot add or update a child row: \(try orders(database))"
                        : #"""
                        insert or update on table "orders" violates foreign key constraint "orders_o_w_id_o_c_id_fkey": \#
                        Key (o_w_id, o_c_id)=(1, 99) is not present in table "customer"
                        """#))
        #expect(error?.constraint?.table == "orders")
        #expect(error?.constraint?.columns == ["o_w_id", "o_c_id"])
        #expect(sent.map { $0.prefix(6) } == ["INSERT"])
    }

    @Test func aRemainingChildIsNamedOnce() throws {
        let database = try Orders.database()
        let customer = try #require(try database.read { try $0.find(Orders.Customer.self, 1, 2) })
        let log = StatementLog(database)
        let error = #expect(throws: DatabaseError.self) { try database.write { try $0.delete(customer) } }
        let sent = log.sql
        #expect(
            error?.message
                == (ServedEngine.isSQLite
                    ? #"""
                    FOREIGN KEY constraint failed: "orders" (o_w_id, o_c_id) still refers to the row (c_w_id = 1, c_id = 2) of "customer"
                    """#
                    : ServedEngine.isMariaDB
                        ? "Cannot delete or update a parent row: \(try orders(database))"
                        : #"""
                        update or delete on table "customer" violates foreign key constraint "orders_o_w_id_o_c_id_fkey" on table \#
                        "orders": Key (c_w_id, c_id)=(1, 2) is still referenced from table "orders"
                        """#))
        #expect(sent.map { $0.prefix(6) } == ["DELETE"])
    }

    /// How MariaDB names the constraint.
    private func orders(_ database: Database) throws -> String {
        let name = try database.read { try $0.value("SELECT DATABASE()", as: String.self) } ?? ""
        return
            "a foreign key constraint fails (`\(name)`.`orders`, CONSTRAINT `orders_ibfk_1` FOREIGN KEY (`o_w_id`, `o_c_id`) "
            + "REFERENCES `customer` (`c_w_id`, `c_id`))"
    }

    private func deletion(_ rule: String) throws -> DatabaseError? {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE area (a INTEGER, b INTEGER, PRIMARY KEY (a, b));
            CREATE TABLE note (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, FOREIGN KEY (a, b) REFERENCES area ON DELETE SET NULL);
            CREATE TABLE site (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, FOREIGN KEY (a, b) REFERENCES area \(rule));
            CREATE TABLE visit (id INTEGER PRIMARY KEY, site INTEGER, FOREIGN KEY (site) REFERENCES site);
            INSERT INTO area VALUES (1, 1), (1, 2), (1, 3); INSERT INTO note VALUES (1, 1, 1);
            INSERT INTO site VALUES (5, 1, 2), (6, 1, 1); INSERT INTO visit VALUES (9, 5);
            """)
        final class Area: Model {
            var a = 0, b = 0
            override class var table: String { "area" }
            override class var primaryKey: [String] { ["a", "b"] }
        }
        let error = #expect(throws: DatabaseError.self) {
            try database.write { try $0.delete(Area.self, keys: [[1, 3], [1, 2]]) }
        }
        #expect(try database.read { try $0.query(Area.self).count() } == 3)
        return error
    }

    @Test func deletionByKeysNamesTheChild() throws {
        let error = try deletion("")
        #expect(
            ServedEngine.isMariaDB
                || error?.message
                    == (ServedEngine.isSQLite
                        ? "FOREIGN KEY constraint failed: \"site\" (a, b) still refers to the row (a = 1, b = 2) of \"area\""
                        : "update or delete on table \"area\" violates foreign key constraint \"site_a_b_fkey\" on table \"site\": "
                            + "Key (a, b)=(1, 2) is still referenced from table \"site\"")
        )
        #expect(
            !ServedEngine.isMariaDB
                || error?.message.contains("`site`, CONSTRAINT `site_ibfk_1` FOREIGN KEY (`a`, `b`) REFERENCES") == true
        )
        #expect(error?.constraint?.table == "site")
        #expect(error?.constraint?.columns == ["a", "b"])
    }

    /// Rows of "site" would go along; what keeps them is behind them.
    @Test func theTableBehindOneThatCascades() throws {
        let error = try deletion("ON DELETE CASCADE")
        #expect(
            ServedEngine.isMariaDB
                || error?.message
                    == (ServedEngine.isSQLite
                        ? "FOREIGN KEY constraint failed: \"visit\" (site) still refers to rows of \"site\", which go with the row "
                            + "(a = 1, b = 2) of \"area\""
                        : "update or delete on table \"site\" violates foreign key constraint \"visit_site_fkey\" on table \"visit\": "
                            + "Key (id)=(5) is still referenced from table \"visit\"")
        )
        #expect(
            !ServedEngine.isMariaDB
                || error?.message.contains("`visit`, CONSTRAINT `visit_ibfk_1` FOREIGN KEY (`site`) REFERENCES") == true
        )
        #expect(error?.constraint?.table == "visit")
        #expect(error?.constraint?.columns == ["site"])
    }
}
