import Testing

@testable import ZIMOrm

@Suite(.enabled(if: LegacyFile.isPresent, LegacyFile.absence)) struct TPCCWalkTests {
    let database: Database

    init() throws { database = try LegacyFile.tpcc.open() }

    @Test func rows() throws {
        #expect(try checkRows(TPCC.Warehouse.self, in: database) == 2)
        #expect(try checkRows(TPCC.District.self, in: database) == 8)
        #expect(try checkRows(TPCC.Customer.self, in: database) == 240)
        #expect(try checkRows(TPCC.History.self, in: database) == 240)
        #expect(try checkRows(TPCC.Item.self, in: database) == 200)
        #expect(try checkRows(TPCC.Stock.self, in: database) == 400)
        #expect(try checkRows(TPCC.Orders.self, in: database) == 240)
        #expect(try checkRows(TPCC.NewOrder.self, in: database) == 72)
        #expect(try checkRows(TPCC.Line.self, in: database) == 2455)
    }

    @Test func warehousesAndDistricts() throws {
        let districts = "district t JOIN warehouse s ON t.d_w_id = s.w_id"
        let down = Walk(TPCC.Warehouse.self, TPCC.District.self, districts) { try $0.districts() }
        #expect(try down.check(in: database) == 8)
        let warehouses = "district s JOIN warehouse t ON s.d_w_id = t.w_id"
        let up = Walk(TPCC.District.self, TPCC.Warehouse.self, warehouses) { try $0.warehouse().map { [$0] } ?? [] }
        #expect(try up.check(in: database) == 8)
    }

    @Test func customers() throws {
        let on = "c_d_id = d_id AND c_w_id = d_w_id"
        let down = Walk(TPCC.District.self, TPCC.Customer.self, "district s JOIN customer t ON \(on)") {
            try $0.customers()
        }
        #expect(try down.check(in: database) == 240)
        let up = Walk(TPCC.Customer.self, TPCC.District.self, "district t JOIN customer s ON \(on)") {
            try $0.district().map { [$0] } ?? []
        }
        #expect(try up.check(in: database) == 240)
        let name = "s.c_w_id = t.c_w_id AND s.c_d_id = t.c_d_id AND s.c_last = t.c_last AND s.c_first = t.c_first"
        let same = Walk(TPCC.Customer.self, TPCC.Customer.self, "customer s JOIN customer t ON \(name)") {
            try $0.namesake().map { [$0] } ?? []
        }
        #expect(try same.check(in: database) == 240)
    }

    @Test func history() throws {
        let customer = "h_c_id = c_id AND h_c_d_id = c_d_id AND h_c_w_id = c_w_id"
        let ofCustomer = Walk(TPCC.Customer.self, TPCC.History.self, "customer s JOIN history t ON \(customer)") {
            try $0.history()
        }
        #expect(try ofCustomer.check(in: database) == 240)
        let toCustomer = Walk(TPCC.History.self, TPCC.Customer.self, "customer t JOIN history s ON \(customer)") {
            try $0.customer().map { [$0] } ?? []
        }
        #expect(try toCustomer.check(in: database) == 240)
        let district = "h_d_id = d_id AND h_w_id = d_w_id"
        let ofDistrict = Walk(TPCC.District.self, TPCC.History.self, "district s JOIN history t ON \(district)") {
            try $0.history()
        }
        #expect(try ofDistrict.check(in: database) == 240)
        let toDistrict = Walk(TPCC.History.self, TPCC.District.self, "district t JOIN history s ON \(district)") {
            try $0.district().map { [$0] } ?? []
        }
        #expect(try toDistrict.check(in: database) == 240)
    }

    @Test func stock() throws {
        let item = Walk(TPCC.Stock.self, TPCC.Item.self, "stock s JOIN item t ON s_i_id = i_id") {
            try $0.itemRow().map { [$0] } ?? []
        }
        #expect(try item.check(in: database) == 400)
        let items = Walk(TPCC.Item.self, TPCC.Stock.self, "item s JOIN stock t ON s_i_id = i_id") { try $0.stocks() }
        #expect(try items.check(in: database) == 400)
        let warehouse = Walk(TPCC.Stock.self, TPCC.Warehouse.self, "stock s JOIN warehouse t ON s_w_id = w_id") {
            try $0.warehouseRow().map { [$0] } ?? []
        }
        #expect(try warehouse.check(in: database) == 400)
        let stocks = Walk(TPCC.Warehouse.self, TPCC.Stock.self, "warehouse s JOIN stock t ON s_w_id = w_id") {
            try $0.stocks()
        }
        #expect(try stocks.check(in: database) == 400)
    }

    @Test func orders() throws {
        let customer = "o_c_id = c_id AND o_d_id = c_d_id AND o_w_id = c_w_id"
        let ofCustomer = Walk(TPCC.Customer.self, TPCC.Orders.self, "customer s JOIN orders t ON \(customer)") {
            try $0.orders()
        }
        #expect(try ofCustomer.check(in: database) == 240)
        let toCustomer = Walk(TPCC.Orders.self, TPCC.Customer.self, "customer t JOIN orders s ON \(customer)") {
            try $0.customer().map { [$0] } ?? []
        }
        #expect(try toCustomer.check(in: database) == 240)
        let new = "no_o_id = o_id AND no_d_id = o_d_id AND no_w_id = o_w_id"
        let newOrder = Walk(TPCC.Orders.self, TPCC.NewOrder.self, "orders s JOIN new_order t ON \(new)") {
            try $0.newOrder().map { [$0] } ?? []
        }
        #expect(try newOrder.check(in: database) == 72)
        let order = Walk(TPCC.NewOrder.self, TPCC.Orders.self, "orders t JOIN new_order s ON \(new)") {
            try $0.order().map { [$0] } ?? []
        }
        #expect(try order.check(in: database) == 72)
    }

    @Test func lines() throws {
        let order = "ol_o_id = o_id AND ol_d_id = o_d_id AND ol_w_id = o_w_id"
        let lines = Walk(TPCC.Orders.self, TPCC.Line.self, "orders s JOIN order_line t ON \(order)") { try $0.lines() }
        #expect(try lines.check(in: database) == 2455)
        let orders = Walk(TPCC.Line.self, TPCC.Orders.self, "orders t JOIN order_line s ON \(order)") {
            try $0.order().map { [$0] } ?? []
        }
        #expect(try orders.check(in: database) == 2455)
        let stock = "ol_i_id = s_i_id AND ol_supply_w_id = s_w_id"
        let toStock = Walk(TPCC.Line.self, TPCC.Stock.self, "order_line s JOIN stock t ON \(stock)") {
            try $0.stock().map { [$0] } ?? []
        }
        #expect(try toStock.check(in: database) == 2455)
        let ofStock = Walk(TPCC.Stock.self, TPCC.Line.self, "stock s JOIN order_line t ON \(stock)") { try $0.lines() }
        #expect(try ofStock.check(in: database) == 2455)
    }

    @Test func through() throws {
        let order = "ol_o_id = o_id AND ol_d_id = o_d_id AND ol_w_id = o_w_id"
        let stock = "ol_i_id = s_i_id AND ol_supply_w_id = s_w_id"
        let stocks = Walk(
            TPCC.Orders.self, TPCC.Stock.self, "orders s JOIN order_line ON \(order) JOIN stock t ON \(stock)"
        ) { try $0.stocks() }
        #expect(try stocks.check(in: database) == 2455)
        let orders = Walk(
            TPCC.Stock.self, TPCC.Orders.self, "stock s JOIN order_line ON \(stock) JOIN orders t ON \(order)"
        ) { try $0.orders() }
        #expect(try orders.check(in: database) == 2455)
    }

    @Test func levelsTakeOneStatementEach() throws {
        try database.read { session in
            var lines = 0
            try expectStatements(6, database) {
                for warehouse in try session.query(TPCC.Warehouse.self).all() {
                    for district in try warehouse.districts() {
                        for customer in try district.customers() {
                            for order in try customer.orders() { lines += try order.lines().count }
                            _ = try customer.history()
                        }
                    }
                }
            }
            #expect(lines == 2455)
        }
    }

    @Test func newOrderAndRollback() throws {
        try LegacyFile.tpcc.withCopy { copy in
            struct OutOfStock: Error {}
            try copy.write { session in
                let customer = try #require(try session.find(TPCC.Customer.self, 1, 1, 1))
                let before = try customer.orders().count
                func place(_ number: Int) throws {
                    let order = TPCC.Orders()
                    (order.o_w_id, order.o_d_id, order.o_id, order.o_c_id) = (1, 1, number, customer.c_id)
                    try session.insert(order)
                    let line = TPCC.Line()
                    (line.ol_w_id, line.ol_d_id, line.ol_o_id, line.ol_number) = (1, 1, number, 1)
                    (line.ol_supply_w_id, line.ol_i_id) = (1, 1)
                    try session.insert(line)
                    #expect(try line.order()?.o_id == number)
                    #expect(try line.stock()?.item == 1)
                }
                try place(90_001)
                try? session.transaction { _ in
                    try place(90_002)
                    #expect(try customer.orders().count == before + 2)
                    throw OutOfStock()
                }
                #expect(try customer.orders().count == before + 1)
            }
        }
    }
}
