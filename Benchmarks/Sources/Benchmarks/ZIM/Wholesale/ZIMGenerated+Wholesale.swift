import BenchmarkHarness
import ZIMOrm

extension ZIMGenerated: WholesaleContender {
    func neworder(_ requests: [NewOrderRequest], _ watch: Stopwatch) throws {
        var total = 0.0
        try watch.measure {
            for request in requests {
                do { total += try database.write { try take(request, $0) } } catch is UnusedItem {}
            }
        }
        guard total > 0 else { throw BenchmarkError("nothing was sold") }
    }

    /// What the terminal is shown: the customer's discount and the taxes go into the total.
    private func take(_ request: NewOrderRequest, _ session: Session) throws -> Double {
        guard
            let customer = try session.find(
                TPCCCustomer.self, request.warehouse, request.district, request.customer),
            let warehouse = try session.find(TPCCWarehouse.self, request.warehouse),
            let district = try session.find(TPCCDistrict.self, request.warehouse, request.district)
        else { throw BenchmarkError("no such customer") }
        let order = TPCCOrder()
        (order.warehouse, order.district, order.id) = (district.warehouse, district.id, district.nextOrder)
        order.customer = request.customer
        order.entered = request.entered
        order.lineCount = request.lines.count
        order.isLocal = request.isLocal ? 1 : 0
        district.nextOrder += 1
        try district.save()
        try session.insert(order)

        let pending = TPCCNewOrder()
        (pending.warehouse, pending.district, pending.order) = (order.warehouse, order.district, order.id)
        try session.insert(pending)

        var sum = 0.0
        for (index, line) in request.lines.enumerated() { sum += try add(line, index + 1, to: order, session) }
        return sum * (1 - customer.discount) * (1 + warehouse.tax + district.tax)
    }

    private func add(
        _ wish: NewOrderRequest.Line, _ place: Int, to order: TPCCOrder, _ session: Session
    ) throws -> Double {
        guard let item = try session.find(TPCCItem.self, wish.item) else { throw UnusedItem() }
        guard let stock = try session.find(TPCCStock.self, wish.supplier, wish.item) else {
            throw BenchmarkError("no such stock")
        }
        stock.quantity += stock.quantity >= wish.quantity + 10 ? -wish.quantity : 91 - wish.quantity
        stock.sold += wish.quantity
        stock.orders += 1
        if wish.supplier != order.warehouse { stock.remoteOrders += 1 }
        try stock.save()

        let line = TPCCOrderLine()
        (line.warehouse, line.district, line.order) = (order.warehouse, order.district, order.id)
        (line.number, line.item, line.supplier) = (place, wish.item, wish.supplier)
        line.quantity = wish.quantity
        line.amount = Double(wish.quantity) * item.price
        line.info = stock.info(district: order.district)
        try session.insert(line)
        return line.amount
    }

    func orderstatus(_ requests: [OrderStatusRequest], _ watch: Stopwatch) throws -> [OrderStatusAnswer] {
        let found = try watch.measure {
            try requests.map { request in try database.read { try answer(request, $0) } }
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

    private func answer(
        _ request: OrderStatusRequest, _ session: Session
    ) throws -> (TPCCCustomer, TPCCOrder, [TPCCOrderLine]) {
        guard let customer = try find(request, session) else { throw BenchmarkError("no such customer") }
        let orders = try session.query(TPCCOrder.self).filter(
            \.warehouse == customer.warehouse && \.district == customer.district && \.customer == customer.id)
        guard let order = try orders.orderBy(\.id, ascending: false).first() else { throw BenchmarkError("no order") }
        return (customer, order, try order.lines())
    }

    private func find(_ request: OrderStatusRequest, _ session: Session) throws -> TPCCCustomer? {
        switch request.customer {
        case .number(let number):
            return try session.find(TPCCCustomer.self, request.warehouse, request.district, number)
        case .lastName(let name):
            let customers = try session.query(TPCCCustomer.self)
                .filter(\.warehouse == request.warehouse && \.district == request.district && \.last == name)
                .orderBy(\.first).all()
            return customers.isEmpty ? nil : customers[(customers.count - 1) / 2]
        }
    }
}
