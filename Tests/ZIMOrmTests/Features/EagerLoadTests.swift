import Testing
import ZIMOrm

@Suite(.eachEngine) struct EagerLoadTests {
    @Test func relationshipsLoadWithTheQueryAndOutliveTheSession() throws {
        let database = try Orders.database()
        let log = StatementLog(database)
        let customers = try database.read { try $0.query(Orders.Customer.self).orderByKey().with("orders.lines").all() }
        #expect(log.take().count == 3)
        var count = 0
        for customer in customers {
            for order in try customer.orders() {
                #expect(order.warehouse == customer.warehouse)
                count += try order.lines().count
            }
        }
        #expect(count == 60)
        #expect(log.take() == [])
        #expect(try customers[0].related("orders", as: Orders.Order.self).map(\.id) == [3, 3])
    }

    @Test func forbiddenRelationshipsNameTheCall() throws {
        let database = try Orders.database()
        database.relationshipLoading = .forbidden
        try database.read { session in
            let orders = try session.query(Orders.Order.self).with("customer").all()
            #expect(try orders[0].customer() != nil)
            let error = #expect(throws: ModelError.self) { try orders[0].lines() }
            #expect(
                error?.message
                    == "hasMany(Line, foreignKey: [ol_w_id, ol_d_id, ol_o_id]) of Order was called, and following "
                    + "relationships is forbidden here")
            let single = try session.query(Orders.Order.self).relationships(.single).all()
            #expect(try single[0].lines().count == 3)
        }
    }

    @Test func unknownNamesSayWhatIsKnown() throws {
        let database = try Orders.database()
        let error = #expect(throws: ModelError.self) {
            try database.read { try $0.query(Orders.Order.self).with("line").all() }
        }
        #expect(error?.code == .unknownRelationship)
        #expect(error?.hint == #"Did you mean "lines"?"#)
    }

    @Test func aWriteDropsWhatWasLoaded() throws {
        let database = try Orders.database()
        try database.write { session in
            let orders = try session.query(Orders.Order.self).with("lines").all()
            try session.query(Orders.Line.self).filter(\.number == 3).delete()
            #expect(try orders[0].lines().count == 2)
        }
    }
}
