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

    @Test func whatAQuerySaysHoldsForWhatIsReachedFromItsModels() throws {
        let database = try Orders.database()
        func lines(_ orders: [Orders.Order]) throws -> Int {
            let customer = try #require(try orders[0].customer())
            return try #require(try customer.orders().first).lines().count
        }
        try database.read { session in
            let query = try session.query(Orders.Order.self)
            for query in [query.with("customer.orders"), query.with(joined: "customer")] {
                let orders = try query.relationships(.forbidden).all()
                let error = #expect(throws: ModelError.self) { try lines(orders) }
                #expect(error?.code == .query)
            }
            database.relationshipLoading = .forbidden
            defer { database.relationshipLoading = .batched }
            for loading in [RelationshipLoading.batched, .single] {
                #expect(try lines(query.with("customer").relationships(loading).all()) == 3)
                #expect(try lines(query.relationships(loading).all()) == 3)
            }
        }
        let orders = try database.read { try $0.query(Orders.Order.self).relationships(.forbidden).all() }
        let error = #expect(throws: ModelError.self) { try database.read { _ in try orders[0].lines() } }
        #expect(error?.code == .query)
    }

    @Test func aDatabaseForbidsItForNewModelsToo() throws {
        let database = try Orders.database()
        database.relationshipLoading = .forbidden
        func order(_ id: Int) -> Orders.Order {
            let order = Orders.Order()
            (order.warehouse, order.district, order.id) = (1, 1, id)
            return order
        }
        try database.write { session in
            let models = [order(901), order(902), order(903), order(904)]
            try session.save(models[0])
            try session.insert([models[1], models[2]])
            try session.upsert(models[3])
            for model in models + [order(905)] { #expect(throws: ModelError.self) { try model.lines() } }
            let raw = try session.query(Orders.Order.self, sql: "SELECT * FROM orders").all()
            #expect(throws: ModelError.self) { try raw[0].lines() }
            // NULL in the foreign key needs no statement.
            #expect(try models[0].customer() == nil)
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

    /// Each holds: the relationship with and without options, and what follows it for the rows of each.
    @Test(arguments: [false, true]) func oneNameWithSeveralOptions(_ isReversed: Bool) throws {
        let database = try Orders.database()
        database.relationshipLoading = .forbidden
        let latest: [RelationshipOption] = [.orderBy("o_id DESC"), .limit(1)]
        let first: [RelationshipOption] = [.limit(2)]
        try database.read { session in
            var query = try session.query(Orders.Customer.self).orderByKey().with("orders", options: first)
            query =
                isReversed
                ? query.with("orders", options: latest).with("orders.lines").with("orders", options: latest)
                : query.with("orders.lines").with("orders", options: latest)
            for customer in try query.all() {
                func orders(_ options: [RelationshipOption]) throws -> [Orders.Order] {
                    try customer.hasMany(Orders.Order.self, foreignKey: ["o_w_id", "o_c_id"], options: options)
                }
                let all = try orders([])
                let sorted = all.sorted { ($0.district, $0.id) < ($1.district, $1.id) }
                #expect(try orders(first).map(\.id) == sorted.prefix(2).map(\.id))
                #expect(try orders(latest).map(\.id) == [all.map(\.id).max()])
                for order in try all + orders(first) + orders(latest) { #expect(try order.lines().count == 3) }
            }
        }
    }
}
