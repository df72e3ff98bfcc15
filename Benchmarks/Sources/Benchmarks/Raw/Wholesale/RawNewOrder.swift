import BenchmarkHarness
import CSQLiteRaw
import Foundation

/// TPC-C's new-order with every statement prepared once.
private final class RawNewOrder {
    private let customer, warehouse, district, advance, order, pending, item, stock, take, line: RawStatement

    init(_ database: SQLiteHandle) throws {
        customer = try RawStatement(RawWholesaleSQL.customer, database)
        warehouse = try RawStatement(RawWholesaleSQL.warehouse, database)
        district = try RawStatement(RawWholesaleSQL.district, database)
        advance = try RawStatement(RawWholesaleSQL.advance, database)
        order = try RawStatement(RawWholesaleSQL.order, database)
        pending = try RawStatement(RawWholesaleSQL.pending, database)
        item = try RawStatement(RawWholesaleSQL.item, database)
        stock = try RawStatement(RawWholesaleSQL.stock, database)
        take = try RawStatement(RawWholesaleSQL.take, database)
        line = try RawStatement(RawWholesaleSQL.line, database)
    }

    /// What the terminal is shown: the customer's discount and the taxes go into the total.
    func take(_ request: NewOrderRequest) throws -> Double {
        customer.bind(request.warehouse, request.district, request.customer)
        let customer = try customer.one { try $0.map(RawCustomer.init) }
        warehouse.bind(request.warehouse)
        let warehouse = try warehouse.one { $0.map(RawWarehouse.init) }
        district.bind(request.warehouse, request.district)
        let district = try district.one { $0.map(RawDistrict.init) }
        guard let customer, let warehouse, let district else { throw BenchmarkError("no such customer") }
        let number = district.nextOrder
        advance.bind(number + 1, request.warehouse, request.district)
        try advance.run()
        order.bind { statement, binder in
            sqlite3_bind_int64(statement, 1, Int64(request.warehouse))
            sqlite3_bind_int64(statement, 2, Int64(request.district))
            sqlite3_bind_int64(statement, 3, Int64(number))
            sqlite3_bind_int64(statement, 4, Int64(request.customer))
            binder.bind(request.entered, 5)
            sqlite3_bind_null(statement, 6)
            sqlite3_bind_int64(statement, 7, Int64(request.lines.count))
            sqlite3_bind_int64(statement, 8, request.isLocal ? 1 : 0)
        }
        try order.run()
        pending.bind(request.warehouse, request.district, number)
        try pending.run()
        var total = 0.0
        for (index, line) in request.lines.enumerated() { total += try add(line, index + 1, to: number, request) }
        return total * (1 - customer.discount) * (1 + warehouse.tax + district.tax)
    }

    private func add(
        _ wish: NewOrderRequest.Line, _ place: Int, to number: Int, _ request: NewOrderRequest
    ) throws -> Double {
        item.bind(wish.item)
        guard let item = try item.one({ $0.map(RawItem.init) }) else { throw UnusedItem() }
        stock.bind(wish.supplier, wish.item)
        guard let stock = try stock.one({ $0.map(RawStock.init) }) else { throw BenchmarkError("no such stock") }
        let quantity = stock.quantity + (stock.quantity >= wish.quantity + 10 ? -wish.quantity : 91 - wish.quantity)
        take.bind { statement, _ in
            sqlite3_bind_int64(statement, 1, Int64(quantity))
            sqlite3_bind_int64(statement, 2, Int64(stock.sold + wish.quantity))
            sqlite3_bind_int64(statement, 3, Int64(stock.orders + 1))
            sqlite3_bind_int64(statement, 4, Int64(stock.remoteOrders + (wish.supplier == request.warehouse ? 0 : 1)))
            sqlite3_bind_int64(statement, 5, Int64(wish.supplier))
            sqlite3_bind_int64(statement, 6, Int64(wish.item))
        }
        try take.run()
        let amount = Double(wish.quantity) * item.price
        line.bind { statement, binder in
            sqlite3_bind_int64(statement, 1, Int64(request.warehouse))
            sqlite3_bind_int64(statement, 2, Int64(request.district))
            sqlite3_bind_int64(statement, 3, Int64(number))
            sqlite3_bind_int64(statement, 4, Int64(place))
            sqlite3_bind_int64(statement, 5, Int64(wish.item))
            sqlite3_bind_int64(statement, 6, Int64(wish.supplier))
            sqlite3_bind_int64(statement, 7, Int64(wish.quantity))
            sqlite3_bind_double(statement, 8, amount)
            binder.bind(stock.info(district: request.district), 9)
        }
        try line.run()
        return amount
    }
}

extension Raw: WholesaleContender {
    func neworder(_ requests: [NewOrderRequest], _ watch: Stopwatch) throws {
        var total = 0.0
        try watch.measure {
            let terminal = try RawNewOrder(database)
            for request in requests {
                do { total += try database.transaction { try terminal.take(request) } } catch is UnusedItem {}
            }
        }
        guard total > 0 else { throw BenchmarkError("nothing was sold") }
    }

    func orderstatus(_ requests: [OrderStatusRequest], _ watch: Stopwatch) throws -> [OrderStatusAnswer] {
        let found = try watch.measure {
            let terminal = try RawOrderStatus(database)
            return try requests.map { request in try database.transaction { try terminal.answer(request) } }
        }
        return found.map { customer, order, lines in
            OrderStatusAnswer(
                customer: customer.id, firstName: customer.first, balance: customer.balance, order: order.id,
                entered: order.entered, carrier: order.carrier,
                lines: lines.map {
                    .init(
                        item: $0.item, supplier: $0.supplier, quantity: $0.quantity, amount: $0.amount,
                        isDelivered: $0.delivered != nil)
                })
        }
    }
}
