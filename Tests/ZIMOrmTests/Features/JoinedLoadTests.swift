import TestServer
import Testing

@testable import ZIMOrm

/// Relationships to one row that come in the query's own statement.
@Suite(.eachEngine) struct JoinedLoadTests {
    private static let line =
        #""order_line"."ol_w_id", "order_line"."ol_d_id", "order_line"."ol_o_id", "order_line"."ol_number", "#
        + #""order_line"."ol_amount""#

    @Test func twoLevelsOfCompositeKeysInOneStatement() throws {
        let database = try Orders.database()
        let log = StatementLog(database)
        let lines = try database.read {
            try $0.query(Orders.Line.self).with(joined: "order.customer").orderByKey().all()
        }
        let sent = log.take()
        #expect(
            sent == [
                """
                SELECT \(Self.line), "order"."o_w_id", "order"."o_d_id", "order"."o_id", "order"."o_c_id", \
                "order"."o_carrier_id", "order.customer"."c_w_id", "order.customer"."c_id", "order.customer"."c_name" \
                FROM "order_line" LEFT JOIN "orders" AS "order" ON "order"."o_w_id" = "order_line"."ol_w_id" AND \
                "order"."o_d_id" = "order_line"."ol_d_id" AND "order"."o_id" = "order_line"."ol_o_id" LEFT JOIN \
                "customer" AS "order.customer" ON "order.customer"."c_w_id" = "order"."o_w_id" AND \
                "order.customer"."c_id" = "order"."o_c_id" ORDER BY "order_line"."ol_w_id", "order_line"."ol_d_id", \
                "order_line"."ol_o_id", "order_line"."ol_number"
                """
            ])
        #expect(lines.count == 60)
        for line in lines {
            let order = try #require(
                try line.belongsTo(Orders.Order.self, foreignKey: ["ol_w_id", "ol_d_id", "ol_o_id"]))
            #expect(order.warehouse == line.warehouse && order.district == line.district && order.id == line.order)
            #expect(try order.customer()?.name == "c\(order.warehouse)\(order.customerID ?? 0)")
        }
        // All of it was in memory, also after the session.
        #expect(log.take() == [])
    }

    @Test func theSameAnswersAsWithAStatementOfItsOwn() throws {
        let database = try Orders.database()
        try database.write { session in
            // An order of a customer who is not there, and one whose key has a NULL.
            let foreignKey = "orders_o_w_id_o_c_id_fkey"
            let deferred: SQL =
                "ALTER TABLE orders ALTER CONSTRAINT \(identifier: foreignKey) DEFERRABLE INITIALLY DEFERRED"
            try session.execute(
                ServedEngine.isSQLite
                    ? "PRAGMA defer_foreign_keys = ON"
                    : ServedEngine.isMariaDB ? "SET SESSION foreign_key_checks = 0" : deferred)
            try session.execute("UPDATE orders SET o_c_id = 99 WHERE o_id = 1 AND o_w_id = 1")
            try session.execute("UPDATE orders SET o_c_id = NULL WHERE o_id = 2 AND o_w_id = 2")
            let joined = try session.query(Orders.Order.self).with(joined: "customer").with(joined: "carrier")
                .orderByKey().all()
            let separate = try session.query(Orders.Order.self).with("customer").with("carrier").orderByKey().all()
            for (left, right) in zip(joined, separate) {
                #expect(try left.customer()?.name == right.customer()?.name)
                let key = ["o_w_id", "o_carrier_id"]
                let carrier = try left.belongsTo(Orders.Carrier.self, foreignKey: key)
                #expect(try carrier?.id == right.belongsTo(Orders.Carrier.self, foreignKey: key)?.id)
                #expect((carrier == nil) == (left.carrierID == nil))
            }
            #expect(try joined.filter { try $0.customer() == nil }.count == 4)
            try session.execute("UPDATE orders SET o_c_id = 1 WHERE o_c_id IS NULL OR o_c_id = 99")
        }
    }

    @Test func filtersAndOrdersShareTheJoin() throws {
        let database = try Orders.database()
        let query = try database.read { session in
            let query = try session.query(Orders.Order.self).filter("customer.name = \("c12")")
                .with(joined: "customer").orderBy("customer.name").limit(2)
            #expect(try query.all().map(\.customerID) == [2, 2])
            #expect(try query.count() == 2)
            #expect(try session.query(Orders.Order.self).with(joined: "customer").count() == 20)
            return try query.sql
        }
        #expect(query.components(separatedBy: "LEFT JOIN").count == 2)
    }

    @Test func windowsOfALongResultAndModelsThatAreChanged() throws {
        let database = try Orders.database()
        try database.write { session in
            var names: [String] = []
            try session.query(Orders.Order.self).with(joined: "customer").orderByKey().forEach { order in
                names.append(try order.customer()?.name ?? "none")
            }
            #expect(names.count == 20 && names[0] == "c12")
            let order = try #require(try session.query(Orders.Order.self).with(joined: "customer").orderByKey().first())
            order.customerID = 3
            // Another foreign key asks for another row.
            #expect(try order.customer()?.name == "c13")
            let customer = try #require(try order.customer())
            customer.name = "new"
            try customer.save()
            #expect(try order.customer()?.name == "new")
        }
    }

    /// A path that is joined and one that has statements of its own share their first step.
    @Test(arguments: [false, true])
    func pathsBesideAJoinBeginWithItsModels(_ isJoinedFirst: Bool) throws {
        let database = try Orders.database()
        let log = StatementLog(database)
        let lines = try database.read { session in
            let query = try session.query(Orders.Line.self).relationships(.forbidden).orderByKey()
            return try isJoinedFirst
                ? query.with(joined: "order.customer").with("order.lines").all()
                : query.with("order.lines").with(joined: "order.customer").all()
        }
        #expect(log.take().count == 2)
        for line in lines {
            let key = ["ol_w_id", "ol_d_id", "ol_o_id"]
            let order = try #require(try line.belongsTo(Orders.Order.self, foreignKey: key))
            #expect(try order.customer()?.name == "c\(order.warehouse)\(order.customerID ?? 0)")
            #expect(try order.lines().contains { $0.keyValues == line.keyValues })
        }
        #expect(log.take() == [])
    }

    @Test func whatMayLeadToSeveralRowsIsRefused() throws {
        let database = try Orders.database()
        try database.read { session in
            let many = #expect(throws: ModelError.self) {
                try session.query(Orders.Order.self).with(joined: "lines").all()
            }
            #expect(many?.message == #""lines" cannot be joined to the rows of "orders": a row may have several"#)
            #expect(many?.hint == #"Load it with a statement of its own: .with("lines")"#)
            let unknown = #expect(throws: ModelError.self) {
                try session.query(Orders.Order.self).with(joined: "custmer").all()
            }
            #expect(unknown?.code == .unknownRelationship && unknown?.hint == #"Did you mean "customer"?"#)
        }
    }
}
