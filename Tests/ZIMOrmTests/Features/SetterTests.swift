import Testing
import ZIMOrm

@Suite(.eachEngine) struct SetterTests {
    @Test func settingAParentFillsTheForeignKeyAndOnlyChangedColumnsAreWritten() throws {
        let database = try Orders.database()
        let log = StatementLog(database)
        try database.write { session in
            let order = try #require(try session.find(Orders.Order.self, 1, 1, 1))
            let other = try #require(try session.find(Orders.Customer.self, 1, 3))
            try order.set(other, foreignKey: ["o_w_id", "o_c_id"])
            #expect(order.customerID == 3)
            _ = log.take()
            try order.save()
        }
        #expect(
            log.take() == [
                #"UPDATE "orders" SET "o_c_id" = ? WHERE "o_w_id" = ? AND "o_d_id" = ? AND "o_id" = ?"#
            ])
    }

    @Test func aSharedColumnIsNeverChanged() throws {
        let database = try Orders.database()
        try database.write { session in
            let order = try #require(try session.find(Orders.Order.self, 1, 1, 1))
            let elsewhere = try #require(try session.find(Orders.Customer.self, 2, 3))
            let error = #expect(throws: ModelError.self) { try order.set(elsewhere, foreignKey: ["o_w_id", "o_c_id"]) }
            #expect(error?.code == .sharedColumn)
            #expect(error?.column == "o_w_id")
            #expect(
                error?.message.contains(#""o_w_id" belongs to the primary key, so it cannot change from 1 to 2"#)
                    == true)
            #expect(try order.changedColumns() == [])
        }
    }

    @Test func aNewModelTakesItsKeyFromItsParent() throws {
        let database = try Orders.database()
        try database.write { session in
            let order = try #require(try session.find(Orders.Order.self, 2, 1, 4))
            let line = Orders.Line()
            try line.set(order, foreignKey: ["ol_w_id", "ol_d_id", "ol_o_id"])
            line.number = 9
            try line.save()
            #expect(line.keyValues == [2, 1, 4, 9])
            #expect(try order.lines().count == 4)
            // What was set once is not changed by another parent.
            let other = try #require(try session.find(Orders.Order.self, 2, 1, 5))
            let second = Orders.Line()
            second.order = 4
            #expect(throws: ModelError.self) { try second.set(other, foreignKey: ["ol_w_id", "ol_d_id", "ol_o_id"]) }
            #expect(second.warehouse == 0)
        }
    }

    @Test func clearingMakesOnlyOwnColumnsNull() throws {
        let database = try Orders.database()
        try database.write { session in
            let order = try #require(try session.find(Orders.Order.self, 1, 1, 1))
            try order.clear(foreignKey: ["o_w_id", "o_carrier_id"])
            #expect(order.carrierID == nil)
            #expect(order.warehouse == 1)
            #expect(try order.changedColumns() == ["o_carrier_id"])
            let line = try #require(try session.query(Orders.Line.self).first())
            let error = #expect(throws: ModelError.self) {
                try line.clear(foreignKey: ["ol_w_id", "ol_d_id", "ol_o_id"])
            }
            #expect(error?.code == .sharedColumn)
        }
    }

    @Test func anUnsavedParentIsAnError() throws {
        let order = Orders.Order()
        final class Parent: Model { var pk: Int? }
        final class Child: Model {
            var pk: Int?
            var parent: Int?
        }
        let child = Child()
        let error = #expect(throws: ModelError.self) { try child.set(Parent(), foreignKey: ["parent"]) }
        #expect(error?.code == .keyMissing)
        let mismatch = #expect(throws: ModelError.self) { try child.set(order, foreignKey: ["parent"]) }
        #expect(mismatch?.code == .keyMismatch)
    }
}
